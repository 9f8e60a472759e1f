// SPDX-License-Identifier: MIT
// Pages in other encodings than UTF-8, declared in every way that browsers know: their words stay, their links lead on.
// A path is sent in UTF-8, a query in the page's encoding.
'use strict';

const { page, html, image } = require('../files');

const bytes = (...parts) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

// A page whose bytes are those of a string of Latin-1.
const raw = (text, type = 'text/html', headers = {}) => ({ type, body: bytes(text), headers });

const body = (word) => `<p id=w>${word}</p><a id=x href="${word}.html">to</a><a id=q href="q.html?w=${word}">q</a>`;

// A word in windows-1251: "Это", and its query.
const RUSSIAN = '\xdd\xf2\xee';
const RUSSIAN_PATH = '%D0%AD%D1%82%D0%BE.html';
const RUSSIAN_QUERY = 'q.html?w=%DD%F2%EE';

// "表ソ" in Shift_JIS: the second bytes are backslashes.
const JAPANESE = '\x95\x5c\x83\x5c';

const utf16 = (text, big) => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    return big ? little.swap16() : little;
};

module.exports = (fixture) => {
    const russian = {
        'windows-1251-header': raw(`<!DOCTYPE html><title>c</title>${body(RUSSIAN)}`, 'text/html; charset=windows-1251'),
        'windows-1251-meta': raw(`<!DOCTYPE html><meta charset="windows-1251"><title>c</title>${body(RUSSIAN)}`),
        'windows-1251-http-equiv': raw(`<html><head><META http-equiv='Content-Type' content='text/html; charset=cp1251'><title>c</title></head>${body(RUSSIAN)}`),
        'header-beats-meta': raw(`<!DOCTYPE html><meta charset="utf-8"><title>c</title>${body(RUSSIAN)}`, 'text/html;charset="windows-1251"'),
    };
    for (const [name, it] of Object.entries(russian)) {
        fixture(name, {
            page: it,
            files: { [RUSSIAN_PATH]: page('By its path'), [RUSSIAN_QUERY]: page('By its query') },
            check: async (t) => await t.text('#w', 'Это') && await t.leads('#x', 'By its path') && t.leads('#q', 'By its query'),
        });
    }
    fixture('shift-jis', {
        page: raw(`<!DOCTYPE html><meta charset=shift_jis><title>c</title>${body(JAPANESE)}`),
        files: { '%E8%A1%A8%E3%82%BD.html': page('Past the backslashes'), 'q.html?w=%95\\%83\\': page('A query in Shift_JIS') },
        check: async (t) => await t.text('#w', '表ソ') && await t.leads('#x', 'Past the backslashes') && t.leads('#q', 'A query in Shift_JIS'),
    });
    fixture('shift-jis-quotes', {
        page: raw('<!DOCTYPE html><meta charset=sjis><title>c</title><p id=w title="\x95\x5c">\x83\x5c</p><img id=x alt="\x95\x5c" src="{HERE}/i.png">'.replace('{HERE}', '/charset/shift-jis-quotes')),
        files: { 'i.png': image(331) },
        check: async (t) => await t.image('#x', 331) && await t.text('#w', 'ソ') && t.value(() => document.querySelector('#w').title === '表'),
    });
    fixture('iso-2022-jp', {
        page: raw(`<!DOCTYPE html><meta charset=iso-2022-jp><title>c</title>${body('\x1b$BF|K\\\x1b(B')}`),
        files: { '%E6%97%A5%E6%9C%AC.html': page('Past the escapes') },
        check: async (t) => await t.text('#w', '日本') && t.leads('#x', 'Past the escapes'),
    });
    fixture('iso-2022-jp-brackets', {
        page: raw('<!DOCTYPE html><meta charset=iso-2022-jp><title>c</title><p id=w>\x1b$B!c!d\x1b(B</p><a id=x href="to.html">a</a>'),
        files: { 'to.html': page('Past angle brackets') },
        check: async (t) => await t.text('#w', '＜＞') && t.leads('#x', 'Past angle brackets'),
    });
    fixture('euc-jp', {
        page: raw(`<!DOCTYPE html><title>c</title>${body('\xc6\xfc\xcb\xdc')}`, 'text/html; charset=euc-jp'),
        files: { '%E6%97%A5%E6%9C%AC.html': page('By EUC') },
        check: async (t) => await t.text('#w', '日本') && t.leads('#x', 'By EUC'),
    });
    fixture('gb18030', {
        page: raw(`<!DOCTYPE html><meta charset=gb2312><title>c</title>${body('\xd6\xd0')}`),
        files: { '%E4%B8%AD.html': page('By GB'), 'q.html?w=%D6%D0': page('A query in GB') },
        check: async (t) => await t.text('#w', '中') && await t.leads('#x', 'By GB') && t.leads('#q', 'A query in GB'),
    });
    fixture('windows-1252-default', {
        page: raw(`<!DOCTYPE html><title>c</title>${body('caf\xe9')}`),
        files: { 'caf%C3%A9.html': page('Undeclared'), 'q.html?w=caf%E9': page('Undeclared query') },
        check: async (t) => await t.text('#w', 'café') && await t.leads('#x', 'Undeclared') && t.leads('#q', 'Undeclared query'),
    });
    fixture('latin1-is-windows-1252', {
        page: raw(`<!DOCTYPE html><meta charset=iso-8859-1><title>c</title>${body('\x80')}`),
        files: { '%E2%82%AC.html': page('A euro') },
        check: async (t) => await t.text('#w', '€') && t.leads('#x', 'A euro'),
    });
    for (const [name, big] of [['utf-16le', false], ['utf-16be', true]]) {
        fixture(name, {
            page: { type: 'text/html', body: utf16(`<!DOCTYPE html><title>c</title>${body('Это')}`, big) },
            files: { [RUSSIAN_PATH]: page('From UTF-16'), 'q.html?w=%D0%AD%D1%82%D0%BE': page('A query from UTF-16') },
            check: async (t) => await t.text('#w', 'Это') && await t.leads('#x', 'From UTF-16') && t.leads('#q', 'A query from UTF-16'),
        });
    }
    fixture('utf-16-header', {
        page: { type: 'text/html; charset=utf-16le', body: utf16(`<!DOCTYPE html><title>c</title>${body('Это')}`, false).subarray(2) },
        files: { [RUSSIAN_PATH]: page('UTF-16 by its header') },
        check: async (t) => await t.text('#w', 'Это') && t.leads('#x', 'UTF-16 by its header'),
    });
    fixture('mark-beats-header', {
        page: { type: 'text/html; charset=windows-1251', body: Buffer.from(`\ufeff<!DOCTYPE html><meta charset=koi8-r><title>c</title>${body('Это')}`) },
        files: { [RUSSIAN_PATH]: page('By its mark') },
        check: async (t) => await t.text('#w', 'Это') && t.leads('#x', 'By its mark'),
    });
    fixture('meta-utf-16-is-utf-8', {
        page: { type: 'text/html', body: Buffer.from(`<!DOCTYPE html><meta charset=utf-16><title>c</title>${body('Это')}`) },
        files: { [RUSSIAN_PATH]: page('UTF-8 all the same') },
        check: async (t) => await t.text('#w', 'Это') && t.leads('#x', 'UTF-8 all the same'),
    });
    fixture('x-user-defined-and-bad-bytes', {
        page: { type: 'text/html; charset=utf-8', body: bytes('<!DOCTYPE html><title>c</title><p id=w>\xff\xfe!</p><img id=x src="i.png?\xff"><a id=a href="/charset/x-user-defined-and-bad-bytes/to.html">a</a>') },
        files: { 'to.html': page('Past bad bytes') },
        check: async (t) => await t.text('#w', '\ufffd\ufffd!') && t.leads('#a', 'Past bad bytes'),
    });
    fixture('link-charset', {
        page: html('<!DOCTYPE html><title>c</title><meta charset=utf-8><a id=a href="{HERE}/koi.html">a</a><iframe id=f src="koi.html"></iframe>'),
        files: { 'koi.html': raw('<!DOCTYPE html><title>\xf0</title><p>\xf0\xd2\xc9\xd7\xc5\xd4', 'text/html; charset=koi8-r') },
        check: async (t) => await t.leads('#a', 'П') && t.frame('#f', 'Привет'),
    });
    const script = (words, type) => ({ type, body: Buffer.from(words, 'latin1') });
    const says = (wanted) => (t) => t.value((words) => document.documentElement.dataset.said === words, wanted);
    fixture('script-by-header', {
        page: html('<!DOCTYPE html><title>c</title><meta charset=utf-8><script src="{HERE}/s.js"></script>'),
        files: { 's.js': script('/* \xd1 */ document.documentElement.dataset.said = "\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0";', 'text/javascript; charset=windows-1251') },
        check: says('Привет, мир'),
    });
    fixture('script-by-header-utf-8', {
        page: raw('<!DOCTYPE html><meta charset=windows-1251><title>c</title><script src="s.js"></script>'),
        files: { 's.js': { type: 'text/javascript; charset=utf-8', body: 'document.documentElement.dataset.said = "Привет";' } },
        check: says('Привет'),
    });
    fixture('script-by-header-shift-jis', {
        page: html('<!DOCTYPE html><title>c</title><meta charset=utf-8><script src="{HERE}/s.js"></script>'),
        files: { 's.js': script('document.documentElement.dataset.said = "\x83\\\x93\xfa!";', 'text/javascript; charset=shift_jis') },
        check: says('ソ日!'),
    });
    fixture('big5', {
        page: raw(`<!DOCTYPE html><meta charset=big5><title>c</title>${body('\xa5\x5c')}`),
        files: { '%E5%8A%9F.html': page('By Big5') },
        check: async (t) => await t.text('#w', '功') && t.leads('#x', 'By Big5'),
    });
};
