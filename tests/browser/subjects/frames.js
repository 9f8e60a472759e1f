// SPDX-License-Identifier: MIT
// Frames of every kind, and what stands in them.
'use strict';

const { image, page, html, css } = require('../files');

module.exports = (fixture) => {
    fixture('iframe', {
        body: '<iframe id=x src="{HERE}/f.html"></iframe>',
        files: { 'f.html': page('In a frame') },
        check: (t) => t.frame('#x', 'In a frame'),
    });
    fixture('iframe-other-host', {
        body: '<iframe id=x src="{OTHER}{HERE}/f.html"></iframe>',
        files: { 'other:f.html': page('From another host', '<img id=i src="i.png">'), 'other:i.png': image(111) },
        check: async (t) => await t.frame('#x', 'From another host') &&
            t.inFrame('#x', () => document.querySelector('#i').naturalWidth === 111),
    });
    fixture('iframe-fragment', {
        body: '<iframe id=x src="{HERE}/f.html#end"></iframe>',
        files: { 'f.html': page('Framed', '<div style="height:9000px"></div>') },
        check: (t) => t.inFrame('#x', () => document.title === 'Framed' && document.querySelector(':target').id === 'end'),
    });
    fixture('iframe-chain', {
        body: '<iframe id=x src="a/"></iframe>',
        files: { 'a/': html('<iframe id=y src="../b.html"></iframe>'), 'b.html': page('Two frames deep') },
        check: (t) => t.frame(['#x', '#y'], 'Two frames deep'),
    });
    fixture('iframe-text', {
        body: '<iframe id=x src="{HERE}/words.txt"></iframe>',
        files: { 'words.txt': { type: 'text/plain', body: 'Plain words in a frame.' } },
        check: (t) => t.frame('#x', 'Plain words in a frame'),
    });
    fixture('iframe-no-extension', {
        body: '<iframe id=x src="{HERE}/widget?id=7&amp;lang=en"></iframe>',
        files: { 'widget?id=7&lang=en': page('A widget') },
        check: (t) => t.frame('#x', 'A widget'),
    });
    fixture('srcdoc', {
        body: '<iframe id=x srcdoc="<p>Inside</p><img id=i src=\'{HERE}/i.png\'>"></iframe>',
        files: { 'i.png': image(112) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').naturalWidth === 112 && document.body.textContent === 'Inside'),
    });
    fixture('srcdoc-references', {
        body: '<iframe id=x srcdoc="&lt;img id=i src=&quot;{HERE}/i.png?a=1&amp;amp;b=2&quot;&gt;&lt;p title=&quot;&amp;quot;&quot;&gt;"></iframe>',
        files: { 'i.png?a=1&b=2': image(113) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').naturalWidth === 113 && document.querySelector('p').title === '"'),
    });
    fixture('srcdoc-style', {
        body: "<iframe id=x srcdoc='<link rel=stylesheet href={HERE}/s.css><p id=p style=\"background:url({HERE}/i.png)\">'></iframe>",
        files: { 's.css': css('#p { padding-left: 35px }'), 'i.png': image(114) },
        check: async (t) => await t.inFrame('#x', () => getComputedStyle(document.querySelector('#p')).paddingLeft === '35px') && t.kept('i.png'),
    });
    fixture('srcdoc-link', {
        body: '<iframe id=x srcdoc="<a id=a target=_top href={HERE}/to.html#end>go</a>"></iframe>',
        files: { 'to.html': page('Out of srcdoc') },
        check: async (t) => t.opens(await t.inFrame('#x', () => document.querySelector('#a').href), 'Out of srcdoc', '#end'),
    });
    fixture('srcdoc-in-srcdoc', {
        body: '<iframe id=x srcdoc="<iframe id=y srcdoc=\'&lt;img id=i src=&amp;quot;{HERE}/i.png&amp;quot;>\'></iframe>"></iframe>',
        files: { 'i.png': image(115) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#y').contentDocument.querySelector('#i').naturalWidth === 115),
    });
    fixture('frameset', {
        page: html('<html><title>f</title><frameset cols="50%,50%"><frame id=x src="{HERE}/a.html"><frame id=y src="b.html">' +
            '<noframes><p>None.</noframes></frameset></html>'),
        files: { 'a.html': page('The left frame', '<a id=l href="{HERE}/c.html" target=y>c</a>'), 'b.html': page('The right frame'), 'c.html': page('Third') },
        check: async (t) => await t.frame('#x', 'The left frame') && await t.frame('#y', 'The right frame') &&
            t.opens(await t.inFrame('#x', () => document.querySelector('#l').href), 'Third'),
    });
    fixture('noframes', {
        page: html('<html><title>f</title><frameset cols="50%,50%"><frame id=x src="{HERE}/a.html"><noframes><a href="{HERE}/n.html">n</a></noframes></frameset>'),
        files: { 'a.html': page('A frame') },
        check: (t) => t.frame('#x', 'A frame'),
    });
    fixture('target-frame', {
        body: '<iframe id=x name=there></iframe><a id=a target=there href="{HERE}/f.html">f</a><script>onload = function () { document.getElementById("a").click(); };</script>',
        files: { 'f.html': page('Came by its target') },
        check: (t) => t.frame('#x', 'Came by its target'),
    });
};
