// SPDX-License-Identifier: MIT
// A shop by React and React Router, built by Vite: its routes are addresses that only its script knows, its lists have pages,
// and its data requests have queries.
'use strict';

const { svg, text } = require('../files');

const LAMPS = Array.from({ length: 9 }, (_, i) => ({ id: `lamp-${i + 1}`, kind: ['table', 'wall', 'floor'][i % 3], name: `Lamp number ${i + 1}`, words: `Burns for ${10 + i} hours.` }));
const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });

const files = {
    'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Lamps</title><body><div id="root"></div><script type="module" src="/src/main.jsx"></script></body></html>',
    'src/style.css': 'nav a { margin-right: 1em } li { list-style: none }',
    'src/main.jsx': `
        import './style.css';
        import { Suspense, lazy, useEffect, useState } from 'react';
        import { createRoot } from 'react-dom/client';
        import { BrowserRouter, Link, Route, Routes, useParams, useSearchParams } from 'react-router';

        const About = lazy(() => import('./about.jsx'));
        function useData(name) {
            const [data, setData] = useState(null);
            useEffect(() => { fetch(name).then((answer) => answer.json()).then(setData); }, [name]);
            return data;
        }
        function List() {
            const { kind = '' } = useParams();
            const page = Number(useSearchParams()[0].get('page') || 1);
            const data = useData('/api/lamps?kind=' + kind + '&page=' + page);
            useEffect(() => { document.title = 'Lamps ' + kind + ' ' + page; });
            if (!data) return <p>Loading</p>;
            return <><h1>{kind || 'all'} lamps, page {page}</h1><ul>{data.lamps.map((one) => <li key={one.id}>
                <Link to={'/lamp/' + one.id}><img src={'/pictures/' + one.id + '.svg'} alt="" />{one.name}</Link></li>)}</ul>
                {page < data.pages && <Link to={'?page=' + (page + 1)}>Next page</Link>}</>;
        }
        function Lamp() {
            const { id } = useParams();
            const lamp = useData('/api/lamp?id=' + id);
            const [count, setCount] = useState(0);
            useEffect(() => { document.title = lamp?.name || 'Lamp'; });
            if (!lamp) return <p>Loading</p>;
            return <><h1>{lamp.name}</h1><p>{lamp.words}</p><button onClick={() => setCount(count + 1)}>Buy</button><p>{count} in the cart</p></>;
        }
        createRoot(document.getElementById('root')).render(<BrowserRouter>
            <nav><Link to="/">All</Link>{['table', 'wall', 'floor'].map((kind) => <Link key={kind} to={'/kind/' + kind}>{kind}</Link>)}<Link to="/about">About</Link></nav>
            <Suspense fallback={<p>Loading</p>}><Routes><Route path="/" element={<List />} /><Route path="/kind/:kind" element={<List />} />
                <Route path="/lamp/:id" element={<Lamp />} /><Route path="/about" element={<About />} /><Route path="*" element={<h1>No such page</h1>} /></Routes></Suspense>
        </BrowserRouter>);`,
    'src/about.jsx': 'export default () => <><title>About</title><h1>About us</h1><p>Light since 1890.</p></>;',
    ...Object.fromEntries(LAMPS.map(({ id }, i) => [`public/pictures/${id}.svg`, svg(20 + i)])),
};

module.exports = {
    packages: { vite: '8.3.8', react: '19.3.1', 'react-dom': '19.3.1', 'react-router': '7.18.6' },
    files,
    build: [['vite', 'build', '--logLevel', 'warn']],
    out: 'dist',
    shell: true,
    answer(target) {
        const { pathname, searchParams } = new URL(target, 'http://x');
        const lamps = LAMPS.filter(({ kind }) => [kind, ''].includes(searchParams.get('kind')));
        const page = Number(searchParams.get('page'));
        if (pathname === '/api/lamps') return json({ lamps: lamps.slice(4 * page - 4, 4 * page), pages: Math.ceil(lamps.length / 4) });
        const lamp = LAMPS.find(({ id }) => id === searchParams.get('id'));
        if (pathname === '/api/lamp' && lamp) return json(lamp);
        return pathname.startsWith('/api/') ? { ...text('no'), status: 404 } : null;
    },
    tasks: [
        ['sees the first lamps and their pictures', async (reader) => {
            await reader.sees('Lamp number 4');
            await reader.is('[...document.images].map((one) => one.naturalWidth).join() === "20,21,22,23"');
        }],
        ['opens a lamp', async (reader) => {
            await reader.click('text="Lamp number 2"');
            await reader.sees('Burns for 11 hours.');
        }],
        ['turns pages to the end, and back', async (reader) => {
            await reader.click('text="Next page"');
            await reader.sees('Lamp number 5');
            await reader.click('text="Next page"');
            await reader.sees('Lamp number 9');
            await reader.back();
            await reader.sees('Lamp number 8');
        }],
        ['chooses a kind and a lamp of it', async (reader) => {
            await reader.click('nav >> text="wall"');
            await reader.sees('wall lamps, page 1');
            await reader.click('text="Lamp number 8"');
            await reader.sees('Burns for 17 hours.');
        }],
        ['reads a part that is loaded when it is needed', async (reader) => {
            await reader.click('text="About"');
            await reader.sees('Light since 1890.');
        }],
        ['opens an address', async (reader) => {
            await reader.open('/lamp/lamp-7');
            await reader.sees('Burns for 16 hours.');
        }],
        ['puts a lamp into the cart', async (reader) => {
            await reader.click('text="Lamp number 1"');
            await reader.click('text="Buy"');
            await reader.sees('1 in the cart');
        }, { static: 'needs scripts', disk: 'needs scripts' }],
    ],
};
