// SPDX-License-Identifier: MIT
// Documentation by Docusaurus: tabs, a blog, the colour mode, and the search of a plugin that needs no server.
'use strict';

const { image } = require('../files');

const SEARCH = '@easyops-cn/docusaurus-search-local';

const files = {
    'docusaurus.config.js': `export default {
        title: 'Weaving', url: 'https://weaving.example', baseUrl: '/', onBrokenLinks: 'throw', trailingSlash: undefined,
        presets: [['classic', { docs: { sidebarPath: './sidebars.js' }, blog: { showReadingTime: false } }]],
        themes: [['${SEARCH}', { hashed: true, indexBlog: true }]],
        themeConfig: {
            navbar: { title: 'Weaving', items: [{ to: '/docs/loom', label: 'Handbook' }, { to: '/blog', label: 'Blog' }] },
            colorMode: { defaultMode: 'light' },
        },
    };`,
    'sidebars.js': "export default { docs: ['loom', { type: 'category', label: 'Cloth', items: ['cloth/twill', 'cloth/plain'] }] };",
    'docs/loom.md': '# The loom\n\nA frame with a warp. Then see [twill](cloth/twill.mdx).\n\n## Warping\n\nCount twice.\n',
    'docs/cloth/twill.mdx': `import Tabs from '@theme/Tabs';
import TabItem from '@theme/TabItem';

# Twill

<Tabs><TabItem value="two" label="Two by two" default>Lift two, sink two.</TabItem><TabItem value="three" label="Three by one">Lift three.</TabItem></Tabs>

![A swatch](./swatch.png)
`,
    'docs/cloth/swatch.png': image(75),
    'docs/cloth/plain.md': '# Plain weave\n\nOver one, under one; calico.\n',
    'blog/2026-03-01-wool.md': '---\nslug: wool\ntitle: Wool arrived\n---\nForty skeins of grey.\n\n<!-- truncate -->\n\nAnd moths.\n',
    'src/pages/index.js': `
        import Link from '@docusaurus/Link';
        import Layout from '@theme/Layout';
        export default () => <Layout><main><h1>Cloth at home</h1><Link to="/docs/loom">Read the handbook</Link></main></Layout>;`,
};

// The pages that are only HTML lack the keys of the search.
const ROOT = { disk: "a path of a script's own leads from the root of the disk", embedded: true };

module.exports = {
    packages: {
        '@docusaurus/core': '3.10.2', '@docusaurus/preset-classic': '3.10.2', [SEARCH]: '0.55.3', react: '19.3.1', 'react-dom': '19.3.1',
    },
    files,
    build: [['docusaurus', 'build']],
    out: 'build',
    hidden: ['/search', '/blog/archive', '/no/such/page'],
    ready: 'document.documentElement.dataset.hasHydrated === "true"',
    tasks: [
        ['opens the start page', (t) => t.sees('Cloth at home'), ROOT],
        ['clicks to a page', async (t) => {
            await t.click('text=Read the handbook');
            await t.sees('A frame with a warp.');
        }, ROOT],
        ['reloads a page', async (t) => {
            await t.click('text=Handbook');
            await t.click('main >> text=twill');
            await t.sees('Lift two, sink two.');
            await t.reload();
            await t.is('document.querySelector("article img").naturalWidth === 75');
        }, ROOT],
        ['goes back', async (t) => {
            await t.click('text=Blog');
            await t.click('text=Read more');
            await t.sees('And moths.');
            await t.back();
            await t.is('!document.body.innerText.includes("And moths.")');
        }, ROOT],
        ['searches and opens what is found', async (t) => {
            await t.type('.navbar__search-input', 'calico');
            await t.click('[class*=suggestion] >> text=calico');
            await t.sees('Over one, under one');
        }, { disk: 'scripts may not read files' }],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('button[title*="mode"] >> visible=true');
            await t.is('document.documentElement.dataset.theme === "dark"');
            await t.reload();
            await t.is('document.documentElement.dataset.theme === "dark"');
        }, ROOT],
        ['uses a tab and unfolds the sidebar', async (t) => {
            await t.open('/docs/loom');
            await t.click('.menu >> text=Cloth');
            await t.click('.menu >> text=Twill');
            await t.click('role=tab >> text=Three by one');
            await t.sees('Lift three.');
        }, ROOT],
        ['comes from elsewhere to a deep link', async (t) => {
            await t.open('/docs/loom#warping');
            await t.sees('Count twice.');
            await t.click('main >> text=twill');
            await t.sees('Lift two, sink two.');
        }, ROOT],
    ],
};
