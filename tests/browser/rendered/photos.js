// SPDX-License-Identifier: MIT
// A photo log that grows: when its end comes into view, a script fetches five more photos.
'use strict';

const { svg } = require('../files');

const COUNT = 25;

const SCRIPT = `
    document.querySelector('main').innerHTML = '<h1>Log</h1><footer>The end</footer>';
    const end = document.querySelector('footer');
    let count = 0, busy = false;
    async function grow() {
        if (busy) return;
        busy = true;
        const photos = await (await fetch('/photos.json?after=' + count)).json();
        for (const { name, words } of photos) {
            end.insertAdjacentHTML('beforebegin', '<figure><img src="' + name + '" width="300" height="200"><figcaption>' + words + '</figcaption></figure>');
        }
        count += photos.length;
        busy = false;
        watcher.unobserve(end);
        if (photos.length) watcher.observe(end);
    }
    const watcher = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && grow());
    watcher.observe(end);`;

const photos = Array.from({ length: COUNT }, (_, i) => ({ name: `/photo/${i + 1}.svg`, words: `Day ${i + 1}` }));

module.exports = {
    files: {
        'index.html': '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Log</title><body><main></main><script src="/log.js"></script></body></html>',
        'log.js': SCRIPT,
        ...Object.fromEntries(photos.map(({ name }, i) => [name.slice(1), svg(300 + i)])),
    },
    answer(target) {
        const { pathname, searchParams } = new URL(target, 'http://x');
        const after = Number(searchParams.get('after'));
        return pathname === '/photos.json' ? { type: 'application/json', body: JSON.stringify(photos.slice(after, after + 5)) } : null;
    },
    tasks: [1, 6, COUNT].map((day) => [`sees day ${day}`, async (reader) => {
        await reader.is(`(window.scrollTo(0, document.body.scrollHeight), document.body.innerText.includes('Day ${COUNT}'))`);
        await reader.is(`[...document.querySelectorAll('figcaption')].find((one) => one.innerText === 'Day ${day}').previousSibling.naturalWidth === ${299 + day}`);
    }]),
};
