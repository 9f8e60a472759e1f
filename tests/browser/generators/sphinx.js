// SPDX-License-Identifier: MIT
// Documentation by Sphinx in three themes. Its search asks for an index by a script that the page makes.
'use strict';

const FILES = {
    'source/index.rst': 'Shore\n=====\n\nNotes from the shore.\n\n.. toctree::\n   :maxdepth: 2\n\n   tides\n   birds/gulls\n',
    'source/tides.rst': 'Tides\n=====\n\nTwice a day, near enough.\n\nSpring tides\n------------\n\nAt new moon.\n\nNeap tides\n----------\n\nA week later.\n',
    'source/birds/gulls.rst': 'Gulls\n=====\n\nThey steal sandwiches, as :doc:`/tides` come and go.\n',
};

const site = (theme, needs = []) => ({
    needs: ['sphinx-build', ...needs],
    files: { ...FILES, 'source/conf.py': `project = 'Shore'\nhtml_theme = '${theme}'\nhtml_show_copyright = False\n` },
    build: [['sphinx-build', '-q', '-b', 'html', 'source', 'html']],
    out: 'html',
    shown: '[role=main]', // Debian's script of furo is an error live, and works from disk
    tasks: [
        ['opens the start page', (t) => t.sees('Notes from the shore.')],
        ['follows a link, and one from there', async (t) => {
            await t.click('[role=main] >> text=Gulls');
            await t.click('[role=main] p >> text=Tides');
            await t.sees('At new moon.');
        }],
        ['goes to a heading from the start page', async (t) => {
            await t.click('[role=main] >> text=Neap tides');
            await t.is('location.hash === "#neap-tides"');
            await t.sees('A week later.');
        }],
        ['searches and opens what is found', async (t) => {
            await t.open('/search.html?q=sandwiches');
            await t.click('#search-results a >> text=Gulls');
            await t.sees('They steal sandwiches');
        }],
        ['searches by the form of a page', async (t) => {
            await t.open('/tides.html');
            await t.page.locator('form[action*=search] input[name=q]').first().fill('sandwiches');
            await t.page.locator('form[action*=search] input[name=q]').first().press('Enter');
            await t.click('#search-results a >> text=Gulls');
            await t.sees('They steal sandwiches');
        }],
    ],
});

module.exports = {
    themes: {
        'sphinx-alabaster': site('alabaster'),
        'sphinx-furo': site('furo', ['/usr/lib/python3/dist-packages/furo']),
        'sphinx-rtd': site('sphinx_rtd_theme', ['/usr/lib/python3/dist-packages/sphinx_rtd_theme']),
    },
};
