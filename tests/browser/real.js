// SPDX-License-Identifier: MIT
// node real.js TIPTOE FOLDER DIR…
// Serves each built site DIR as a host does, mirrors it with TIPTOE into FOLDER, and opens ten of its pages in Chromium, live and
// in the mirror on a plain server. It compares what a reader would miss: requests that fail, words, pictures, script errors.
// Prints a row for each site with what only the mirror lacks, and how many of the mirror's requests found nothing.
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

const mirror = (host, to) => new Promise((resolve, reject) => {
    execFile(tiptoe, ['mirror', '--delay', '0', '--quiet', '--output', to, `${host.origin}${host.first}`], { maxBuffer: 1 << 24 },
        (error, out, said) => (error && error.code !== 4 ? reject(new Error(`${error.message}\n${said}`)) : resolve()));
});

// What a page shows and what goes wrong in it, once nothing is under way.
async function look(browser, way, root, target, wanted) {
    const reader = new Reader(browser, way, { root }, SETTLE_MS);
    await reader.begin();
    const seen = { failed: new Set(), errors: new Set(), words: new Set(), pictures: 0 };
    const { page } = reader;
    const name = (url) => new URL(url).pathname;
    page.on('response', (response) => response.status() >= 400 && seen.failed.add(name(response.url())));
    page.on('requestfailed', (request) => !/ABORTED/.test(request.failure()?.errorText) && seen.failed.add(name(request.url())));
    page.on('pageerror', (error) => seen.errors.add(error.message.split('\n')[0].slice(0, 120)));
    const state = async () => {
        const words = await page.evaluate(() => document.body?.innerText || '');
        seen.words = new Set(words.match(/[\p{L}\p{N}]{3,}/gu) || []);
        seen.pictures = await page.evaluate(() => [...document.images].filter((it) => it.naturalWidth > 0).length);
        return !wanted || ([...wanted.words].every((it) => seen.words.has(it)) && seen.pictures >= wanted.pictures);
    };
    await reader.open(target).catch((error) => seen.errors.add(error.message.split('\n')[0].slice(0, 120)));
    await page.waitForLoadState('networkidle').catch(() => {});
    await becomesTrue(state, wanted ? 3000 : 0);
    await reader.context.close();
    return seen;
}

// Ten pages of the mirror, the first one included, evenly spread over it.
function choose(host) {
    const pages = [...new Set(host.asked.filter(({ status, type }) => status === 200 && type.startsWith('text/html')).map(({ target }) => target.split('?')[0]))];
    const step = Math.max(1, pages.length / PAGES);
    return Array.from({ length: Math.min(PAGES, pages.length) }, (_, at) => pages[Math.floor(at * step)]);
}

const missing = (before, after) => [...before].filter((it) => !after.has(it));

async function compare(browser, site) {
    const root = path.resolve(site);
    const to = path.join(folder, root.replace(/\W+/g, '-'));
    const host = new Host(root, {});
    host.first = fs.existsSync(path.join(root, 'index.html')) ? '/' : `/${fs.readdirSync(root).find((it) => it.endsWith('.html')) || ''}`;
    await host.start();
    await mirror(host, to);
    const row = { site, requests: host.asked.length, vain: host.asked.filter(({ status }) => status === 404).length, pages: 0, failed: 0, words: 0, pictures: 0, errors: 0 };
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
    return rows.some((row) => row.failed + row.words + row.pictures + row.errors > 0) ? 1 : 0;
}

main().then((status) => process.exit(status), (error) => {
    console.log(`Bail out! ${error.stack}`);
    process.exit(1);
});
