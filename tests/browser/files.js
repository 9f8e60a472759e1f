// SPDX-License-Identifier: MIT
// What fixtures are made of: small files of every kind, each told from all others by something a browser can measure.
// A file is an object with `body` (text, bytes, or a function of the file's own name), and perhaps `type`, `status` and
// `headers`. Text may hold {SITE}, {OTHER} and {HERE}: see site.js.
'use strict';

const png = require('./png');
const font = require('./font');

// A picture WIDTH wide.
const image = (width, more = {}) => ({ type: 'image/png', body: (name) => png.encode(width, 10, name), ...more });

// The same as SVG.
const svg = (width, more = {}) => ({
    type: 'image/svg+xml',
    body: (name) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><title>${name}</title>` +
        `<rect width="${width}" height="10" fill="rgb(${png.colourOf(width)})"/></svg>\n`,
    ...more,
});

// Silence of so many tenths of a second, as WAVE.
function sound(tenths, more = {}) {
    const rate = 8000;
    const samples = (rate * tenths) / 10;
    const head = Buffer.alloc(44);
    head.write('RIFF', 0);
    head.writeUInt32LE(36 + samples, 4);
    head.write('WAVEfmt ', 8);
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(1, 22);
    head.writeUInt32LE(rate, 24);
    head.writeUInt32LE(rate, 28);
    head.writeUInt16LE(1, 32);
    head.writeUInt16LE(8, 34);
    head.write('data', 36);
    head.writeUInt32LE(samples, 40);
    return { type: 'audio/wav', body: Buffer.concat([head, Buffer.alloc(samples, 128)]), ...more };
}

// A font whose letter A is so many thousandths of the size wide; it has no other letters.
const face = (advance, more = {}) => ({ type: 'font/ttf', body: font.encode(advance), ...more });

const typed = (type) => (body, more = {}) => ({ type, body, ...more });
const css = typed('text/css');
const script = typed('text/javascript');
const text = typed('text/plain');
const json = typed('application/json');
const manifest = typed('application/manifest+json');
const html = typed('text/html');
const xhtml = typed('application/xhtml+xml');
const vtt = typed('text/vtt');

// A page with a title, a heading of the same words, a paragraph #end far below, and what else is said.
const page = (title, more = '', rest = {}) => html(
    `<!DOCTYPE html>\n<meta charset=utf-8>\n<title>${title}</title>\n<h1>${title}</h1>\n${more}\n<p id=end>The end.</p>\n`, rest);

// A redirect.
const moved = (status, to, more = {}) => ({
    status, type: 'text/html', headers: { Location: to }, body: 'It is elsewhere.\n', ...more,
});

module.exports = { typed, image, svg, sound, face, css, script, text, json, manifest, html, xhtml, vtt, page, moved };
