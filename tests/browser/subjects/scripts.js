// SPDX-License-Identifier: MIT
// Scripts, classic ones and modules: each leaves a mark on the root element.
'use strict';

const { image, script, json, css } = require('../files');

const MODULE_REASON = 'modules are fetched with CORS, which has no answer from file:';

const mark = (word) => `document.documentElement.dataset.mark = (document.documentElement.dataset.mark || '') + '${word};';`;
const marked = (words) => (t) => t.value((wanted) => document.documentElement.dataset.mark === wanted, words);

module.exports = (fixture) => {
    const modules = (name, it) => fixture(name, { disk: MODULE_REASON, embedded: true, ...it });

    fixture('script-src', {
        body: '<script src="{HERE}/s.js"></script>',
        files: { 's.js': script(mark('classic')) },
        check: marked('classic;'),
    });
    fixture('script-other-host', {
        body: '<script src="{OTHER}{HERE}/s.js?v=1" async></script>',
        files: { 'other:s.js?v=1': script(mark('other')) },
        check: marked('other;'),
    });
    fixture('script-order', {
        body: '<script defer src="{HERE}/b.js"></script><script src=a.js></script><script type="text/javascript" src="c.js" language=JavaScript></script>',
        files: { 'a.js': script(mark('a')), 'b.js': script(mark('b')), 'c.js': script(mark('c')) },
        check: marked('a;c;b;'),
    });
    fixture('script-charset', {
        body: '<script charset=windows-1251 src="{HERE}/s.js"></script>',
        files: { 's.js': { type: 'text/javascript', body: Buffer.from('document.documentElement.dataset.mark = "\xea";', 'latin1') } },
        check: marked('\u043a'),
    });
    fixture('script-no-extension', {
        body: '<script src="{HERE}/load?m=a,b&amp;v=2"></script>',
        files: { 'load?m=a,b&v=2': script(mark('loaded')) },
        check: marked('loaded;'),
    });
    fixture('document-write', {
        body: '<script>document.write("<img id=x src=\'i.png\'>");</script><noscript><img src="{HERE}/i.png"></noscript>',
        files: { 'i.png': image(221) },
        check: (t) => t.image('#x', 221),
    });
    fixture('strings-stay', {
        body: '<script>var s = "<img src=\\"/scripts/none.png\\"><a href=\'/x\'>"; document.documentElement.dataset.mark = s.length;</script><img id=x src="{HERE}/i.png">',
        files: { 'i.png': image(222) },
        check: async (t) => await t.image('#x', 222) && marked('42')(t),
    });
    fixture('event-handler', {
        body: '<img id=x src="a.png" onload="this.onload = null; this.src = \'{HERE}/b.png\'.split(\'/\').pop();"><img src="b.png" hidden>',
        files: { 'a.png': image(223), 'b.png': image(224) },
        check: (t) => t.image('#x', 224),
    });
    modules('module-src', {
        body: '<script type=module src="{HERE}/m.js"></script>',
        files: { 'm.js': script(mark('module')) },
        check: marked('module;'),
    });
    modules('module-utf-8', {
        body: '<meta charset=windows-1252><script type=module src="{HERE}/m.js"></script>',
        files: { 'm.js': script(mark('\u043a')) },
        check: marked('\u043a;'),
    });
    modules('module-mjs', {
        body: '<script type=module src="{HERE}/m.mjs"></script>',
        files: { 'm.mjs': script(`import './n.mjs';${mark('m')}`), 'n.mjs': script(mark('n')) },
        check: marked('n;m;'),
    });
    modules('static-imports', {
        embedded: false,
        body: '<script type=module src="{HERE}/m.js"></script>',
        files: {
            'm.js': script(`import a, { b as c } from './sub/a.js';\nimport * as d from "./d.js";\nimport"./e.js";\nexport { f } from './f.js';\nexport * from './g.js';\n${mark("' + a + c + d.d + '")}`),
            'sub/a.js': script("import { up } from '../up.js';export default 'a' + up; export const b = 'b';"), 'up.js': script("export const up = '^';"),
            'd.js': script("export const d = 'd';"), 'e.js': script(mark('e')), 'f.js': script(`export const f = 1;${mark('f')}`), 'g.js': script(mark('g')),
        },
        check: marked('e;f;g;a^bd;'),
    });
    modules('import-root', {
        body: '<script type=module src="{HERE}/m.js"></script>',
        files: { 'm.js': script("import '/scripts/import-root/deep/n.js';"), 'deep/n.js': script(mark('root')) },
        check: marked('root;'),
    });
    modules('import-inline', {
        body: `<script type=module>import { a } from '{HERE}/a.js'; ${mark("' + a + '")}</script>`,
        files: { 'a.js': script("export const a = 'inline';") },
        check: marked('inline;'),
    });
    modules('import-query', {
        body: '<script type=module src="{HERE}/m.js?v=8"></script>',
        files: { 'm.js?v=8': script("import './n.js?v=9';"), 'n.js?v=9': script(mark('nine')), 'n.js': script(mark('none')) },
        check: marked('nine;'),
    });
    modules('import-literal', {
        body: `<script type=module>const m = await import('{HERE}/late.js'); ${mark("' + m.default + '")}</script>`,
        files: { 'late.js': script("export default 'late';") },
        check: marked('late;'),
    });
    modules('import-literal-in-classic', {
        body: `<script>import("./late.js").then(function (m) { ${mark("' + m.default + '")} });</script>`,
        files: { 'late.js': script("export default 'late';") },
        check: marked('late;'),
    });
    modules('import-map', {
        body: '<script type=importmap>{ "imports": { "thing": "{HERE}/thing.js", "kit/": "./kit/", "far": "{OTHER}{HERE}/far.js" } }</script>' +
            `<script type=module>import { thing } from 'thing'; import { part } from 'kit/part.js'; import { far } from 'far'; ${mark("' + thing + part + far + '")}</script>`,
        files: {
            'thing.js': script("export const thing = 't';"), 'kit/part.js': script("export const part = 'p';"),
            'other:far.js': script("export const far = 'f';", { headers: { 'Access-Control-Allow-Origin': '*' } }),
        },
        check: marked('tpf;'),
    });
    modules('import-map-broken', {
        body: '<script type=importmap>{ "imports": { "thing": "{HERE}/thing.js", } }</script><script type=module src="{HERE}/m.js"></script>',
        files: { 'm.js': script("import './n.js';"), 'n.js': script(mark('none')) },
        check: marked('none;'),
    });
    modules('import-map-scopes', {
        body: '<script type="importmap">{ "imports": { "a": "./a1.js" }, "scopes": { "{HERE}/in/": { "a": "{HERE}/a2.js" } } }</script>' +
            `<script type=module>import { a } from 'a'; import { b } from './in/b.js'; ${mark("' + a + b + '")}</script>`,
        files: { 'a1.js': script("export const a = 1;"), 'a2.js': script("export const a = 2;"), 'in/b.js': script("import { a } from 'a'; export const b = a;") },
        check: marked('12;'),
    });
    modules('import-map-of-files', {
        body: '<script type=importmap>{ "imports": { "kit/": "./kit/", "{HERE}/sub/old.js": "{HERE}/sub/new.js", "far/": "{OTHER}{HERE}/far@1/" } }</script>' +
            '<script type=module src="sub/m.js"></script>',
        files: {
            'sub/m.js': script(`import { part } from 'kit/part.js'; import { old } from './old.js'; import { far } from 'far/it'; ${mark("' + part + old + far + '")}`),
            'kit/part.js': script("export const part = 'p';"), 'sub/new.js': script("import { part } from 'kit/deep.js'; export const old = part;"),
            'kit/deep.js': script("export const part = 'd';"),
            'other:far@1/it': script("export const far = 'f';", { headers: { 'Access-Control-Allow-Origin': '*' } }),
        },
        check: marked('pdf;'),
    });
    modules('import-meta-url', {
        body: '<img id=x><script type=module src="{HERE}/sub/m.js"></script>',
        files: { 'sub/m.js': script("document.querySelector('#x').src = new URL('./i.png', import.meta.url);"), 'sub/i.png': image(225) },
        check: (t) => t.image('#x', 225),
    });
    modules('import-json', {
        embedded: false,
        body: `<script type=module>import data from './d.json' with { type: 'json' }; ${mark("' + data.word + '")}</script>`,
        files: { 'd.json': json('{ "word": "json" }') },
        check: marked('json;'),
    });
    modules('module-other-host', {
        body: '<script type=module src="{OTHER}{HERE}/m.js"></script>',
        files: {
            'other:m.js': script("import './n.js';", { headers: { 'Access-Control-Allow-Origin': '*' } }),
            'other:n.js': script(mark('far'), { headers: { 'Access-Control-Allow-Origin': '*' } }),
        },
        check: marked('far;'),
    });
    modules('modulepreload', {
        body: '<link rel=modulepreload href="{HERE}/m.js"><script type=module>import "./m.js";</script>',
        files: { 'm.js': script(mark('preloaded')) },
        check: marked('preloaded;'),
    });
    const says = (words) => (t) => t.value((wanted) => document.body.innerText.trim() === wanted, words);
    fixture('module-builds-page', {
        body: '<body><div id=root></div>\n<script type=module src="{HERE}/m.js"></script>',
        files: { 'm.js': script("document.querySelector('#root').textContent = 'Built';") },
        check: (t) => says(t.way.name === 'disk' ? 'Browsers do not run the scripts of this page from disk. To see it: tiptoe serve' : 'Built')(t),
    });
    fixture('module-adds-to-page', {
        body: '<body><script type=module src="{HERE}/m.js"></script><p>Words.</p><img id=x src="i.png">',
        files: { 'm.js': script("document.documentElement.dataset.ran = '1';"), 'i.png': image(230) },
        check: async (t) => await says('Words.')(t) && t.image('#x', 230),
    });
    fixture('module-beside-text', {
        body: '<body><script type=module src="{HERE}/m.js"></script><p id=x>Words.</p>',
        nothing: 'page',
        files: { 'm.js': script("document.documentElement.dataset.ran = '1';") },
        check: says('Words.'),
    });
    fixture('nomodule', {
        body: '<script nomodule src="{HERE}/old.js"></script><script src="{HERE}/new.js"></script>',
        files: { 'old.js': script(`/* for browsers of old */${mark('old')}`), 'new.js': script(mark('new')) },
        check: async (t) => await marked('new;')(t) && t.kept('old.js'),
    });
    fixture('preload-script', {
        body: '<link rel=preload as=script href="{HERE}/s.js"><script>var s = document.createElement("script"); s.src = document.querySelector("link").href; document.documentElement.append(s);</script>',
        files: { 's.js': script(mark('preloaded')) },
        check: marked('preloaded;'),
    });
    fixture('preload-image', {
        body: '<link rel=preload as=image href="{HERE}/i.png" imagesrcset="{HERE}/i.png 1x, j.png 2x"><img id=x><script>document.querySelector("#x").src = document.querySelector("link").href;</script>',
        files: { 'i.png': image(226), 'j.png': image(227) },
        check: async (t) => await t.image('#x', 226) && t.kept('j.png'),
    });
    fixture('imagesrcset', {
        body: '<link rel=preload as=image imagesrcset="{HERE}/a.png 400w, {OTHER}{HERE}/b.png 800w" imagesizes="50vw"><img id=x><script>' +
            'document.querySelector("#x").src = document.querySelector("link").imageSrcset.split(" ")[0];</script>',
        files: { 'a.png': image(228), 'other:b.png': image(229) },
        check: async (t) => await t.image('#x', 228) && t.kept('other:b.png'),
    });
    modules('css-in-module', {
        body: '<p id=x><script type=module>import "./m.js";</script>',
        files: {
            'm.js': script("const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = new URL('./s.css', import.meta.url); document.head.append(link);"),
            's.css': css('#x { margin-left: 41px }'),
        },
        check: (t) => t.style('#x', 'margin-left', '41px'),
    });
};
