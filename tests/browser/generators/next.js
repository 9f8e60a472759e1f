// SPDX-License-Identifier: MIT
// A site by Next.js with the app router, exported: pages at /about and below it, /items/[id], and moves inside the page.
'use strict';

const { image } = require('../files');

const files = {
    'next.config.mjs': "export default { output: 'export', images: { unoptimized: true } };",
    'app/style.css': 'body { background: #fff } [data-mode=dark] body { background: #123 } nav a { margin-right: 1em }',
    'app/bar.jsx': `'use client';
        import Link from 'next/link';
        import { useEffect, useState } from 'react';
        export default function Bar() {
            const [mode, setMode] = useState('');
            useEffect(() => { setMode(localStorage.mode || 'light'); }, []);
            useEffect(() => { if (mode) document.documentElement.dataset.mode = localStorage.mode = mode; }, [mode]);
            return <nav><Link href="/">Home</Link><Link href="/about">About</Link><Link href="/search">Search</Link>
                <button onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>Lights</button></nav>;
        }`,
    'app/layout.jsx': `
        import './style.css';
        import Bar from './bar.jsx';
        export const metadata = { title: 'Boats' };
        export default ({ children }) => <html lang="en" suppressHydrationWarning><body><Bar /><main>{children}</main></body></html>;`,
    'app/page.jsx': `
        import Link from 'next/link';
        import { boats } from './boats.js';
        export default () => <><h1>Wooden boats</h1>
            <ul>{boats.map(({ id, name }) => <li key={id}><Link href={'/items/' + id}>{name}</Link></li>)}</ul></>;`,
    'app/boats.js': `export const boats = [
        { id: 'cog', name: 'Cog', text: 'Carried grain.' }, { id: 'yawl', name: 'Yawl', text: 'Two masts.' },
        { id: 'punt', name: 'Punt', text: 'Flat and slow.' }];`,
    'app/items/[id]/page.jsx': `
        import { boats } from '../../boats.js';
        import Views from './views.jsx';
        export const dynamicParams = false;
        export const generateStaticParams = () => boats.map(({ id }) => ({ id }));
        export default async function Boat({ params }) {
            const { id } = await params;
            const boat = boats.find((one) => one.id === id);
            return <><h1>{boat.name}</h1><Views text={boat.text} /></>;
        }`,
    'app/items/[id]/views.jsx': `'use client';
        import { useState } from 'react';
        export default function Views({ text }) {
            const [view, setView] = useState('text');
            return <><button onClick={() => setView('text')}>Words</button><button onClick={() => setView('plan')}>Plan</button>
                {view === 'text' ? <p>{text}</p> : <img src="/plan.png" alt="Plan" />}</>;
        }`,
    'app/about/page.jsx': `
        import Link from 'next/link';
        export default () => <><h1>About the yard</h1><p>On the river since 1890.</p><Link href="/about/team">The team</Link></>;`,
    'app/about/team/page.jsx': 'export default () => <><h1>The team</h1><p>Five and a dog.</p></>;',
    'app/search/page.jsx': `'use client';
        import Link from 'next/link';
        import { useState } from 'react';
        import { boats } from '../boats.js';
        export default function Search() {
            const [words, setWords] = useState('');
            return <><input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
                {boats.filter(({ text }) => words && text.toLowerCase().includes(words))
                    .map(({ id, name }) => <p key={id}>Found: <Link href={'/items/' + id}>{name}</Link></p>)}</>;
        }`,
    'public/plan.png': image(80),
};

const ROOT = { disk: "a path of a script's own leads from the root of the disk", embedded: true };

module.exports = {
    packages: { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' },
    files,
    build: [['next', 'build']],
    out: 'out',
    ready: 'document.documentElement.dataset.mode',
    tasks: [
        ['opens the start page', (t) => t.sees('Wooden boats')],
        ['clicks to a page, and to one below it', async (t) => {
            await t.click('text=About');
            await t.click('text=The team');
            await t.sees('Five and a dog.');
        }],
        ['reloads a page', async (t) => {
            await t.click('text=About');
            await t.sees('since 1890');
            await t.reload();
            await t.sees('since 1890');
        }],
        ['goes back', async (t) => {
            await t.click('text=Cog');
            await t.sees('Carried grain.');
            await t.back();
            await t.sees('Wooden boats');
        }],
        ['searches and opens what is found', async (t) => {
            await t.click('nav >> text=Search');
            await t.type('input', 'masts');
            await t.click('text=Yawl');
            await t.sees('Two masts.');
        }, ROOT],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('text=Lights');
            await t.is('document.documentElement.dataset.mode === "dark"');
            await t.reload();
            await t.is('document.documentElement.dataset.mode === "dark"');
        }, ROOT],
        ['uses a tab', async (t) => {
            await t.click('text=Punt');
            await t.sees('Flat and slow.');
            await t.click('text=Plan');
            await t.is('document.images[0].naturalWidth === 80');
        }, ROOT],
        ['comes from elsewhere to a deep link', async (t) => {
            await t.open('/about/team');
            await t.click('text=Home');
            await t.click('text=Punt');
            await t.sees('Flat and slow.');
            await t.reload();
            await t.sees('Flat and slow.');
        }],
    ],
};
