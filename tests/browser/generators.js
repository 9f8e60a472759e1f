// SPDX-License-Identifier: MIT
// node generators.js TIPTOE FOLDER CACHE [--peers | --rendered] [PATTERN]
// Builds small sites with the generators' own packages (generators/NAME.js, built below CACHE), mirrors each with TIPTOE into
// FOLDER, and has a reader do the site's tasks in Chromium: live, which proves them; on a plain server, under `tiptoe serve`,
// from disk, and there once more after `rebuild --for disk` (embedded). A task is done if each step is, if the page then shows
// what the live one shows, and if nothing was requested of any host. What cannot work must fail. With --peers, the
// mirrors of other tools as well (peers.js), which nothing is expected of. With --rendered, the sites are those of rendered/, which
// only scripts build, mirrored with --render auto; as root, by a user for whom the browser's own sandbox works.
// It also counts requests that led nowhere: dead ones, and files that no page of the live site loads.
'use strict';

const fs = require('fs');
const path = require('path');
const { execFile } = require('child_process');
const { FALSE_STEP_MS, launch } = require('./browser');
const { Host, build } = require('./builds');
const { PATIENCE_MS, run, tools, version } = require('./peers');
const { Reader } = require('./reader');
const ways = require('./ways');

const [tiptoe, folder, cache, ...rest] = process.argv.slice(2);
const withPeers = rest[0] === '--peers';
const isRendered = rest[0] === '--rendered';
const pattern = new RegExp(rest[withPeers || isRendered ? 1 : 0] || '');
const user = isRendered && process.getuid() === 0 ? ['setpriv', '--reuid=47321', '--regid=47321', '--clear-groups'] : [];

const AT_ONCE = 4;
const MANY_PAGES = 200; // a site of more takes hours to open
const DONE_MS = 30000; // for a step on a slow machine; only what fails waits for so long
const GUESSED = /javascript|json|plain/; // types of files whose names are guesses, if no page has them

const call = (...words) => new Promise((resolve, reject) => {
    const [program, ...args] = [...user, tiptoe, ...words];
    execFile(program, args, { maxBuffer: 1 << 24 }, (error, out, said) =>
        (error && error.code !== 4 ? reject(new Error(`tiptoe ${words[0]}: ${error.message}\n${said}`)) : resolve()));
});

// Why a task cannot be done some way, as in run.js; embedded may have a reason of its own.
const reasonOf = (way, reasons = {}) => {
    const { disk, embedded = disk } = reasons;
    return way.name === 'embedded' ? embedded !== true && embedded : reasons[way.name];
};

// One task: { done, said }. LIVES has what each task's page shows live.
async function attempt(browser, way, options, task, lives) {
    const { start = '/' } = options;
    const [words, steps, reasons] = task;
    const ms = way.patience || (reasonOf(way, reasons) ? FALSE_STEP_MS : DONE_MS);
    const reader = new Reader(browser, way, options, ms);
    await reader.begin();
    const result = { words, done: false, loaded: reader.loaded };
    try {
        await reader.open(start);
        await steps(reader);
        if (way.name === 'live') lives.set(words, await reader.state());
        await reader.endsLike(lives.get(words));
        if (reader.leaks.length && !options.elsewhere) throw new Error('requests elsewhere');
        result.done = true;
    } catch (error) {
        result.said = error.message.split('\n')[0].slice(0, 200);
        if (reader.leaks.length) result.said += `; requested ${[...new Set(reader.leaks)].slice(0, 3).join(' ')}`;
    }
    await reader.context.close();
    return result;
}

async function inTurns(list, work) {
    const results = new Array(list.length);
    let next = 0;
    const worker = async () => {
        while (next < list.length) {
            const at = next++;
            results[at] = await work(list[at]);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return results;
}

// All tasks of a site one way; says how many are done and what is not. Answers how many are, and how many are not as expected.
async function tryWay(browser, way, host, site, root, lives) {
    host.silent = Boolean(way.silent);
    host.asked = [];
    const results = await inTurns(site.tasks, (task) => attempt(browser, way, { ...site, root }, task, lives));
    way.stop();
    const done = results.filter((one) => one.done).length;
    console.log(`  ${way.name}: ${done} of ${results.length}`);
    let wrong = 0;
    results.forEach((one, at) => {
        const reason = reasonOf(way, site.tasks[at][2]);
        const right = way.patience || one.done === !reason;
        if (!right) wrong++;
        if (!one.done || !right) console.log(`    ${right ? 'cannot' : 'not ok'}: ${one.words}: ${one.said || `works, although "${reason}"`}`);
    });
    return { done, wrong, loaded: results.flatMap((one) => [...one.loaded]) };
}

// What browsers load of the live site when each of PAGES is opened and scrolled to its end.
async function loadedBy(browser, host, pages) {
    const loaded = await inTurns(pages, async (target) => {
        const reader = new Reader(browser, ways.live(host), {}, DONE_MS);
        await reader.begin();
        await reader.open(target);
        await reader.page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await reader.page.waitForLoadState('networkidle').catch(() => {});
        await reader.context.close();
        return [...reader.loaded];
    });
    return loaded.flat();
}

// Counts and names requests that led nowhere: those that failed, and scripts and data that no page LOADED, neither in the
// mirror nor on the live site. What pages and style sheets name is not counted: which picture or font is shown depends on the browser.
async function weigh(browser, host, { hidden = [] }, asked, loaded) {
    host.silent = false;
    const dead = asked.filter(({ target, status }) => (status === 'shell' ? /\.\w+$/.test(target) : status >= 400));
    const good = asked.filter(({ status }) => status === 200);
    const pages = good.filter(({ type }) => type.startsWith('text/html')).map(({ target }) => target);
    if (pages.length > MANY_PAGES) {
        console.log(`  ${asked.length} requests, ${dead.length} dead; too many pages to see what each loads`);
        return { requests: asked.length, nowhere: dead.length };
    }
    const used = new Set([...loaded, ...await loadedBy(browser, host, [...pages, ...hidden])].map((url) => new URL(url).pathname));
    const unused = good.filter(({ target, type }) => GUESSED.test(type) && target !== '/robots.txt' && !used.has(target.split('?')[0]));
    const names = (list) => list.map(({ target }) => target).join(' ');
    console.log(`  ${asked.length} requests, ${dead.length + unused.length} led nowhere` +
        `${dead.length ? `; dead: ${names(dead)}` : ''}${unused.length ? `; not used: ${names(unused)}` : ''}`);
    return { requests: asked.length, nowhere: dead.length + unused.length };
}

async function tryPeers(browser, host, site, own, lives) {
    const row = {};
    for (const { name, command, start } of tools(tiptoe, host).filter((one) => one.name !== 'tiptoe' && version(one.command[0]))) {
        host.silent = false;
        fs.mkdirSync(path.join(own, name), { recursive: true });
        await run(command, path.join(own, name));
        const root = path.dirname(path.join(own, name, start));
        const way = { ...await ways.statically(root), patience: PATIENCE_MS, name };
        row[name] = (await tryWay(browser, way, host, site, root, lives)).done;
    }
    return row;
}

async function trySite(browser, name, site) {
    console.log(name);
    const host = new Host(await build(name, site, cache), site);
    await host.start();
    const own = path.resolve(folder, name);
    const mirror = path.join(own, 'mirror');
    const root = path.join(mirror, 'site');
    const lives = new Map();
    const seen = [];
    const row = { name };
    fs.mkdirSync(own, { recursive: true });
    if (user.length) fs.chmodSync(own, 0o777);
    await call('mirror', '--delay', '0', '--quiet', ...(isRendered ? ['--render', 'auto'] : []), '--output', mirror, `${host.origin}${site.start || '/'}`);
    const { asked } = host;
    row.wrong = 0;
    const all = [[() => ways.live(host)], [() => ways.statically(root), root], [() => ways.served(tiptoe, mirror)], [() => ways.fromDisk(root), root],
        ...(isRendered ? [] : [[async () => {
            await call('rebuild', '--quiet', '--for', 'disk', mirror);
            return { ...ways.fromDisk(root), name: 'embedded' };
        }, root]])];
    for (const [make, from] of all) {
        const way = await make();
        const { done, wrong, loaded } = await tryWay(browser, way, host, site, from, lives);
        row[way.name] = done;
        row.wrong += wrong;
        if (/^(live|served)$/.test(way.name)) seen.push(...loaded);
    }
    Object.assign(row, await weigh(browser, host, site, asked, seen));
    if (withPeers) Object.assign(row, await tryPeers(browser, host, site, own, lives));
    host.stop();
    return row;
}

// The sites that generators/*.js or rendered/*.js describe: [name, description].
function described() {
    const sites = isRendered ? 'rendered' : 'generators';
    return fs.readdirSync(path.join(__dirname, sites)).sort().flatMap((file) => {
        const found = require(`./${sites}/${file}`);
        return found.themes ? Object.entries(found.themes) : [[path.basename(file, '.js'), found]];
    });
}

// Says which site is left out because a program or a folder of its description is not on this machine.
function isBuildable([name, { needs = [] }]) {
    const folders = ['', ...process.env.PATH.split(':')];
    const missing = needs.filter((one) => !folders.some((folder) => fs.existsSync(path.resolve(folder, one))));
    if (missing.length) console.log(`SKIP: ${name}: ${missing.join(', ')} not found`);
    return !missing.length;
}

async function main() {
    const sites = described().filter(([name]) => pattern.test(name)).filter(isBuildable);
    const browser = await launch(process.env.CHROMIUM);
    const rows = [];
    try {
        for (const [name, site] of sites) rows.push(await trySite(browser, name, site));
    } finally {
        await browser.close();
    }
    const columns = Object.keys(rows[0]).filter((column) => column !== 'name');
    const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
    console.log(`\n| site | ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length + 1)}`);
    for (const row of rows) console.log(`| ${row.name} | ${columns.map((column) => row[column]).join(' | ')} |`);
    console.log(`| all | ${columns.map(sum).join(' | ')} |`);
    return sum('wrong') ? 1 : 0;
}

main().then((status) => process.exit(status), (error) => {
    console.log(`Bail out! ${error.stack}`);
    process.exit(1);
});
