// SPDX-License-Identifier: MIT
// Files whose names are put together by the scripts of site generators, in the form in which each of them writes it. Every
// script here does what the generator's own runtime does with these names.
'use strict';

const { page, script, text } = require('../files');

const ROOT = "a path of a script's own leads from the root of the disk";
const MODULE_REASON = 'modules are fetched with CORS, which has no answer from file:';

const mark = (word) => `document.documentElement.dataset.mark = (document.documentElement.dataset.mark || '') + '${word};';`;
const marked = (words) => (t) => t.value((wanted) => document.documentElement.dataset.mark === wanted, words);
const load = 'var s = document.createElement("script"); s.src = f.p + f.u(7); document.head.append(s);';

module.exports = (fixture) => {
    fixture('webpack-chunk-map', {
        body: '<script src="{HERE}/js/run.js"></script>',
        files: {
            'js/run.js': script('var f = {}; f.u=e=>"js/"+({7:"seven"}[e]||e)+"."+{7:"0f1e",8:"2d3c"}[e]+".js",' +
                `f.p="/generators/webpack-chunk-map/"; ${load}`),
            'js/seven.0f1e.js': script(mark('seven')),
            'js/8.2d3c.js': script(mark('eight')),
        },
        disk: ROOT,
        embedded: true,
        check: marked('seven;'),
    });
    fixture('webpack-own-folder', {
        body: '<script src="{HERE}/js/run.js"></script>',
        files: {
            'js/run.js': script('var f = {}; f.u=e=>e+"."+{7:"0f1e"}[e]+".js",' +
                `f.p=document.currentScript.src.replace(/[^/]*$/, ""); ${load}`),
            'js/7.0f1e.js': script(mark('seven')),
        },
        check: marked('seven;'),
    });
    fixture('turbopack-script-names', {
        body: '<div id=app></div><script>globalThis["TURBOPACK"] = [];</script><script src="{HERE}/run.js"></script>',
        files: {
            'run.js': script('if (document.currentScript.getAttribute("src") === "{HERE}/run.js") ' +
                `fetch(new URL("data.txt", location.href)).catch(() => {}).then(() => { ${mark('named')} });`),
            'data.txt': text('Not from disk.'),
        },
        disk: 'scripts are known by their paths from the root of the server',
        embedded: true,
        check: marked('named;'),
    });
    fixture('next-dynamic-route', {
        body: '<script src="{HERE}/chunks/app/%5Bslug%5D/page.js"></script><script src="{HERE}/run.js"></script>',
        files: {
            'run.js': script('for (const name of ["%5Bslug%5D/page", "%40modal/page"]) {' +
                'var s = document.createElement("script"); s.async = false;' +
                's.src = "/generators/next-dynamic-route/chunks/app/" + name + ".js"; document.head.append(s); }' +
                '["/generators/next-dynamic-route/chunks/app/%40modal/page.js"]'),
            'chunks/app/%5Bslug%5D/page.js': script(mark('slug')),
            'chunks/app/%40modal/page.js': script(mark('modal')),
        },
        disk: ROOT,
        embedded: true,
        check: marked('slug;slug;modal;'),
    });
    fixture('vite-dependencies', {
        body: '<script type=module src="{HERE}/assets/app.js"></script>',
        files: {
            'assets/app.js': script('const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/later.js"])))=>i.map(i=>d[i]);' +
                'import("/generators/vite-dependencies/" + __vite__mapDeps([0])[0]);'),
            'assets/later.js': script(mark('later')),
        },
        disk: MODULE_REASON,
        embedded: true,
        check: marked('later;'),
    });
    fixture('rspress-search', {
        body: '<script src="{HERE}/static/js/index.js"></script><script src="{HERE}/static/js/v.js"></script>',
        files: {
            'static/js/index.js': script('window.z = {"###en":"5ecb9af3","1.0###de":"0f1e"};'),
            'static/js/v.js': script('Promise.all(["###en", "1.0###de"].map(async (k) => { const [v, l] = k.split("###");' +
                'const name = "search_index" + (v ? "." + v.replace(".", "_") : "") + "." + l + "." + z[k] + ".json";' +
                'return (await fetch("/generators/rspress-search/" + "static/" + name)).json(); }))' +
                '.then((a) => { document.documentElement.dataset.mark = a.join(); });'),
            'static/search_index.en.5ecb9af3.json': { type: 'application/json', body: '["one"]' },
            'static/search_index.1_0.de.0f1e.json': { type: 'application/json', body: '["two"]' },
        },
        disk: 'fetch has no answer from file:',
        check: marked('one,two'),
    });
    fixture('qwik-bundles', {
        body: '<link rel=preload href="{HERE}/assets/1-bundle-graph.json" as=fetch crossorigin=anonymous>' +
            '<b id=x on:click="q-a_1.js#s_x">x</b><script>import("{HERE}/build/" + x.getAttribute("on:click").split("#")[0])</script>',
        files: {
            'assets/1-bundle-graph.json': { type: 'application/json', body: '["q-a_1.js",2,"q-b-2.js"]' },
            'build/q-a_1.js': script(`${mark('a')} import("./" + "q-b-2" + ".js");`),
            'build/q-b-2.js': script(mark('b')),
        },
        disk: MODULE_REASON,
        embedded: true,
        check: marked('a;b;'),
    });
    fixture('app-router', {
        body: '<body><div id=root></div><p id=fixed>x</p><script type=module src="{HERE}/app.js"></script>',
        files: {
            'app.js': script('import { show } from "./show.js"; const { location: at } = window; show(at.pathname);' +
                'addEventListener("popstate", () => show(window.location.pathname));' +
                'if (!history.state) { history.pushState({ in: 1 }, "", "/generators/app-router/in/side"); show(location.pathname); }'),
            'show.js': script('export let last = ""; export function show(path) { last = path; document.querySelector("#root").dataset.seen = ' +
                '(document.querySelector("#root").dataset.seen || "") + path.replace("/generators/app-router", "") + ";"; }'),
        },
        disk: MODULE_REASON,
        embedded: true,
        check: async (t) => await t.value(() => /^\/(page\.html)?;\/in\/side;$/.test(document.querySelector('#root').dataset.seen)) &&
            await t.value(() => new Promise((done) => {
                addEventListener('popstate', () => setTimeout(done, 0, /^(\/(page\.html)?;)\/in\/side;\1$/.test(document.querySelector('#root').dataset.seen)));
                history.back();
            })),
    });
    fixture('links-by-id', {
        body: '<div id=list></div><script>self.rows = JSON.parse("[{\\"id\\":\\"one\\"},{\\"id\\":2}]")</script>' +
            '<script src="{HERE}/list.js"></script>',
        files: {
            'list.js': script('document.querySelector("#list").innerHTML = rows.map((e) => ' +
                '`<a href="/generators/links-by-id/items/${e.id}/">${e.id}</a>`).join(" ");'),
            'items/one/': page('The first', '<a id=back href="{HERE}/">back</a>'),
            'items/2/': page('The second'),
        },
        disk: ROOT,
        check: (t) => t.value(async () => {
            const links = [...document.querySelectorAll('#list a')];
            const pages = await Promise.all(links.map(async (link) => (await fetch(link.href)).text()));
            return pages.length === 2 && pages[0].includes('The first') && pages[1].includes('The second');
        }),
    });
    fixture('astro-props', {
        body: '<astro-island props="{&quot;id&quot;:[0,&quot;one&quot;]}"></astro-island><script src="{HERE}/island.js"></script>',
        files: {
            'island.js': script('var id = JSON.parse(document.querySelector("astro-island").getAttribute("props")).id[1];' +
                'fetch(`/generators/astro-props/api/${id}.json`).then((r) => r.json())' +
                '.then((item) => { document.documentElement.dataset.mark = item.price; });'),
            'api/one.json': { type: 'application/json', body: '{"price":11}' },
        },
        disk: 'fetch has no answer from file:',
        check: marked('11'),
    });
    fixture('gatsby-path', {
        path: '/generators/gatsby-path/',
        body: '<script>window.pagePath="{HERE}/";</script><script src="{HERE}/app.js"></script>',
        files: {
            'app.js': script('if (window.pagePath && pagePath !== location.pathname) location.replace(pagePath);' +
                `else { ${mark('stays')} }`),
        },
        check: marked('stays;'),
    });
    fixture('nuxt-build', {
        body: '<script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"{HERE}/",buildId:"0f-1e",' +
            'buildAssetsDir:"/_nuxt/",cdnURL:""}}</script><script>var app = __NUXT__.config.app;' +
            'fetch(app.baseURL + app.buildAssetsDir.slice(1) + "builds/meta/" + app.buildId + ".json").then((r) => r.json())' +
            '.then((build) => { document.documentElement.dataset.mark = build.prerendered; });</script>',
        files: { '_nuxt/builds/meta/0f-1e.json': { type: 'application/json', body: '{"prerendered":["one"]}' } },
        disk: 'fetch has no answer from file:',
        check: marked('one'),
    });
    fixture('vitepress-hash-map', {
        body: '<script>window.__VP_HASH_MAP__=JSON.parse("{\\"a_b.md\\":\\"X1\\"}");' +
            'window.__VP_SITE_DATA__=JSON.parse("{\\"base\\":\\"{HERE}/\\"}");' +
            'import(__VP_SITE_DATA__.base + "assets/a_b.md." + __VP_HASH_MAP__["a_b.md"] + ".js")</script>',
        files: { 'assets/a_b.md.X1.js': script(mark('page')) },
        disk: MODULE_REASON,
        embedded: true,
        check: marked('page;'),
    });
};
