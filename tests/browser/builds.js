// SPDX-License-Identifier: MIT
// Sites made by real generators: what generators/NAME.js describes is written, installed from npm's registry and built below a
// folder that is kept, so that only a change needs the network again; and a server that answers as the hosts of such sites do.
//
// A description has the members below, or `themes`: name → description.
//   packages   name → exact version; what these need is pinned by BEFORE
//   files      path → text, or a file of files.js
//   build      commands, each a list of words
//   out        the folder that they make, or one that is on the machine
//   needs      programs and folders without which the site is left out
//   start      the target of the page to begin with, if it is not /
//   shell      true if the host answers unknown paths with the start page
//   answer     a function of a request's target and the site's origin: a file of files.js that the host makes itself, or nothing
//   hidden     paths of pages that no page links to, but its scripts know
//   ready      an expression that is true in a page once its scripts have taken over
//   shown      a selector of the part of a page that must look the same, if that is not all of it
//   elsewhere  true if scripts request other hosts, which no mirror can change
//   tasks      what a reader does: [words, async steps (reader.js), why not (as in site.js: static, disk, served, embedded)]
'use strict';

const crypto = require('crypto');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { execFile } = require('child_process');
const { text } = require('./files');
const { sendBody } = require('./site');
const { typeOf } = require('./ways');

const BEFORE = '2026-11-20';
const INSTALL = ['npm', 'install', `--before=${BEFORE}`, '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
const QUIET = { CI: '1', DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1' };

const ROBOTS = text('User-agent: *\nAllow: /\n');

const digest = (value) => crypto.createHash('sha256').update(JSON.stringify(value)).digest('hex');

const bodyOf = (name, file) => (typeof file === 'string' ? file : typeof file.body === 'function' ? file.body(name) : file.body);

const run = ([program, ...args], cwd) => new Promise((resolve, reject) => {
    const env = { ...process.env, ...QUIET, PATH: `${path.resolve(cwd, 'node_modules/.bin')}:${process.env.PATH}` };
    execFile(program, args, { cwd, env, maxBuffer: 1 << 26 }, (error, out, said) =>
        (error ? reject(new Error(`${program} ${args.join(' ')}: ${`${out}${said}`.slice(-1500)}`)) : resolve()));
});

// Ends the run as skipped: what npm cannot install here says nothing about mirrors.
function refuse(error) {
    console.error(`SKIP: ${error.message}`);
    process.exit(77);
}

// Empties FOLDER except of node_modules and does WORK, unless the stamp NAME in node_modules says that it was done for VALUE.
async function once(folder, name, value, work) {
    const stamp = path.join(folder, 'node_modules', `.${name}`);
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === digest(value)) return;
    for (const old of fs.readdirSync(folder)) {
        if (name === 'installed' || old !== 'node_modules') fs.rmSync(path.join(folder, old), { recursive: true });
    }
    await work();
    fs.mkdirSync(path.dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, digest(value));
}

// The folder of a site that is ready to be served.
async function build(name, { packages = {}, files, build: commands = [], out = '.' }, cache) {
    const folder = path.join(cache, name);
    const write = (file, body) => {
        fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        fs.writeFileSync(path.join(folder, file), body);
    };
    const list = JSON.stringify({ private: true, dependencies: packages });
    const bodies = Object.entries({ 'package.json': list, ...files }).map(([file, it]) => [file, bodyOf(file, it)]);
    fs.mkdirSync(folder, { recursive: true });
    await once(folder, 'installed', [INSTALL, list], async () => {
        write('package.json', list);
        if (Object.keys(packages).length) await run(INSTALL, folder).catch(refuse);
    });
    await once(folder, 'built', [list, bodies.map(([file, body]) => [file, body.toString('latin1')]), commands], async () => {
        for (const [file, body] of bodies) write(file, body);
        for (const command of commands) await run(command, folder);
    });
    return path.resolve(folder, out);
}

const isFile = (name) => fs.statSync(name, { throwIfNoEntry: false })?.isFile();

// Where a host finds a path: the file, or that with .html, or the index of the folder.
function find(root, target) {
    const name = path.join(root, decodeURIComponent(target.split(/[?#]/)[0]));
    return [name, `${name}.html`, path.join(name, 'index.html')].find(isFile);
}

// The host of a site: as GitHub Pages, Netlify and Vercel answer. It notes in `asked` each request with its status, and as
// 'shell' what only the start page stands for. SILENT as in site.js.
class Host {
    constructor(root, { shell, answer }) {
        Object.assign(this, { root, shell, make: answer, asked: [], silent: false });
    }

    async start() {
        this.server = http.createServer((request, response) => this.answer(request, response));
        await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
        this.origin = `http://127.0.0.1:${this.server.address().port}`;
        this.other = this.origin;
    }

    answer(request, response) {
        const target = request.url;
        const made = target === '/robots.txt' ? ROBOTS : this.make?.(target, this.origin);
        const file = made || find(this.root, target);
        const folder = !made && file?.endsWith('/index.html') && !/\/(index\.html)?(\?.*)?$/.test(target);
        let status = this.silent ? 503 : folder ? 301 : made?.status || 200;
        if (!file && !this.silent) status = this.shell ? 200 : 404;
        const name = made ? '' : file || path.join(this.root, this.shell ? 'index.html' : '404.html');
        const type = made ? made.type : typeOf(name);
        this.asked.push({ target, type, agent: request.headers['user-agent'], status: file || this.silent || !this.shell ? status : 'shell' });
        response.statusCode = status;
        if (folder) response.setHeader('Location', target.replace(/(\?|$)/, '/$1'));
        if (folder || this.silent) return response.end();
        response.setHeader('Content-Type', type);
        for (const [field, value] of Object.entries(made?.headers || {})) response.setHeader(field, value);
        return sendBody(request, response, Buffer.from(made ? bodyOf(target, made) : isFile(name) ? fs.readFileSync(name) : 'Not found\n'));
    }

    stop() {
        this.server.close();
        this.server.closeAllConnections();
    }
}

module.exports = { Host, build, find };
