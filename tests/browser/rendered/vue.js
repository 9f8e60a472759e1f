// SPDX-License-Identifier: MIT
// A handbook by Vue and Vue Router with its routes in the fragment, built by Vite: chapters with sections below them, and notes
// at the foot of a page.
'use strict';

const CHAPTERS = {
    knots: { title: 'Knots', words: 'A knot holds.', sections: { bowline: 'The king of knots.', 'Sheet-bend': 'Joins two ropes.' } },
    sails: { title: 'Sails', words: 'A sail pulls.', sections: { jib: 'Before the mast.', spinnaker: 'For light wind.' } },
};

const files = {
    'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Handbook</title><body><div id="app"></div><script type="module" src="/src/main.js"></script></body></html>',
    'src/main.js': `
        import { createApp } from 'vue';
        import { createRouter, createWebHashHistory } from 'vue-router';
        import App from './App.vue';
        import Page from './Page.vue';
        const router = createRouter({ history: createWebHashHistory(), routes: [
            { path: '/', component: Page, props: { name: 'start' } },
            { path: '/:chapter', component: Page, props: (route) => ({ name: route.params.chapter }) },
            { path: '/:chapter/:section', component: Page, props: (route) => ({ name: route.params.chapter + '.' + route.params.section }) },
        ] });
        createApp(App).use(router).mount('#app');`,
    'src/App.vue': `<template><nav><router-link to="/">Start</router-link> <router-link to="/knots">Knots</router-link> <router-link to="/sails">Sails</router-link></nav>
        <router-view /><footer id="foot">The end</footer></template>`,
    'src/Page.vue': `<script setup>
        import { ref, watchEffect } from 'vue';
        const props = defineProps({ name: String });
        const page = ref(null);
        watchEffect(async () => {
            const answer = await fetch('pages/' + props.name + '.json');
            page.value = answer.ok ? await answer.json() : { title: 'Not found', words: 'No such page.', links: [] };
            document.title = page.value.title;
        });
        </script>
        <template><main v-if="page"><h1>{{ page.title }}</h1><p>{{ page.words }}</p><a href="#foot">To the end</a>
            <ul><li v-for="[to, words] in page.links"><router-link :to="to">{{ words }}</router-link></li></ul></main></template>`,
    'vite.config.js': 'import vue from \'@vitejs/plugin-vue\'; export default { base: \'./\', plugins: [vue()] };',
    'public/pages/start.json': JSON.stringify({ title: 'Handbook', words: 'Welcome aboard.', links: [['/knots/bowline', 'the best knot'], ['/lost', 'a lost page']] }),
};
for (const [name, { title, words, sections }] of Object.entries(CHAPTERS)) {
    files[`public/pages/${name}.json`] = JSON.stringify({ title, words, links: Object.keys(sections).map((one) => [`/${name}/${one}`, one]) });
    for (const [one, its] of Object.entries(sections)) files[`public/pages/${name}.${one}.json`] = JSON.stringify({ title: one, words: its, links: [[`/${name}`, 'up']] });
}

module.exports = {
    packages: { vite: '8.3.8', vue: '3.5.45', 'vue-router': '4.6.4', '@vitejs/plugin-vue': '6.0.11' },
    files,
    build: [['vite', 'build', '--logLevel', 'warn']],
    out: 'dist',
    tasks: [
        ['reads the first page', (reader) => reader.sees('Welcome aboard.')],
        ['opens a chapter', async (reader) => {
            await reader.click('nav >> text="Sails"');
            await reader.sees('A sail pulls.');
        }],
        ['opens sections of two chapters', async (reader) => {
            await reader.click('nav >> text="Knots"');
            await reader.click('text="Sheet-bend"');
            await reader.sees('Joins two ropes.');
            await reader.click('nav >> text="Sails"');
            await reader.click('text="spinnaker"');
            await reader.sees('For light wind.');
        }],
        ['follows a link in a text, goes up and back', async (reader) => {
            await reader.click('text="the best knot"');
            await reader.sees('The king of knots.');
            await reader.click('text="up"');
            await reader.sees('A knot holds.');
            await reader.back();
            await reader.sees('The king of knots.');
        }],
        ['returns to the start', async (reader) => {
            await reader.click('nav >> text="Knots"');
            await reader.sees('A knot holds.');
            await reader.click('text="Start"');
            await reader.sees('Welcome aboard.');
        }],
        ['reloads a chapter', async (reader) => {
            await reader.click('nav >> text="Knots"');
            await reader.sees('A knot holds.');
            await reader.reload();
            await reader.sees('A knot holds.');
        }],
    ],
};
