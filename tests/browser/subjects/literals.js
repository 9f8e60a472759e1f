// SPDX-License-Identifier: MIT
// Paths that only scripts say: what is written as a literal is in the mirror, at the path where the script looks for it.
'use strict';

const { image, script, json, text, svg } = require('../files');

const ROOT = "a path of a script's own leads from the root of the disk";
const FETCH = 'fetch() does nothing from file:';

const show = (code) => `<img id=x><script>var x = document.getElementById('x'); ${code}</script>`;

module.exports = (fixture) => {
    fixture('path-in-inline-script', {
        body: show("x.src = '{HERE}/i.png';"),
        files: { 'i.png': image(231) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 231),
    });
    fixture('path-in-script-file', {
        body: '<img id=x><script src="{HERE}/s.js"></script>',
        files: { 's.js': script('var paths = { big: "/literals/path-in-script-file/i.png" };\ndocument.getElementById("x").src = paths.big;'), 'i.png': image(232) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 232),
    });
    fixture('relative-path', {
        body: show("x.src = './pictures/i.png';"),
        files: { 'pictures/i.png': image(233) },
        check: (t) => t.image('#x', 233),
    });
    fixture('template-literal', {
        body: show('x.src = `{HERE}/i.png`;'),
        files: { 'i.png': image(234) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 234),
    });
    fixture('escaped-slashes', {
        body: show('x.src = "\\/literals\\/escaped-slashes\\/i.png";'),
        files: { 'i.png': image(235) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 235),
    });
    fixture('json-island', {
        body: '<script type="application/json" id=d>{"pictures": [{"src": "{HERE}/i.png", "w": 1}]}</script>' +
            show('x.src = JSON.parse(document.getElementById("d").textContent).pictures[0].src;'),
        files: { 'i.png': image(236) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 236),
    });
    fixture('json-island-escaped', {
        body: '<script type="application/json" id=d>{"src": "\\/literals\\/json-island-escaped\\/i.png"}</script>' +
            show('x.src = JSON.parse(document.getElementById("d").textContent).src;'),
        files: { 'i.png': image(237) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 237),
    });
    fixture('state-object', {
        body: `<script>window.__STATE__ = {"hero":{"url":"{HERE}/i.png"}};</script>${show('x.src = __STATE__.hero.url;')}`,
        files: { 'i.png': image(238) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 238),
    });
    fixture('absolute-in-settings', {
        body: '<script>var settings = {"picture":"http:\\/\\/{SITEHOST}\\/literals\\/absolute-in-settings\\/pictures\\/i.png"};</script>' +
            show('x.src = new URL(settings.picture).href;'),
        files: { 'pictures/i.png': image(241) },
        check: (t) => t.image('#x', 241),
    });
    fixture('absolute-in-handler', {
        body: '<img id=x src="data:," onerror="this.onerror = null; this.src = \'{SITE}{HERE}/i.png\'">',
        files: { 'i.png': image(242) },
        check: (t) => t.image('#x', 242),
    });
    fixture('fetch-json', {
        body: '<p id=x><script>fetch("{HERE}/d.json").then(function (r) { return r.json(); }).then(function (d) { document.getElementById("x").textContent = d.word; });</script>',
        files: { 'd.json': json('{ "word": "It was fetched." }') },
        disk: FETCH,
        check: (t) => t.text('#x', 'It was fetched.'),
    });
    fixture('fetch-relative', {
        body: '<p id=x><script>fetch("data/d.txt").then(function (r) { return r.text(); }).then(function (d) { document.getElementById("x").textContent = d; });</script>',
        files: { 'data/d.txt': text('Fetched from beside.') },
        disk: FETCH,
        check: (t) => t.text('#x', 'Fetched from beside.'),
    });
    fixture('fetch-query', {
        body: '<p id=x><script>fetch("{HERE}/api?q=1&r=2").then(function (r) { return r.json(); }).then(function (d) { document.getElementById("x").textContent = d.word; });</script>',
        files: { 'api?q=1&r=2': json('{ "word": "The answer to a query." }') },
        disk: FETCH,
        static: 'a plain server knows no queries',
        check: (t) => t.text('#x', 'The answer to a query.'),
    });
    fixture('fetch-no-extension', {
        body: '<p id=x><script>fetch("{HERE}/api/items").then(function (r) { return r.json(); }).then(function (d) { document.getElementById("x").textContent = d[0]; });</script>',
        files: { 'api/items': json('["The first item."]') },
        disk: FETCH,
        static: 'the file is named by its type, and a plain server knows no path without that',
        check: (t) => t.text('#x', 'The first item.'),
    });
    fixture('xml-http-request', {
        body: '<p id=x><script>var r = new XMLHttpRequest(); r.open("GET", "{HERE}/part.html"); r.onload = function () { document.getElementById("x").innerHTML = r.responseText; }; r.send();</script>',
        files: { 'part.html': { type: 'text/html', body: '<b>A part of a page.</b>' } },
        disk: FETCH,
        check: (t) => t.text('#x b', 'A part of a page.'),
    });
    fixture('svg-sprite', {
        body: '<div id=x></div><script>fetch("{HERE}/sprite.svg").then(function (r) { return r.text(); }).then(function (t) { document.getElementById("x").innerHTML = t; });</script>',
        files: { 'sprite.svg': svg(71) },
        disk: FETCH,
        check: (t) => t.value(() => document.querySelector('#x rect').getBBox().width === 71),
    });
    fixture('string-is-unchanged', {
        body: '<script>document.documentElement.dataset.mark = "{HERE}/page.html".length;</script><img id=x src="{HERE}/i.png">',
        files: { 'i.png': image(239) },
        check: async (t) => await t.image('#x', 239) && t.value(() => document.documentElement.dataset.mark === '39'),
    });
};
