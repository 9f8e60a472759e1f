// SPDX-License-Identifier: MIT
// Opens fixtures in Chromium and runs their checks: one browser, a few pages at once, each in a context of its own.
'use strict';

const { chromium } = require('playwright-core');
const { Checks } = require('./checks');

const AT_ONCE = 5;
const FALSE_MS = 250;
const FALSE_STEP_MS = 5000; // for a step of a check that is to fail
// For what comes true sooner or later, on a slow machine too. Nothing waits for so long but what fails.
const TRUE_MS = 120000;

const FLAGS = [
    '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--mute-audio', '--disable-site-isolation-trials', '--autoplay-policy=no-user-gesture-required', '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
    // Whatever is not on this machine does not exist.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.*, EXCLUDE localhost, EXCLUDE *.localhost',
];

const launch = (executablePath) => chromium.launch({ executablePath, args: FLAGS, chromiumSandbox: false, timeout: TRUE_MS });

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Asks CHECK until it is true or the time is over. What it throws counts as false: a page that is under way throws.
async function becomesTrue(check, ms) {
    const end = Date.now() + ms;
    let last;
    for (;;) {
        try {
            last = await check();
            if (last === true) return { passed: true };
        } catch (error) {
            last = error.message.split('\n')[0];
        }
        if (Date.now() >= end) return { passed: false, said: last };
        await pause(60);
    }
}

// The pages that the start page links to, by the words of the links, which are fixtures' names. Every tool's mirror can
// be asked so, whatever it calls its files.
async function pagesFrom(browser, start) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(start, { timeout: TRUE_MS });
    const links = await page.$$eval('a', (all) => all.map((link) => [link.textContent.trim(), link.href]));
    await context.close();
    return new Map(links);
}

// What the page itself may have in the way where all else is stopped.
const EMPTY_PAGE = '<!DOCTYPE html><title>Nothing</title>';

const isLeak = (way, url) => !/^(data|blob|about|chrome-error):/.test(url) && !way.own.some((own) => url.startsWith(own));

// A page that opens one fixture after another: much faster than a page for each, since Chromium starts a process then.
class Window {
    constructor(browser, way, site) {
        Object.assign(this, { browser, way, site, leaks: [] });
    }

    async open() {
        this.context = await this.browser.newContext();
        this.context.on('request', (request) => isLeak(this.way, request.url()) && this.leaks.push(request.url()));
        if (this.way.strip) await this.context.route('**/*', (route) => this.strip(route));
        this.page = await this.context.newPage();
        this.second = await this.context.newPage();
    }

    // Lets the fixture's page through once, and nothing else.
    strip(route) {
        if (this.opened || route.request().url() !== this.url) return route.abort();
        this.opened = true;
        return this.fixture.nothing === 'page' ? route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }) : route.continue();
    }

    // One fixture: { passed, said, leaks }.
    async try(fixture, url) {
        Object.assign(this, { fixture, url, opened: false, leaks: [] });
        if (!url) return { passed: false, said: 'the start page has no link to it', leaks: [] };
        try {
            await this.page.goto(url, { timeout: TRUE_MS });
        } catch (error) {
            // A page that goes on to another at once was not opened to the end.
            if (!/interrupted|ERR_ABORTED/.test(error.message)) return { passed: false, said: error.message.split('\n')[0], leaks: this.leaks };
        }
        const refused = this.way.name === 'embedded' ? !fixture.embedded : fixture[this.way.name];
        const expected = !this.way.strip && !refused;
        const checks = new Checks(this.page, this.second, this.way, fixture, this.site, expected && !this.way.patience ? TRUE_MS : FALSE_STEP_MS);
        const { passed, said } = await becomesTrue(() => fixture.check(checks), expected ? this.way.patience || TRUE_MS : FALSE_MS);
        return { passed, said, leaks: this.leaks };
    }

    close() {
        return this.context.close();
    }
}

// Fixtures one way, in the order of their names: [{ fixture, passed, said, leaks }].
async function tryWay(browser, way, site, fixtures) {
    site.silent = Boolean(way.silent);
    site.asked = [];
    const pages = await pagesFrom(browser, way.start);
    if (!pages.size) throw new Error(`${way.start} is no start page`);
    const results = new Array(fixtures.length);
    let next = 0;
    const work = async () => {
        const window = new Window(browser, way, site);
        await window.open();
        while (next < fixtures.length) {
            const at = next++;
            const fixture = fixtures[at];
            results[at] = { fixture, ...await window.try(fixture, pages.get(fixture.id)) };
        }
        await window.close();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return results;
}

module.exports = { FALSE_STEP_MS, TRUE_MS, becomesTrue, isLeak, launch, tryWay };
