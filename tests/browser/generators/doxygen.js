// SPDX-License-Identifier: MIT
// Documentation of C by Doxygen: scripts list the scripts of its tree, and the search has one for each letter.
'use strict';

const HEADER = (name, words) => `/** @file
 * ${words} */

/** A ${name} of the shore. */
struct ${name} {
    /** Height above the mean, in metres. */
    double ${name}_height;
};

/** Measures the ${name}. */
double ${name}_measure(const struct ${name} *${name});
`;

// A task ends when the tree has opened where the page is.
const task = (words, steps) => [words, async (t) => {
    await steps(t);
    await t.is('document.querySelector("#nav-tree .selected") !== null');
}];

module.exports = {
    needs: ['doxygen'],
    files: {
        Doxyfile: 'PROJECT_NAME = Shore\nINPUT = source\nGENERATE_LATEX = NO\nGENERATE_TREEVIEW = YES\nSEARCHENGINE = YES\nQUIET = YES\n' +
            'OPTIMIZE_OUTPUT_FOR_C = YES\nHAVE_DOT = NO\nHTML_TIMESTAMP = NO\nSOURCE_BROWSER = YES\n',
        'source/tide.h': HEADER('tide', 'Tides, twice a day.'),
        'source/wave.h': HEADER('wave', 'Waves, all day long.'),
        'source/main.md': '# Notes from the shore {#mainpage}\n\nRead about @ref tide and @ref wave.\n',
    },
    build: [['doxygen', '-q']],
    out: 'html',
    tasks: [
        task('opens the start page', (t) => t.sees('Read about')),
        task('follows a link to a structure', async (t) => {
            await t.click('.textblock >> text=tide');
            await t.sees('Height above the mean');
        }),
        task('opens branches of the tree, and a page from there', async (t) => {
            for (const name of ['Files', 'File List', 'source']) await t.click(`#nav-tree .item:has(.label :text-is("${name}")) > a`);
            await t.click('#nav-tree .label >> text="tide.h"');
            await t.sees('Tides, twice a day.');
        }),
        task('follows the menu', async (t) => {
            await t.click('#main-menu >> text="Data Structures"');
            await t.click('#main-menu >> text="Data Structure Index"');
            await t.is('document.title.includes("Data Structure Index")');
        }),
        task('searches and opens what is found', async (t) => {
            await t.click('#MSearchField');
            await t.page.keyboard.type('wave_m');
            await t.page.frameLocator('#MSearchResults').locator('a:visible >> text=wave_measure').click();
            await t.sees('Measures the wave.');
        }),
    ],
};
