// SPDX-License-Identifier: MIT
// URLs that ask much of file names: different ones are different files, and each link finds its own.
'use strict';

const { image, page } = require('../files');

const attribute = (url) => url.replace(/&/g, '&amp;').replace(/"/g, '&quot;');

// So many folders, one below the other; no two are named alike, since that would look like a trap.
const folders = (count) => Array.from({ length: count }, (_, i) => `d${i}/`).join('');

module.exports = (fixture) => {
    // Pages whose URLs are easily taken for one another.
    const groups = {
        'dir-and-file': ['d/', 'd'],
        'dir-and-index': ['d/', 'd/index.html', 'd/index.htm', 'd/index.php'],
        'file-and-below': ['a', 'a/b', 'a/b/c', 'a/b/'],
        'html-and-none': ['about', 'about.html', 'about.htm', 'about.HTML'],
        'case-twins': ['Page.html', 'pAge.html', 'PAGE.html', 'pagE.html'],
        'case-of-folders': ['Dir/x.html', 'dir/x.html', 'DIR/X.html'],
        queries: ['q', 'q?', 'q?a=1', 'q?a=1&b=2', 'q?b=2&a=1', 'q?a=1&a=2', 'q?a', 'q?a='],
        'query-like-names': ['q?x=1', 'q@x=1', 'q%3Fx=1', 'q@x=1.html', 'q%40x=1'],
        'slash-encoded': ['a%2Fb', 'a/b', 'a%252Fb', 'a%2fb/c'],
        semicolons: ['p;v=1', 'p;v=2', 'p', 'p%3Bv=1'],
        'hash-and-mark': ['a%23b', 'a%3Fb', 'a?b', 'a%23b%23c.html', 'a%2523b'],
        percent: ['100%25', '100%', '100%2525', '%zz', '%C3%A9', '%E9'],
        'nfc-and-nfd': ['caf%C3%A9', 'cafe%CC%81', '%C3%85', '%E2%84%AB', 'A%CC%8A'],
        'scripts-of-the-world': ['%E6%97%A5%E6%9C%AC%E8%AA%9E', '%D0%BC%D0%B8%D1%80.html', '%F0%9F%90%A2', '%D7%A9%D7%9C%D7%95%D7%9D'],
        dots: ['dots.', 'dots..', 'dots...html', 'dots', '.hidden', '..hidden', 'dots.%20', 'dots%20'],
        reserved: ['con', 'aux.html', 'NUL.txt', 'com1', 'lpt9.tar.gz', 'prn/', 'CON.'],
        'windows-characters': ['a:b', 'a*b', 'a%7Cb', 'a%22b', 'a%3Cb%3E', 'a%5Cb', 'c:'],
        'control-characters': ['a%0Ab', 'a%09b', 'a%7Fb', 'a%1Bb', 'a%0D%0Ab'],
        spaces: ['a%20b', 'a+b', 'a%2Bb', '%20a', 'a%20', 'a%C2%A0b'],
        'empty-segments': ['x//y', 'x/y', 'x///y', 'x//'],
        'leading-characters': ['-rf', '~user/', '_hosts/', '!bang', '$home', '(1)', "it's", '@at', '=eq', '[b]'],
        'own-names': ['_hosts/127.0.0.1/index.html', 'index.html', 'index.html.html', 'index%23.html'],
        brackets: ['[b]/x', '%5Bb%5D/x', '@m/x', '%40m/x', '[c].html', '%5Bc%5D.html', '%5Bd%5D/%40e', '%5Bf%5D.html'],
        extensions: ['x.tar.gz', 'x.html.html', 'x.php', 'x.css', 'x.js', 'x.png', 'x.', 'x.longextension'],
        long: [`${'s'.repeat(250)}.html`, `${'s'.repeat(250)}.htmm`, 't'.repeat(255), 't'.repeat(256), `${'u'.repeat(300)}/x`, `${'u'.repeat(301)}/x`],
        'long-non-ascii': ['%D1%8F'.repeat(127), '%D1%8F'.repeat(128), `${'%E6%97%A5'.repeat(90)}.html`, `${'%E6%97%A5'.repeat(91)}.html`],
        'eight-kilobytes': [`q?x=${'v'.repeat(8000)}1`, `q?x=${'v'.repeat(8000)}2`, 'p'.repeat(7900)],
        deep: [`${folders(20)}x.html`, `${folders(20)}y/`],
        'very-deep': [`${folders(45)}x.html`],
    };
    for (const [name, targets] of Object.entries(groups)) {
        fixture(name, {
            body: targets.map((target, i) => `<a id=x${i} href="./${attribute(target)}#end">${i}</a>`).join('\n'),
            files: Object.fromEntries(targets.map((target, i) => [target, page(`${name} ${i}`)])),
            check: async (t) => {
                for (let i = 0; i < targets.length; i++) {
                    if (!await t.leads(`#x${i}`, `${name} ${i}`, '#end')) throw new Error(`target ${i}, ${targets[i].slice(0, 40)}`);
                }
                return true;
            },
        });
    }
    let width = 431;
    const pictures = {
        'picture-queries': ['i.png', 'i.png?v=1', 'i.png?v=2', 'i.png?v=1&w=2', 'i?v=1'],
        'picture-characters': ['a%20b.png', 'a+b.png', 'a%23.png', 'a%3F.png', 'a%25.png', "a'b.png", 'a(b).png', 'a,b.png', 'a;b.png'],
        'picture-case': ['I.png', 'i.png', 'i.PNG', 'I.PNG'],
        'picture-non-ascii': ['caf%C3%A9.png', 'cafe%CC%81.png', '%E6%97%A5.png', '%E9.png'],
        'picture-long': [`${'n'.repeat(251)}.png`, `${'n'.repeat(252)}.png`, `i.png?${'n'.repeat(3000)}`],
        'picture-folders': ['a', 'a/b', 'a/b.png', 'a.png/c.png'],
    };
    for (const [name, targets] of Object.entries(pictures)) {
        const first = width;
        width += targets.length;
        fixture(name, {
            body: targets.map((target, i) => `<img id=x${i} src="${attribute(target)}">`).join('\n'),
            files: Object.fromEntries(targets.map((target, i) => [target, image(first + i)])),
            check: async (t) => {
                for (let i = 0; i < targets.length; i++) if (!await t.image(`#x${i}`, first + i)) throw new Error(`picture ${i}, ${targets[i].slice(0, 40)}`);
                return true;
            },
        });
    }
};
