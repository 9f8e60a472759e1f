// SPDX-License-Identifier: MIT
// Pages of web components: all that they show is in shadow roots, which a script fills with data that it fetches. One page shows
// what a frame sends, and tells its own messages from those by a random number.
'use strict';

const PARTS = { index: 'Wood and how it grows.', oak: 'Oak is hard.', pine: 'Pine is soft.' };

const SCRIPT = `
    document.head.appendChild(document.createElement('style')).sheet.insertRule('site-part { color: rgb(1, 2, 3) }');
    customElements.define('site-menu', class extends HTMLElement {
        connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = '<style>a { color: green }</style><a href="/">index</a> <a href="/oak.html">oak</a> <a href="/pine.html">pine</a> <a href="/talk.html">talk</a>';
        }
    });
    customElements.define('site-part', class extends HTMLElement {
        async connectedCallback() {
            const { words, picture } = await (await fetch('/data/' + this.getAttribute('name') + '.json')).json();
            this.attachShadow({ mode: 'open' }).innerHTML = '<p>' + words + '</p><img src="' + picture + '">';
        }
    });`;

const TALK = `
    const sender = Math.random();
    addEventListener('message', ({ data }) => data.sender === sender || (document.getElementById('talk').textContent = data.words));
    const frame = document.createElement('iframe');
    frame.src = '/frame.html';
    document.body.append(frame);`;

const page = (body, script) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Parts</title><body>${body}<script src="/${script}.js"></script></body></html>`;

const { svg } = require('../files');

const words = (text) => `document.querySelector('site-part').shadowRoot?.textContent.includes(${JSON.stringify(text)})`;

module.exports = {
    files: {
        'parts.js': SCRIPT,
        'talk.js': TALK,
        'talk.html': page('<div id="talk"></div>', 'talk'),
        'frame.js': `parent.postMessage({ sender: Math.random(), words: 'Rings tell the age.' }, '*');`,
        'frame.html': page('<p>A frame.</p>', 'frame'),
        ...Object.fromEntries(Object.entries(PARTS).flatMap(([name, text], i) => [
            [`${name}.html`, page(`<site-menu></site-menu><site-part name="${name}"></site-part>`, 'parts')],
            [`data/${name}.json`, JSON.stringify({ words: text, picture: `/pictures/${name}.svg` })],
            [`pictures/${name}.svg`, svg(40 + i)],
        ])),
    },
    tasks: [['reads what a frame sends', async (reader) => {
        await reader.click('site-menu >> text="talk"');
        await reader.sees('Rings tell the age.');
    }], ...Object.entries(PARTS).map(([name, text], i) => [`reads ${name}`, async (reader) => {
        await reader.click(`site-menu >> text="${name}"`);
        await reader.is(words(text));
        await reader.is(`getComputedStyle(document.querySelector('site-part')).color === 'rgb(1, 2, 3)'`);
        await reader.is(`document.querySelector('site-part').shadowRoot.querySelector('img').naturalWidth === ${40 + i}`);
    }])],
};
