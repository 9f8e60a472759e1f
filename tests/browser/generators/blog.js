// SPDX-License-Identifier: MIT
// A blog as WordPress and its themes make one: absolute URLs everywhere, short links, versions of files in queries, feeds of
// comments, pictures in sizes that are loaded late, a menu and a light box by a small library, a search by the server.
'use strict';

const { css, html, image, moved, script, typed } = require('../files');

const POSTS = [
    [31, 'lock', 'A stuck lock', 'Graphite, not oil.'], [32, 'hinge', 'Hinges that sing', 'Wax the pin.'],
    [33, 'roof', 'Under the roof', 'Look for daylight.'], [34, 'drain', 'The slow drain', 'Hair, mostly.'],
];

const LIBRARY = `window.$ = (words) => {
    const all = [...document.querySelectorAll(words)];
    return { on: (type, work) => all.forEach((one) => one.addEventListener(type, work)), toggle: (name) => all.forEach((one) => one.classList.toggle(name)), all };
};`;
const THEME = `
$('.menu-button').on('click', () => $('.menu').toggle('open'));
$('.gallery a').on('click', (event) => {
    event.preventDefault();
    const box = document.createElement('div');
    box.className = 'box';
    box.innerHTML = '<p>Close</p><img src="' + event.currentTarget.href + '">';
    document.body.append(box);
});
new IntersectionObserver((seen) => seen.forEach(({ isIntersecting, target }) => {
    if (isIntersecting && target.dataset.src) target.src = target.dataset.src;
})).observe($('img.late').all[0] || document.body);
const paint = () => document.documentElement.classList.toggle('dark', localStorage.scheme === 'dark');
$('.scheme').on('click', () => { localStorage.scheme = localStorage.scheme === 'dark' ? 'light' : 'dark'; paint(); });
paint();`;
const STYLE = '.menu { display: none } .menu.open { display: block } html.dark body { background: #211 } .end { margin-top: 2000px }';

const frame = (site, title, body) => html(`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title} – Old house</title>
<link rel="stylesheet" href="${site}/wp-content/themes/attic/style.css?ver=6.8"><link rel="alternate" type="application/rss+xml" href="${site}/feed/">
<script>var attic = ${JSON.stringify({ ajax: `${site}/wp-admin/admin-ajax.php` }).replace(/\//g, '\\/')};</script></head><body>
<button class="menu-button">Menu</button><ul class="menu"><li><a href="${site}/">Home</a></li><li><a href="${site}/tools/">Tools</a></li></ul>
<form action="${site}/" method="get"><input type="search" name="s"></form><button class="scheme">Lights</button>\n${body}
<script src="${site}/wp-includes/js/dollar.js?ver=3.7"></script><script src="${site}/wp-content/themes/attic/theme.js?ver=6.8"></script></body></html>`);

const list = (site, posts) => posts.map(([, slug, title]) => `<h2><a href="${site}/2026/${slug}/">${title}</a></h2>`).join('\n');

const feed = (title, items) => typed('application/rss+xml')(`<?xml version="1.0"?><rss version="2.0"><channel><title>${title}</title>${items}</channel></rss>`);

const post = (site, [id, slug, title, text]) => frame(site, title, `<link rel="shortlink" href="${site}/?p=${id}"><h1>${title}</h1><p>${text}</p>
<p class="gallery"><a href="${site}/wp-content/uploads/${slug}.png"><img src="${site}/wp-content/uploads/${slug}-50.png" alt=""
 srcset="${site}/wp-content/uploads/${slug}-50.png 50w, ${site}/wp-content/uploads/${slug}-100.png 100w" sizes="50px"></a></p>
<p>One comment: Thank you. <a href="${site}/2026/${slug}/feed/">Comments as a feed</a></p>
<p class="end"><img class="late" alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="${site}/wp-content/uploads/${slug}-late.png"></p>`);

function answer(target, site) {
    const { pathname, searchParams } = new URL(target, site);
    const [slug, size] = (/^\/wp-content\/uploads\/(\w+?)-?(\d+|late)?\.png$/.exec(pathname) || []).slice(1);
    const one = POSTS.find((it) => it[0] === Number(searchParams.get('p')) || it[1] === slug || pathname.startsWith(`/2026/${it[1]}/`));
    if (slug && one) return image({ 50: 50, 100: 100, late: 60 }[size] || 200);
    if (searchParams.has('p') && one) return moved(301, `${site}/2026/${one[1]}/`);
    const words = searchParams.get('s');
    if (words !== null) return frame(site, `Found: ${words}`, list(site, POSTS.filter(([, , , text]) => text.includes(words))));
    if (one && pathname.endsWith('/feed/')) return feed(one[2], '<item><title>A comment</title><description>Thank you.</description></item>');
    if (one) return post(site, one);
    return {
        '/': () => frame(site, 'Home', `<h1>Old house</h1>${list(site, POSTS.slice(0, 2))}<a href="${site}/page/2/">Older posts</a>`),
        '/page/2/': () => frame(site, 'Older', list(site, POSTS.slice(2))),
        '/tools/': () => frame(site, 'Tools', '<h1>Tools</h1><p>A hammer, mostly.</p>'),
        '/feed/': () => feed('Old house', POSTS.map(([, name, title]) => `<item><title>${title}</title><link>${site}/2026/${name}/</link></item>`).join('')),
        '/wp-includes/js/dollar.js': () => script(LIBRARY),
        '/wp-content/themes/attic/theme.js': () => script(THEME),
        '/wp-content/themes/attic/style.css': () => css(STYLE),
    }[pathname]?.();
}

const NEEDS = "a search needs the site's own server";

module.exports = {
    files: {},
    answer,
    tasks: [
        ['opens the start page', (t) => t.sees('Hinges that sing')],
        ['clicks to a page through the menu', async (t) => {
            await t.click('text=Menu');
            await t.click('text=Tools');
            await t.sees('A hammer, mostly.');
        }],
        ['reloads a page', async (t) => {
            await t.click('text=A stuck lock');
            await t.sees('Graphite, not oil.');
            await t.reload();
            await t.is('document.images[0].naturalWidth > 0');
        }],
        ['goes back', async (t) => {
            await t.click('text=Older posts');
            await t.click('text=The slow drain');
            await t.sees('Hair, mostly.');
            await t.back();
            await t.sees('Under the roof');
        }],
        ['searches and opens what is found', async (t) => {
            await t.type('[name=s]', 'pin');
            await t.press('Enter');
            await t.click('text=Hinges');
            await t.sees('Wax the pin.');
        }, { static: NEEDS, disk: NEEDS, served: NEEDS }],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('text=Lights');
            await t.is('document.documentElement.classList.contains("dark")');
            await t.reload();
            await t.is('document.documentElement.classList.contains("dark")');
        }],
        ['opens a picture in the light box', async (t) => {
            await t.click('text=A stuck lock');
            await t.click('.gallery a');
            await t.is('document.querySelector(".box img").naturalWidth === 200');
        }],
        ['comes from elsewhere to a deep link, and scrolls to its end', async (t) => {
            await t.open('/2026/roof/');
            await t.is('scrollTo(0, 9000), document.querySelector(".late").naturalWidth === 60');
        }],
    ],
};
