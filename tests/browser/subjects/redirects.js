// SPDX-License-Identifier: MIT
// Redirects: whatever leads to a page or file leads there in the mirror too, fragment and all.
'use strict';

const { image, css, script, page, moved, face, html } = require('../files');

module.exports = (fixture) => {
    for (const status of [301, 302, 303, 307, 308]) {
        fixture(`page-${status}`, {
            body: '<a id=x href="{HERE}/old.html#end">there</a>',
            files: { 'old.html': moved(status, '{HERE}/new/'), 'new/': page(`Moved by ${status}`, '<img id=i src="i.png">'), 'new/i.png': image(400 + status % 100) },
            check: async (t) => await t.leads('#x', `Moved by ${status}`, '#end') && t.kept('new/i.png'),
        });
    }
    fixture('chain', {
        body: '<a id=a href="a">a</a><a id=b href="b">b</a><a id=c href="{SITE}{HERE}/c">c</a><a id=d href="d.html">d</a>',
        files: { a: moved(301, 'b'), b: moved(302, '{SITE}{HERE}/c'), c: moved(307, './d.html'), 'd.html': page('The end of a chain') },
        check: async (t) => await t.leads('#a', 'The end of a chain') && await t.leads('#b', 'The end of a chain') &&
            await t.leads('#c', 'The end of a chain') && t.leads('#d', 'The end of a chain'),
    });
    fixture('chain-is-one-file', {
        body: '<a id=a href="a.html">a</a><a id=b href="b.html">b</a>',
        files: { 'a.html': moved(301, 'c.html'), 'b.html': moved(301, 'c.html'), 'c.html': page('One file for all hops') },
        check: async (t) => await t.leads('#a', 'One file for all hops') && await t.leads('#b', 'One file for all hops') &&
            (!['static', 'disk'].includes(t.way.name) || t.value(() => document.querySelector('#a').href === document.querySelector('#b').href)),
    });
    fixture('slash-added', {
        body: '<a id=x href="dir">there</a>',
        files: { dir: moved(301, '{HERE}/dir/'), 'dir/': page('With its slash', '<img src=i.png>'), 'dir/i.png': image(411) },
        check: async (t) => await t.leads('#x', 'With its slash') && t.kept('dir/i.png'),
    });
    fixture('target-has-fragment', {
        body: '<a id=x href="old.html">there</a>',
        files: { 'old.html': moved(302, 'new.html#end'), 'new.html': page('Moved into the middle') },
        check: (t) => t.leads('#x', 'Moved into the middle', '#end'),
    });
    fixture('query-added', {
        body: '<a id=x href="show">there</a>',
        files: { show: moved(302, 'show?lang=en&v=2'), 'show?lang=en&v=2': page('With a query') },
        check: (t) => t.leads('#x', 'With a query'),
    });
    fixture('links-after', {
        body: '<a id=x href="go">there</a><iframe id=f src="go"></iframe>',
        files: { go: moved(302, 'far/away/page.html'), 'far/away/page.html': page('Far away', '<a id=n href="near.html">n</a>'), 'far/away/near.html': page('Near it') },
        check: async (t) => await t.leads('#x', 'Far away') && t.opens(await t.inFrame('#f', () => document.querySelector('#n').href), 'Near it'),
    });
    fixture('from-root-to-page', {
        path: '/redirects/from-root-to-page/',
        body: '<a id=x href="/redirects/from-root-to-page">no slash</a><a id=y href="to.html">y</a>',
        files: { '/redirects/from-root-to-page': moved(301, '/redirects/from-root-to-page/'), 'to.html': page('Below') },
        check: async (t) => await t.leads('#x', 'redirects/from-root-to-page') && t.leads('#y', 'Below'),
    });
    fixture('page-itself', {
        path: 'first',
        page: moved(302, 'second.html'),
        files: { 'second.html': page('Second', '<img id=x src="sub/i.png">'), 'sub/i.png': image(412) },
        check: (t) => t.image('#x', 412),
    });
    const requisites = {
        image: ['<img id=x src="r">', { r: moved(302, 'deep/i.png'), 'deep/i.png': image(413) }, (t) => t.image('#x', 413)],
        'image-other-host': ['<img id=x src="r">', { r: moved(302, '{OTHER}{HERE}/i.png'), 'other:i.png': image(414) }, (t) => t.image('#x', 414)],
        'image-there-and-back': ['<img id=x src="{OTHER}{HERE}/r">', { 'other:r': moved(301, '{SITE}{HERE}/i.png'), 'i.png': image(415) }, (t) => t.image('#x', 415)],
        'image-chain': ['<img id=x src="r1">', { r1: moved(301, 'r2'), r2: moved(302, 'r3'), r3: moved(307, 'r4'), r4: moved(308, 'i.png'), 'i.png': image(416) }, (t) => t.image('#x', 416)],
        style: ['<link rel=stylesheet href="r"><div id=x style="height:40px">', { r: moved(302, 'deep/s.css'), 'deep/s.css': css('#x { background: url(i.png) }'), 'deep/i.png': image(417) }, (t) => t.shows('#x', 417)],
        import: ['<style>@import "r.css";</style><p id=x>', { 'r.css': moved(302, 'deep/s.css'), 'deep/s.css': css('#x { margin-left: 51px }') }, (t) => t.style('#x', 'margin-left', '51px')],
        'css-image': ['<link rel=stylesheet href="s.css"><div id=x style="height:40px">', { 's.css': css('#x { background: url(r) }'), r: moved(303, 'i.png'), 'i.png': image(418) }, (t) => t.shows('#x', 418)],
        script: ['<script src="r.js"></script>', { 'r.js': moved(302, '{OTHER}{HERE}/s.js'), 'other:s.js': script('document.documentElement.dataset.ran = 1;') }, (t) => t.value(() => document.documentElement.dataset.ran === '1')],
        font: ['<style>@font-face { font-family: F; src: url(r) }</style><span id=x style="font: 100px F">A</span>', { r: moved(302, 'f.ttf'), 'f.ttf': face(1410) }, (t) => t.letter('#x', 1410)],
        iframe: ['<iframe id=x src="r"></iframe>', { r: moved(302, 'deep/f.html'), 'deep/f.html': page('Framed after a redirect') }, (t) => t.frame('#x', 'Framed after a redirect')],
        srcset: ['<img id=x srcset="r 1x, r2 2x">', { r: moved(302, 'i.png'), r2: moved(302, 'j.png'), 'i.png': image(419), 'j.png': image(420) }, async (t) => await t.image('#x', 419) && t.kept('j.png')],
    };
    for (const [name, [body, files, check]] of Object.entries(requisites)) fixture(`requisite-${name}`, { body, files, check });
    fixture('to-other-host-stays-live', {
        body: '<a id=x href="out">out</a>',
        nothing: 'page',
        files: { out: moved(302, '{OTHER}{HERE}/there.html'), 'other:there.html': page('Elsewhere') },
        check: (t) => t.value((hrefs) => hrefs.includes(document.querySelector('#x').href),
            ['{SITE}{HERE}/out', '{OTHER}{HERE}/there.html'].map((url) => t.site.fill(t.fixture, url))),
    });
    fixture('loop-stays-live', {
        body: '<a id=x href="a">a</a>',
        nothing: 'page',
        files: { a: moved(302, 'b'), b: moved(302, 'a') },
        check: (t) => t.value((live) => document.querySelector('#x').href === live, t.site.fill(t.fixture, '{SITE}{HERE}/a')),
    });
    fixture('meta-refresh-chain', {
        page: html('<!DOCTYPE html><title>r</title><a id=x href="one.html">x</a>'),
        files: { 'one.html': html('<title>one</title><meta http-equiv=refresh content="0;url=two">'), two: moved(302, 'three.html'), 'three.html': page('Third') },
        check: async (t) => {
            await t.follow(await t.value(() => document.querySelector('#x').href));
            await t.second.waitForFunction(() => document.title === 'Third', null, { timeout: t.way.strip ? 200 : t.stepMs });
            return true;
        },
    });
};
