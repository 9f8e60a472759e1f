// SPDX-License-Identifier: MIT
// A shop as React makes them: one script builds all pages from data, its routes are addresses that only it knows, and data
// requests have a query.
'use strict';

const { text } = require('../files');

const TEAS = Array.from({ length: 12 }, (_, i) => ({ id: `tea-${i + 1}`, name: `Tea number ${i + 1}`, price: 3 + i, note: `Picked in week ${i + 1}.` }));
const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });

const APP = `
    const make = (tag, set, ...children) => {
        const element = document.createElement(tag);
        for (const [name, value] of Object.entries(set)) element[name] = value;
        element.append(...children);
        return element;
    };
    const link = (href, words) => make('a', { href, onclick: go }, words);
    const get = (path) => fetch(path).then((answer) => answer.json());
    function go(event) {
        event.preventDefault();
        history.pushState(null, '', event.target.href);
        show();
    }
    const routes = [
        [/^\\/$/, async () => {
            const page = Number(new URLSearchParams(location.search).get('page') || 1);
            const { teas, pages } = await get('/api/teas?page=' + page);
            const list = make('ul', {}, ...teas.map((tea) => make('li', {}, link('/tea/' + tea.id, tea.name))));
            const filter = make('input', { type: 'search', oninput: () => {
                for (const item of list.children) item.hidden = !item.textContent.includes(filter.value);
            } });
            return ['Teas, page ' + page, filter, list, page < pages ? link('/?page=' + (page + 1), 'Next page') : ''];
        }],
        [/^\\/tea\\/(.*)$/, async (id) => {
            const tea = await get('/api/tea?id=' + id);
            return [tea.name, make('p', {}, tea.note), make('p', {}, tea.price + ' coins')];
        }],
        [/^\\/about$/, async () => ['About', make('p', {}, 'We grow tea on a hill.')]],
    ];
    async function show() {
        const [route, build] = routes.find(([one]) => one.test(location.pathname)) || [/(?:)/, async () => ['No such page']];
        const [title, ...parts] = await build(...route.exec(location.pathname).slice(1));
        document.title = title;
        document.getElementById('root').replaceChildren(make('nav', {}, link('/', 'Teas'), ' ', link('/about', 'About')),
            make('h1', {}, title), ...parts);
    }
    onpopstate = show;
    show();`;

module.exports = {
    files: {
        'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Shop</title><body><div id="root"></div>' +
            '<script src="/app.js"></script></body></html>',
        'app.js': APP,
    },
    shell: true,
    answer(target) {
        const { pathname, searchParams } = new URL(target, 'http://x');
        const page = Number(searchParams.get('page'));
        if (pathname === '/api/teas' && page >= 1 && page <= 3) return json({ teas: TEAS.slice(4 * page - 4, 4 * page), pages: 3 });
        const tea = TEAS.find(({ id }) => id === searchParams.get('id'));
        if (pathname === '/api/tea' && tea) return json(tea);
        return pathname.startsWith('/api/') ? { ...text('no'), status: 404 } : null;
    },
    tasks: [
        ['sees the first teas', async (reader) => reader.sees('Tea number 4')],
        ['opens a tea', async (reader) => {
            await reader.click('text="Tea number 2"');
            await reader.sees('Picked in week 2.');
        }],
        ['turns pages', async (reader) => {
            await reader.click('text="Next page"');
            await reader.sees('Tea number 5');
            await reader.click('text="Next page"');
            await reader.sees('Tea number 12');
        }],
        ['opens a tea of the last page', async (reader) => {
            await reader.click('text="Next page"');
            await reader.sees('Tea number 5');
            await reader.click('text="Next page"');
            await reader.click('text="Tea number 12"');
            await reader.sees('14 coins');
        }],
        ['reads about the shop, and comes back', async (reader) => {
            await reader.click('text="About"');
            await reader.sees('on a hill');
            await reader.back();
            await reader.sees('Tea number 1');
        }],
        ['opens an address', async (reader) => {
            await reader.open('/tea/tea-7');
            await reader.sees('9 coins');
        }],
        ['filters', async (reader) => {
            await reader.type('input', 'number 3');
            await reader.is('[...document.querySelectorAll("li")].filter((item) => !item.hidden).length === 1');
        }, { static: 'needs scripts', disk: 'needs scripts' }],
    ],
};
