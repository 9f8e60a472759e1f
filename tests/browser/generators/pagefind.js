// SPDX-License-Identifier: MIT
// Documentation with a BASE element, chapters behind #!, which a script requests, and the search of Pagefind.
'use strict';

const { image } = require('../files');

const SCRIPT = `
async function route() {
    const name = /^#!\\/(\\w+)$/.exec(location.hash);
    if (!name) return;
    const answer = await fetch('parts/' + name[1] + '.html');
    document.querySelector('main').innerHTML = await answer.text();
}
addEventListener('hashchange', route);
route();
const mode = (value) => { document.documentElement.dataset.mode = localStorage.mode = value; };
if (localStorage.mode) mode(localStorage.mode);
document.querySelector('button').onclick = () => mode(localStorage.mode === 'dark' ? 'light' : 'dark');
document.querySelector('input').oninput = async ({ target }) => {
    const pagefind = await import('/pagefind/pagefind.js');
    const { results } = await pagefind.search(target.value);
    const found = await Promise.all(results.map((one) => one.data()));
    document.querySelector('ol').innerHTML = found.map(({ url, meta }) => '<li><a href="' + url + '">' + meta.title + '</a></li>').join('');
};`;

const page = (title, body) => `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><base href="/docs/"><title>${title}</title>
<style>[data-mode=dark] body { background: #123 }</style></head><body><nav><a href=".">Contents</a> <a href="tides.html">Tides</a>
<button>Lights</button> <input type="search"><ol></ol></nav><main data-pagefind-body><h1>${title}</h1>${body}</main><script src="site.js"></script></body></html>`;

const DATA = { disk: 'scripts may not read files' };

module.exports = {
    packages: { pagefind: '1.6.0' },
    files: {
        'public/index.html': '<!DOCTYPE html><title>Shore</title><p>Notes from the shore.</p><a href="docs/">Read them</a>',
        'public/docs/index.html': page('Contents', '<a href="#!/crabs">Crabs</a> <a href="#!/weed">Weed</a> <a href="birds/gull.html">Gulls</a>'),
        'public/docs/tides.html': page('Tides', '<p>Twice a day, near enough.</p><img src="img/chart.png" alt="">'),
        'public/docs/birds/gull.html': page('Gulls', '<p>They steal sandwiches.</p><a href="tides.html">and know the tides</a>'),
        'public/docs/parts/crabs.html': '<h1>Crabs</h1><p>Sideways only.</p>',
        'public/docs/parts/weed.html': '<h1>Weed</h1><p>Good on potatoes.</p>',
        'public/docs/site.js': SCRIPT,
        'public/docs/img/chart.png': image(65),
    },
    build: [['pagefind', '--site', 'public']],
    out: 'public',
    tasks: [
        ['opens the start page', (t) => t.sees('Notes from the shore.')],
        ['clicks to a page, and to one from there', async (t) => {
            await t.click('text=Read them');
            await t.click('text=Gulls');
            await t.click('text=and know the tides');
            await t.sees('Twice a day');
        }],
        ['reloads a page', async (t) => {
            await t.click('text=Read them');
            await t.click('text=Tides');
            await t.sees('Twice a day');
            await t.reload();
            await t.is('document.images[0].naturalWidth === 65');
        }],
        ['goes back', async (t) => {
            await t.open('/docs/');
            await t.click('text=Gulls');
            await t.sees('They steal');
            await t.back();
            await t.sees('Weed');
        }],
        ['searches and opens what is found', async (t) => {
            await t.open('/docs/');
            await t.type('input', 'sandwiches');
            await t.click('ol a');
            await t.sees('They steal sandwiches.');
        }, DATA],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.open('/docs/');
            await t.click('text=Lights');
            await t.is('document.documentElement.dataset.mode === "dark"');
            await t.reload();
            await t.is('document.documentElement.dataset.mode === "dark"');
        }],
        ['opens a chapter behind #!', async (t) => {
            await t.click('text=Read them');
            await t.click('text=Crabs');
            await t.sees('Sideways only.');
        }, DATA],
        ['comes from elsewhere to such a chapter', async (t) => {
            await t.open('/docs/#!/weed');
            await t.sees('Good on potatoes.');
        }, DATA],
    ],
};
