// SPDX-License-Identifier: MIT
// What weaving has to leave alone, and what it must take away: digests of files that it changed, policies and modes that
// keep a browser from the mirror's own files, and odd ways of writing HTML.
'use strict';

const crypto = require('crypto');
const { image, css, script, page, html, text, face, moved } = require('../files');

const digest = (words, algorithm = 'sha384') => `${algorithm}-${crypto.createHash(algorithm).update(words).digest('base64')}`;
const ran = (t) => t.value(() => document.documentElement.dataset.ran === 'yes');
const RUN = "document.documentElement.dataset.ran = 'yes';\n";
const CORS = { headers: { 'Access-Control-Allow-Origin': '*' } };

// A page whose bytes are all there is to it.
const exact = (body) => html(`<!DOCTYPE html>\n<title>w</title>\n${body}`);

module.exports = (fixture) => {
    const same = '#x { margin-left: 71px }\n';
    const changed = '#x { margin-left: 72px; background: url(/weaving/integrity-changed/i.png) }\n';
    fixture('integrity-same', {
        body: `<link rel=stylesheet href="{HERE}/s.css" integrity="${digest(same)}"><p id=x>`,
        files: { 's.css': css(same) },
        disk: 'a file cannot be read by CORS, which a digest asks for',
        embedded: true,
        check: (t) => t.style('#x', 'margin-left', '71px'),
    });
    fixture('integrity-changed', {
        body: `<link rel=stylesheet href="s.css" integrity="${digest(changed)}"><p id=x style="height:40px">`,
        files: { 's.css': css(changed), 'i.png': image(621) },
        check: async (t) => await t.style('#x', 'margin-left', '72px') && t.shows('#x', 621),
    });
    fixture('integrity-script', {
        body: `<script src="{HERE}/s.js" integrity="sha256-AAAA ${digest(RUN, 'sha512')}"></script>`,
        files: { 's.js': script(RUN) },
        disk: 'a file cannot be read by CORS, which a digest asks for',
        embedded: true,
        check: async (t) => await ran(t) && (t.way.name === 'embedded' || t.value(() => document.querySelector('script').integrity.startsWith('sha'))),
    });
    fixture('integrity-wrong-stays-wrong', {
        body: `<script src="bad.js" integrity="${digest('other words')}"></script><script src="s.js"></script>`,
        files: { 'bad.js': script("document.documentElement.dataset.bad = 'yes';"), 's.js': script(RUN) },
        check: async (t) => await ran(t) && t.value(() => document.documentElement.dataset.bad === undefined),
    });
    fixture('integrity-other-host', {
        body: `<script src="{OTHER}{HERE}/s.js" integrity="${digest(RUN)}" crossorigin="anonymous"></script>`,
        files: { 'other:s.js': script(RUN, CORS) },
        disk: 'a file cannot be read by CORS, which a digest asks for',
        embedded: true,
        check: ran,
    });
    const modes = {
        script: ['<script crossorigin src="{HERE}/s.js"></script>', { 's.js': script(RUN) }, ran],
        'script-credentials': ['<script crossorigin=use-credentials src=s.js></script>', { 's.js': script(RUN) }, ran],
        style: ['<link rel=stylesheet crossorigin="anonymous" href="{HERE}/s.css"><p id=x>', { 's.css': css('#x { margin-left: 73px }') }, (t) => t.style('#x', 'margin-left', '73px')],
        image: ['<img id=x crossorigin src="{OTHER}{HERE}/i.png">', { 'other:i.png': image(622, CORS) }, (t) => t.image('#x', 622)],
        'image-own': ["<img id=x src='i.png' crossorigin='anonymous'>", { 'i.png': image(623) }, (t) => t.image('#x', 623)],
        font: ['<link rel=preload as=font type="font/ttf" crossorigin href="{OTHER}{HERE}/f.ttf"><style>@font-face { font-family: F; src: url({OTHER}{HERE}/f.ttf) }</style><span id=x style="font: 100px F">A</span>',
            { 'other:f.ttf': face(1420, CORS) }, (t) => t.letter('#x', 1420)],
    };
    for (const [name, [body, files, check]] of Object.entries(modes)) fixture(`crossorigin-${name}`, { body, files, check });
    const meta = (policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    fixture('policy-self', {
        body: `${meta("default-src 'self'")}<img id=x src="{HERE}/i.png"><script src="s.js"></script>`,
        files: { 'i.png': image(624), 's.js': script(RUN) },
        check: async (t) => await t.image('#x', 624) && ran(t),
    });
    fixture('policy-hosts', {
        body: `${meta('img-src {OTHER}; style-src {SITE} {OTHER}; script-src {SITE}')}<img id=x src="{OTHER}{HERE}/i.png"><link rel=stylesheet href="s.css"><script src=s.js></script>`,
        files: { 'other:i.png': image(625), 's.css': css('#x { margin-left: 74px }'), 's.js': script(RUN) },
        check: async (t) => await t.image('#x', 625) && await t.style('#x', 'margin-left', '74px') && ran(t),
    });
    fixture('policy-path', {
        body: `${meta('img-src {SITE}{HERE}/pictures/')}<img id=x src="pictures/i.png">`,
        files: { 'pictures/i.png': image(626) },
        check: (t) => t.image('#x', 626),
    });
    fixture('policy-nonce', {
        body: `${meta("script-src 'nonce-abc'")}<script nonce=abc src="{HERE}/s.js"></script>`,
        files: { 's.js': script(RUN) },
        check: ran,
    });
    fixture('policy-hash', {
        body: `${meta(`script-src '${digest("document.documentElement.dataset.own = 1;", 'sha256')}' 'self'`)}<script>document.documentElement.dataset.own = 1;</script><script src=s.js></script>`,
        files: { 's.js': script(RUN) },
        check: async (t) => await ran(t) && t.value(() => document.documentElement.dataset.own === '1'),
    });
    fixture('policy-base-and-frames', {
        body: `${meta("base-uri 'self'; frame-src 'self'; object-src 'none'")}<base href="{HERE}/dir/"><iframe id=x src="f.html"></iframe>`,
        files: { 'dir/f.html': page('Framed under a policy') },
        check: (t) => t.frame('#x', 'Framed under a policy'),
    });
    fixture('policy-upgrade', {
        body: `${meta('img-src *')}<meta http-equiv=content-security-policy content="font-src 'none'"><img id=x src="i.png">`,
        files: { 'i.png': image(627) },
        check: (t) => t.image('#x', 627),
    });
    fixture('nothing-to-weave', {
        page: exact('<p id=x class = "a"  data-b=\'c\'>Words &amp; more &nbsp;<br/>\r\n<!-- comment --><b>bold<i>both</b></i></p>'),
        nothing: 'page',
        check: async (t) => await t.kept('page.html') && t.text('#x', 'Words & more'),
    });
    const odd = {
        'quote-in-no-quotes': ["<img id=x src=a'b.png>", "a'b.png"],
        'double-in-single': ["<img id=x src='a&quot;b.png'>", 'a%22b.png'],
        'single-in-double': ['<img id=x src="a\'b.png">', "a'b.png"],
        'twice-the-attribute': ['<img id=x src="i.png" src="no.png" SRC=no2.png>', 'i.png'],
        'slash-between': ['<img/id="x"/src="i.png">', 'i.png'],
        'no-space-between': ['<img id="x"src="i.png"alt="">', 'i.png'],
        'equals-and-spaces': ['<img\n\tid\n=\nx\fsrc =\r\n "i.png"\n>', 'i.png'],
        'upper-case': ['<IMG ID="x" SRC="I.PNG">', 'I.PNG'],
        'greater-in-value': ['<img alt="a > b" id=x src="i.png">', 'i.png'],
        'comment-before': ['<!-- <img src="no.png"> --!><img id=x src="i.png">', 'i.png'],
        'bogus-comment': ['<!img src="no.png"><?img src="no.png"><img id=x src="i.png">', 'i.png'],
        'short-comments': ['<!--><img id=x src="i.png"><!---><p>', 'i.png'],
        'script-with-tags': ['<script>var s = "<!-- <script> <img src=no.png> <\\/script> -->";</script><img id=x src="i.png">', 'i.png'],
        'stray-end-tag': ['</p foo="<img src=no.png>"></div></><img id=x src="i.png">', 'i.png'],
        'conditional-comment': ['<!--[if IE]><img src="no.png"><![endif]--><![if !IE]><img id=x src="i.png"><![endif]>', 'i.png'],
        'semicolon-less-reference': ['<img id=x src="a&#46png">', 'a.png'],
        'open-at-the-end': ['<img id=x src="i.png" alt="', 'i.png', 'closed'],
        xmp: ['<xmp><img src="no.png"></xmp><img id=x src=i.png>', 'i.png'],
        'image-for-img': ['<image id=x src="i.png">', 'i.png'],
        'unquoted-slash-end': ['<img id=x src=i.png/>', 'i.png/'],
        'null-and-control': ['<img id=x alt="\x01" src="i.png">', 'i.png'],
        'new-line-in-value': ['<img id=x src="sub/\ni.png">', 'sub/i.png'],
    };
    let width = 631;
    for (const [name, [body, file, closed]] of Object.entries(odd)) {
        const own = width++;
        // What is open at the end of a page is no tag at all.
        fixture(`odd-${name}`, {
            page: exact(closed ? `<img id=x src="i.png"><p><img src="no.png" alt="` : body),
            files: { [file]: image(own) },
            check: (t) => t.image('#x', own),
        });
    }
    fixture('text-stays', {
        body: '<textarea id=a><img src="/none.png"> &amp;amp;</textarea><title><a href="/x"></title><style>/* <img src="/none.png"> */</style><img id=x src="i.png"><p id=p data-html="<img src=\'/none.png\'>">p</p>',
        files: { 'i.png': image(661) },
        check: async (t) => await t.image('#x', 661) && t.value(() => document.querySelector('#a').value === '<img src="/none.png"> &amp;' &&
            document.querySelector('style').textContent === '/* <img src="/none.png"> */' && document.querySelector('#p').dataset.html === "<img src='/none.png'>"),
    });
    fixture('value-needs-quotes', {
        body: "<a id=x href=r>x</a><img id=i src=r2>",
        files: { r: moved(302, 'a%20b%27c.html?d=%22e%22&f=1'), 'a%20b%27c.html?d=%22e%22&f=1': page('A name with all quotes'), r2: moved(302, 'my%20picture(1).png'), 'my%20picture(1).png': image(662) },
        check: async (t) => await t.leads('#x', 'A name with all quotes') && t.image('#i', 662),
    });
    fixture('style-value-needs-quotes', {
        body: '<div id=x style=background:url(r);height:40px></div>',
        files: { r: moved(302, 'my%20picture%20(2)%22.png'), 'my%20picture%20(2)%22.png': image(663) },
        check: (t) => t.shows('#x', 663),
    });
    fixture('long-line', {
        body: `${'<p>words</p>'.repeat(20000)}<img id=x src="{HERE}/i.png">`,
        files: { 'i.png': image(664) },
        check: (t) => t.image('#x', 664),
    });
    fixture('text-file-unchanged', {
        body: '<a id=x href="{HERE}/notes.txt">n</a>',
        files: { 'notes.txt': text('<a href="/weaving/x">not woven</a>\n') },
        check: async (t) => await t.kept('notes.txt') && t.shown('#x', '<a href="/weaving/x">not woven</a>'),
    });
};
