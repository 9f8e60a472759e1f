// SPDX-License-Identifier: MIT
// Paths that only scripts say: what is written as a literal is in the mirror, at the path where the script looks for it.
'use strict';

const { image, script, json, text, svg } = require('../files');

const ROOT = "a path of a script's own leads from the root of the disk";
const FETCH = 'fetch() does nothing from file:';

const show = (code) => `<img id=x><script>var x = document.getElementById('x'); ${code}</script>`;

module.exports = (fixture) => {
    fixture('fetch-no-extension', {
        body: '<p id=x><script>fetch("{HERE}/api/items").then(function (r) { return r.json(); }).then(function (d) { document.getElementById("x").textContent = d[0]; });</script>',
        files: { 'api/items': json('["The first item."]') },
        disk: FETCH,
        static: 'the file is named by its type, and a plain server knows no path without that',
        check: (t) => t.text('#x', 'The first item.'),
    });
    fixture('fetch-query', {
        body: '<p id=x><script>fetch("{HERE}/api?q=1&r=2").then(function (r) { return r.json(); }).then(function (d) { document.getElementById("x").textContent = d.word; });</script>',
        files: { 'api?q=1&r=2': json('{ "word": "The answer to a query." }') },
        disk: FETCH,
        static: 'a plain server knows no queries',
        check: (t) => t.text('#x', 'The answer to a query.'),
    });
    fixture('string-is-unchanged', {
        body: '<script>document.documentElement.dataset.mark = "{HERE}/page.html".length;</script><img id=x src="{HERE}/i.png">',
        files: { 'i.png': image(239) },
        check: async (t) => await t.image('#x', 239) && t.value(() => document.documentElement.dataset.mark === '39'),
    });
};
