// SPDX-License-Identifier: MIT
// Workers: each sends a word, which the page writes on its root element.
'use strict';

const { script, json } = require('../files');

const REASON = 'a script from file: may not start a worker from file:';
const hear = 'onmessage = function (e) { document.documentElement.dataset.word = e.data; }';
const heard = (word) => (t) => t.value((wanted) => document.documentElement.dataset.word === wanted, word);

module.exports = (fixture) => {
    const worker = (name, it) => fixture(name, { disk: REASON, ...it });

    worker('classic', {
        body: `<script>new Worker('w.js').${hear};</script>`,
        files: { 'w.js': script("postMessage('from a worker');") },
        check: heard('from a worker'),
    });
    worker('from-root', {
        body: '<script src="{HERE}/sub/main.js"></script>',
        files: { 'sub/main.js': script(`new Worker("/workers/from-root/sub/w.js").${hear};`), 'sub/w.js': script("postMessage('from the root');") },
        check: heard('from the root'),
    });
    worker('import-scripts', {
        body: `<script>new Worker('{HERE}/w.js').${hear};</script>`,
        files: { 'w.js': script("importScripts('lib/a.js', \"/workers/import-scripts/lib/b.js\"); postMessage(a + b);"), 'lib/a.js': script("var a = 'a';"), 'lib/b.js': script("var b = 'b';") },
        check: heard('ab'),
    });
    worker('module', {
        body: `<script type=module>new Worker('{HERE}/w.js', { type: 'module' }).${hear};</script>`,
        files: { 'w.js': script("import { word } from './word.js'; postMessage(word);"), 'word.js': script("export const word = 'module';") },
        check: heard('module'),
    });
    worker('import-meta-url', {
        body: '<script type=module src="{HERE}/sub/m.js"></script>',
        files: { 'sub/m.js': script(`new Worker(new URL('./w.js', import.meta.url), { type: "module" }).${hear};`), 'sub/w.js': script("postMessage('beside its module');") },
        check: heard('beside its module'),
    });
    worker('shared', {
        body: `<script>var s = new SharedWorker("{HERE}/w.js"); s.port.${hear};</script>`,
        files: { 'w.js': script("onconnect = function (e) { e.ports[0].postMessage('shared'); };") },
        check: heard('shared'),
    });
    worker('fetches', {
        body: `<script>new Worker('w.js').${hear};</script>`,
        files: { 'w.js': script("fetch('d.json').then(function (r) { return r.json(); }).then(function (d) { postMessage(d.word); });"), 'd.json': json('{ "word": "fetched" }') },
        check: heard('fetched'),
    });
};
