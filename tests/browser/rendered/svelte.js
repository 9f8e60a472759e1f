// SPDX-License-Identifier: MIT
// Recipes by Svelte, built by Vite: the host sends one page for all addresses, scripts for parts are loaded when they are
// needed, and a list grows by a button.
'use strict';

const { svg } = require('../files');

const SOUPS = { leek: 'Leeks and potatoes.', pea: 'Peas and mint.', onion: 'Onions and time.' };

const files = {
    'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Soups</title><body><script type="module" src="/src/main.js"></script></body></html>',
    'src/main.js': 'import { mount } from \'svelte\'; import App from \'./App.svelte\'; mount(App, { target: document.body });',
    'src/App.svelte': `<script>
        let path = $state(location.pathname);
        const parts = import.meta.glob('./parts/*.svelte');
        const part = $derived(path === '/' ? 'List' : path.startsWith('/soup/') ? 'Soup' : path === '/tips' ? 'Tips' : 'Lost');
        const go = (event) => {
            const to = event.target.closest('a')?.getAttribute('href');
            if (!to?.startsWith('/')) return;
            event.preventDefault();
            history.pushState(null, '', to);
            path = to;
        };
        </script>
        <svelte:window onclick={go} onpopstate={() => { path = location.pathname; }} />
        <nav><a href="/">Soups</a> <a href="/tips">Tips</a></nav>
        {#await parts['./parts/' + part + '.svelte']() then { default: Part }}<Part name={path.split('/').pop()} />{/await}`,
    'src/parts/List.svelte': `<script>
        let soups = $state([]);
        fetch('/data/soups.json').then((answer) => answer.json()).then((all) => { soups = all; });
        </script>
        <h1>Soups</h1>{#each soups as name}<p class="soup"><a href={'/soup/' + name}><img src={'/pictures/' + name + '.svg'} alt="" />{name}</a></p>{/each}`,
    'src/parts/Soup.svelte': `<script>
        const { name } = $props();
        let soup = $state(null), steps = $state(false);
        $effect(() => { fetch('/data/soup/' + name).then((answer) => answer.json()).then((one) => { soup = one; document.title = one.name; }); });
        </script>
        {#if soup}<h1>{soup.name}</h1><p>{soup.words}</p><button onclick={() => { steps = true; }}>Steps</button>{#if steps}<p>Boil all of it.</p>{/if}{/if}
        <style>h1 { color: rgb(1, 2, 3) }</style>`,
    'src/parts/Tips.svelte': '<svelte:head><title>Tips</title></svelte:head><h1>Tips</h1><p>Salt at the end.</p><p>See <a href="/soup/pea">pea</a>.</p>',
    'src/parts/Lost.svelte': '<h1>Nothing here</h1>',
    'vite.config.js': 'import { svelte } from \'@sveltejs/vite-plugin-svelte\'; export default { plugins: [svelte()] };',
    'public/data/soups.json': JSON.stringify(Object.keys(SOUPS)),
    ...Object.fromEntries(Object.keys(SOUPS).map((name, i) => [`public/pictures/${name}.svg`, svg(30 + i)])),
};

module.exports = {
    packages: { vite: '8.3.8', svelte: '5.57.3', '@sveltejs/vite-plugin-svelte': '7.3.1' },
    files,
    build: [['vite', 'build', '--logLevel', 'error']],
    out: 'dist',
    shell: true,
    answer(target) {
        const words = SOUPS[/^\/data\/soup\/(\w+)$/.exec(target)?.[1]];
        return words ? { type: 'application/json', body: JSON.stringify({ name: `The soup: ${words.split(' ')[0]}`, words }) } : null;
    },
    tasks: [
        ['sees all soups and their pictures', async (reader) => {
            await reader.is('[...document.images].map((one) => one.naturalWidth).join() === "30,31,32"');
        }],
        ...Object.entries(SOUPS).slice(1).map(([name, words]) => [`reads about ${name}`, async (reader) => {
            await reader.click(`text="${name}"`);
            await reader.sees(words);
            await reader.is('getComputedStyle(document.querySelector("h1")).color === "rgb(1, 2, 3)"');
        }]),
        ['follows a link in a text, and comes back', async (reader) => {
            await reader.click('text="Tips"');
            await reader.sees('Salt at the end.');
            await reader.click('text="pea"');
            await reader.sees('Peas and mint.');
            await reader.back();
            await reader.sees('Salt at the end.');
        }],
        ['opens an address', async (reader) => {
            await reader.open('/soup/leek');
            await reader.sees('Leeks and potatoes.');
        }],
        ['opens the steps', async (reader) => {
            await reader.click('text="leek"');
            await reader.click('text="Steps"');
            await reader.sees('Boil all of it.');
        }, { static: 'needs scripts', disk: 'needs scripts' }],
    ],
};
