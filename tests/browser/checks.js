// SPDX-License-Identifier: MIT
// What a fixture's check can ask of its page in the browser. Each answers true only if the thing works.
'use strict';

const png = require('./png');

const near = (a, b, by) => Math.abs(a - b) <= by;

class Checks {
    // page: of playwright; second: another, in which links are followed; way: see ways.js; fixture and site: see site.js;
    // stepMs: how long one step may take.
    constructor(page, second, way, fixture, site, stepMs) {
        Object.assign(this, { page, second, way, fixture, site, stepMs });
    }

    // FUNCTION's value in the page; its ARGUMENT must survive JSON.
    value(func, argument) {
        return this.page.evaluate(func, argument);
    }

    // An img, of a picture so wide.
    image(selector, width) {
        return this.value(([sel, wanted]) => document.querySelector(sel).naturalWidth === wanted, [selector, width]);
    }

    // A box so wide as the picture it shows: input, object, embed, a video's poster, generated content.
    wide(selector, width) {
        return this.value(([sel, wanted]) => document.querySelector(sel).getBoundingClientRect().width === wanted, [selector, width]);
    }

    // Pixels of the picture so wide are in the middle of a box.
    async shows(selector, width) {
        const shot = await this.page.locator(selector).first().screenshot({ timeout: this.stepMs });
        return png.middle(shot).every((value, i) => near(value, png.colourOf(width)[i], 2));
    }

    style(selector, property, wanted) {
        return this.value(([sel, name, value]) => getComputedStyle(document.querySelector(sel)).getPropertyValue(name) === value,
            [selector, property, wanted]);
    }

    // The text A of a box 100px high in size is as wide as the letter of a font made so.
    letter(selector, advance) {
        return this.value(([sel, wanted]) => {
            const range = document.createRange();
            range.selectNodeContents(document.querySelector(sel));
            return Math.abs(range.getBoundingClientRect().width - wanted / 10) < 0.5;
        }, [selector, advance]);
    }

    // A sound or video of so many tenths of a second.
    media(selector, tenths) {
        return this.value(([sel, wanted]) => {
            const { readyState, duration } = document.querySelector(sel);
            return readyState >= 1 && Math.abs(duration - wanted / 10) < 0.02;
        }, [selector, tenths]);
    }

    text(selector, wanted) {
        return this.value(([sel, words]) => document.querySelector(sel).textContent.includes(words), [selector, wanted]);
    }

    // The frame of an iframe, frame, object or embed.
    async frameOf(outer, selector) {
        for (const frame of outer.childFrames()) {
            const element = await frame.frameElement();
            if (await element.evaluate((it, sel) => it.matches(sel), selector)) return frame;
        }
        return null;
    }

    // The documents in frames, the outer one first, until the last holds the text.
    async frame(selectors, wanted) {
        let frame = this.page.mainFrame();
        for (const selector of [].concat(selectors)) {
            frame = await this.frameOf(frame, selector);
            if (!frame) return false;
        }
        return frame.evaluate((words) => (document.body || document.documentElement).textContent.includes(words), wanted);
    }

    // FUNCTION's value in the document of a frame.
    async inFrame(selector, func, argument) {
        const frame = await this.frameOf(this.page.mainFrame(), selector);
        return Boolean(frame) && frame.evaluate(func, argument);
    }

    // The picture that an attribute names, resolved as the page does it, is there: icons and others that nothing shows.
    names(selector, attribute, width) {
        return this.value(async ([sel, name, wanted]) => {
            const value = document.querySelector(sel).getAttribute(name);
            const picture = new Image();
            picture.src = new URL(value, document.baseURI);
            await picture.decode();
            return picture.naturalWidth === wanted;
        }, [selector, attribute, width]);
    }

    // An attribute as it is written; {SITE}, {OTHER} and {HERE} stand for what they do in files.
    attribute(selector, name, wanted) {
        return this.value(([sel, attribute, value]) => document.querySelector(sel).getAttribute(attribute) === value,
            [selector, name, this.site.fill(this.fixture, wanted)]);
    }

    // Where a link leads: a page of this title, at this fragment if one is said.
    async leads(selector, title, fragment) {
        const href = await this.value((sel) => {
            const link = document.querySelector(sel);
            return link.href.baseVal === undefined ? link.href : new URL(link.href.baseVal, document.baseURI).href;
        }, selector);
        return this.opens(href, title, fragment);
    }

    // The same for a URL that the check has found out.
    async opens(href, title, fragment) {
        await this.follow(href);
        return this.second.evaluate(([wanted, hash]) => document.title === wanted &&
            (hash === undefined || (location.hash === hash && Boolean(document.querySelector(':target')))), [title, fragment]);
    }

    // What a link shows that is no page: its text.
    async shown(selector, wanted) {
        await this.follow(await this.value((sel) => document.querySelector(sel).href, selector));
        return (await this.second.evaluate(() => document.documentElement.textContent)).includes(wanted);
    }

    // Opens a URL in the second page; from a blank one, for a page that only jumps would stay as it was.
    async follow(href) {
        await this.second.goto('about:blank');
        await this.second.goto(href, { timeout: this.stepMs, waitUntil: 'domcontentloaded' });
    }

    // The page went on to another by itself.
    async arrives(title) {
        return (await this.page.title()) === title;
    }

    // A file of the fixture is in the mirror, byte for byte; live: is there.
    async kept(name) {
        return this.way.holds(this.site, this.fixture, name);
    }
}

module.exports = { Checks };
