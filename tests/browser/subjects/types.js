// SPDX-License-Identifier: MIT
// What a file is, is said by its Content-Type, hardly ever by its name.
'use strict';

const { image, svg, css, script, page, html, text, sound } = require('../files');

module.exports = (fixture) => {
    const pages = {
        'php-query': 'view.php?x=1',
        'php-more': 'index.php?title=A_B&action=view',
        asp: 'default.asp',
        'no-extension': 'about',
        'dotted-name': 'v1.2',
        'named-png': 'looks-like.png',
        'named-css': 'theme.css',
        'named-js-query': 'app.js?as=page',
        'jsp-parameter': 'page.jsp;sid=1',
        cgi: 'cgi-bin/run.cgi?a',
        'only-query': '?view=all',
        'upper-case-extension': 'PAGE.HTML',
        htm: 'old.htm',
    };
    for (const [name, target] of Object.entries(pages)) {
        fixture(`page-${name}`, {
            body: `<a id=x href="${target.replace(/&/g, '&amp;').replace(/^\?/, '{HERE}/?')}#end">there</a>`,
            files: { [target.startsWith('?') ? `/types/page-${name}/${target}` : target]: page(`A page by ${name}`) },
            check: (t) => t.leads('#x', `A page by ${name}`, '#end'),
        });
    }
    fixture('image-no-extension', {
        body: '<img id=x src="{HERE}/picture"><img id=y src="{HERE}/picture/2?size=big">',
        files: { picture: image(351), 'picture/2?size=big': image(352) },
        check: async (t) => await t.image('#x', 351) && t.image('#y', 352),
    });
    fixture('image-php', {
        body: '<img id=x src="thumb.php?f=a.jpg&amp;w=9">',
        files: { 'thumb.php?f=a.jpg&w=9': image(353) },
        check: (t) => t.image('#x', 353),
    });
    fixture('image-wrong-extension', {
        body: '<img id=x src="i.jpg"><img id=y src="i.html"><img id=z src="v.png">',
        files: { 'i.jpg': image(354), 'i.html': image(355), 'v.png': svg(356) },
        check: async (t) => await t.image('#x', 354) && await t.image('#y', 355) && t.image('#z', 356),
    });
    fixture('image-wrong-type', {
        body: '<img id=x src="i.png"><img id=y src="j">',
        files: { 'i.png': image(357, { type: 'text/plain' }), j: image(358, { type: 'application/octet-stream' }) },
        check: async (t) => await t.image('#x', 357) && t.image('#y', 358),
    });
    fixture('image-no-type', {
        body: '<img id=x src="i">',
        files: { i: image(359, { type: '' }) },
        check: (t) => t.image('#x', 359),
    });
    fixture('svg-no-extension', {
        body: '<img id=x src="logo">',
        files: { logo: svg(360) },
        check: (t) => t.image('#x', 360),
    });
    fixture('text-with-tags', {
        body: '<iframe id=x src="{HERE}/readme"></iframe>',
        files: { readme: text('<title>no</title><b>as text</b>', { headers: { 'X-Content-Type-Options': 'nosniff' } }) },
        check: (t) => t.frame('#x', '<b>as text</b>'),
    });
    fixture('text-named-html', {
        body: '<iframe id=x src="{HERE}/source.html"></iframe>',
        files: { 'source.html': text('<p>the source</p>') },
        check: (t) => t.frame('#x', '<p>the source</p>'),
    });
    fixture('html-no-type', {
        body: '<a id=x href="{HERE}/sniffed">s</a>',
        files: { sniffed: { ...page('Sniffed', '<img id=i src=i.png>'), type: '' }, 'i.png': image(361) },
        check: async (t) => await t.leads('#x', 'Sniffed') && t.kept('i.png'),
    });
    fixture('nosniff-script', {
        body: '<script src="{HERE}/yes.js"></script><script src="{HERE}/no.js"></script>',
        files: {
            'yes.js': script('document.documentElement.dataset.ran = "yes";', { headers: { 'X-Content-Type-Options': 'nosniff' } }),
            'no.js': { type: 'text/x-none', body: '/* never run where the type is heeded */', headers: { 'X-Content-Type-Options': 'nosniff' } },
        },
        check: (t) => t.value(() => document.documentElement.dataset.ran === 'yes'),
    });
    fixture('nosniff-style', {
        body: '<link rel=stylesheet href="{HERE}/s"><p id=x>',
        files: { s: css('#x { margin-left: 45px }', { headers: { 'X-Content-Type-Options': 'nosniff' } }) },
        check: (t) => t.style('#x', 'margin-left', '45px'),
    });
    fixture('style-with-parameters', {
        body: '<link rel=stylesheet href="{HERE}/s.css;v=1?x=2"><p id=x>',
        files: { 's.css;v=1?x=2': css('#x { margin-left: 46px }', { type: 'Text/CSS ; charset=UTF-8' }) },
        check: (t) => t.style('#x', 'margin-left', '46px'),
    });
    fixture('script-old-type', {
        body: '<script src="{HERE}/s"></script>',
        files: { s: { type: 'application/x-javascript', body: 'document.documentElement.dataset.ran = "old";' } },
        check: (t) => t.value(() => document.documentElement.dataset.ran === 'old'),
    });
    fixture('sound-no-extension', {
        body: '<audio id=x src="{HERE}/stream?id=4" preload=auto></audio>',
        files: { 'stream?id=4': sound(9) },
        check: (t) => t.media('#x', 9),
    });
    fixture('attachment', {
        body: '<img id=x src="{HERE}/get?file=1">',
        files: { 'get?file=1': image(362, { headers: { 'Content-Disposition': 'attachment; filename="../../x.png"' } }) },
        check: (t) => t.image('#x', 362),
    });
    fixture('xml-feed-as-page', {
        body: '<a id=x href="{HERE}/data.xml">d</a>',
        files: { 'data.xml': { type: 'application/xml', body: '<?xml version="1.0"?>\n<data>Words in XML.</data>\n' } },
        check: (t) => t.shown('#x', 'Words in XML.'),
    });
    fixture('xml-with-style', {
        body: '<iframe id=x src="{HERE}/data.xml"></iframe>',
        files: {
            'data.xml': { type: 'text/xml', body: '<?xml version="1.0"?>\n<?xml-stylesheet type="text/css" href="{HERE}/s.css"?>\n<data>Words.</data>\n' },
            's.css': css('data { margin-left: 47px; display: block }'),
        },
        check: (t) => t.inFrame('#x', () => getComputedStyle(document.documentElement).marginLeft === '47px'),
    });
    fixture('gzip', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><p id=x>',
        files: { 's.css': { type: 'text/css', headers: { 'Content-Encoding': 'gzip' }, body: require('zlib').gzipSync('#x { margin-left: 48px }') } },
        check: (t) => t.style('#x', 'margin-left', '48px'),
    });
    fixture('page-is-no-html', {
        page: html('<title>q</title><img id=x src="{HERE}/i.png">', { type: 'text/html;charset=utf-8;x="a;b"' }),
        files: { 'i.png': image(363) },
        check: (t) => t.image('#x', 363),
    });
};
