// SPDX-License-Identifier: MIT
// A handbook with hash routes: one page, whose script fetches the text of a chapter and shows it.
'use strict';

const CHAPTERS = { intro: 'Welcome to the reef.', tools: 'Bring a lamp and a rope.', fish: 'Wrasses clean other fish.' };

const SCRIPT = `
    async function show() {
        const name = location.hash.slice(2) || 'intro';
        const answer = await fetch('chapters/' + name + '.txt');
        document.title = 'Handbook: ' + name;
        document.querySelector('main').textContent = answer.ok ? await answer.text() : 'No such chapter';
    }
    const links = ${JSON.stringify(Object.keys(CHAPTERS))}.map((name) => '<a href="#/' + name + '">' + name + '</a> ').join('');
    document.getElementById('app').innerHTML = '<nav>' + links + '</nav><main></main>';
    addEventListener('hashchange', show);
    show();`;

module.exports = {
    files: {
        'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Handbook</title><body><div id="app"></div><script src="handbook.js"></script></body></html>',
        'handbook.js': SCRIPT,
        ...Object.fromEntries(Object.entries(CHAPTERS).map(([name, words]) => [`chapters/${name}.txt`, words])),
    },
    tasks: [
        ['reads the first chapter', async (reader) => reader.sees('Welcome to the reef.')],
        ...['tools', 'fish'].map((name) => [`opens ${name}`, async (reader) => {
            await reader.click(`nav >> text="${name}"`);
            await reader.sees(CHAPTERS[name]);
        }]),
        ['goes from chapter to chapter, and back', async (reader) => {
            await reader.click('nav >> text="tools"');
            await reader.sees(CHAPTERS.tools);
            await reader.click('nav >> text="fish"');
            await reader.sees(CHAPTERS.fish);
            await reader.back();
            await reader.sees(CHAPTERS.tools);
        }],
    ],
};
