// SPDX-License-Identifier: MIT
// The fixture site: all fixtures of subjects/ on two origins, http://127.0.0.1:PORT and, for files whose name begins with
// `other:`, http://localhost:PORT2. It logs what is asked for, and can be silenced, so that a mirror that still asks it is
// found out.
//
// A fixture is registered by `fixture(name, { … })`:
//   body     what stands in its page, or
//   page     the whole page as a file (files.js)
//   path     of the page when not page.html; relative to the fixture's folder /SUBJECT/NAME/, or absolute
//   files    its other files: path → file; `other:path` for the other origin
//   check    an async function of the checks of checks.js: true only when the thing works
//   nothing  'page' when the check needs no file but its page: without its files is then meant without its page's content
//   static, disk, served   why a browser cannot do this there: the check must fail
//   embedded  what cannot be from disk can after `tiptoe rebuild --for disk`
// Text of files may hold {SITE} and {OTHER}, the two origins, {SITEHOST} and {OTHERHOST}, the same without http://, {PORT}, and
// {HERE}, the path of the fixture's folder without its last /.
'use strict';

const fs = require('fs');
const http = require('http');
const path = require('path');

// All fixtures, in the order of subjects' names.
function loadFixtures(only) {
    const fixtures = [];
    const folder = path.join(__dirname, 'subjects');
    for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.js')).sort()) {
        const subject = file.slice(0, -3);
        require(path.join(folder, file))((name, it) => {
            const id = `${subject}/${name}`;
            if (fixtures.some((one) => one.id === id)) throw new Error(`two fixtures are named ${id}`);
            fixtures.push({ id, ...it });
        });
    }
    return only ? fixtures.filter(({ id }) => only.test(id)) : fixtures;
}

const absolute = (fixture, name) => (name.startsWith('/') ? name : `/${fixture.id}/${name}`);

const pagePath = (fixture) => absolute(fixture, fixture.path || 'page.html');

function pageOf(fixture) {
    return fixture.page || {
        type: 'text/html; charset=utf-8',
        body: `<!DOCTYPE html>\n<html lang=en>\n<title>${fixture.id}</title>\n${fixture.body}\n`,
    };
}

// Sends a body, or the range of it that is asked for.
function sendBody(request, response, body) {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range || '');
    let part = body;
    if (range && response.statusCode === 200 && Number(range[1]) < body.length) {
        const [first, last] = [Number(range[1]), Math.min(range[2] ? Number(range[2]) : Infinity, body.length - 1)];
        part = body.subarray(first, last + 1);
        response.statusCode = 206;
        response.setHeader('Content-Range', `bytes ${first}-${last}/${body.length}`);
    }
    response.setHeader('Accept-Ranges', 'bytes');
    response.setHeader('Content-Length', part.length);
    response.end(request.method === 'HEAD' ? '' : part);
}

class Site {
    constructor(fixtures) {
        this.fixtures = fixtures;
        this.silent = false;
        this.asked = [];
        this.files = new Map();
        this.servers = [];
    }

    // Starts both servers and lays out the files, now that the ports are known.
    async start() {
        for (const which of ['site', 'other']) {
            const server = http.createServer({ maxHeaderSize: 65536 }, (request, response) => this.answer(which, request, response));
            await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
            this.servers.push(server);
        }
        const [port, otherPort] = this.servers.map((server) => server.address().port);
        this.origin = `http://127.0.0.1:${port}`;
        this.other = `http://localhost:${otherPort}`;
        for (const fixture of this.fixtures) this.layOut(fixture);
        const links = this.fixtures.map((one) => `<p><a href="${pagePath(one).replace(/&/g, '&amp;')}">${one.id}</a></p>`);
        this.files.set('site /', { type: 'text/html', body: `<!DOCTYPE html>\n<title>Fixtures</title>\n${links.join('\n')}\n` });
    }

    layOut(fixture) {
        this.put(fixture, pagePath(fixture), pageOf(fixture));
        for (const [name, file] of Object.entries(fixture.files || {})) this.put(fixture, name, file);
    }

    put(fixture, name, file) {
        const which = name.startsWith('other:') ? 'other' : 'site';
        const target = absolute(fixture, name.replace(/^other:/, ''));
        const key = `${which} ${target}`;
        if (this.files.has(key)) throw new Error(`${fixture.id}: ${key} is there already`);
        let { body } = file;
        if (typeof body === 'function') body = body(key);
        if (typeof body === 'string') body = this.fill(fixture, body);
        const headers = Object.entries(file.headers || {}).map(([field, value]) => [field, this.fill(fixture, value)]);
        this.files.set(key, { ...file, body, headers });
    }

    fill(fixture, words) {
        const host = (origin) => origin.slice('http://'.length);
        const values = {
            SITE: this.origin, SITEHOST: host(this.origin), PORT: this.origin.split(':').pop(), OTHER: this.other, OTHERHOST: host(this.other),
            HERE: `/${fixture.id}`,
        };
        return words.replace(/\{([A-Z]+)\}/g, (whole, name) => values[name] || whole);
    }

    // The file of a target: with its query if there is such a one, else without.
    find(which, target) {
        return this.files.get(`${which} ${target}`) || this.files.get(`${which} ${target.split('?')[0]}`);
    }

    answer(which, request, response) {
        this.asked.push(`${which} ${request.url}`);
        if (this.silent) {
            response.writeHead(503);
            response.end();
            return;
        }
        const file = this.find(which, request.url);
        if (!file) {
            response.writeHead(404, { 'Content-Type': 'text/html' });
            response.end('<!DOCTYPE html>\n<title>Not found</title>\n');
            return;
        }
        response.statusCode = file.status || 200;
        if (file.type) response.setHeader('Content-Type', file.type);
        for (const [field, value] of file.headers || []) response.setHeader(field, value);
        sendBody(request, response, Buffer.from(file.body));
    }

    stop() {
        for (const server of this.servers) {
            server.close();
            server.closeAllConnections();
        }
    }
}

module.exports = { Site, loadFixtures, absolute, sendBody };
