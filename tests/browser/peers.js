// SPDX-License-Identifier: MIT
// node peers.js TIPTOE FOLDER [PATTERN]
// Mirrors the fixture site with tiptoe, wget, Wget2 and HTTrack (those that are installed) into FOLDER, and tries each
// mirror on a static server and from disk: how many fixtures work, and how many have the browser ask for something elsewhere.
// Fixtures are found by the links of each mirror's own start page. `make browser-peers`; a comparison, not a test.
'use strict';

const fs = require('fs');
const path = require('path');
const { spawnSync, spawn } = require('child_process');
const { launch, tryWay } = require('./browser');
const { Site, loadFixtures } = require('./site');
const ways = require('./ways');

const [tiptoe, folder, pattern] = process.argv.slice(2);

const MINUTES = 60000;
const PATIENCE_MS = 2500;

const host = (site, colon = ':') => new URL(site.origin).host.replace(':', colon);

// Each as its manual says for a whole site with what its pages need from other hosts. START is the start page's file.
const tools = (tiptoe, site) => [
    { name: 'tiptoe', command: [tiptoe, 'mirror', '--delay', '0', '--quiet', '--output', '.', `${site.origin}/`], root: 'site', start: 'index.html' },
    { name: 'wget', command: ['wget', '-q', '-m', '-k', '-E', '-p', '-H', '-D', '127.0.0.1,localhost', `${site.origin}/`], start: `${host(site)}/index.html` },
    { name: 'wget2', command: ['wget2', '-q', '-m', '-k', '-E', '-p', '-H', '-D', '127.0.0.1,localhost', `${site.origin}/`], start: '127.0.0.1/index.html' },
    {
        name: 'httrack',
        command: ['httrack', `${site.origin}/`, '-O', '.', '-q', '-c8', '-A100000000', '-%c100', '--disable-security-limits', '-s0', '-n', `+${site.other.slice(7)}/*`],
        start: `${host(site, '_')}/index.html`,
    },
];

const version = (name) => {
    const said = spawnSync(name, ['--version'], { encoding: 'utf8' });
    return said.error ? '' : said.stdout.split('\n')[0].trim();
};

// Runs a tool in a folder of its own; answers after how many milliseconds it ended, or was ended.
const run = ([program, ...args], cwd) => new Promise((resolve) => {
    const started = Date.now();
    const child = spawn(program, args, { cwd, stdio: 'ignore' });
    const timer = setTimeout(() => child.kill('SIGKILL'), 4 * MINUTES);
    child.on('exit', (status, signal) => {
        clearTimeout(timer);
        resolve({ ms: Date.now() - started, status: signal || status });
    });
});

async function judge(browser, site, way) {
    const results = await tryWay(browser, { ...way, patience: PATIENCE_MS }, site, site.fixtures);
    way.stop();
    const missed = results.filter(({ passed }) => !passed).map(({ fixture }) => fixture.id);
    const asking = results.filter(({ leaks }) => leaks.some((url) => !url.startsWith('file:')));
    return { works: results.length - missed.length, asks: asking.length, missed };
}

async function main() {
    const site = new Site(loadFixtures(pattern && new RegExp(pattern)));
    await site.start();
    const browser = await launch(process.env.CHROMIUM);
    console.log(`${site.fixtures.length} fixtures: those that work, and in brackets those that ask elsewhere\n`);
    console.log('| tool | static | disk | seconds | status |\n| --- | --- | --- | --- | --- |');
    const missed = [];
    for (const { name, command, root, start } of tools(tiptoe, site)) {
        const said = version(command[0]);
        if (!said) continue;
        const own = path.resolve(folder, name);
        fs.mkdirSync(own, { recursive: true });
        site.silent = false;
        const { ms, status } = await run(command, own);
        const whole = path.join(own, root || '');
        const [plain, disk] = [await judge(browser, site, await ways.statically(whole, start)), await judge(browser, site, ways.fromDisk(whole, start))];
        console.log(`| ${said} | ${plain.works} (${plain.asks}) | ${disk.works} (${disk.asks}) | ${(ms / 1000).toFixed(1)} | ${status} |`);
        missed.push([name, 'static', plain.missed], [name, 'disk', disk.missed]);
    }
    for (const [name, way, ids] of missed) console.log(`\nDoes not work, ${name}, ${way}: ${ids.join(' ')}`);
    await browser.close();
    site.stop();
}

if (require.main === module) {
    main().then(() => process.exit(0), (error) => {
        console.error(error.stack);
        process.exit(1);
    });
}

module.exports = { PATIENCE_MS, run, tools, version };
