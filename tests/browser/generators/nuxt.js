// SPDX-License-Identifier: MIT
// A site by Nuxt: pages made from an API, which only the build asks, with their data in _payload.json, and a part that is
// loaded when it is needed. Since 3.8, its scripts read _payload.json only of pages that the list of the build names.
'use strict';

const files = {
    'nuxt.config.ts': `export default defineNuxtConfig({ compatibilityDate: '2025-01-01', telemetry: false });`,
    'app.vue': `
        <script setup>
        useHead({ title: 'Harbour', style: ['body { background: #fff } [data-mode=dark] body { background: #123 }'] });
        const mode = ref('');
        onMounted(() => { mode.value = localStorage.mode || 'light'; document.documentElement.dataset.ready = 'yes'; });
        watch(mode, (to) => { document.documentElement.dataset.mode = localStorage.mode = to; });
        </script>
        <template><nav><NuxtLink to="/">Start</NuxtLink> <NuxtLink to="/boats">Boats</NuxtLink>
        <button @click="mode = mode === 'dark' ? 'light' : 'dark'">Lights</button></nav><NuxtPage /></template>`,
    'components/Bell.vue': `
        <script setup>
        const n = ref(0);
        </script>
        <template><button @click="n++">Rung {{ n }} times</button></template>`,
    'pages/index.vue': `
        <script setup>
        const open = ref(false);
        </script>
        <template><main><h1>A harbour</h1><button @click="open = true">Gate</button><LazyBell v-if="open" /></main></template>`,
    'pages/boats/index.vue': `
        <script setup>
        const { data } = await useFetch('/api/boats');
        </script>
        <template><main><h1>All boats</h1><ul><li v-for="boat in data" :key="boat.id">
        <NuxtLink :to="'/boats/' + boat.id">The {{ boat.id }}</NuxtLink></li></ul></main></template>`,
    'pages/boats/[id].vue': `
        <script setup>
        const { data } = await useFetch('/api/boats/' + useRoute().params.id);
        const n = ref(0);
        </script>
        <template><main><h1>The {{ data.id }}</h1><p>{{ data.use }}</p><button @click="n++">Hired {{ n }} times</button></main></template>`,
    'server/api/boats/index.ts': "export default defineEventHandler(() => ['punt', 'yawl', 'scow'].map((id) => ({ id })));",
    'server/api/boats/[id].ts': `
        const uses = { punt: 'For rivers.', yawl: 'For the sea.', scow: 'For coal.' };
        export default defineEventHandler((event) => ({ id: event.context.params.id, use: uses[event.context.params.id] }));`,
};

const MODULE = { disk: 'modules are fetched with CORS, which has no answer from file:' };
const DATA = { embedded: 'scripts may not read files' };
const PART = { ...MODULE, embedded: true };

module.exports = {
    packages: { nuxt: '3.21.11', vue: '3.5.45' },
    files,
    build: [['nuxt', 'generate']],
    out: '.output/public',
    ready: "document.documentElement.dataset.ready === 'yes'",
    tasks: [
        ['opens the start page', (t) => t.sees('A harbour')],
        ['loads a part and uses it', async (t) => {
            await t.click('text=Gate');
            await t.click('text=Rung 0 times');
            await t.sees('Rung 1 times');
        }, PART],
        ['clicks to a page of data', async (t) => {
            await t.click('nav >> text=Boats');
            await t.click('text=The yawl');
            await t.sees('For the sea.');
        }, DATA],
        ['reloads that page and uses it', async (t) => {
            await t.click('nav >> text=Boats');
            await t.click('text=The yawl');
            await t.sees('For the sea.');
            await t.reload();
            await t.click('text=Hired 0 times');
            await t.sees('Hired 1 times');
        }, MODULE],
        ['goes back', async (t) => {
            await t.click('nav >> text=Boats');
            await t.sees('All boats');
            await t.back();
            await t.sees('A harbour');
        }],
        ['comes from elsewhere to a deep link', async (t) => {
            await t.open('/boats/scow');
            await t.sees('For coal.');
        }, DATA],
        ['goes on from there', async (t) => {
            await t.open('/boats/scow');
            await t.click('nav >> text=Boats');
            await t.click('text=The punt');
            await t.sees('For rivers.');
        }, DATA],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('text=Lights');
            await t.is('document.documentElement.dataset.mode === "dark"');
            await t.reload();
            await t.is('document.documentElement.dataset.mode === "dark"');
        }, PART],
    ],
};
