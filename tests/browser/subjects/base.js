// SPDX-License-Identifier: MIT
// The base element in all its forms: what it turns a reference into, the mirror has to hold and to find.
'use strict';

const { image, css, html, page } = require('../files');

const document_ = (head, body) => html(`<!DOCTYPE html>\n<html><head><title>b</title>${head}</head><body>${body}</body></html>\n`);

module.exports = (fixture) => {
    const forms = {
        relative: ['<base href="dir/">', 'dir/i.png'],
        root: ['<base href="{HERE}/dir/">', 'dir/i.png'],
        absolute: ['<base href="{SITE}{HERE}/dir/">', 'dir/i.png'],
        'scheme-relative': ['<base href="//{SITEHOST}{HERE}/dir/">', 'dir/i.png'],
        file: ['<base href="dir/some.html">', 'dir/i.png'],
        'query-and-fragment': ['<base href="dir/x.html?a=/b/#c">', 'dir/i.png'],
        up: ['<base href="../up-of-base/">', '/base/up-of-base/i.png'],
        'other-host': ['<base href="{OTHER}{HERE}/dir/">', 'other:dir/i.png'],
        'first-of-two': ['<base href="one/"><base href="two/">', 'one/i.png'],
        'target-before': ['<base target=_self><base href="two/">', 'two/i.png'],
        'target-only': ['<base target=_self>', 'i.png'],
        empty: ['<base href="">', 'i.png'],
        'data-is-none': ['<base href="data:,x">', 'i.png'],
        'in-comment': ['<!-- <base href="no/"> --><base href="yes/">', 'yes/i.png'],
        'in-script': ['<script>var s = "<base href=no/>";</script><base href="yes/">', 'yes/i.png'],
        'in-template': ['<template><base href="no/"></template><base href="yes/">', 'yes/i.png'],
        'no-quotes': ['<BASE HREF=dir/>', 'dir/i.png'],
        references: ['<base href="d&amp;r/">', 'd&r/i.png'],
    };
    Object.entries(forms).forEach(([name, [head, file]], i) => fixture(name, {
        page: document_(head, '<img id=x src=i.png>'),
        files: { [file]: image(301 + i) },
        check: (t) => t.image('#x', 301 + i),
    }));
    fixture('by-script', {
        page: document_('<base href="{HERE}/dir/">', '<a href="i.png">i</a><img id=x><script>document.querySelector("#x").src = document.links[0].textContent + ".png"</script>'),
        files: { 'dir/i.png': image(329) },
        check: (t) => t.image('#x', 329),
    });
    fixture('after-a-link', {
        page: document_('<link rel=stylesheet href="s.css"><base href="dir/">', '<img id=x src=i.png><a id=a href="to.html">a</a>'),
        files: { 's.css': css('#x { margin-left: 1px }'), 'dir/s.css': css('#x { margin-left: 2px }'), 'dir/i.png': image(321), 'dir/to.html': page('After a link') },
        check: async (t) => await t.image('#x', 321) && t.leads('#a', 'After a link'),
    });
    fixture('in-body', {
        page: html('<!DOCTYPE html><title>b</title><body><p>Words.<base href="dir/"><img id=x src=i.png>'),
        files: { 'dir/i.png': image(322) },
        check: (t) => t.image('#x', 322),
    });
    fixture('links', {
        page: document_('<base href="{HERE}/dir/">', '<a id=a href="to.html#end">a</a><a id=b href="../back.html">b</a><a id=c href="{HERE}/root.html">c</a><a id=d href="?q=1">d</a>'),
        files: { 'dir/to.html': page('By base'), 'back.html': page('Back'), 'root.html': page('Root'), 'dir/?q=1': page('Query') },
        check: async (t) => await t.leads('#a', 'By base', '#end') && await t.leads('#b', 'Back') && await t.leads('#c', 'Root') && t.leads('#d', 'Query'),
    });
    fixture('fragment', {
        page: document_('<base href="dir/there.html">', '<a id=a href="#end">a</a>'),
        files: { 'dir/there.html': page('Where a fragment leads') },
        check: (t) => t.leads('#a', 'Where a fragment leads', '#end'),
    });
    fixture('styles', {
        page: document_('<base href="dir/"><style>#x { background: url(i.png) }</style>', '<div id=x style="height:40px"></div><div id=y style="height:40px;background:url(j.png)"></div>'),
        files: { 'dir/i.png': image(323), 'dir/j.png': image(324) },
        check: async (t) => await t.shows('#x', 323) && t.shows('#y', 324),
    });
    fixture('srcset', {
        page: document_('<base href="dir/">', '<img id=x srcset="i.png 1x, j.png 2x">'),
        files: { 'dir/i.png': image(325), 'dir/j.png': image(326) },
        check: async (t) => await t.image('#x', 325) && t.kept('dir/j.png'),
    });
    fixture('srcdoc', {
        page: document_('<base href="dir/">', '<iframe id=x srcdoc="<img id=i src=i.png>"></iframe>'),
        files: { 'dir/i.png': image(327) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').naturalWidth === 327),
    });
    fixture('base-in-srcdoc', {
        page: document_('', '<iframe id=x srcdoc="<base href=\'{HERE}/dir/\'><img id=i src=i.png>"></iframe>'),
        files: { 'dir/i.png': image(328) },
        check: (t) => t.inFrame('#x', () => document.querySelector('#i').naturalWidth === 328),
    });
};
