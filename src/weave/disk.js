// Runs the modules of a page, which js_module.c made classic scripts, and leads the addresses that scripts make to the
// files of the mirror. ROOT leads from the page to the folder of the site; LIVE is the site's origin, and PAGE the path of
// the page there. Apps that build pages by their address see that address: the name location is tiptoe$location in their
// code. Addresses that they push are kept in the fragment, the only part that browsers let a file change.
(function (ROOT, LIVE, PAGE) {
    "use strict";
    if (self.tiptoe$)
        return;
    const root = new URL(ROOT, document.baseURI).href;
    const records = new Map(), entries = [];
    let isParsed = false;

    // The file of a path of the site, as path.c names it.
    function fileOf(path) {
        const [, whole, query, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path);
        const [, folder, stem, extension] = /^(.*\/)?([^\/]*?)(\.\w+)?$/.exec(whole);
        const name = stem || extension ? stem : "index";
        return (folder || "") + name + (query ? "@" + query.slice(1).replace(/\//g, "%232F") : "") + (extension || ".html") + (hash || "");
    }

    function here(address) {
        const text = String(address);
        if (/^\/(?!\/)/.test(text))
            return root + fileOf(text.slice(1));
        if (text.startsWith(LIVE + "/"))
            return root + fileOf(text.slice(LIVE.length + 1));
        if (text.startsWith("file:///") && !text.startsWith(root))
            return root + fileOf(text.slice(8));
        return address;
    }

    const inMarkup = (text) => String(text).replace(/(\s(?:src|href|poster)\s*=\s*["']?)(\/[^\/"'\s>][^"'\s>]*)/gi, (all, before, path) => before + here(path));
    const inSet = (text) => String(text).replace(/(^|,)(\s*)(\/[^\s,]+)/g, (all, comma, blank, path) => comma + blank + here(path));

    function patch(name, property, change) {
        const prototype = self[name].prototype, own = Object.getOwnPropertyDescriptor(prototype, property);
        if (own)
            Object.defineProperty(prototype, property, own.set ? { ...own, set(value) { own.set.call(this, change(value)); } } :
                { ...own, value(...all) { return own.value.apply(this, change(...all)); } });
    }

    for (const name of ["Image", "Script", "Source", "Media", "IFrame", "Embed", "Input", "Track"])
        patch(`HTML${name}Element`, "src", here);
    for (const name of ["Image", "Source"])
        patch(`HTML${name}Element`, "srcset", inSet);
    patch("HTMLLinkElement", "href", here);
    patch("HTMLVideoElement", "poster", here);
    for (const name of ["Image", "Script", "Link", "Media"])
        patch(`HTML${name}Element`, "crossOrigin", () => null);
    for (const name of ["Script", "Link"])
        patch(`HTML${name}Element`, "integrity", () => "");
    patch("Element", "innerHTML", inMarkup);
    patch("Element", "insertAdjacentHTML", (where, text) => [where, inMarkup(text)]);
    patch("Element", "setAttribute", (name, value) => /^(crossorigin|integrity)$/i.test(name) ? ["data-" + name, value] : [name, /^(src|href|poster)$/i.test(name) ? here(value) : /^srcset$/i.test(name) ? inSet(value) : value]);
    // Some runtimes know their scripts by the attribute of the live page. (embed.awk replaces each name APP_….)
    const attribute = Element.prototype.getAttribute;
    HTMLScriptElement.prototype.getAttribute = function (name) {
        return APP_RUNTIME && name === "src" && this.src.startsWith(root) ? "/" + this.src.slice(root.length) : attribute.call(this, name);
    };
    // Browsers refuse requests for files; the live site is not asked instead.
    if (location.protocol === "file:") {
        const own = self.fetch;
        patch("XMLHttpRequest", "open", (method, url, ...all) => [method, here(url), ...all]);
        self.fetch = (what, ...all) => {
            const url = String(what && what.url || what);
            return own.call(self, here(url) === url ? what : here(url), ...all);
        };
    }
    patch("Document", "write", (...all) => all.map(inMarkup));
    patch("Document", "writeln", (...all) => all.map(inMarkup));
    // Before the listeners of the page: one of them may stop the event and leave the link to the browser.
    for (const type of ["click", "auxclick"]) {
        addEventListener(type, (event) => {
            const link = event.target.closest && event.target.closest("a[href]");
            if (link && here(link.href) !== link.href)
                link.href = here(link.href);
        }, true);
    }

    // The elements and the variables by which scripts find the page that they take over.
    const APPS = "script[defer][src][data-module], APP_ELEMENTS";
    const isApp = () => location.protocol === "file:" && Boolean(APP_VARIABLES || document.querySelector(APPS));
    const PUSHED = "#:";

    function address() {
        if (location.hash.startsWith(PUSHED))
            return new URL(location.hash.slice(PUSHED.length), LIVE);
        const url = new URL(PAGE, LIVE);
        url.search = location.search || url.search;
        url.hash = location.hash;
        return url;
    }

    // The address on the site of what may be a file of the mirror.
    const onSite = (url) => (url.startsWith(root) ? LIVE + "/" + url.slice(root.length).replace(/(^|\/)index\.html(?=$|[?#])/, "$1") : url);

    function go(to, replaces) {
        const url = new URL(to, address());
        const file = url.origin === LIVE ? root + fileOf(url.href.slice(LIVE.length + 1)) : url.href;
        location[replaces ? "replace" : "assign"](url.href.split("#")[0] === address().href.split("#")[0] ? url.hash : file);
    }

    const place = { assign: (to) => go(to), replace: (to) => go(to, true), reload: () => location.reload(), toString: () => address().href };
    for (const part of ["href", "origin", "protocol", "host", "hostname", "port", "pathname", "search", "hash"]) {
        Object.defineProperty(place, part, {
            enumerable: true,
            get: () => address()[part],
            set: (value) => { const url = address(); url[part] = part === "href" ? new URL(value, url) : value; go(url); },
        });
    }
    Object.defineProperty(Object.prototype, "tiptoe$location", {
        configurable: true,
        get() {
            const own = this === self || this === document || this === undefined;
            return own && isApp() ? place : own ? location : this.location;
        },
        set(value) {
            if (this !== self && this !== document)
                this.location = value;
            else if (isApp())
                go(value);
            else
                location.href = value;
        },
    });
    for (const name of ["pushState", "replaceState"]) {
        const own = History.prototype[name];
        History.prototype[name] = function (state, title, to) {
            if (to === undefined || to === null || !isApp())
                return own.call(this, state, title, to);
            const url = new URL(onSite(new URL(to, address()).href)), page = new URL(PAGE, LIVE);
            const isHere = url.pathname === page.pathname && url.search === page.search;
            return own.call(this, state, title, location.pathname + (isHere ? url.hash : PUSHED + url.href.slice(LIVE.length)));
        };
    }
    // A page of its own for an address that was pushed, if the mirror has one.
    if (location.hash.startsWith(PUSHED)) {
        const file = root + fileOf(address().href.slice(LIVE.length + 1));
        const probe = Object.assign(document.createElement("script"), { src: file, onload: () => location.replace(file) });
        document.head.append(probe);
    }

    // As in browsers, a map with errors maps nothing.
    function readMap(map) {
        try {
            return JSON.parse(map.textContent) || {};
        } catch (error) {
            return {};
        }
    }

    const maps = () => [...document.querySelectorAll("script[type=importmap]")].map(readMap);
    const longest = (table, fits) => Object.keys(table || {}).filter(fits).sort((a, b) => b.length - a.length)[0];

    function mapped(table, name) {
        const key = longest(table, (it) => it === name || (it.endsWith("/") && name.startsWith(it)));
        return key && new URL(table[key] + name.slice(key.length), document.baseURI).href;
    }

    function resolve(name, base) {
        for (const map of maps()) {
            const scope = longest(map.scopes, (it) => base.startsWith(here(new URL(it, document.baseURI).href)));
            const found = (scope && mapped(map.scopes[scope], name)) || mapped(map.imports, name);
            if (found)
                return here(found);
        }
        if (!/^(\.{0,2}\/|[a-z][a-z\d+.-]*:)/i.test(name))
            throw new TypeError(`Failed to resolve module specifier "${name}"`);
        return here(new URL(here(name), base).href);
    }

    function recordOf(url) {
        if (!records.has(url)) {
            const record = { url, parts: [] };
            records.set(url, record);
            record.fetched = new Promise((done, fail) => {
                const script = Object.assign(document.createElement("script"), { src: url, charset: "utf-8", tiptoe$: record, onload: done });
                script.onerror = () => fail(new TypeError(`Failed to fetch dynamically imported module: ${url}`));
                document.head.append(script);
            });
        }
        return records.get(url);
    }

    // Waits for a record and all that it imports.
    async function gather(record, seen = new Set()) {
        if (seen.has(record))
            return;
        seen.add(record);
        await record.fetched;
        record.needs = record.needs || record.parts.map((part, i) => i % 2 ? recordOf(resolve(part, record.url)) : part);
        await Promise.all(record.needs.map((one, i) => i % 2 ? gather(one, seen) : one));
    }

    // Makes modules in memory of a record and all that it imports, these first. One that is made later, in a circle, has a
    // name in an import map until then.
    function make(record, later) {
        record.isBegun = true;
        record.needs.forEach((one, i) => i % 2 && !one.isBegun && make(one, later));
        const parts = record.needs.map((one, i) => {
            if (i % 2 && !one.made)
                later.add(one);
            return i % 2 ? JSON.stringify(one.made || "tiptoe:" + one.url) : one;
        });
        record.made = URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
    }

    async function run(record) {
        const later = new Set();
        await gather(record);
        if (!record.isBegun)
            make(record, later);
        if (later.size) {
            const imports = Object.fromEntries([...later].map((one) => ["tiptoe:" + one.url, one.made]));
            document.head.append(Object.assign(document.createElement("script"), { type: "importmap", textContent: JSON.stringify({ imports }) }));
        }
        return import(record.made);
    }

    const importFor = async (name, base) => run(recordOf(resolve(String(name), base)));

    async function runEntries() {
        isParsed = true;
        entries.sort((a, b) => (a.script.compareDocumentPosition(b.script) & 2 ? 1 : -1));
        while (entries.length)
            await run(entries.shift()).catch(fail);
    }

    // What a page that stays blank says.
    function tell() {
        if (!document.body.innerText.trim())
            document.body.append("Browsers do not run the scripts of this page from disk. To see it: tiptoe serve");
    }

    function fail(error) {
        setTimeout(() => { throw error; });
        tell();
    }

    addEventListener("load", () => [...document.querySelectorAll("script[data-module]")].some((it) => !records.has(it.src)) && tell());

    // What a module script of the page calls, or a file that was requested above.
    self.tiptoe$ = function (parts) {
        const script = document.currentScript;
        const record = script.tiptoe$ || { url: script.src || document.baseURI, script };
        record.parts = parts;
        if (script.tiptoe$)
            return;
        record.fetched = Promise.resolve();
        if (script.src && records.has(script.src))
            return;
        if (script.src)
            records.set(script.src, record);
        entries.push(record);
        if (isParsed)
            runEntries();
    };
    const urlOf = (path) => (path ? root + path.split("/").map(encodeURIComponent).join("/") : document.baseURI);
    const metas = {};
    self.tiptoe$.at = (path) => (name) => importFor(name, urlOf(path));
    self.tiptoe$.meta = (path) => metas[path] = metas[path] || { url: urlOf(path), resolve: (name) => resolve(name, urlOf(path)) };

    for (const target of [document, self]) {
        const listen = target.addEventListener;
        target.addEventListener = function (type, ...all) {
            if (isParsed && type === "DOMContentLoaded")
                setTimeout(() => { const it = all[0]; (it.handleEvent || it).call(it.handleEvent ? it : this, new Event(type)); });
            return listen.call(this, type, ...all);
        };
    }
    addEventListener("DOMContentLoaded", runEntries, true);
})
