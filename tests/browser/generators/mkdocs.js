// SPDX-License-Identifier: MIT
// Documentation by MkDocs in three themes, whose searches load an index by a worker.
'use strict';

const FILES = {
    'docs/index.md': '# Shore\n\nNotes from the shore.\n\nRead about [tides](tides.md) and [gulls](birds/gulls.md).\n',
    'docs/tides.md': '# Tides\n\nTwice a day, near enough.\n\n## Neap tides\n\nA week later.\n',
    'docs/birds/gulls.md': '# Gulls\n\nThey steal sandwiches, as [tides](../tides.md#neap-tides) come and go.\n',
};

const DATA = { disk: 'scripts may not read files' };

const site = (theme, options, input, result) => ({
    needs: ['mkdocs', ...(theme === 'material' ? ['/usr/share/mkdocs/themes/material'] : [])],
    files: { ...FILES, 'mkdocs.yml': `site_name: Shore\ntheme:\n  name: ${theme}\n  ${options}\nplugins: [search]\n` },
    build: [['mkdocs', 'build', '-q', '-d', 'html']],
    out: 'html',
    shown: '[role=main], main, .md-content',
    tasks: [
        ['opens the start page', (t) => t.sees('Notes from the shore.')],
        ['follows a link to a heading', async (t) => {
            await t.click('p >> text=gulls');
            await t.click('p >> text=tides');
            await t.is('location.hash === "#neap-tides"');
            await t.sees('A week later.');
        }],
        ['searches and opens what is found', async (t) => {
            await input(t);
            await t.click(result);
            await t.sees('They steal sandwiches');
        }, DATA],
    ],
});

module.exports = {
    themes: {
        'mkdocs-material': site('material', 'font: false', async (t) => {
            await t.click('.md-search__input');
            await t.page.keyboard.type('sandwiches');
        }, '.md-search-result__link'),
        'mkdocs-mkdocs': site('mkdocs', 'highlightjs: false', async (t) => {
            await t.click('[data-target="#mkdocs_search_modal"]');
            await t.click('#mkdocs-search-query');
            await t.page.keyboard.type('sandwiches');
        }, '#mkdocs-search-results a'),
        'mkdocs-readthedocs': site('readthedocs', 'highlightjs: false', async (t) => {
            await t.type('input[name=q]', 'sandwiches');
            await t.press('Enter');
        }, '#mkdocs-search-results a'),
    },
};
