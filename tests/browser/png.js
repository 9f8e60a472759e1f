// SPDX-License-Identifier: MIT
// PNG pictures of one colour, and what is in any PNG that Chromium writes. A picture's colour follows
// from its width, so that a screenshot tells which picture is shown.
'use strict';

const zlib = require('zlib');

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n >>> 0;
});

function crc32(bytes) {
    let crc = 0xffffffff;
    for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
    return (crc ^ 0xffffffff) >>> 0;
}

function chunk(name, data) {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length, 0);
    out.write(name, 4, 'latin1');
    data.copy(out, 8);
    out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
}

// The colour of pictures WIDTH wide: three numbers, well apart for widths that differ.
function colourOf(width) {
    return [(width * 67) % 200 + 20, (width * 131) % 200 + 20, (width * 29) % 200 + 20];
}

// A picture WIDTH by HEIGHT; NOTE makes its bytes different from those of any other.
function encode(width, height, note) {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([8, 2, 0, 0, 0], 8);
    const row = Buffer.alloc(1 + 3 * width);
    for (let x = 0; x < width; x++) row.set(colourOf(width), 1 + 3 * x);
    const rows = Buffer.concat(Array(height).fill(row));
    return Buffer.concat([
        SIGNATURE, chunk('IHDR', header), chunk('tEXt', Buffer.from(`Comment\0${note}`, 'utf8')),
        chunk('IDAT', zlib.deflateSync(rows)), chunk('IEND', Buffer.alloc(0)),
    ]);
}

function paeth(left, up, corner) {
    const guess = left + up - corner;
    const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
    return a <= b && a <= c ? left : b <= c ? up : corner;
}

// Undoes the filter of each row of pixels, SIZE bytes each.
function unfilter(data, rowBytes, size) {
    const rows = [];
    for (let at = 0; at + rowBytes < data.length; at += rowBytes + 1) {
        const filter = data[at];
        const row = Buffer.from(data.subarray(at + 1, at + 1 + rowBytes));
        const above = rows[rows.length - 1] || Buffer.alloc(rowBytes);
        for (let i = 0; i < rowBytes; i++) {
            const left = i >= size ? row[i - size] : 0;
            const corner = i >= size ? above[i - size] : 0;
            const add = [0, left, above[i], (left + above[i]) >> 1, paeth(left, above[i], corner)][filter];
            row[i] = (row[i] + add) & 0xff;
        }
        rows.push(row);
    }
    return rows;
}

// The pixels of a PNG of 8 bits and 3 or 4 channels, as screenshots are: { width, height, size, rows }.
function decode(png) {
    const data = [];
    let width, height, size;
    for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
        const name = png.toString('latin1', at + 4, at + 8);
        const body = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
        if (name === 'IHDR') {
            [width, height, size] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === 6 ? 4 : 3];
        } else if (name === 'IDAT') {
            data.push(body);
        }
    }
    return { width, height, size, rows: unfilter(zlib.inflateSync(Buffer.concat(data)), width * size, size) };
}

// The colour in the middle.
function middle(png) {
    const { width, height, size, rows } = decode(png);
    return [...rows[height >> 1].subarray((width >> 1) * size, (width >> 1) * size + 3)];
}

// The mean difference of two pictures' bytes, 0 to 1; 1 when they are not of one size.
function difference(one, other) {
    if (one.equals(other)) return 0;
    const [a, b] = [decode(one), decode(other)];
    if (a.width !== b.width || a.height !== b.height || a.size !== b.size) return 1;
    let sum = 0;
    a.rows.forEach((row, y) => row.forEach((value, x) => {
        sum += Math.abs(value - b.rows[y][x]);
    }));
    return sum / (a.height * a.width * a.size * 255);
}

module.exports = { colourOf, encode, middle, difference };
