// SPDX-License-Identifier: MIT
// node real.js TIPTOE FOLDER DIR…
// Serves each built site DIR as a host does, mirrors up to 300 pages of it with TIPTOE into FOLDER, with the help of a browser
// (RENDER=never: without), and opens ten of them in Chromium, live and in the mirror on a plain server. It compares what a reader
// would miss: requests that fail, words, pictures, script errors. Prints a row for each site: what only the mirror lacks; how many
// of the mirror's requests found nothing, and how many were made twice or under another name, which is an error.
'use strict';

const fs = require('fs');
const path = require('path');
const { execFile } = require('child_process');
const { becomesTrue, launch } = require('./browser');
const { Host } = require('./builds');
const { Reader } = require('./reader');
const ways = require('./ways');

const [tiptoe, folder, ...sites] = process.argv.slice(2);

const PAGES = 10;
const SETTLE_MS = 30000; // for a page to show the same as live, on a slow machine; only what is lost waits for so long

const render = process.env.RENDER || 'auto';
// The browser's own sandbox does not work for root.
const user = process.getuid() === 0 ? ['setpriv', '--reuid=47321', '--regid=47321', '--clear-groups'] : [];

// Ends as complete (0), with files that are not there (4), or at the limit of pages (75).
const mirror = (host, to) => new Promise((resolve, reject) => {
    const [program, ...words] = [...user, tiptoe, 'mirror', '--delay', '0', '--quiet', '--render', render, '--max-pages', '300', '--requisites', 'site', '--output', to];
    execFile(program, [...words, `${host.origin}${host.first}`], { maxBuffer: 1 << 24 },
        (error, out, said) => (error && ![4, 75].includes(error.code) ? reject(new Error(`${error.message}\n${said}`)) : resolve()));
});

// What a page shows and what goes wrong in it, once nothing is under way.
async function look(browser, way, root, target, wanted) {
    const reader = new Reader(browser, way, { root }, SETTLE_MS);
    await reader.begin();
    const seen = { failed: new Set(), errors: new Set(), words: new Set(), pictures: 0 };
    const { page } = reader;
    // Other hosts are not there for live pages either.
    const isOwn = (url) => way.own.some((own) => url.startsWith(own));
    const fails = (url) => isOwn(url) && seen.failed.add(new URL(url).pathname);
    page.on('response', (response) => response.status() >= 400 && fails(response.url()));
    page.on('requestfailed', (request) => !/ABORTED/.test(request.failure()?.errorText) && fails(request.url()));
    page.on('pageerror', (error) => seen.errors.add(error.message.split('\n')[0].slice(0, 120)));
    const state = async () => {
        const words = (await page.evaluate(() => document.body?.innerText || '')).replaceAll(new URL(way.start).host, '');
        const before = [...seen.words].join();
        seen.words = new Set(words.match(/[\p{L}\p{N}]{3,}/gu) || []);
        seen.pictures = await page.evaluate(() => [...document.images].filter((it) => it.naturalWidth > 0).length);
        return wanted ? [...wanted.words].every((it) => seen.words.has(it)) && seen.pictures >= wanted.pictures : [...seen.words].join() === before;
    };
    await reader.open(target).catch((error) => seen.errors.add(error.message.split('\n')[0].slice(0, 120)));
    await page.waitForLoadState('networkidle').catch(() => {});
    await becomesTrue(state, 3000);
    await reader.context.close();
    return seen;
}

// Ten pages of the mirror, the first one included, evenly spread over it.
function choose(host) {
    const pages = [...new Set(host.asked.filter(({ status, type, target }) => status === 200 && type.startsWith('text/html') && !target.includes('?')).map(({ target }) => target))];
    const step = Math.max(1, pages.length / PAGES);
    return Array.from({ length: Math.min(PAGES, pages.length) }, (_, at) => pages[Math.floor(at * step)]);
}

// The target of the first page; a site below a path has a folder of its name.
function firstPage(root) {
    const names = fs.readdirSync(root);
    const folder = names.find((it) => fs.existsSync(path.join(root, it, 'index.html')));
    if (names.includes('index.html')) return '/';
    return `/${names.find((it) => it.endsWith('.html')) || (folder ? `${folder}/` : '')}`;
}

const missing = (before, after) => [...before].filter((it) => !after.has(it));

async function compare(browser, site) {
    const root = path.resolve(site);
    const to = path.join(folder, root.replace(/\W+/g, '-'));
    fs.mkdirSync(to, { recursive: true });
    if (user.length) fs.chownSync(to, 47321, 47321);
    const host = new Host(root, {});
    host.first = firstPage(root);
    await host.start();
    const started = Date.now();
    await mirror(host, to);
    const asked = host.asked.filter(({ target }) => target !== '/robots.txt');
    const row = {
        site: path.basename(root), seconds: Math.round((Date.now() - started) / 1000), requests: asked.length,
        vain: asked.filter(({ status }) => status === 404).length, twice: asked.length - new Set(asked.map(({ target }) => target)).size,
        names: new Set(host.asked.map(({ agent }) => agent)).size, pages: 0, failed: 0, words: 0, pictures: 0, errors: 0,
    };
    const live = ways.live(host);
    const copy = await ways.statically(path.join(to, 'site'));
    for (const target of choose(host)) {
        const before = await look(browser, live, null, target);
        const after = await look(browser, copy, path.join(to, 'site'), target, before);
        const lost = { failed: missing(after.failed, before.failed), words: missing(before.words, after.words), errors: missing(after.errors, before.errors) };
        row.pages++;
        for (const kind of Object.keys(lost)) row[kind] += lost[kind].length;
        row.pictures += Math.max(0, before.pictures - after.pictures);
        const said = Object.entries(lost).filter(([, list]) => list.length).map(([kind, list]) => `${kind}: ${list.slice(0, 5).join(', ')}`);
        if (before.pictures > after.pictures) said.push(`pictures: ${after.pictures} of ${before.pictures}`);
        if (said.length) console.log(`  ${target}: ${said.join('; ')}`);
    }
    copy.stop();
    host.stop();
    return row;
}

async function main() {
    const browser = await launch(process.env.CHROMIUM);
    const rows = [];
    try {
        for (const site of sites) {
            console.log(site);
            rows.push(await compare(browser, site));
        }
    } finally {
        await browser.close();
    }
    const columns = Object.keys(rows[0]);
    console.log(`\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
    for (const row of rows) console.log(`| ${columns.map((column) => row[column]).join(' | ')} |`);
    return rows.some((row) => row.failed + row.words + row.pictures + row.errors + row.twice > 0 || row.names > 1) ? 1 : 0;
}

main().then((status) => process.exit(status), (error) => {
    console.log(`Bail out! ${error.stack}`);
    process.exit(1);
});
