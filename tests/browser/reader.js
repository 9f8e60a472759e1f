// SPDX-License-Identifier: MIT
// A reader of a site that is open one way, in a browser context of its own: the steps of which tasks are made. A step that
// cannot be done throws.
'use strict';

const path = require('path');
const { pathToFileURL } = require('url');
const { becomesTrue, isLeak } = require('./browser');
const { find } = require('./builds');

const READY_MS = 5000; // for scripts to take over a page where they may never

function fail(words) {
    throw new Error(words);
}

class Reader {
    // ROOT: the folder where the way finds its files, unless it has the site's own paths.
    constructor(browser, way, { root, ready, shown = 'body' }, ms) {
        Object.assign(this, { browser, way, root, ready, shown, ms, leaks: [], loaded: new Set() });
    }

    async begin() {
        this.context = await this.browser.newContext();
        this.context.setDefaultTimeout(this.ms);
        this.context.on('request', (request) => {
            this.loaded.add(request.url());
            if (isLeak(this.way, request.url()) && !request.url().startsWith('file:')) this.leaks.push(request.url());
        });
        this.page = await this.context.newPage();
    }

    // The address of a page of the site: on a plain server and from disk, that of its file.
    address(target) {
        const file = this.root && find(this.root, target);
        const [base] = this.way.own;
        const disk = base.startsWith('file:');
        if (!file && disk) throw new Error(`there is no file for ${target}`);
        if (!file) return base + target.slice(1);
        const rest = (/[?#].*/.exec(target) || [''])[0];
        return (disk ? pathToFileURL(file).href : base + encodeURI(path.relative(this.root, file)).replace(/(^|\/)index\.html$/, '$1')) + rest;
    }

    async open(target) {
        await this.page.goto(this.address(target));
    }

    // Waits for the page's scripts if they ever start: a link also works without them, a button may not.
    async settle() {
        if (this.ready) await this.page.waitForFunction(this.ready, null, { timeout: Math.min(this.ms, READY_MS) }).catch(() => {});
    }

    async click(selector) {
        await this.settle();
        await this.page.locator(selector).first().click().catch(() => fail(`cannot click ${selector}`));
    }

    async type(selector, words) {
        await this.settle();
        await this.page.locator(selector).first().fill(words).catch(() => fail(`cannot type into ${selector}`));
    }

    async press(keys) {
        await this.settle();
        await this.page.keyboard.press(keys);
    }

    // Waits until a function or expression is true in the page, whatever pages come meanwhile.
    async becomes(condition, argument, complaint) {
        const { passed } = await becomesTrue(() => this.page.evaluate(condition, argument), this.ms);
        if (!passed) fail(complaint);
    }

    async sees(words) {
        await this.becomes((it) => document.body.innerText.includes(it), words, `does not see ${words}`);
    }

    // Waits until an expression is true in the page.
    async is(expression) {
        await this.becomes(expression, undefined, `not true: ${expression}`);
    }

    reload() {
        return this.page.reload();
    }

    back() {
        return this.page.goBack();
    }

    // What the page shows in the end.
    state() {
        return this.page.evaluate((shown) => JSON.stringify([document.title, document.querySelector(shown)?.innerText.replace(/\s+/g, ' '),
            getComputedStyle(document.body).backgroundColor]), this.shown);
    }

    // The same state as LIVE, sooner or later; or the words that differ.
    async endsLike(live) {
        let now = '';
        const { passed } = await becomesTrue(async () => {
            now = await this.state();
            return now === live;
        }, this.ms);
        let at = 0;
        while (at < live.length && live[at] === now[at]) at++;
        if (!passed) throw new Error(`ends with …${now.slice(at, at + 60)} instead of …${live.slice(at, at + 60)}`);
    }
}

module.exports = { Reader };
