// SPDX-License-Identifier: MIT
// An app of one page by Vite, React and React Router: routes that only its scripts know, a part that is loaded when it is
// needed, and data in JSON files whose names are made from ids.
'use strict';

const { image } = require('../files');

const PLANTS = [
    ['fern', 'Tree fern', 'Likes shade and wet feet.'], ['moss', 'Club moss', 'Older than any flower.'],
    ['sundew', 'Sundew', 'Eats what sits down on it.'],
];

const files = {
    'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Glasshouse</title><body><div id="root"></div>' +
        '<script type="module" src="/src/main.jsx"></script></body></html>',
    'src/style.css': 'body { background: #fff } [data-mode=dark] body { background: #123 } nav a { margin-right: 1em }',
    'src/main.jsx': `
        import './style.css';
        import { Suspense, lazy, useEffect, useState } from 'react';
        import { createRoot } from 'react-dom/client';
        import { BrowserRouter, Link, Route, Routes, useParams } from 'react-router';

        const About = lazy(() => import('./about.jsx'));

        function useData(name) {
            const [data, setData] = useState(null);
            useEffect(() => { fetch(name).then((answer) => answer.json()).then(setData); }, [name]);
            return data;
        }

        function Plants() {
            const [words, setWords] = useState('');
            const plants = useData('/data/plants.json');
            if (!plants) return <p>Loading</p>;
            const found = plants.filter((plant) => plant.name.toLowerCase().includes(words));
            return <><h1>All plants</h1><input type="search" value={words} onChange={(event) => setWords(event.target.value)} />
                <p>{found.length} found</p>
                <ul>{found.map((plant) => <li key={plant.id}><Link to={'/plants/' + plant.id}>{plant.name}</Link></li>)}</ul></>;
        }

        function Plant() {
            const { id } = useParams();
            const [tab, setTab] = useState('care');
            const plant = useData(\`/data/plant-\${id}.json\`);
            if (!plant) return <p>Loading</p>;
            return <><h1>{plant.name}</h1><button onClick={() => setTab('care')}>Care</button>
                <button onClick={() => setTab('picture')}>Picture</button>
                {tab === 'care' ? <p>{plant.care}</p> : <img src={plant.picture} alt={plant.name} />}</>;
        }

        function App() {
            const [mode, setMode] = useState(localStorage.mode || 'light');
            useEffect(() => {
                document.documentElement.dataset.mode = localStorage.mode = mode;
            }, [mode]);
            return <BrowserRouter><nav><Link to="/">Plants</Link><Link to="/about">About</Link>
                <button onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}>Lights</button></nav>
                <Suspense fallback={<p>Loading</p>}><Routes><Route path="/" element={<Plants />} />
                    <Route path="/plants/:id" element={<Plant />} /><Route path="/about" element={<About />} />
                    <Route path="*" element={<h1>No such page</h1>} /></Routes></Suspense></BrowserRouter>;
        }

        createRoot(document.getElementById('root')).render(<App />);`,
    'src/about.jsx': `
        import house from './house.svg';
        export default () => <><h1>About the house</h1><img src={house} alt="" /><p>Open since 1902.</p></>;`,
    'src/house.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><path d="M0 60V20L45 0l45 20v40z${' m0 0'.repeat(900)}"/></svg>`,
    'public/data/plants.json': JSON.stringify(PLANTS.map(([id, name]) => ({ id, name }))),
};
PLANTS.forEach(([id, name, care], at) => {
    files[`public/data/plant-${id}.json`] = JSON.stringify({ id, name, care, picture: `/pictures/${id}.png` });
    files[`public/pictures/${id}.png`] = image(40 + at);
});

const MODULE = 'modules are fetched with CORS, which has no answer from file:';
const DATA = { disk: 'scripts may not read files' };
const ROUTE = { static: 'a plain server has no file for a route' };

module.exports = {
    packages: { vite: '8.3.8', react: '19.3.1', 'react-dom': '19.3.1', 'react-router': '7.18.6' },
    files,
    build: [['vite', 'build', '--logLevel', 'warn']],
    out: 'dist',
    shell: true,
    tasks: [
        ['opens the start page', (t) => t.sees('Tree fern'), DATA],
        ['clicks to a part that is loaded then', async (t) => {
            await t.click('nav >> text=About');
            await t.sees('Open since 1902.');
            await t.is('document.images[0].naturalWidth === 90');
        }, { disk: MODULE, embedded: true }],
        ['reloads that page', async (t) => {
            await t.click('nav >> text=About');
            await t.sees('About the house');
            await t.reload();
            await t.sees('Open since 1902.');
        }, { disk: MODULE, embedded: true, ...ROUTE }],
        ['goes back', async (t) => {
            await t.click('text=Club moss');
            await t.sees('Older than any flower.');
            await t.back();
            await t.sees('3 found');
        }, DATA],
        ['searches and opens what is found', async (t) => {
            await t.type('input', 'sun');
            await t.sees('1 found');
            await t.click('li a');
            await t.sees('Eats what sits down on it.');
        }, DATA],
        ['switches the colour mode, which a reload keeps', async (t) => {
            await t.click('text=Lights');
            await t.is('document.documentElement.dataset.mode === "dark"');
            await t.reload();
            await t.sees('3 found');
        }, DATA],
        ['uses a tab', async (t) => {
            await t.click('text=Tree fern');
            await t.click('text=Picture');
            await t.is('document.images[0].naturalWidth === 40');
        }, DATA],
        ['comes from elsewhere to a deep link, and reloads it', async (t) => {
            await t.open('/plants/sundew');
            await t.sees('Eats what sits down on it.');
            await t.reload();
            await t.sees('Eats what sits down on it.');
        }, DATA],
    ],
};
