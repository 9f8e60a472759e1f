// SPDX-License-Identifier: MIT
// The smallest TrueType font that browsers take: two glyphs, a missing one and the letter A, a triangle of any width.
'use strict';

const EM = 1000;

const u16 = (...values) => {
    const out = Buffer.alloc(2 * values.length);
    values.forEach((value, i) => out.writeUInt16BE(value & 0xffff, 2 * i));
    return out;
};
const u32 = (...values) => {
    const out = Buffer.alloc(4 * values.length);
    values.forEach((value, i) => out.writeUInt32BE(value >>> 0, 4 * i));
    return out;
};
const zeros = (count) => Buffer.alloc(count);

// One contour of three points, all on the curve, with two bytes for each coordinate.
const triangle = Buffer.concat([u16(1, 0, 0, 500, 700, 2, 0), Buffer.from([1, 1, 1]), u16(0, 500, -250), u16(0, 0, 700), zeros(1)]);

// Characters to glyphs, format 4: A is glyph 1.
function cmap() {
    const segments = [u16(4, 4, 1, 0), u16(0x41, 0xffff), u16(0), u16(0x41, 0xffff), u16(1 - 0x41, 1), u16(0, 0)];
    const body = Buffer.concat(segments);
    return Buffer.concat([u16(0, 1, 3, 1), u32(12), u16(4, 6 + body.length, 0), body]);
}

function name() {
    const words = Buffer.from('Tiptoe', 'utf16le').swap16();
    const records = [1, 2, 4, 6].map((id) => u16(3, 1, 0x409, id, words.length, 0));
    return Buffer.concat([u16(0, records.length, 6 + 12 * records.length), ...records, words]);
}

function tables(advance) {
    return {
        'OS/2': Buffer.concat([u16(3, advance, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0), zeros(10), u32(1, 0, 0, 0),
            Buffer.from('TIPT'), u16(0x40, 0x41, 0x41, 800, -200, 0, 800, 200), u32(1, 0), u16(500, 700, 0, 0x20, 1)]),
        cmap: cmap(),
        glyf: triangle,
        head: Buffer.concat([u16(1, 0, 1, 0), u32(0, 0x5f0f3cf5), u16(3, EM), zeros(16), u16(0, 0, 500, 700, 0, 8, 2, 1, 0)]),
        hhea: Buffer.concat([u16(1, 0, 800, -200, 0, advance, 0, 0, 500, 1, 0, 0), zeros(8), u16(0, 2)]),
        hmtx: u16(500, 0, advance, 0),
        loca: u32(0, 0, triangle.length),
        maxp: Buffer.concat([u32(0x10000), u16(2, 3, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0)]),
        name: name(),
        post: Buffer.concat([u32(0x30000, 0), u16(-100, 50), u32(0, 0, 0, 0, 0)]),
    };
}

const padded = (data) => Buffer.concat([data, zeros((4 - (data.length % 4)) % 4)]);

function checksum(data) {
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
    return sum;
}

function encode(advance) {
    const parts = Object.entries(tables(advance));
    const records = [];
    const bodies = [];
    let offset = 12 + 16 * parts.length;
    for (const [tag, data] of parts) {
        const body = padded(data);
        records.push(Buffer.concat([Buffer.from(tag), u32(checksum(body), offset, data.length)]));
        bodies.push(body);
        offset += body.length;
    }
    const power = Math.floor(Math.log2(parts.length));
    const head = u16(0, 0, 0, 0, 0, 0);
    head.writeUInt32BE(0x10000, 0);
    head.writeUInt16BE(parts.length, 4);
    head.writeUInt16BE(16 * 2 ** power, 6);
    head.writeUInt16BE(power, 8);
    head.writeUInt16BE(16 * (parts.length - 2 ** power), 10);
    return Buffer.concat([head, ...records, ...bodies]);
}

module.exports = { encode };
