// SPDX-License-Identifier: MIT
// Style sheets: how pages name them, how they name one another, and every way to name a picture in one.
'use strict';

const { image, css, html, moved } = require('../files');

const ROOT = 'what a page declares for style sheets in several folders starts at the root of the server';

// A page with a style sheet for its box #x.
const sheet = (text, files, check, more = {}) => ({
    body: '<link rel=stylesheet href="{HERE}/s.css"><div id=x style="width:120px;height:40px"></div>',
    files: { 's.css': css(text), ...files }, check, ...more,
});

module.exports = (fixture) => {
    fixture('link', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><p id=x>',
        files: { 's.css': css('#x { margin-left: 11px }') },
        check: (t) => t.style('#x', 'margin-left', '11px'),
    });
    fixture('link-other-host', {
        body: '<link rel="StyleSheet" type=text/css href="{OTHER}{HERE}/s.css"><div id=x style="height:40px">',
        files: { 'other:s.css': css('#x { margin-left: 12px; background: url(i.png) }'), 'other:i.png': image(121) },
        check: async (t) => await t.style('#x', 'margin-left', '12px') && t.shows('#x', 121),
    });
    fixture('link-in-body', {
        body: '<body><p id=x><div><link rel=stylesheet href="{HERE}/s.css"></div>',
        files: { 's.css': css('#x { margin-left: 13px }') },
        check: (t) => t.style('#x', 'margin-left', '13px'),
    });
    fixture('link-print', {
        body: '<link rel=stylesheet media=print href="{HERE}/s.css"><p id=x>',
        files: { 's.css': css('#x { margin-left: 14px }') },
        check: async (t) => {
            await t.page.emulateMedia({ media: 'print' });
            const printed = await t.style('#x', 'margin-left', '14px');
            await t.page.emulateMedia({ media: 'screen' });
            return printed && t.style('#x', 'margin-left', '0px');
        },
    });
    fixture('link-alternate', {
        body: '<link rel=stylesheet title=One href="one.css"><link rel="alternate stylesheet" title=Two href="{HERE}/two.css"><p id=x>',
        files: { 'one.css': css('#x { margin-left: 15px }'), 'two.css': css('#x { margin-left: 16px }') },
        // Two is fetched when it is first enabled; One, which comes before it, is what the page has until then.
        check: (t) => t.value(() => {
            const [one, two] = ['One', 'Two'].map((title) => document.querySelector(`[title=${title}]`));
            const margin = () => getComputedStyle(document.querySelector('#x')).marginLeft;
            if (!two.dataset.enabled) {
                if (margin() !== '15px') return false;
                two.disabled = true;
                two.disabled = false;
                two.dataset.enabled = 'yes';
            }
            one.disabled = true;
            const seen = margin();
            one.disabled = false;
            return seen === '16px';
        }),
    });
    fixture('link-onload-swap', {
        body: '<link rel=stylesheet media=print onload="this.media=\'all\'" href="{HERE}/s.css"><p id=x>',
        files: { 's.css': css('#x { margin-left: 17px }') },
        check: (t) => t.style('#x', 'margin-left', '17px'),
    });
    fixture('link-preload-swap', {
        body: '<link rel=preload as=style onload="this.onload=null;this.rel=\'stylesheet\'" href="{HERE}/s.css"><p id=x>',
        files: { 's.css': css('#x { margin-left: 18px }') },
        check: (t) => t.style('#x', 'margin-left', '18px'),
    });
    fixture('link-no-extension', {
        body: '<link rel=stylesheet href="{HERE}/load.php?only=styles&amp;skin=x"><p id=x>',
        files: { 'load.php?only=styles&skin=x': css('#x { margin-left: 19px }') },
        check: (t) => t.style('#x', 'margin-left', '19px'),
    });
    fixture('link-redirect', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><div id=x style="height:40px">',
        files: { 's.css': moved(302, 'deep/down/t.css'), 'deep/down/t.css': css('#x { background: url(i.png) }'), 'deep/down/i.png': image(122) },
        check: (t) => t.shows('#x', 122),
    });
    fixture('style-element', {
        body: '<style>#x { margin-left: 21px; background: url({HERE}/i.png) }</style><div id=x style="height:40px">',
        files: { 'i.png': image(123) },
        check: async (t) => await t.shows('#x', 123) && t.style('#x', 'margin-left', '21px'),
    });
    fixture('style-attribute', {
        body: '<div id=x style="height:40px;background-image:url({HERE}/i.png)"></div>',
        files: { 'i.png': image(124) },
        check: (t) => t.shows('#x', 124),
    });
    fixture('style-attribute-quotes', {
        body: '<div id=x style="height:40px;background-image:url(&quot;{HERE}/i.png&quot;)"></div>' +
            "<div id=y style='height:40px;background-image:url(\"{HERE}/j.png\")'></div><div id=z style=height:40px;background:url({HERE}/k.png)></div>",
        files: { 'i.png': image(125), 'j.png': image(126), 'k.png': image(127) },
        check: async (t) => await t.shows('#x', 125) && await t.shows('#y', 126) && t.shows('#z', 127),
    });
    fixture('import-url', sheet('@import url({HERE}/t.css);', { 't.css': css('#x { background: url(i.png) }'), 'i.png': image(128) },
        (t) => t.shows('#x', 128)));
    fixture('import-string', sheet('@import "sub/t.css";', { 'sub/t.css': css("#x { background: url('../i.png') }"), 'i.png': image(129) },
        (t) => t.shows('#x', 129)));
    fixture('import-media-layer-supports', sheet(
        '@import url("a.css") layer(low) supports(display: grid) screen and (min-width: 1px);@import \'b.css\' layer;@import "{HERE}/c.css" print;' +
        '@media print { #x { color: red } }',
        { 'a.css': css('#x { margin-left: 22px }'), 'b.css': css('#x { margin-top: 23px }'), 'c.css': css('#x { margin-left: 99px; background: url(c.png) }'),
            'c.png': image(130) },
        async (t) => await t.style('#x', 'margin-left', '22px') && await t.style('#x', 'margin-top', '23px') && t.kept('c.png')));
    fixture('import-chain', sheet('@import "1.css";', { '1.css': css('@import url(2/2.css);'), '2/2.css': css('@import "/styles/import-chain/3.css";'),
        '3.css': css('#x { margin-left: 24px }') }, (t) => t.style('#x', 'margin-left', '24px')));
    fixture('import-loop', sheet('@import "t.css"; #x { margin-left: 25px }', { 't.css': css('@import "s.css"; #x { margin-top: 26px }') },
        async (t) => await t.style('#x', 'margin-left', '25px') && t.style('#x', 'margin-top', '26px')));
    fixture('import-in-style-element', {
        body: '<style>@import url("{HERE}/s.css");</style><p id=x>',
        files: { 's.css': css('#x { margin-left: 27px }') },
        check: (t) => t.style('#x', 'margin-left', '27px'),
    });
    fixture('import-other-host', sheet('@import "{OTHER}{HERE}/t.css";', { 'other:t.css': css('#x { background: url(/styles/import-other-host/i.png) }'),
        'other:i.png': image(131) }, (t) => t.shows('#x', 131)));
    fixture('image-set-url', sheet('#x { background-image: image-set(url("a.png") 1x, url({HERE}/b.png) 2x) }', { 'a.png': image(132), 'b.png': image(133) },
        async (t) => await t.shows('#x', 132) && t.kept('b.png')));
    fixture('image-set-string', sheet('#x { background-image: image-set("{HERE}/a.png" 1x, \'b.png\' 2x type("image/png")) }', { 'a.png': image(134), 'b.png': image(135) },
        async (t) => await t.shows('#x', 134) && t.kept('b.png')));
    fixture('image-set-webkit', sheet('#x { background-image: -webkit-image-set(url(a.png) 1x, url(b.png) 2x) }', { 'a.png': image(136), 'b.png': image(137) },
        async (t) => await t.shows('#x', 136) && t.kept('b.png')));
    fixture('list-style', {
        body: '<style>li { list-style: square url({HERE}/i.png); margin-left: 200px; font-size: 10px }</style><ul><li id=x>one</ul>',
        files: { 'i.png': image(138) },
        check: async (t) => await t.kept('i.png') && t.value(async () => {
            const url = /url\("(.*)"\)/.exec(getComputedStyle(document.querySelector('#x')).listStyleImage)[1];
            const picture = new Image();
            picture.src = url;
            await picture.decode();
            return picture.naturalWidth === 138;
        }),
    });
    fixture('content', sheet('#x { width: auto !important; float: left } #x::before { content: url({HERE}/i.png); display: block }', { 'i.png': image(139) },
        (t) => t.wide('#x', 139)));
    fixture('cursor', sheet('#x { cursor: url(c.png) 2 2, url("{HERE}/d.png"), auto }', { 'c.png': image(31), 'd.png': image(32) },
        async (t) => await t.kept('d.png') && t.value(async () => {
            const url = /url\("(.*?)"\)/.exec(getComputedStyle(document.querySelector('#x')).cursor)[1];
            const picture = new Image();
            picture.src = url;
            await picture.decode();
            return picture.naturalWidth === 31;
        })));
    fixture('border-image', sheet('#x { border: 20px solid; border-image: url({HERE}/i.png) 1 fill }', { 'i.png': image(140) }, (t) => t.shows('#x', 140)));
    fixture('several-backgrounds', sheet('#x { background: url(none.png) no-repeat -500px 0, url({HERE}/i.png) }', { 'none.png': image(141), 'i.png': image(142) },
        async (t) => await t.shows('#x', 142) && t.kept('none.png')));
    fixture('custom-property', sheet(':root { --picture: url({SITE}{HERE}/i.png) } #x { background-image: var(--picture) }', { 'i.png': image(143) },
        (t) => t.shows('#x', 143)));
    fixture('custom-property-in-page', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><div id=x style="height:40px;--picture:url({SITE}{HERE}/i.png)"></div>',
        files: { 's.css': css('#x { background: var(--picture) }'), 'i.png': image(144) },
        check: (t) => t.shows('#x', 144),
    });
    fixture('custom-property-for-sheet', {
        body: '<link rel=stylesheet href="{HERE}/css/s.css"><div id=x style="height:40px;--picture:url(&quot;{HERE}/i.png&quot;)"></div>',
        files: { 'css/s.css': css('#x { background: var(--picture) }'), 'i.png': image(159) },
        check: (t) => t.shows('#x', 159),
    });
    fixture('custom-property-for-sheets', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><link rel=stylesheet href="{HERE}/css/s.css"><style>:root { --picture: url({SITE}{HERE}/i.png) }</style>' +
            '<div id=x style="height:40px"></div>',
        files: { 's.css': css('#x { margin: 0 }'), 'css/s.css': css('#x { background: var(--picture) }'), 'i.png': image(160) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.shows('#x', 160),
    });
    fixture('escapes', sheet('#x { background: url(sub\\2f i\\.png) } #x::after { content: url("\\69 2.p\\\nng") }',
        { 'sub/i.png': image(145), 'i2.png': image(146) }, async (t) => await t.shows('#x', 145) && t.kept('i2.png')));
    fixture('parentheses', sheet('#x { background: url(a\\(1\\).png) } #x::after { content: url("b(2).png") }', { 'a(1).png': image(147), 'b(2).png': image(148) },
        async (t) => await t.shows('#x', 147) && t.kept('b(2).png')));
    fixture('spaces', sheet('#x { background: URL(  "my picture.png"  ) }', { 'my%20picture.png': image(149) }, (t) => t.shows('#x', 149)));
    fixture('comments', sheet('/* url(no.png) */#x/**/{/* } */background:/* @import "no.css" */url(i.png)/**/}', { 'i.png': image(150) }, (t) => t.shows('#x', 150)));
    fixture('html-comment', {
        body: '<style><!--\n#x { background: url({HERE}/i.png) }\n--></style><div id=x style="height:40px"></div>',
        files: { 'i.png': image(151) },
        check: (t) => t.shows('#x', 151),
    });
    fixture('charset', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><div id=x style="height:40px"></div>',
        files: {
            's.css': { type: 'text/css', body: Buffer.from('@charset "windows-1251";#x { background: url("\xea.png") } #x::after { content: "\xea" }', 'latin1') },
            '%D0%BA.png': image(152),
        },
        check: async (t) => await t.shows('#x', 152) && t.value(() => getComputedStyle(document.querySelector('#x'), '::after').content === '"к"'),
    });
    fixture('charset-of-header', {
        body: '<link rel=stylesheet href="{HERE}/s.css"><div id=x style="height:40px"></div>',
        files: { 's.css': { type: 'text/css; charset=shift_jis', body: Buffer.from('#x { background: url(\x8e\xa9.png) }', 'latin1') }, '%E8%87%AA.png': image(153) },
        check: (t) => t.shows('#x', 153),
    });
    fixture('charset-of-page', {
        page: { type: 'text/html; charset=windows-1251',
            body: Buffer.from('<!DOCTYPE html><title>c</title><link rel=stylesheet href=s.css><div id=x style="height:40px"></div>', 'latin1') },
        files: { 's.css': { type: 'text/css', body: Buffer.from('#x { background: url(\xe4.png) }', 'latin1') }, '%D0%B4.png': image(154) },
        check: (t) => t.shows('#x', 154),
    });
    fixture('byte-order-mark', sheet('\ufeff@import "t.css";', { 't.css': css('#x { margin-left: 28px }') }, (t) => t.style('#x', 'margin-left', '28px')));
    fixture('unclosed', sheet('#x { margin-left: 29px } #x { background: url(i.png', { 'i.png': image(155) },
        async (t) => await t.style('#x', 'margin-left', '29px') && t.shows('#x', 155)));
    fixture('data-beside', sheet('#x { background: url(data:image/svg+xml;utf8,<svg/>), url("data:;base64,QQ=="), url(i.png) }', { 'i.png': image(156) },
        (t) => t.shows('#x', 156)));
    fixture('nested-rules', sheet('@media screen { @supports (display: grid) { @layer a { #x { &:not(.no) { background: url(i.png) } } } } }', { 'i.png': image(157) },
        (t) => t.shows('#x', 157)));
    fixture('mask', sheet('#x { background: rgb(1, 2, 3); mask: url({HERE}/m.svg#m); }',
        { 'm.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"><mask id="m"><image href="i.png"/></mask></svg>' }, 'i.png': image(158) },
        (t) => t.kept('i.png')));
    fixture('type-attribute', {
        page: html('<!DOCTYPE html><title>t</title><style type="text/css" media="all">@import url({HERE}/s.css) screen;</style><p id=x>'),
        files: { 's.css': css('#x { margin-left: 31px }') },
        check: (t) => t.style('#x', 'margin-left', '31px'),
    });
};
