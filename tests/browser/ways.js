// SPDX-License-Identifier: MIT
// The ways in which the fixtures are opened. A way has
//   name, start    the URL of its start page
//   own            beginnings of URLs that are no leak
//   silent         the live site must not answer
//   strip          requests of the page are stopped, so that every check must fail
//   holds          is a file of a fixture there, byte for byte?
//   patience       how long a check may take to come true, when not as long as usual
//   stop           ends what it started
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { spawn } = require('child_process');
const { pathToFileURL } = require('url');
const { absolute, sendBody } = require('./site');

const TYPES = {
    '.html': 'text/html', '.htm': 'text/html', '.xhtml': 'application/xhtml+xml', '.css': 'text/css', '.js': 'text/javascript',
    '.mjs': 'text/javascript', '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.xml': 'application/xml',
    '.svg': 'image/svg+xml', '.svgz': 'image/svg+xml', '.png': 'image/png', '.gif': 'image/gif', '.jpg': 'image/jpeg',
    '.ico': 'image/vnd.microsoft.icon', '.wav': 'audio/wav', '.ttf': 'font/ttf', '.vtt': 'text/vtt', '.txt': 'text/plain',
    '.wasm': 'application/wasm', '.pdf': 'application/pdf', '.rss': 'application/rss+xml', '.atom': 'application/atom+xml',
};

const digest = (bytes) => crypto.createHash('sha256').update(bytes).digest('hex');

function digestsBelow(folder) {
    const digests = new Set();
    for (const name of fs.readdirSync(folder, { recursive: true })) {
        const file = path.join(folder, name);
        if (fs.statSync(file).isFile()) digests.add(digest(fs.readFileSync(file)));
    }
    return digests;
}

// Says whether a fixture's file is below a folder.
function holderOf(folder) {
    let digests;
    return (site, fixture, name) => {
        digests = digests || digestsBelow(folder);
        const which = name.startsWith('other:') ? 'other' : 'site';
        return digests.has(digest(site.files.get(`${which} ${absolute(fixture, name.replace(/^other:/, ''))}`).body));
    };
}

function live(site) {
    return { name: 'live', start: `${site.origin}/`, own: [`${site.origin}/`, `${site.other}/`], holds: () => true, stop() {} };
}

function nothing(site) {
    return { ...live(site), name: 'nothing', strip: true, holds: () => false };
}

const typeOf = (file) => TYPES[path.extname(file).toLowerCase()] || 'application/octet-stream';

// Sends a file as the simplest of servers do: the type is that of its extension, a folder has a / at its end, a
// query means nothing.
function sendFile(root, request, response) {
    const fail = (status) => {
        response.writeHead(status, { 'Content-Type': 'text/plain' });
        response.end('No such file.\n');
    };
    const moved = (to) => response.writeHead(301, { Location: to }).end();
    let file;
    try {
        file = path.join(root, decodeURIComponent(request.url.split('?')[0]));
        if (file.endsWith('/')) file = path.join(file, 'index.html');
        else if (file.startsWith(root) && fs.statSync(file).isDirectory()) return moved(request.url.replace(/(\?|$)/, '/$1'));
        if (!file.startsWith(root) || !fs.statSync(file).isFile()) return fail(404);
    } catch {
        return fail(404);
    }
    const headers = { 'Content-Type': typeOf(file) };
    if (file.endsWith('.svgz')) headers['Content-Encoding'] = 'gzip';
    for (const [field, value] of Object.entries(headers)) response.setHeader(field, value);
    return sendBody(request, response, fs.readFileSync(file));
}

// A folder on a plain static server; START is the start page's file in it.
async function statically(root, start = 'index.html') {
    const server = http.createServer((request, response) => sendFile(root, request, response));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${server.address().port}`;
    return {
        name: 'static', start: `${origin}/${start.split('/').map(encodeURIComponent).join('/')}`, own: [`${origin}/`],
        silent: true, holds: holderOf(root),
        stop() {
            server.close();
            server.closeAllConnections();
        },
    };
}

function fromDisk(root, start = 'index.html') {
    return {
        name: 'disk', start: pathToFileURL(path.join(root, start)).href, own: [`${pathToFileURL(root).href}/`],
        silent: true, holds: holderOf(root), stop() {},
    };
}

// The mirror under `tiptoe serve`, which says where it is.
async function served(tiptoe, mirror) {
    const child = spawn(tiptoe, ['serve', '--port', '0', mirror], { stdio: ['ignore', 'pipe', 'inherit'] });
    const start = await new Promise((resolve, reject) => {
        let said = '';
        child.stdout.on('data', (words) => {
            said += words;
            const url = /http:\/\/\S+/.exec(said);
            if (url && said.includes('\n')) resolve(url[0]);
        });
        child.on('exit', () => reject(new Error('tiptoe serve ended')));
    });
    return {
        name: 'served', start, own: [new URL(start).origin + '/'], silent: true, holds: holderOf(path.join(mirror, 'site')),
        stop: () => child.kill(),
    };
}

module.exports = { typeOf, live, nothing, statically, fromDisk, served };
