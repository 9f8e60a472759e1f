// SPDX-License-Identifier: MIT
// The help of LibreOffice (Debian: libreoffice-help-en-us): 2,500 pages with a BASE element, whose contents and search scripts make.
'use strict';

const HELP = '/usr/share/libreoffice/help';
const START = '/en-US/text/shared/05/new_help.html';

module.exports = {
    needs: [`${HELP}/en-US`],
    out: HELP,
    start: START,
    shown: '#DisplayArea',
    elsewhere: true,
    tasks: [
        ['opens the start page', (t) => t.sees('Help')],
        ['opens a page from the contents', async (t) => {
            await t.is('document.querySelectorAll("#Contents a").length > 1000');
            await t.page.locator('#Contents a >> text=Docking and Resizing Windows').first().evaluate((link) => link.click());
            await t.sees('dock');
        }],
        ['searches and opens what is found', async (t) => {
            await t.page.locator('#search-bar').pressSequentially('navigator');
            await t.page.locator('#Bookmarks a, .nav-results a').first().evaluate((link) => link.click());
            await t.sees('Navigator');
        }],
    ],
};
