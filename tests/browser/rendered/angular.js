// SPDX-License-Identifier: MIT
// A timetable by Angular: the framework's packages, its compiler in the browser, and esbuild instead of its command line tools,
// which are heavy.
'use strict';

const SHIPS = { aurora: 'Leaves at eight.', bella: 'Leaves at noon.', corona: 'Leaves at night.' };

const files = {
    'public/index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Harbour</title><base href="/"><body><app-root></app-root><script src="/main.js"></script></body></html>',
    'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false, target: 'es2022' } }),
    'src/main.ts': `
        import '@angular/compiler';
        import { Component, inject, signal } from '@angular/core';
        import { bootstrapApplication } from '@angular/platform-browser';
        import { ActivatedRoute, RouterLink, RouterOutlet, provideRouter } from '@angular/router';
        const get = (url: string) => fetch(url).then((answer) => answer.json());

        @Component({ selector: 'app-ships', imports: [RouterLink], template: \`<h1>Ships of {{ day() }}</h1>
            <ul>@for (ship of ships(); track ship) { <li><a [routerLink]="['/ship', ship]">{{ ship }}</a></li> }</ul>
            @if (day() === 'today') { <a routerLink="/" [queryParams]="{ day: 'tomorrow' }">Tomorrow</a> }\` })
        class Ships {
            day = signal('');
            ships = signal<string[]>([]);
            constructor() {
                inject(ActivatedRoute).queryParamMap.subscribe((query) => {
                    this.day.set(query.get('day') ?? 'today');
                    get('/api/ships?day=' + this.day()).then((all) => this.ships.set(all));
                });
            }
        }
        @Component({ selector: 'app-ship', imports: [RouterLink], template: \`@if (ship(); as it) { <h1>{{ it.name }}</h1><p>{{ it.words }}</p> <a routerLink="/">Back to all</a> }\` })
        class Ship {
            ship = signal<any>(null);
            constructor() { get('/api/ship/' + inject(ActivatedRoute).snapshot.paramMap.get('name')).then((one) => this.ship.set(one)); }
        }
        @Component({ selector: 'app-about', template: '<h1>About</h1><p>A harbour of 1703.</p>' })
        class About {}
        @Component({ selector: 'app-root', imports: [RouterLink, RouterOutlet], styles: 'nav { color: rgb(1, 2, 3) }',
            template: '<nav>Harbour: <a routerLink="/">Ships</a> <a routerLink="/about">About</a></nav><router-outlet />' })
        class Root {}

        bootstrapApplication(Root, { providers: [provideRouter([
            { path: '', component: Ships }, { path: 'ship/:name', component: Ship }, { path: 'about', component: About },
        ])] });`,
};

module.exports = {
    packages: {
        '@angular/common': '22.2.6', '@angular/compiler': '22.2.6', '@angular/core': '22.2.6', '@angular/platform-browser': '22.2.6', '@angular/router': '22.2.6',
        esbuild: '0.28.2', rxjs: '7.8.2',
    },
    files,
    build: [['esbuild', 'src/main.ts', '--bundle', '--minify', '--outfile=public/main.js']],
    out: 'public',
    shell: true,
    answer(target) {
        const { pathname, searchParams } = new URL(target, 'http://x');
        const names = Object.keys(SHIPS).slice(searchParams.get('day') === 'tomorrow' ? 2 : 0);
        const name = /^\/api\/ship\/(\w+)$/.exec(pathname)?.[1];
        const value = pathname === '/api/ships' ? names : SHIPS[name] && { name: `The ${name}`, words: SHIPS[name] };
        return value ? { type: 'application/json', body: JSON.stringify(value) } : null;
    },
    tasks: [
        ['sees the ships of today, and styles of components', async (reader) => {
            await reader.sees('corona');
            await reader.is('getComputedStyle(document.querySelector("nav")).color === "rgb(1, 2, 3)"');
        }],
        ...Object.entries(SHIPS).slice(0, 2).map(([name, words]) => [`opens ${name}, and comes back`, async (reader) => {
            await reader.click(`text="${name}"`);
            await reader.sees(words);
            await reader.click('text="Back to all"');
            await reader.sees('corona');
        }]),
        ['opens the ships of tomorrow', async (reader) => {
            await reader.click('text="Tomorrow"');
            await reader.sees('Ships of tomorrow');
            await reader.click('text="corona"');
            await reader.sees('Leaves at night.');
        }],
        ['reads about the harbour', async (reader) => {
            await reader.click('text="About"');
            await reader.sees('A harbour of 1703.');
        }],
        ['opens an address', async (reader) => {
            await reader.open('/ship/bella');
            await reader.sees('Leaves at noon.');
        }],
    ],
};
