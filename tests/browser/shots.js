// SPDX-License-Identifier: MIT
// node shots.js TIPTOE MIRROR FILES LOG COUNT [HIDDEN [COMPOSED]]
// Opens COUNT pages of a live site, spread over all of FILES (path, URL, type: a line each), and then their copies in MIRROR
// from disk and under `tiptoe serve`. Each copy must have the visible text of the live page, load what that loads, ask
// nobody else (no browser in LOG, the live server's access log) and look the same: mean difference of pixels below 0.1 %.
// HIDDEN is a line of text that the site's own scripts do not show from disk; COMPOSED is a pattern of files whose names its
// scripts put together, which no mirror made without running them has: nobody gets them here, the live page neither. Chance is no chance here: Math.random begins
// alike on every page.
'use strict';

const fs = require('fs');
const path = require('path');
const { TRUE_MS, becomesTrue, launch } = require('./browser');
const png = require('./png');
const ways = require('./ways');

const [tiptoe, mirror, list, log, count, hidden, composed] = process.argv.slice(2);
const AT_ONCE = 3;
const MOST_DIFFERENCE = 0.001;
const QUIET_MS = 500;
const VIEW = { width: 1000, height: 1400 };

const files = fs.readFileSync(list, 'utf8').split('\n').filter(Boolean)
    .map((line) => line.split('\t')).map(([file, url, type]) => ({ file, url, type }));
const byFile = new Map(files.map((one) => [one.file, one.url]));

// Pages at even distances, the first and the last among them.
function sample() {
    const pages = files.filter(({ type }) => /^(text\/html|application\/xhtml)/.test(type));
    const step = Math.max(1, (pages.length - 1) / Math.max(1, Number(count) - 1));
    const picked = new Set();
    for (let at = 0; Math.round(at) < pages.length; at += step) picked.add(pages[Math.round(at)]);
    return [...picked];
}

// A time in a query is another at each visit.
const unstamped = (url) => url.replace(/#.*/, '').replace(/\d{9,}/g, '0');

// The live URL of what a way has loaded, or the URL itself.
function original(way, url) {
    if (way.name === 'live') return unstamped(url);
    if (way.name === 'served') return unstamped(url.replace(way.origin, way.site));
    const [root] = way.own;
    const file = url.startsWith(root) ? decodeURIComponent(url.slice(root.length).replace(/[?#].*/, '')) : '';
    return unstamped(byFile.get(file) || url);
}

// The address of a page in each way.
function address(way, page) {
    if (way.name === 'live') return page.url;
    if (way.name === 'served') return page.url.replace(way.site, way.origin);
    return way.own[0] + page.file.split('/').map(encodeURIComponent).join('/');
}

// What a page shows once it shows it twice, with what it loads and what it has to load: its scripts may have timers.
async function settled(tab, loaded, wanted) {
    let seen = {};
    await becomesTrue(async () => {
        await tab.waitForTimeout(QUIET_MS);
        const text = await tab.evaluate(() => document.body.innerText);
        const shot = await tab.screenshot({ animations: 'disabled', caret: 'hide', timeout: TRUE_MS });
        const before = seen;
        seen = { text, shot, count: loaded.size };
        return text === before.text && seen.count === before.count && shot.equals(before.shot) &&
            [...wanted].every((url) => loaded.has(url));
    }, TRUE_MS);
    return seen;
}

async function look(browser, way, page, wanted) {
    const context = await browser.newContext({ viewport: VIEW, reducedMotion: 'reduce' });
    await context.addInitScript(() => {
        let last = 1;
        Math.random = () => {
            last = (last * 16807) % 2147483647;
            return last / 2147483647;
        };
    });
    if (composed) await context.route(composed, (route) => route.abort());
    const tab = await context.newPage();
    const loaded = new Set();
    const leaks = [];
    tab.on('request', (request) => {
        const url = request.url();
        if (!/^(data|blob|about):/.test(url) && !way.own.some((own) => url.startsWith(own))) leaks.push(url);
    });
    tab.on('requestfinished', (request) => {
        if (/^(http|file):/.test(request.url())) loaded.add(original(way, request.url()));
    });
    await tab.goto(address(way, page), { waitUntil: 'load', timeout: TRUE_MS });
    const { text, shot } = await settled(tab, loaded, wanted);
    await context.close();
    return { text, loaded, leaks, shot };
}

// All pages one way, a few at once. LIVES: what was seen of the live ones; none for these themselves.
async function lookAll(browser, way, pages, lives) {
    const seen = new Array(pages.length);
    let next = 0;
    const work = async () => {
        while (next < pages.length) {
            const at = next++;
            seen[at] = await look(browser, way, pages[at], lives ? lives[at].loaded : []);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return seen;
}

// Where two texts part.
function parting(live, copy) {
    let at = 0;
    while (at < live.length && live[at] === copy[at]) at++;
    return JSON.stringify([live.slice(at, at + 40), copy.slice(at, at + 40)]);
}

// What is wrong with a copy: some words each.
function complaints(way, live, copy, difference) {
    const wrong = [];
    const text = way.name === 'disk' && hidden ? live.text.split('\n').filter((line) => line !== hidden).join('\n') : live.text;
    const missing = [...live.loaded].filter((url) => !copy.loaded.has(url));
    const extra = [...copy.loaded].filter((url) => !live.loaded.has(url));
    if (text !== copy.text) wrong.push(`another text: ${parting(text, copy.text)}`);
    if (missing.length) wrong.push(`does not load ${missing.slice(0, 3).join(' ')}`);
    if (extra.length) wrong.push(`loads what the live page does not: ${extra.slice(0, 3).join(' ')}`);
    if (copy.leaks.length) wrong.push(`asks for ${copy.leaks.slice(0, 3).join(' ')}`);
    if (difference > MOST_DIFFERENCE) wrong.push(`differs by ${(difference * 100).toFixed(3)} %`);
    return wrong;
}

// The lines of the log for browsers: another test that runs now may ask a port that was its server's.
const asked = () => fs.readFileSync(log, 'utf8').split('\n').filter((line) => line.includes('Chrome/'));

async function compare(browser, way, pages, lives) {
    const before = asked().length;
    const copies = await lookAll(browser, way, pages, lives);
    const differences = copies.map((copy, at) => png.difference(lives[at].shot, copy.shot));
    let failures = 0;
    copies.forEach((copy, at) => complaints(way, lives[at], copy, differences[at]).forEach((words) => {
        console.log(`${way.name} ${pages[at].url}: ${words}`);
        failures++;
    }));
    const more = asked().slice(before);
    if (more.length) {
        console.log(`${way.name}: the live server was asked: ${more.slice(0, 3).join('; ')}`);
        failures++;
    }
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    console.log(`${way.name}: ${pages.length} pages, ${copies.reduce((sum, { loaded }) => sum + loaded.size, 0)} files loaded, mean difference ` +
        `${(mean * 100).toFixed(4)} %, most ${(Math.max(...differences) * 100).toFixed(4)} %, ${failures} wrong`);
    return failures;
}

async function main() {
    const pages = sample();
    const site = new URL(pages[0].url).origin;
    const browser = await launch(process.env.CHROMIUM);
    let failures = 0;
    try {
        const lives = await lookAll(browser, { name: 'live', own: [`${site}/`] }, pages);
        const served = await ways.served(tiptoe, mirror);
        Object.assign(served, { site, origin: new URL(served.start).origin });
        for (const way of [ways.fromDisk(path.join(mirror, 'site')), served]) {
            failures += await compare(browser, way, pages, lives);
            way.stop();
        }
    } finally {
        await browser.close();
    }
    return failures ? 1 : 0;
}

main().then((status) => process.exit(status), (error) => {
    console.log(`Bail out! ${error.stack}`);
    process.exit(1);
});
