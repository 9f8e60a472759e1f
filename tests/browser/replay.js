// SPDX-License-Identifier: MIT
// node replay.js TIPTOE FOLDER
// An archive of everything, exported as WACZ and as WARC, and replayed by others' code: warcio.js reads every
// record; wabac.js, as a service worker in Chromium, shows pages of the fixture site with requisites of every kind. All that
// a live page was given it must be given in replay, its check must hold, and nobody else may be asked for anything.
'use strict';

const fs = require('fs');
const path = require('path');
const { execFile } = require('child_process');
const { WARCParser } = require('warcio');
const { TRUE_MS, becomesTrue, launch } = require('./browser');
const { Checks } = require('./checks');
const { Site, loadFixtures, absolute } = require('./site');
const ways = require('./ways');

const [tiptoe, folder] = process.argv.slice(2);
const WABAC = path.join(process.env.NODE_PATH, '@webrecorder/wabac/dist/sw.js');
const AT_ONCE = 4;
const QUIET_MS = 300;

const CHOSEN = new RegExp(`^(${[
    'images/img-src', 'images/img-other-host', 'images/img-query', 'images/srcset-x', 'images/picture-source', 'styles/link',
    'styles/link-other-host', 'styles/import-chain', 'styles/image-set-url', 'styles/link-redirect', 'fonts/font-face', 'media/audio-src',
    'media/video-poster', 'media/track', 'frames/iframe', 'frames/iframe-other-host', 'frames/object-page', 'scripts/script-src',
    'scripts/script-other-host', 'svg/use-href', 'svg/file-xlink', 'lazy/data-bg',
].join('|')})$`);

let failures = 0;
const check = (good, words) => {
    console.log(`${good ? 'ok' : 'not ok'} - ${words}`);
    if (!good) failures++;
};

const run = (...words) => new Promise((resolve, reject) => {
    execFile(tiptoe, words, { maxBuffer: 1 << 24 }, (error, out, said) =>
        (error && error.code !== 4 ? reject(new Error(`tiptoe ${words[0]}: ${error.message}\n${said}`)) : resolve(out)));
});

// Every record, by warcio.js, which holds no digest against its bytes; `tiptoe verify` does.
async function readByWarcio(file) {
    let records = 0;
    const wrong = [];
    for await (const record of new WARCParser(fs.createReadStream(file), { keepHeadersCase: true })) {
        await record.readFully(false);
        records++;
        const field = (name) => record.warcHeader(name);
        if (!field('WARC-Record-ID') || !field('WARC-Date')) wrong.push(`record ${records} has no id or no date`);
        if (record.warcType === 'response' && !record.httpHeaders) wrong.push(`${record.warcTargetURI} has no head`);
    }
    return { records, wrong };
}

const isOwn = (site, url) => url.startsWith(`${site.origin}/`) || url.startsWith(`${site.other}/`);

// The URL that a request of a replayed page stands for; a WACZ's name may be in it.
const replayed = (url) => (/\/w\/[^/]+\/(?::[0-9a-f]+\/)?\d*[a-z_]*\/(https?:.*)$/.exec(url) || [])[1];

async function showLive(page, url) {
    await page.goto(url, { timeout: TRUE_MS });
    return page;
}

// wabac.js shows pages in a frame only. It can be asked what a page can.
const showFramed = (start) => async (page, url) => {
    await page.goto(start, { timeout: TRUE_MS });
    await page.evaluate((address) => new Promise((resolve) => {
        const frame = document.querySelector('iframe');
        frame.onload = resolve;
        frame.src = address;
    }), url);
    const frame = await (await page.$('iframe')).contentFrame();
    frame.mainFrame = () => frame;
    return frame;
};

// Opens one page and runs its check: what it was given, and whom else it asked. WANTED is what it has to be given.
async function open(context, site, fixture, way, url, wanted) {
    const page = await context.newPage();
    const second = await context.newPage();
    const given = new Set();
    page.on('response', (response) => {
        const of = way.original(response.url());
        if (of && response.status() < 400) given.add(of.split('#')[0]);
    });
    let said = '';
    try {
        const shown = await way.show(page, url);
        const result = await becomesTrue(() => fixture.check(new Checks(shown, second, way, fixture, site, TRUE_MS)), TRUE_MS);
        if (!result.passed) said = `its check fails: ${result.said}`;
        else await becomesTrue(() => [...wanted].every((one) => given.has(one)), TRUE_MS);
        await page.waitForTimeout(QUIET_MS);
    } catch (error) {
        said = error.message.split('\n')[0];
    }
    await page.close();
    await second.close();
    return { given, said };
}

// All fixtures, some at once: results in their order.
async function openAll(context, site, way, urlOf, wantedOf) {
    const results = [];
    let next = 0;
    const work = async () => {
        while (next < site.fixtures.length) {
            const at = next++;
            results[at] = await open(context, site, site.fixtures[at], way, urlOf(site.fixtures[at]), wantedOf(at));
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return results;
}

const pageOf = (site, fixture) => `${site.origin}${absolute(fixture, fixture.path || 'page.html')}`;

// Has the service worker load an archive; resolves when it is there.
const load = (page, file) => page.evaluate(async (name) => {
    await navigator.serviceWorker.register('/sw.js?useHashCheck=1');
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve; });
    }
    await new Promise((resolve, reject) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => {
            if (data.msg_type === 'collAdded') resolve();
            if (data.error) reject(new Error(data.error));
        });
        navigator.serviceWorker.controller.postMessage({ msg_type: 'addColl', name: 'it', file: { sourceUrl: `${location.origin}/${name}` } });
    });
}, file);

async function replay(browser, site, live, file) {
    const server = await ways.statically(folder, 'start.html');
    const origin = new URL(server.start).origin;
    const context = await browser.newContext();
    const leaks = [];
    context.on('request', (request) => {
        if (!request.url().startsWith(`${origin}/`) && !/^(data|blob|about):/.test(request.url())) leaks.push(request.url());
    });
    const first = await context.newPage();
    await first.goto(server.start);
    await load(first, file);
    const way = { name: 'replay', holds: () => true, original: replayed, show: showFramed(server.start) };
    const results = await openAll(context, site, way, (fixture) => `${origin}/w/it/mp_/${pageOf(site, fixture)}`, (at) => live[at].given);
    const about = await first.evaluate(() => fetch('/w/api/c/it?all=1').then((answer) => answer.json()));
    // It counts the signature, which nobody asks for, and the pages; of a plain index it forgets to take the digest.
    if (file.endsWith('.wacz')) check(about.verify.numValid >= 2, `${file}: wabac.js finds the digest of its pages right`);
    await context.close();
    server.stop();
    let needed = 0;
    results.forEach(({ given, said }, at) => {
        const missing = [...live[at].given].filter((url) => !given.has(url));
        needed += live[at].given.size;
        check(!said && !missing.length, `${file}: ${site.fixtures[at].id} ${said || (missing.length ? `misses ${missing}` : 'is replayed')}`);
    });
    check(needed > 2 * results.length, `${file}: live pages were given more than themselves`);
    check(!leaks.length, `${file}: nobody else is asked: ${leaks.slice(0, 4)}`);
    check(!site.asked.length, `${file}: the live site is not asked: ${[...new Set(site.asked)].slice(0, 4)}`);
    console.log(`# ${file}: ${results.length} pages, which live were given ${needed} files`);
}

async function main() {
    const site = new Site(loadFixtures(CHOSEN));
    await site.start();
    fs.mkdirSync(folder, { recursive: true });
    const mirror = path.join(folder, 'mirror');
    await run('mirror', '--delay', '0', '--quiet', '--archive', 'all', '--output', mirror, `${site.origin}/`);
    await run('export', '--warc', path.join(folder, 'it.warc.gz'), '--wacz', path.join(folder, 'it.wacz'), mirror);
    fs.copyFileSync(WABAC, path.join(folder, 'sw.js'));
    fs.writeFileSync(path.join(folder, 'start.html'), '<!DOCTYPE html><title>Replay</title><iframe width=1200 height=700></iframe>');
    const { records, wrong } = await readByWarcio(path.join(folder, 'it.warc.gz'));
    check(records > 3 * site.fixtures.length && !wrong.length, `warcio.js reads ${records} records ${wrong.slice(0, 4)}`);
    const browser = await launch(process.env.CHROMIUM);
    try {
        const context = await browser.newContext();
        const way = { ...ways.live(site), original: (url) => (isOwn(site, url) ? url : undefined), show: showLive };
        const live = await openAll(context, site, way, (fixture) => pageOf(site, fixture), () => []);
        await context.close();
        live.forEach(({ said }, at) => said && check(false, `live: ${site.fixtures[at].id}: ${said}`));
        site.silent = true;
        for (const file of ['it.wacz', 'it.warc.gz']) {
            site.asked = [];
            await replay(browser, site, live, file);
        }
    } finally {
        await browser.close();
        site.stop();
    }
    console.log(failures ? `# ${failures} failures` : '# all is well');
    return failures ? 1 : 0;
}

main().then((status) => process.exit(status), (error) => {
    console.log(`Bail out! ${error.stack}`);
    process.exit(1);
});
