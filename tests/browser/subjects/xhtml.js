// SPDX-License-Identifier: MIT
// XHTML as XML: one stray byte, and nothing of it is shown.
'use strict';

const { image, css, script, page, xhtml } = require('../files');

const xml = (head, body, declaration = '<?xml version="1.0" encoding="UTF-8"?>\n') => xhtml(
    `${declaration}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n` +
    `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title>${head}</head><body>${body}</body></html>\n`);

module.exports = (fixture) => {
    fixture('image-and-link', {
        page: xml('', '<p><img id="x" src="{HERE}/i.png?a=1&amp;b=2" alt="" /><a id="a" href="to.html#end">a</a></p>'),
        files: { 'i.png?a=1&b=2': image(341), 'to.html': page('Out of XHTML') },
        check: async (t) => await t.image('#x', 341) && t.leads('#a', 'Out of XHTML', '#end'),
    });
    fixture('self-closing', {
        page: xml('<script src="s.js"/><style>p { margin: 0 }</style>', '<textarea/><p id="p"><img id="x" src="{HERE}/i.png"/></p><iframe src="about:blank"/>'),
        files: { 's.js': script('document.documentElement.setAttribute("data-ran", "yes");'), 'i.png': image(342) },
        check: async (t) => await t.image('#x', 342) && t.value(() => document.documentElement.getAttribute('data-ran') === 'yes'),
    });
    fixture('cdata', {
        page: xml('<style>/*<![CDATA[*/ #x { background: url("{HERE}/i.png?a=1&b=2") } /*]]>*/</style>', '<div id="x" style="height:40px"></div>'),
        files: { 'i.png?a=1&b=2': image(343) },
        check: (t) => t.shows('#x', 343),
    });
    fixture('cdata-text', {
        page: xml('', '<p id="w"><![CDATA[<img src="/none.png"> & more]]></p><img id="x" src="{HERE}/i.png"/>'),
        files: { 'i.png': image(344) },
        check: async (t) => await t.image('#x', 344) && t.text('#w', '<img src="/none.png"> & more'),
    });
    fixture('stylesheet-instruction', {
        page: xml('', '<p id="x">p</p>', '<?xml version="1.0"?>\n<?xml-stylesheet type="text/css" href="{HERE}/s.css"?>\n'),
        files: { 's.css': css('#x { margin-left: 43px }') },
        check: (t) => t.style('#x', 'margin-left', '43px'),
    });
    fixture('encoding-declaration', {
        page: { type: 'application/xhtml+xml', body: Buffer.from('<?xml version="1.0" encoding="windows-1251"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head>' +
            '<body><p id="w">\xdd\xf2\xee</p><a id="a" href="\xdd\xf2\xee.html">a</a></body></html>', 'latin1') },
        files: { '%D0%AD%D1%82%D0%BE.html': page('By its declaration') },
        check: async (t) => await t.text('#w', 'Это') && t.leads('#a', 'By its declaration'),
    });
    fixture('prefixed', {
        page: xhtml('<?xml version="1.0"?>\n<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title>x</h:title></h:head><h:body><h:img id="x" src="{HERE}/i.png"/></h:body></h:html>\n'),
        files: { 'i.png': image(345) },
        check: (t) => t.image('#x', 345),
    });
    fixture('base', {
        page: xml('<base href="{HERE}/dir/"/>', '<img id="x" src="i.png"/>'),
        files: { 'dir/i.png': image(346) },
        check: (t) => t.image('#x', 346),
    });
    fixture('missing-picture', {
        page: xml('', '<img id="g" src="{HERE}/gone.png?a&amp;b" alt="gone"/><img id="x" src="{HERE}/i.png"/>'),
        files: { 'i.png': image(348) },
        check: (t) => t.image('#x', 348),
    });
    fixture('inline-svg', {
        page: xml('', '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="60" height="40"><image id="x" xlink:href="{HERE}/i.png"/></svg>'),
        files: { 'i.png': image(347) },
        check: (t) => t.value(() => document.querySelector('#x').getBBox().width === 347),
    });
};
