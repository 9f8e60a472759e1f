// SPDX-License-Identifier: MIT
// Pictures that a script of the page brings later: attributes of many names, and noscript for those without scripts.
'use strict';

const { image, script, page, svg } = require('../files');

// A page whose script moves ATTRIBUTE of #x to WHERE, as lazy loaders do.
const later = (element, code) => `${element}<script>addEventListener('load', function () { var x = document.getElementById('x'); ${code} });</script>`;

module.exports = (fixture) => {
    const attributes = {
        'data-src': 'src', 'data-original': 'src', 'data-lazy-src': 'src', 'data-lazy': 'src', 'data-hi-res-src': 'src', 'data-srcset': 'srcset',
        'data-lazy-srcset': 'srcset', 'data-original-set': 'srcset',
    };
    Object.entries(attributes).forEach(([name, to], i) => fixture(name, {
        body: later(`<img id=x ${name}="{HERE}/i.png">`, `x.${to} = x.getAttribute('${name}');`),
        files: { 'i.png': image(81 + i) },
        check: (t) => t.image('#x', 81 + i),
    }));
    fixture('data-srcset-candidates', {
        body: later('<img id=x data-srcset="{HERE}/i.png 1x, {OTHER}{HERE}/j.png 2x">', "x.srcset = x.dataset.srcset;"),
        files: { 'i.png': image(91), 'other:j.png': image(92) },
        check: async (t) => await t.image('#x', 91) && t.kept('other:j.png'),
    });
    fixture('data-bg', {
        body: later('<div id=x style="height:40px" data-bg="{HERE}/i.png"></div>', "x.style.backgroundImage = 'url(\"' + x.dataset.bg + '\")';"),
        files: { 'i.png': image(93) },
        check: (t) => t.shows('#x', 93),
    });
    fixture('data-bg-url', {
        body: later('<div id=x style="height:40px" data-bg="url({HERE}/i.png)"></div>', 'x.style.backgroundImage = x.dataset.bg;'),
        files: { 'i.png': image(94) },
        check: (t) => t.shows('#x', 94),
    });
    fixture('data-background-image', {
        body: later('<div id=x style="height:40px" data-background-image="{HERE}/i.png"></div>',
            "x.style.backgroundImage = 'url(' + x.getAttribute('data-background-image') + ')';"),
        files: { 'i.png': image(95) },
        check: (t) => t.shows('#x', 95),
    });
    fixture('data-background', {
        body: later('<div id=x style="height:40px" data-background="{HERE}/i.png"></div>',
            "x.style.backgroundImage = 'url(' + x.getAttribute('data-background') + ')';"),
        files: { 'i.png': image(96) },
        check: (t) => t.shows('#x', 96),
    });
    fixture('data-poster', {
        body: later('<video id=x data-poster="{HERE}/i.png"></video>', 'x.poster = x.dataset.poster;'),
        files: { 'i.png': image(97) },
        check: (t) => t.wide('#x', 97),
    });
    fixture('iframe-data-src', {
        body: later('<iframe id=x data-src="{HERE}/f.html"></iframe>', 'x.src = x.dataset.src;'),
        files: { 'f.html': page('A late frame') },
        check: (t) => t.frame('#x', 'A late frame'),
    });
    fixture('source-data-srcset', {
        body: later('<picture><source id=x data-srcset="{HERE}/i.png"><img id=y data-src="{HERE}/j.png"></picture>', 'x.srcset = x.dataset.srcset;'),
        files: { 'i.png': image(98), 'j.png': image(99) },
        check: async (t) => await t.image('#y', 98) && t.kept('j.png'),
    });
    fixture('noscript', {
        body: '<noscript><img id=x src="{HERE}/i.png"></noscript>' + later('<p id=x></p>', "x.innerHTML = document.querySelector('noscript').textContent;"),
        files: { 'i.png': image(101) },
        check: (t) => t.image('#x img', 101),
    });
    fixture('noscript-in-head', {
        body: '<noscript><link rel=stylesheet href="{HERE}/s.css"></noscript>' +
            later('<p id=x>', "document.head.insertAdjacentHTML('beforeend', document.querySelector('noscript').textContent);"),
        files: { 's.css': { type: 'text/css', body: '#x { margin-left: 33px }' } },
        check: (t) => t.style('#x', 'margin-left', '33px'),
    });
    fixture('template', {
        body: '<template><img src="{HERE}/i.png"><style>p { margin-left: 34px }</style></template>' +
            later('<p id=x></p>', "x.append(document.querySelector('template').content.cloneNode(true));"),
        files: { 'i.png': image(102) },
        check: async (t) => await t.image('#x img', 102) && t.style('#x', 'margin-left', '34px'),
    });
    fixture('loader-script', {
        body: '<img class=lazy id=x src="{HERE}/holder.svg" data-src="{HERE}/i.png"><script src="{HERE}/lazy.js"></script>',
        files: {
            'holder.svg': svg(8), 'i.png': image(103),
            'lazy.js': script("document.querySelectorAll('.lazy').forEach(function (i) { i.src = i.dataset.src; });"),
        },
        check: (t) => t.image('#x', 103),
    });
};
