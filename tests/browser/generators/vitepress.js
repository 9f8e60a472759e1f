// SPDX-License-Identifier: MIT
// A guide by VitePress with its local search, groups of code and the dark mode.
'use strict';

const { image } = require('../files');

const files = {
    'docs/.vitepress/config.mjs': `export default {
        title: 'Beekeeping', description: 'A short guide', cleanUrls: false,
        themeConfig: {
            search: { provider: 'local' },
            nav: [{ text: 'Guide', link: '/guide/start' }, { text: 'Honey', link: '/honey' }],
            sidebar: [{ text: 'Guide', items: [{ text: 'First hive', link: '/guide/start' }, { text: 'Winter', link: '/guide/winter' }] }],
        },
    };`,
    'docs/index.md': '---\nlayout: home\nhero:\n  name: Beekeeping\n  text: For small gardens\n  actions:\n' +
        '    - text: Begin here\n      link: /guide/start\n---\n',
    'docs/guide/start.md': `# First hive

Two boxes and a roof. See [winter](./winter) and [honey](../honey.md).

## Tools

::: code-group
\`\`\`sh [Linen]
wear linen
\`\`\`
\`\`\`sh [Leather]
wear leather
\`\`\`
:::
`,
    'docs/guide/winter.md': '# Winter\n\nA heavy hive survives; see [the hive](./start).\n\n![Snow](./snow.png)\n\n## Feeding\n\nSugar, never rye.\n',
    'docs/guide/snow.png': image(70),
    'docs/honey.md': '# Honey\n\nSpun in July.\n\n<details><summary>Colours</summary>Amber and white.</details>\n',
};

// The pages that are only HTML lack the outline.
const MODULE = { disk: 'modules are fetched with CORS, which has no answer from file:', embedded: true };

module.exports = {
    packages: { vitepress: '1.6.4' },
    files,
    build: [['vitepress', 'build', 'docs']],
    out: 'docs/.vitepress/dist',
    ready: 'Boolean(document.querySelector("#app").__vue_app__)',
    tasks: [
        ['opens the start page', (t) => t.sees('For small gardens')],
        ['clicks to a page', async (t) => {
            await t.click('text=Begin here');
            await t.sees('Two boxes and a roof.');
        }, MODULE],
        ['reloads a page', async (t) => {
            await t.click('text=Begin here');
            await t.click('main >> text=winter');
            await t.sees('Sugar, never rye.');
            await t.reload();
            await t.is('document.querySelector("main img").naturalWidth === 70');
        }, MODULE],
        ['goes back', async (t) => {
            await t.click('text=Begin here');
            await t.click('main >> text=honey');
            await t.sees('Spun in July.');
            await t.back();
            await t.sees('Two boxes and a roof.');
        }, MODULE],
        ['searches and opens what is found', async (t) => {
            await t.click('#local-search button');
            await t.type('#localsearch-input', 'sugar');
            await t.click('#localsearch-list a');
            await t.sees('Sugar, never rye.');
        }, MODULE],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('.VPSwitchAppearance >> visible=true');
            await t.is('document.documentElement.classList.contains("dark")');
            await t.reload();
            await t.is('document.documentElement.classList.contains("dark")');
        }, MODULE],
        ['uses a group of code', async (t) => {
            await t.click('text=Begin here');
            await t.click('label:has-text("Leather")');
            await t.sees('wear leather');
        }, MODULE],
        ['comes from elsewhere to a deep link', async (t) => {
            await t.open('/guide/winter.html#feeding');
            await t.click('aside >> text=First hive');
            await t.sees('Two boxes and a roof.');
        }, MODULE],
    ],
};
