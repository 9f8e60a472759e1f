// SPDX-License-Identifier: MIT
// Fonts: the letter A of each has a width of its own.
'use strict';

const { face, css, svg } = require('../files');

const box = '<p><span id=x style="font: 100px F">A</span>';

module.exports = (fixture) => {
    fixture('font-face', {
        body: `<link rel=stylesheet href="{HERE}/s.css">${box}`,
        files: { 's.css': css("@font-face { font-family: F; src: url(f.ttf) format('truetype') }"), 'f.ttf': face(1310) },
        check: (t) => t.letter('#x', 1310),
    });
    fixture('font-face-in-page', {
        body: `<style>@font-face { font-family: F; src: url("{HERE}/f.ttf") }</style>${box}`,
        files: { 'f.ttf': face(1320) },
        check: (t) => t.letter('#x', 1320),
    });
    fixture('several-sources', {
        body: `<style>@font-face { font-family: F; src: local("No such font"), url({HERE}/f.none?#iefix) format("none"), url('{HERE}/f.ttf?v=1.2#f') format("truetype") }</style>${box}`,
        files: { 'f.ttf?v=1.2': face(1330), 'f.none?': face(1) },
        check: (t) => t.letter('#x', 1330),
    });
    fixture('other-host', {
        body: `<link rel=stylesheet href="{OTHER}{HERE}/css?family=F:400,700&amp;display=swap">${box}`,
        files: {
            'other:css?family=F:400,700&display=swap': css("@font-face { font-family: F; src: url('/fonts/other-host/f.ttf') }"),
            'other:f.ttf': face(1340, { headers: { 'Access-Control-Allow-Origin': '*' } }),
        },
        check: (t) => t.letter('#x', 1340),
    });
    fixture('preload', {
        body: `<link rel=preload as=font crossorigin href="{HERE}/f.ttf"><style>@font-face { font-family: F; src: url({HERE}/f.ttf) }</style>${box}`,
        files: { 'f.ttf': face(1350) },
        check: (t) => t.letter('#x', 1350),
    });
    fixture('font-api', {
        body: `${box}<script>new FontFace('F', 'url(' + document.currentScript.dataset.src + ')').load().then(function (f) { document.fonts.add(f); });</script>`
            .replace('<script>', '<script data-src="f.ttf">'),
        files: { 'f.ttf': face(1360) },
        check: (t) => t.letter('#x', 1360),
    });
    fixture('unicode-range', {
        body: `<style>@font-face { font-family: F; src: url({HERE}/f.ttf); unicode-range: U+41 } @font-face { font-family: F; src: url({HERE}/g.ttf); unicode-range: U+400-4ff }</style>${box}`,
        files: { 'f.ttf': face(1370), 'g.ttf': face(1380) },
        check: async (t) => await t.letter('#x', 1370) && t.kept('g.ttf'),
    });
    fixture('no-extension', {
        body: `<style>@font-face { font-family: F; src: url({HERE}/font?id=3) }</style>${box}`,
        files: { 'font?id=3': face(1390, { type: 'application/octet-stream' }) },
        check: (t) => t.letter('#x', 1390),
    });
    fixture('svg-source', {
        body: `<style>@font-face { font-family: F; src: url({HERE}/f.ttf), url({HERE}/f.svg#F) format("svg") }</style>${box}`,
        files: { 'f.ttf': face(1400), 'f.svg': svg(9) },
        check: (t) => t.letter('#x', 1400),
    });
};
