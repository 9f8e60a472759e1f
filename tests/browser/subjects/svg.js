// SPDX-License-Identifier: MIT
// SVG: in pages and as files of its own, with all that may stand in it.
'use strict';

const zlib = require('zlib');
const { image, svg, css, script, page } = require('../files');

const file = (text, more = {}) => ({ type: 'image/svg+xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40">${text}</svg>\n`, ...more });

const sprite = (width) => file(`<symbol id="s" viewBox="0 0 ${width} 10"><rect width="${width}" height="10" fill="blue"/></symbol>` +
    `<g id="g"><rect width="${width}" height="10"/></g>`);

const used = (t, selector, width) => t.value(([sel, wanted]) => document.querySelector(sel).getBBox().width === wanted, [selector, width]);

module.exports = (fixture) => {
    fixture('use-href', {
        body: '<svg><use id=x href="{HERE}/sprite.svg#g"/></svg>',
        files: { 'sprite.svg': sprite(41) },
        disk: 'Chromium takes each file for an origin of its own, and use must be of the same origin',
        check: (t) => used(t, '#x', 41),
    });
    fixture('use-xlink', {
        body: '<svg><use id=x xlink:href="{HERE}/sprite.svg?v=2#g"></use></svg>',
        files: { 'sprite.svg?v=2': sprite(42) },
        disk: 'Chromium takes each file for an origin of its own, and use must be of the same origin',
        check: (t) => used(t, '#x', 42),
    });
    fixture('use-own', {
        body: '<svg><defs><rect id=r width=43 height=9 /></defs><use id=x href="#r"/></svg><img src="{HERE}/i.png" id=y>',
        files: { 'i.png': image(201) },
        check: async (t) => await used(t, '#x', 43) && await t.attribute('#x', 'href', '#r') && t.image('#y', 201),
    });
    fixture('image-href', {
        body: '<svg width=200 height=20><image id=x href="{HERE}/i.png" width=202 height=10 /></svg>',
        files: { 'i.png': image(202) },
        check: (t) => t.shows('#x', 202),
    });
    fixture('image-xlink', {
        body: '<svg width=200 height=20 xmlns:xlink="http://www.w3.org/1999/xlink"><image id=x xlink:href="{SITE}{HERE}/i.png" width=203 height=10 /></svg>',
        files: { 'i.png': image(203) },
        check: (t) => t.shows('#x', 203),
    });
    fixture('image-no-size', {
        body: '<svg width=300 height=20><image id=x href="{OTHER}{HERE}/i.png"/></svg>',
        files: { 'other:i.png': image(204) },
        check: (t) => used(t, '#x', 204),
    });
    fixture('fe-image', {
        body: '<svg width=60 height=40><filter id=f x=0 y=0 width=1 height=1><feImage href="{HERE}/i.png" preserveAspectRatio=none /></filter><rect id=x width=60 height=40 filter="url(#f)"/></svg>',
        files: { 'i.png': image(205) },
        check: (t) => t.shows('#x', 205),
    });
    fixture('link', {
        body: '<svg width=99 height=20><a id=x href="{HERE}/to.html#end"><text y=15>words</text></a></svg>',
        files: { 'to.html': page('Out of SVG') },
        check: (t) => t.leads('#x', 'Out of SVG', '#end'),
    });
    fixture('link-xlink', {
        body: '<svg width=99 height=20><a id=x xlink:href="{HERE}/to.html"><text y=15>words</text></a></svg>',
        files: { 'to.html': page('Out of SVG, as of old') },
        check: async (t) => t.opens(await t.value(() => new URL(document.querySelector('#x').href.baseVal, document.baseURI).href), 'Out of SVG, as of old'),
    });
    fixture('style', {
        body: '<svg width=60 height=40><style>@import "{HERE}/s.css";</style><rect id=x width=60 height=40 /></svg>',
        files: { 's.css': css('#x { fill: rgb(4, 5, 6) }') },
        check: (t) => t.style('#x', 'fill', 'rgb(4, 5, 6)'),
    });
    fixture('script', {
        body: '<svg width=60 height=40><script href="{HERE}/s.js"></script><rect id=x width=60 height=40 /></svg>',
        files: { 's.js': script('document.documentElement.dataset.ran = "svg";') },
        check: (t) => t.value(() => document.documentElement.dataset.ran === 'svg'),
    });
    fixture('paint-fragment', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><svg width=60 height=40><linearGradient id=g><stop offset=0 stop-color="rgb(9,9,9)"/></linearGradient><rect id=x width=60 height=40 fill="url(#g)"/></svg>',
        files: { 's.css': css('svg { display: block }') },
        check: async (t) => await t.attribute('#x', 'fill', 'url(#g)') && t.style('svg', 'display', 'block'),
    });
    fixture('file-image', {
        body: '<object id=x data="{HERE}/o.svg"></object>',
        files: { 'o.svg': file('<image id="i" href="i.png"/>'), 'i.png': image(206) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').getBBox().width === 206),
    });
    fixture('file-xlink', {
        body: '<iframe id=x src="{HERE}/o.svg"></iframe>',
        files: { 'o.svg': file('<image id="i" xlink:href="{HERE}/i.png"/>'), 'i.png': image(207) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').getBBox().width === 207),
    });
    fixture('file-style', {
        body: '<object id=x data="{HERE}/o.svg"></object>',
        files: { 'o.svg': file('<style><![CDATA[@import url(s.css); #r { stroke: rgb(1, 2, 3) }]]></style><rect id="r" width="9" height="9"/>'), 's.css': css('#r { fill: rgb(7, 8, 9) }') },
        check: (t) => t.inFrame('#x', () => {
            const style = getComputedStyle(document.querySelector('#r'));
            return style.fill === 'rgb(7, 8, 9)' && style.stroke === 'rgb(1, 2, 3)';
        }),
    });
    fixture('file-xml-stylesheet', {
        body: '<object id=x data="{HERE}/o.svg"></object>',
        files: {
            'o.svg': { type: 'image/svg+xml', body: '<?xml version="1.0"?>\n<?xml-stylesheet type="text/css" href="{HERE}/s.css"?>\n<svg xmlns="http://www.w3.org/2000/svg"><rect id="r" width="9" height="9"/></svg>\n' },
            's.css': css('#r { fill: rgb(10, 11, 12) }'),
        },
        check: (t) => t.inFrame('#x', () => getComputedStyle(document.querySelector('#r')).fill === 'rgb(10, 11, 12)'),
    });
    fixture('file-script', {
        body: '<object id=x data="{HERE}/o.svg"></object>',
        files: { 'o.svg': file('<script href="s.js"/>'), 's.js': script('document.documentElement.setAttribute("data-ran", "yes");') },
        check: (t) => t.inFrame('#x', () => document.documentElement.getAttribute('data-ran') === 'yes'),
    });
    fixture('file-link', {
        body: '<object id=x data="{HERE}/o.svg"></object>',
        files: { 'o.svg': file('<a id="a" href="to.html#end"><text>t</text></a>'), 'to.html': page('From a file of SVG') },
        check: async (t) => t.opens(await t.inFrame('#x', () => new URL(document.querySelector('#a').href.baseVal, document.baseURI).href), 'From a file of SVG', '#end'),
    });
    fixture('svgz', {
        body: '<img id=x src="{HERE}/i.svgz">',
        files: { 'i.svgz': { type: 'image/svg+xml', headers: { 'Content-Encoding': 'gzip' }, body: (name) => zlib.gzipSync(svg(208).body(name)) } },
        static: 'its name stays, its coding is undone, and this server adds Content-Encoding by the name; others do not',
        check: (t) => t.image('#x', 208),
    });
    fixture('fragment-view', {
        body: '<img id=x src="{HERE}/i.svg#svgView(viewBox(0,0,10,10))"><img id=y src="{HERE}/i.svg#v">',
        files: { 'i.svg': svg(209) },
        check: async (t) => await t.image('#x', 209) && await t.image('#y', 209) &&
            t.value(() => document.querySelector('#x').src.endsWith('#svgView(viewBox(0,0,10,10))') && document.querySelector('#y').src.endsWith('#v')),
    });
    fixture('clip-path', {
        body: '<style>#x { clip-path: url("{SITE}{HERE}/page.html#c") }</style><svg width=0 height=0><clipPath id=c><rect width=5 height=5 /></clipPath></svg><img id=x src="{HERE}/i.png">',
        files: { 'i.png': image(210) },
        check: async (t) => await t.image('#x', 210) && t.value(() => {
            const { x, y } = document.querySelector('#x').getBoundingClientRect();
            return document.elementFromPoint(x + 2, y + 2).id === 'x' && document.elementFromPoint(x + 100, y + 2).id !== 'x';
        }),
    });
};
