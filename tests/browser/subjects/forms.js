// SPDX-License-Identifier: MIT
// Forms are answered by a server: in the mirror they go on to the live site, and nothing is asked until someone does so.
'use strict';

const { image } = require('../files');

// What ACTION of the element #x is, as the browser resolves it.
const acts = (t, wanted, property = 'action') => t.value(([name, live]) => {
    const element = document.querySelector('#x');
    const attribute = element.getAttribute(name);
    return new URL(attribute === null ? location.href : attribute, document.baseURI).href.split('#')[0] === live;
}, [property, t.site.fill(t.fixture, wanted)]);

module.exports = (fixture) => {
    const actions = {
        relative: ['<form id=x action="search.php" method=get><input name=q></form>', '{SITE}{HERE}/search.php'],
        root: ['<form id=x action="{HERE}/post" method=post><input type=submit></form>', '{SITE}{HERE}/post'],
        absolute: ['<form id=x action="{SITE}{HERE}/a?b=1&amp;c=2"></form>', '{SITE}{HERE}/a?b=1&c=2'],
        'other-host': ['<form id=x action="{OTHER}{HERE}/a"></form>', '{OTHER}{HERE}/a'],
        dialog: ['<dialog open><form id=x method=dialog action="{HERE}/d"><button>ok</button></form></dialog>', '{SITE}{HERE}/d'],
    };
    for (const [name, [body, wanted]] of Object.entries(actions)) {
        fixture(name, { body, nothing: 'page', check: (t) => acts(t, wanted) });
    }
    fixture('formaction', {
        body: '<form action="{HERE}/a"><button id=x formaction="b?c=1">b</button><input type=image src="i.png"></form>',
        files: { 'i.png': image(601) },
        check: async (t) => await acts(t, '{SITE}{HERE}/b?c=1', 'formaction') && t.wide('input', 601),
    });
    fixture('with-base', {
        body: '<base href="{HERE}/dir/"><form id=x action="go"></form><img id=i src="i.png">',
        files: { 'dir/i.png': image(602) },
        check: async (t) => await acts(t, '{SITE}{HERE}/dir/go') && t.image('#i', 602),
    });
    fixture('to-mirrored-page', {
        body: '<form id=x action="{HERE}/page.html" method=post></form>',
        nothing: 'page',
        check: (t) => acts(t, '{SITE}{HERE}/page.html'),
    });
};
