// SPDX-License-Identifier: MIT
// Pages of web components: all that they show is in shadow roots, which a script fills with data that it fetches.
'use strict';

const PARTS = { index: 'Wood and how it grows.', oak: 'Oak is hard.', pine: 'Pine is soft.' };

const SCRIPT = `
    customElements.define('site-menu', class extends HTMLElement {
        connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<style>a { color: green }</style><a href="/">index</a> <a href="/oak.html">oak</a> <a href="/pine.html">pine</a>';
        }
    });
    customElements.define('site-part', class extends HTMLElement {
        async connectedCallback() {
            const { words, picture } = await (await fetch('/data/' + this.getAttribute('name') + '.json')).json();
            this.attachShadow({ mode: 'open' }).innerHTML = '<p>' + words + '</p><img src="' + picture + '">';
        }
    });`;

const { svg } = require('../files');

const words = (text) => `document.querySelector('site-part').shadowRoot?.textContent.includes(${JSON.stringify(text)})`;

module.exports = {
    files: {
        'parts.js': SCRIPT,
        ...Object.fromEntries(Object.entries(PARTS).flatMap(([name, text], i) => [
            [`${name}.html`, `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><site-menu></site-menu><site-part name="${name}"></site-part><script src="/parts.js"></script></body></html>`],
            [`data/${name}.json`, JSON.stringify({ words: text, picture: `/pictures/${name}.svg` })],
            [`pictures/${name}.svg`, svg(40 + i)],
        ])),
    },
    tasks: Object.entries(PARTS).map(([name, text], i) => [`reads ${name}`, async (reader) => {
        await reader.click(`site-menu >> text="${name}"`);
        await reader.is(words(text));
        await reader.is(`document.querySelector('site-part').shadowRoot.querySelector('img').naturalWidth === ${40 + i}`);
    }]),
};
