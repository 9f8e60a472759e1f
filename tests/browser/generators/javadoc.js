// SPDX-License-Identifier: MIT
// Documentation of Java by Javadoc 17 and 21 ($JAVADOC17 and $JAVADOC21; otherwise the javadoc that is installed). Its search has
// scripts with the names of packages, types and members.
'use strict';

const FILES = {
    'source/shore/Tide.java': 'package shore;\n\n/** Comes twice a day. */\npublic class Tide {\n    /** Makes one. */\n    public Tide() {}\n\n' +
        '    /** Measures its height.\n     * @return metres above the mean */\n    public double height() {\n        return 0;\n    }\n}\n',
    'source/shore/Wave.java': 'package shore;\n\n/** Moves a {@link Tide} about. */\npublic class Wave {\n    /** Makes one. */\n    public Wave() {}\n}\n',
    'source/shore/package-info.java': '/** Notes from the shore. */\npackage shore;\n',
    'source/sand/Grain.java': 'package sand;\n\n/** The smallest thing here. */\npublic class Grain {\n    /** Makes one. */\n    public Grain() {}\n}\n',
    'source/sand/package-info.java': '/** Below everything. */\npackage sand;\n',
};

const site = (program) => ({
    needs: [program],
    files: FILES,
    build: [[program, '-quiet', '-notimestamp', '-d', 'html', '-sourcepath', 'source', 'shore', 'sand']],
    out: 'html',
    tasks: [
        ['opens the start page', (t) => t.sees('Notes from the shore.')],
        ['follows a link to a type', async (t) => {
            await t.click('main >> text=shore');
            await t.click('main >> text=Wave');
            await t.click('main >> text=Tide');
            await t.sees('Measures its height.');
        }],
        ['opens the index', async (t) => {
            await t.click('a:text-is("Index")');
            await t.sees('The smallest thing here.');
        }],
        ['searches and opens what is found', async (t) => {
            await t.page.locator('#search-input').pressSequentially('height');
            await t.is('document.querySelector(".ui-autocomplete li, .search-result-link, #search-result-list") !== null');
            await t.page.locator('.ui-autocomplete li a, .ui-menu-item').first().click();
            await t.sees('metres above the mean');
        }],
    ],
});

module.exports = {
    themes: {
        'javadoc-17': site(process.env.JAVADOC17 || 'javadoc'),
        'javadoc-21': site(process.env.JAVADOC21 || 'javadoc-21'),
    },
};
