// SPDX-License-Identifier: MIT
// What is not in the mirror: links lead to the live site, and nothing is fetched from there by opening a page.
'use strict';

const { image, css, page, html, text, script } = require('../files');

const links = (t, wanted) => t.value((live) => document.querySelector('#x').href === live, t.site.fill(t.fixture, wanted));

// Live, the thing is missing as well or can be told apart; in a mirror it must be inert.
const inert = (t, selector) => t.value((sel) => document.querySelector(sel).naturalWidth === 0, selector);

module.exports = (fixture) => {
    fixture('robots', {
        path: '/absent/robots/page.html',
        body: '<a id=x href="/absent/closed/secret.html?a=1&amp;b=2#end">x</a>',
        nothing: 'page',
        files: { '/robots.txt': text('User-agent: *\nDisallow: /absent/closed/\n'), '/absent/closed/secret.html': page('Closed') },
        check: (t) => links(t, '{SITE}/absent/closed/secret.html?a=1&b=2#end'),
    });
    const hrefs = {
        'other-site': ['https://example.org/a?b=1&amp;c#d', 'https://example.org/a?b=1&c#d'],
        'other-port': ['{OTHER}{HERE}/there.html#end', '{OTHER}{HERE}/there.html#end'],
        'scheme-relative': ['//example.org/a', 'http://example.org/a'],
        missing: ['{HERE}/gone.html#end', '{SITE}{HERE}/gone.html#end'],
        'missing-relative': ['../nowhere/gone?x=1', '{SITE}/absent/nowhere/gone?x=1'],
        'other-protocol': ['ftp://example.org/x', 'ftp://example.org/x'],
        'broken-url': ['http://[bad', 'http://[bad'],
    };
    for (const [name, [href, wanted]] of Object.entries(hrefs)) {
        fixture(`link-${name}`, { body: `<a id=x href="${href}">x</a>`, nothing: 'page', check: (t) => links(t, wanted) });
    }
    fixture('image-missing', {
        body: '<img id=x src="{HERE}/gone.png" alt=gone><img id=y src="i.png">',
        files: { 'i.png': image(611) },
        check: async (t) => await inert(t, '#x') && await t.image('#y', 611) && t.value(() => document.querySelector('#x').complete),
    });
    fixture('image-error-handler', {
        body: '<img id=x src="{HERE}/gone.png" onerror="this.onerror = null; this.src = \'i.png\'"><img src="i.png" hidden>',
        files: { 'i.png': image(612) },
        check: (t) => t.image('#x', 612),
    });
    fixture('style-missing', {
        body: '<link rel=stylesheet href="{HERE}/gone.css"><link rel=stylesheet href="{OTHER}{HERE}/gone.css"><link rel=stylesheet href="s.css"><p id=x>',
        files: { 's.css': css('@import "gone.css"; #x { margin-left: 61px; background: url(gone.png); cursor: url(gone.cur), auto }') },
        check: (t) => t.style('#x', 'margin-left', '61px'),
    });
    fixture('script-missing', {
        body: '<script src="{HERE}/gone.js" async></script><script src="{OTHER}{HERE}/gone.js"></script><script src="s.js"></script>',
        files: { 's.js': script('document.documentElement.dataset.ran = 1;') },
        check: (t) => t.value(() => document.documentElement.dataset.ran === '1'),
    });
    fixture('everything-missing', {
        body: '<iframe src="{OTHER}{HERE}/f"></iframe><iframe src="{HERE}/f"></iframe><video src="v.mp4" poster="p.png"><source src="w.mp4"><track default src="t.vtt"></video><audio src="a.mp3"></audio>' +
            '<embed src="e.pdf"><input type=image src="n.png"><picture><source srcset="a.webp 1x, {OTHER}/b.webp 2x"><img src="z.png"></picture>' +
            '<link rel=icon href="i.ico"><link rel=preload as=image href="q.png" imagesrcset="q2.png 2x"><link rel=manifest href="m.json"><link rel=prefetch href="{OTHER}/next">' +
            '<link rel=modulepreload href="m.js"><svg><use href="s.svg#a"/><image href="s.png"/></svg><div style="background: image-set(\'b.png\' 1x)"></div><img id=y src="there.png">',
        files: { 'there.png': image(613) },
        check: (t) => t.image('#y', 613),
    });
    fixture('srcset-some-missing', {
        body: '<img id=x srcset="{HERE}/i.png 1x, gone.png 2x" src="gone-too.png">',
        files: { 'i.png': image(614) },
        check: (t) => t.image('#x', 614),
    });
    fixture('background-missing', {
        body: '<div id=x style="height:40px;background:url({OTHER}{HERE}/gone.png),url(i.png)"></div>',
        files: { 'i.png': image(615) },
        check: (t) => t.shows('#x', 615),
    });
    fixture('error-page', {
        body: '<iframe id=f src="{HERE}/broken.html"></iframe><a id=x href="broken.html">b</a>',
        nothing: 'page',
        files: { 'broken.html': { ...page('An error'), status: 410 } },
        check: (t) => links(t, '{SITE}{HERE}/broken.html'),
    });
    fixture('noindex', {
        body: '<a id=x href="withheld.html">w</a>',
        nothing: 'page',
        files: { 'withheld.html': html('<title>w</title><meta name=robots content=noindex>') },
        check: (t) => links(t, '{SITE}{HERE}/withheld.html'),
    });
    fixture('preconnect', {
        body: '<link rel=preconnect href="{OTHER}"><link rel=dns-prefetch href="//example.org"><link rel=preconnect href="{SITE}" crossorigin><img id=x src="i.png">',
        files: { 'i.png': image(616) },
        check: (t) => t.image('#x', 616),
    });
};
