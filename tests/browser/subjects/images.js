// SPDX-License-Identifier: MIT
// Pictures: every attribute of HTML that names one.
'use strict';

const { image, svg, page } = require('../files');

module.exports = (fixture) => {
    fixture('img-src', {
        body: '<img id=x src=i.png>',
        files: { 'i.png': image(41) },
        check: (t) => t.image('#x', 41),
    });
    fixture('img-root', {
        body: '<img id=x src="{HERE}/i.png" alt="">',
        files: { 'i.png': image(42) },
        check: (t) => t.image('#x', 42),
    });
    fixture('img-absolute', {
        body: '<img id=x src="{SITE}{HERE}/i.png">',
        files: { 'i.png': image(43) },
        check: (t) => t.image('#x', 43),
    });
    fixture('img-other-host', {
        body: '<img id=x src="{OTHER}{HERE}/i.png">',
        files: { 'other:i.png': image(44) },
        check: (t) => t.image('#x', 44),
    });
    fixture('img-no-quotes', {
        body: '<IMG ID=x SRC={HERE}/sub/i.png ALT=none>',
        files: { 'sub/i.png': image(45) },
        check: (t) => t.image('#x', 45),
    });
    fixture('img-dots', {
        body: '<img id=x src="./a/b/../../../img-dots/./sub/i.png">',
        files: { 'sub/i.png': image(46) },
        check: (t) => t.image('#x', 46),
    });
    fixture('img-spaces-around', {
        body: '<img id=x src="\n  i.png\t ">',
        files: { 'i.png': image(47) },
        check: (t) => t.image('#x', 47),
    });
    fixture('img-backslash', {
        body: '<img id=x src="sub\\i.png">',
        files: { 'sub/i.png': image(48) },
        check: (t) => t.image('#x', 48),
    });
    fixture('img-query', {
        body: '<img id=x src="i.png?a=1&amp;b=2"><img id=y src="i.png?a=1&b=3">',
        files: { 'i.png?a=1&b=2': image(49), 'i.png?a=1&b=3': image(50) },
        check: async (t) => await t.image('#x', 49) && t.image('#y', 50),
    });
    fixture('img-svg', {
        body: '<img id=x src="i.svg">',
        files: { 'i.svg': svg(51) },
        check: (t) => t.image('#x', 51),
    });
    fixture('srcset-x', {
        body: '<img id=x src="a.png" srcset="b.png 1x, c.png 2x">',
        files: { 'a.png': image(52), 'b.png': image(53), 'c.png': image(54) },
        check: async (t) => await t.image('#x', 53) && await t.kept('c.png') && t.kept('a.png'),
    });
    fixture('srcset-w-sizes', {
        body: '<img id=x sizes="200px" srcset="b.png 100w, {HERE}/c.png 200w, {OTHER}{HERE}/d.png 800w">',
        files: { 'b.png': image(100), 'c.png': image(200), 'other:d.png': image(300) },
        check: async (t) => await t.image('#x', 200) && await t.kept('b.png') && t.kept('other:d.png'),
    });
    fixture('srcset-only', {
        body: '<img id=x srcset="{HERE}/only.png">',
        files: { 'only.png': image(55) },
        check: (t) => t.image('#x', 55),
    });
    fixture('srcset-comma-in-url', {
        body: '<img id=x srcset="w_56,h_10/i.png 1x, w_57,h_10/i.png 2x">',
        files: { 'w_56,h_10/i.png': image(56), 'w_57,h_10/i.png': image(57) },
        check: async (t) => await t.image('#x', 56) && t.kept('w_57,h_10/i.png'),
    });
    fixture('srcset-no-space', {
        body: '<img id=x srcset="a.png, b.png 2x,c.png 3x">',
        files: { 'a.png': image(58), 'b.png': image(59), 'c.png': image(60) },
        check: async (t) => await t.image('#x', 58) && await t.kept('b.png') && t.kept('c.png'),
    });
    fixture('srcset-data', {
        body: '<img id=x srcset="data:image/svg+xml,%3Csvg%20xmlns=\'http://www.w3.org/2000/svg\'%20width=\'61\'%20height=\'9\'/%3E 1x, {HERE}/a.png 3x">' +
            '<img id=y srcset="{HERE}/b.png, data:, 2x">',
        files: { 'a.png': image(61), 'b.png': image(62) },
        check: async (t) => await t.image('#x', 61) && await t.image('#y', 62) && t.kept('a.png'),
    });
    fixture('picture-source', {
        body: '<picture><source srcset="wide.png" media="(min-width: 100000px)"><source type="image/none" srcset="none.png">' +
            '<source srcset="{HERE}/this.png 1x" type="image/png"><img id=x src="last.png"></picture>',
        files: { 'wide.png': image(62), 'none.png': image(63), 'this.png': image(64), 'last.png': image(65) },
        check: async (t) => await t.image('#x', 64) && await t.kept('wide.png') && t.kept('last.png'),
    });
    fixture('picture-fallback', {
        body: '<picture><source srcset="wide.png" media="(min-width: 100000px)"><img id=x src="{HERE}/last.png"></picture>',
        files: { 'wide.png': image(66), 'last.png': image(67) },
        check: (t) => t.image('#x', 67),
    });
    fixture('input-image', {
        body: '<form><input id=x type=IMAGE src="{HERE}/i.png"></form>',
        files: { 'i.png': image(68) },
        check: (t) => t.wide('#x', 68),
    });
    fixture('background-attributes', {
        page: {
            type: 'text/html',
            body: '<!DOCTYPE html><title>b</title><body background="{HERE}/body.png">' +
                '<table id=t width=90 height=40 background="table.png"><tr><td id=d width=40 height=40 background="cell.png">' +
                '<td></table><div id=b style="height:50px"></div>',
        },
        files: { 'body.png': image(69), 'table.png': image(70), 'cell.png': image(71) },
        check: async (t) => await t.shows('#b', 69) && await t.shows('#d', 71) && t.shows('td:last-child', 70),
    });
    fixture('usemap', {
        body: '<img id=x src="i.png" usemap="#m"><map name=m><area id=a shape=rect coords="0,0,72,10" href="{HERE}/to.html#end"></map>',
        files: { 'i.png': image(72), 'to.html': page('The area') },
        check: async (t) => await t.image('#x', 72) && await t.leads('#a', 'The area', '#end') &&
            t.value(() => document.elementFromPoint(...['x', 'y'].map((axis) => document.querySelector('#x').getBoundingClientRect()[axis] + 3)).id === 'a'),
    });
    fixture('loading-lazy', {
        body: '<div style="height:20000px"></div><img id=x loading=lazy decoding=async src="{HERE}/i.png">',
        files: { 'i.png': image(73) },
        check: async (t) => { await t.value(() => document.querySelector('#x').scrollIntoView()); return t.image('#x', 73); },
    });
    fixture('character-references', {
        body: '<img id=x src="a&amp;b&#x20;c&#100;.png"><img id=y src="a&b&ampc.png">',
        files: { '/images/character-references/a&b%20cd.png': image(74), '/images/character-references/a&b&ampc.png': image(75) },
        check: async (t) => await t.image('#x', 74) && t.image('#y', 75),
    });
    fixture('scheme-relative', {
        page: {
            type: 'text/html',
            body: '<!DOCTYPE html><title>s</title><img id=x src="//{OTHERHOST}{HERE}/i.png">',
        },
        files: { 'other:i.png': image(76) },
        check: (t) => t.image('#x', 76),
    });
    fixture('old-attributes', {
        body: '<img id=x lowsrc="low.png" src="{HERE}/high.png" longdesc="{HERE}/long.html">',
        files: { 'low.png': image(77), 'high.png': image(78), 'long.html': page('A long description') },
        check: async (t) => await t.image('#x', 78) &&
            t.opens(await t.value(() => new URL(document.querySelector('#x').getAttribute('longdesc'), document.baseURI).href), 'A long description'),
    });
};
