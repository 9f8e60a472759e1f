// SPDX-License-Identifier: MIT
// Links from page to page: they lead to the right page and fragment.
'use strict';

const { image, page, html, script, text, svg } = require('../files');

module.exports = (fixture) => {
    const plain = {
        relative: ['to.html', 'to.html'],
        'root-relative': ['{HERE}/to.html', 'to.html'],
        absolute: ['{SITE}{HERE}/to.html', 'to.html'],
        'scheme-relative': ['//{SITEHOST}{HERE}/to.html', 'to.html'],
        'default-document': ['{HERE}/dir/', 'dir/'],
        'query-only': ['?page=2', 'page.html?page=2'],
        'dot-segments': ['../{NAME}/./a/../to.html', 'to.html'],
        'percent-encoded': ['%74o%2ehtml', '%74o%2ehtml'],
        'query-of-many': ['list.php?b=2&amp;a=1&amp;c=%C3%A9', 'list.php?b=2&a=1&c=%C3%A9'],
        'spaces-and-tabs': [' \n to\t.html ', 'to.html'],
        backslashes: ['sub\\to.html', 'sub/to.html'],
        'case-of-scheme': ['HTTP://127.0.0.1:{PORT}{HERE}/to.html', 'to.html'],
        'non-ascii': ['caf\u00e9.html', 'caf%C3%A9.html'],
        'no-scheme-slashes': ['http:to.html', 'to.html'],
    };
    for (const [name, [href, file]] of Object.entries(plain)) {
        fixture(name, {
            body: `<p><a id=x href="${href.replace('{NAME}', name)}">there</a>`,
            files: { [file]: page(`The target of ${name}`) },
            check: (t) => t.leads('#x', `The target of ${name}`),
        });
    }
    fixture('fragment', {
        body: '<a id=x href="{HERE}/to.html#end">there</a>',
        files: { 'to.html': page('A page with an end') },
        check: (t) => t.leads('#x', 'A page with an end', '#end'),
    });
    fixture('fragment-by-name', {
        body: '<a id=x href="{HERE}/to.html#caf%C3%A9">there</a>',
        files: { 'to.html': page('Named', '<a name="caf\u00e9">n</a>') },
        check: (t) => t.leads('#x', 'Named', '#caf%C3%A9'),
    });
    fixture('fragment-of-itself', {
        page: page('Its own', '<a id=x href="#end">down</a><a id=y href="{HERE}/page.html#end">down</a><a id=z href="page.html">again</a>'),
        nothing: 'page',
        check: async (t) => await t.leads('#x', 'Its own', '#end') && await t.leads('#y', 'Its own', '#end') && t.leads('#z', 'Its own'),
    });
    fixture('fragment-of-itself-stays', {
        body: '<a id=x href="#end">down</a><p id=end>end</p><script>window.stays = 1; onhashchange = function () { window.jumped = stays; };</script>',
        nothing: 'page',
        check: async (t) => { await t.value(() => document.querySelector('#x').click()); return t.value(() => window.jumped === 1); },
    });
    fixture('page-and-folder', {
        path: 'items',
        page: page('All items', '<a href="{HERE}/items/1">the first</a>'),
        files: { 'items/1': page('The first') },
        disk: "a path of a script's own leads from the root of the disk",
        nothing: 'page',
        // What routers do to the address; then the reader loads it again, goes on, back, and loads it again.
        check: async (t) => {
            const [here, items] = await t.value(() => [location.href, new URL('/links/page-and-folder/items?x=1#f', location).href]);
            const isBack = () => t.second.waitForURL(/\/items(\.html)?\?x=1#f$/, { waitUntil: 'domcontentloaded', timeout: t.stepMs });
            const again = async () => {
                await t.second.reload({ waitUntil: 'domcontentloaded' });
                await isBack();
                return (await t.second.title()) === 'All items';
            };
            await t.follow(here);
            await t.second.evaluate((to) => history.pushState({}, '', to), items);
            if (!await again()) return false;
            await t.second.evaluate(() => history.pushState({}, '', '/links/page-and-folder/items/1'));
            await t.second.goBack({ waitUntil: 'commit' });
            await isBack();
            return again();
        },
    });
    fixture('page-by-scripts', {
        path: 'plants/sundew',
        page: html('<!DOCTYPE html><title>App</title><div id=root></div><script src="{HERE}/app.js"></script>'),
        files: { 'app.js': script('document.querySelector("#root").textContent = "It is " + location.pathname.split("/").pop()') },
        disk: "a path of a script's own leads from the root of the disk",
        embedded: true,
        check: async (t) => {
            const shows = () => t.second.evaluate(() => document.body.innerText === 'It is sundew');
            await t.follow(await t.value(() => location.href));
            if (!await shows()) return false;
            await t.second.reload({ waitUntil: 'domcontentloaded' });
            await t.second.waitForURL(/\/sundew(\.html)?$/, { waitUntil: 'domcontentloaded', timeout: t.stepMs });
            return shows();
        },
    });
    fixture('area', {
        body: '<map name=m><area id=x shape=default href="{HERE}/to.html"></map>',
        files: { 'to.html': page('From an area') },
        check: (t) => t.leads('#x', 'From an area'),
    });
    fixture('next-prev', {
        body: '<link rel=next id=n href="{HERE}/2.html"><link rel="prev" id=p href="{HERE}/0.html"><link rel=up id=u href="./up.html"><link rel=help id=h href="help.html">',
        files: { '2.html': page('Second'), '0.html': page('Zeroth'), 'up.html': page('Up'), 'help.html': page('Help') },
        check: async (t) => await t.leads('#n', 'Second') && await t.leads('#p', 'Zeroth') && await t.leads('#u', 'Up') && t.leads('#h', 'Help'),
    });
    fixture('hreflang', {
        body: '<link rel=alternate hreflang=de id=x href="{SITE}{HERE}/de/">',
        files: { 'de/': page('Auf Deutsch') },
        check: (t) => t.leads('#x', 'Auf Deutsch'),
    });
    fixture('canonical', {
        body: '<link rel=canonical id=x href="{SITE}{HERE}/page.html">',
        nothing: 'page',
        check: (t) => t.attribute('#x', 'href', '{SITE}{HERE}/page.html'),
    });
    fixture('canonical-relative', {
        body: '<link rel=canonical id=x href="{HERE}/page.html">',
        nothing: 'page',
        check: (t) => t.value((live) => new URL(document.querySelector('#x').href).href === live, t.site.fill(t.fixture, '{SITE}{HERE}/page.html')),
    });
    fixture('prefetch', {
        body: '<link rel=prefetch id=x href="{HERE}/soon.html">',
        files: { 'soon.html': page('Soon') },
        check: (t) => t.leads('#x', 'Soon'),
    });
    fixture('feed', {
        body: '<link rel=alternate type="application/rss+xml" id=x href="{HERE}/feed.xml">',
        files: {
            'feed.xml': { type: 'application/rss+xml', body: '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>f</title><item><link>{SITE}{HERE}/news.html</link></item></channel></rss>\n' },
            'news.html': page('Only a feed says this', '<img id=i src=i.png>'), 'i.png': image(211),
        },
        check: (t) => t.kept('i.png'),
    });
    fixture('download', {
        body: '<a id=x download href="{HERE}/words.txt">words</a>',
        files: { 'words.txt': text('Words to take away.') },
        check: (t) => t.shown('#x', 'Words to take away.'),
    });
    fixture('ping-kept-off', {
        body: '<a id=x ping="{SITE}{HERE}/ping" href="{HERE}/to.html">there</a>',
        files: { 'to.html': page('Nobody is told') },
        check: async (t) => t.leads('#x', 'Nobody is told'),
    });
    fixture('meta-refresh', {
        page: html('<!DOCTYPE html><title>Old</title><meta http-equiv=refresh content="0; url={HERE}/to.html">'),
        files: { 'to.html': page('Refreshed') },
        check: (t) => t.arrives('Refreshed'),
    });
    fixture('meta-refresh-quotes', {
        page: html("<!DOCTYPE html><title>Old</title><meta content=\"0;URL='to.html?a=1&amp;b=2'\" http-equiv=\"Refresh\">"),
        files: { 'to.html?a=1&b=2': page('Refreshed with quotes') },
        check: (t) => t.arrives('Refreshed with quotes'),
    });
    fixture('javascript-mailto-kept', {
        body: '<a id=j href="javascript:void(0)">j</a><a id=m href="mailto:a@example.org?subject=x&amp;y">m</a><a id=t href="tel:+1-2">t</a><a id=d href="data:text/plain,hi">d</a><a id=e href="">e</a>',
        nothing: 'page',
        check: async (t) => await t.attribute('#j', 'href', 'javascript:void(0)') && await t.attribute('#m', 'href', 'mailto:a@example.org?subject=x&y') &&
            await t.attribute('#t', 'href', 'tel:+1-2') && t.attribute('#d', 'href', 'data:text/plain,hi'),
    });
    fixture('to-picture', {
        body: '<a id=x href="{HERE}/i.png"><img id=i src="thumb.png"></a>',
        files: { 'i.png': image(212), 'thumb.png': image(22) },
        check: async (t) => await t.image('#i', 22) && t.names('#x', 'href', 212),
    });
    fixture('to-svg', {
        body: '<a id=x href="{HERE}/i.svg">picture</a>',
        files: { 'i.svg': svg(213) },
        check: (t) => t.names('#x', 'href', 213),
    });
    fixture('cite', {
        body: '<blockquote id=x cite="{HERE}/said.html">Words.</blockquote>',
        nothing: 'page',
        files: { 'said.html': page('Who said it') },
        check: (t) => t.text('#x', 'Words.'),
    });
    fixture('crlf-and-entities', {
        page: html('<!DOCTYPE html>\r\n<title>c</title>\r\n<a\r\n id=x\r\n href="to.html&#x3F;a&#61;1&amp;copy=2&amp;lt"\r\n>there</a>\r\n'),
        files: { 'to.html?a=1&copy=2&lt': page('By references') },
        check: (t) => t.leads('#x', 'By references'),
    });
};
