// SPDX-License-Identifier: MIT
// Pages of web components by Lit: all text is in shadow roots, some within others, with slots and styles of their own.
'use strict';

const { svg } = require('../files');

const BIRDS = { heron: 'Stands and waits.', swift: 'Sleeps in the air.', wren: 'Small and loud.' };

const page = (name, inside) => `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${name}</title><body><site-frame>${inside}</site-frame><script type="module" src="/birds.js"></script></body></html>`;

const files = {
    'src/main.js': `
        import { LitElement, css, html } from 'lit';
        const get = (url) => fetch(url).then((answer) => answer.json());
        customElements.define('site-frame', class extends LitElement {
            static styles = css\`nav a { color: rgb(1, 2, 3) }\`;
            render() {
                return html\`<nav><a href="/">Birds</a> <a href="/about.html">About</a></nav><slot></slot><site-foot></site-foot>\`;
            }
        });
        customElements.define('site-foot', class extends LitElement {
            render() { return html\`<p><a href="/bird/wren.html">Bird of the day</a></p>\`; }
        });
        customElements.define('bird-list', class extends LitElement {
            static properties = { birds: { state: true } };
            async connectedCallback() { super.connectedCallback(); this.birds = await get('/data/birds'); }
            render() { return this.birds?.map((name) => html\`<bird-card name=\${name}></bird-card>\`); }
        });
        customElements.define('bird-card', class extends LitElement {
            static properties = { name: {} };
            render() { return html\`<a href="/bird/\${this.name}.html"><img src="/pictures/\${this.name}.svg" alt="">\${this.name}</a>\`; }
        });
        customElements.define('bird-page', class extends LitElement {
            static properties = { name: {}, bird: { state: true } };
            async connectedCallback() { super.connectedCallback(); this.bird = await get('/data/bird?name=' + this.getAttribute('name')); }
            render() { return this.bird && html\`<h1>\${this.bird.name}</h1><p>\${this.bird.words}</p><img src=\${this.bird.picture} alt="">\`; }
        });`,
    'public/index.html': page('Birds', '<bird-list></bird-list>'),
    'public/about.html': page('About', '<p>We watch birds.</p>'),
    ...Object.fromEntries(Object.keys(BIRDS).map((name) => [`public/bird/${name}.html`, page(name, `<bird-page name="${name}"></bird-page>`)])),
    ...Object.fromEntries(Object.keys(BIRDS).map((name, i) => [`public/pictures/${name}.svg`, svg(50 + i)])),
};

// An expression for an element in the shadow roots of others.
const within = (hosts, selector) => `${hosts.reduce((at, host) => `${at}.querySelector('${host}')?.shadowRoot?`, 'document')}.querySelector('${selector}')`;
const words = (name) => `${within(['bird-page'], 'p')}?.textContent === ${JSON.stringify(BIRDS[name])}`;

module.exports = {
    packages: { esbuild: '0.28.2', lit: '3.3.3' },
    files,
    build: [['esbuild', 'src/main.js', '--bundle', '--minify', '--format=esm', '--outfile=public/birds.js']],
    out: 'public',
    answer(target) {
        const { pathname, searchParams } = new URL(target, 'http://x');
        const name = searchParams.get('name');
        const value = { '/data/birds': Object.keys(BIRDS), '/data/bird': { name, words: BIRDS[name], picture: `/pictures/${name}.svg` } }[pathname];
        return value ? { type: 'application/json', body: JSON.stringify(value) } : null;
    },
    tasks: [
        ['sees the list and its pictures', async (reader) => {
            await reader.is(`${within(['bird-list', 'bird-card[name=heron]'], 'img')}?.naturalWidth === 50`);
            await reader.is(`${within(['bird-list', 'bird-card[name=wren]'], 'img')}?.naturalWidth === 52`);
        }],
        ...Object.keys(BIRDS).map((name, i) => [`opens ${name}`, async (reader) => {
            await reader.click(`bird-card >> text="${name}"`);
            await reader.is(words(name));
            await reader.is(`${within(['bird-page'], 'img')}?.naturalWidth === ${50 + i}`);
        }]),
        ['follows a link of a component within another', async (reader) => {
            await reader.click('text="About"');
            await reader.sees('We watch birds.');
            await reader.click('text="Bird of the day"');
            await reader.is(words('wren'));
        }, { disk: 'a page with words of its own keeps its scripts' }],
        ['sees the styles of components', async (reader) => {
            await reader.is(`getComputedStyle(${within(['site-frame'], 'a')}).color === 'rgb(1, 2, 3)'`);
        }],
    ],
};
