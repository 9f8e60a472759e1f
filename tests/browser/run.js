// SPDX-License-Identifier: MIT
// node run.js TIPTOE FOLDER [PATTERN]
// Mirrors the fixture site with the program TIPTOE into FOLDER, which must not exist, and tries every fixture (or those
// whose names match PATTERN) in Chromium in five ways: live, which proves the check; live without what it needs, which
// proves that the check can fail; and the mirror on a static server, from disk, and under `tiptoe serve`. What cannot
// work from disk is tried there once more after `rebuild --for disk`. The mirror may ask nobody else for anything.
'use strict';

const path = require('path');
const { execFile } = require('child_process');
const { launch, tryWay } = require('./browser');
const { Site, loadFixtures } = require('./site');
const ways = require('./ways');

const [tiptoe, folder, pattern] = process.argv.slice(2);

// Runs tiptoe; some files that pages name are not there, on purpose (4).
const mirror = (site) => new Promise((resolve, reject) => {
    const started = Date.now();
    execFile(tiptoe, ['mirror', '--delay', '0', '--quiet', '--output', folder, `${site.origin}/`], { maxBuffer: 1 << 24 },
        (error, out, said) => {
            if (error && error.code !== 4) return reject(new Error(`tiptoe mirror: ${error.message}\n${said}`));
            return resolve(Date.now() - started);
        });
});

// Why a fixture cannot work some way; what is embedded for disk can.
const reasonOf = (way, fixture) => (way.name === 'embedded' ? !fixture.embedded && fixture.disk : fixture[way.name]);

const rebuildForDisk = () => new Promise((resolve, reject) => {
    execFile(tiptoe, ['rebuild', '--quiet', '--for', 'disk', folder], (error, out, said) =>
        (error ? reject(new Error(`tiptoe rebuild: ${error.message}\n${said}`)) : resolve()));
});

// What is wrong with a result, or nothing.
function complaint(way, { fixture, passed, said, leaks }) {
    const reason = reasonOf(way, fixture);
    if (way.strip) return passed ? 'passes without what it needs: the check proves nothing' : '';
    // Where a page cannot work from disk, it may look for files elsewhere on the disk: that asks nobody.
    const asked = new Set(leaks.filter((url) => !reason || !url.startsWith('file:')).map((url) => url.slice(0, 120)));
    if (asked.size && way.silent) return `asks for ${[...asked].slice(0, 4).join(' ')}`;
    if (reason) return passed ? `works, although "${reason}"` : '';
    return passed ? '' : `fails${said === false ? '' : `: ${said}`}`;
}

async function judgeWay(browser, way, site, fixtures) {
    const started = Date.now();
    const results = await tryWay(browser, way, site, fixtures);
    way.stop();
    let failures = 0;
    for (const result of results) {
        const words = complaint(way, result);
        if (words) console.log(`not ok ${way.name} ${result.fixture.id}: ${words}`);
        if (words) failures++;
    }
    if (way.silent && site.asked.length) {
        console.log(`not ok ${way.name}: the live site was asked for ${[...new Set(site.asked)].slice(0, 10).map((url) => url.slice(0, 120)).join(', ')}`);
        failures++;
    }
    const refused = results.filter(({ fixture }) => !way.strip && reasonOf(way, fixture)).length;
    const passed = results.filter(({ passed: it }) => it).length;
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`# ${way.name}: ${passed} of ${results.length} work, ${refused} cannot, ${failures} wrong; ${seconds} s`);
    return failures;
}

async function main() {
    const site = new Site(loadFixtures(pattern && new RegExp(pattern)));
    await site.start();
    const ms = await mirror(site);
    console.log(`# ${site.fixtures.length} fixtures, ${site.files.size} files, mirrored in ${ms} ms`);
    const browser = await launch(process.env.CHROMIUM);
    let failures = 0;
    try {
        const root = path.resolve(folder, 'site');
        const all = [() => ways.live(site), () => ways.nothing(site), () => ways.statically(root), () => ways.fromDisk(root),
            () => ways.served(tiptoe, path.resolve(folder))];
        for (const make of all) failures += await judgeWay(browser, await make(), site, site.fixtures);
        const refused = site.fixtures.filter(({ disk }) => disk);
        if (refused.length) {
            await rebuildForDisk();
            failures += await judgeWay(browser, { ...ways.fromDisk(root), name: 'embedded' }, site, refused);
        }
        const reasons = site.fixtures.flatMap((one) => ['static', 'disk', 'served'].filter((way) => one[way])
            .map((way) => `# ${way} cannot${way === 'disk' && one.embedded ? ', but --for disk can' : ''}: ${one.id}: ${one[way]}`));
        console.log(reasons.sort().join('\n'));
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
