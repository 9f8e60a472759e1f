// SPDX-License-Identifier: MIT
// What stands in the head for others than the page itself: icons, manifests, previews, data of search engines, and the
// headers of answers. What nothing shows is looked for in the mirror byte by byte.
'use strict';

const { image, svg, manifest, page, css, html, script } = require('../files');

const linked = (markup, widths) => ({
    body: markup,
    files: Object.fromEntries(widths.map((width, i) => [`${'ijk'[i]}.png`, image(width)])),
});

module.exports = (fixture) => {
    const icons = {
        icon: '<link rel=icon id=x type="image/png" sizes="32x32" href="{HERE}/i.png">',
        'shortcut-icon': '<link id=x href="{SITE}{HERE}/i.png" rel="shortcut icon">',
        'apple-touch-icon': '<link rel="apple-touch-icon" id=x sizes="180x180" href="{HERE}/i.png">',
        'apple-touch-icon-precomposed': '<link rel="apple-touch-icon-precomposed" id=x href="{HERE}/i.png">',
        'apple-touch-startup-image': '<link rel="apple-touch-startup-image" id=x href="{HERE}/i.png">',
        'image-src': '<link rel=image_src id=x href="{HERE}/i.png">',
        'fluid-icon': '<link rel="fluid-icon" id=x href="{HERE}/i.png">',
    };
    Object.entries(icons).forEach(([name, markup], i) => fixture(name, {
        ...linked(markup, [241 + i]),
        check: (t) => t.names('#x', 'href', 241 + i),
    }));
    fixture('mask-icon', {
        body: '<link rel="mask-icon" id=x href="{HERE}/i.svg" color=red>',
        files: { 'i.svg': svg(249) },
        check: (t) => t.names('#x', 'href', 249),
    });
    const metas = {
        'og-image': '<meta property="og:image" content="{SITE}{HERE}/i.png">',
        'og-image-secure': '<meta property="og:image:url" content="{SITE}{HERE}/i.png">',
        'twitter-image': '<meta name="twitter:image" content="{SITE}{HERE}/i.png">',
        'twitter-image-src': '<meta name="twitter:image:src" content="{HERE}/i.png">',
        'og-other-host': '<meta property="og:image" content="{OTHER}{HERE}/i.png">',
        'tile-image': '<meta name="msapplication-TileImage" content="{HERE}/i.png">',
        'itemprop-image': '<div itemscope><meta itemprop=image content="{HERE}/i.png"></div>',
    };
    Object.entries(metas).forEach(([name, markup], i) => {
        const file = name === 'og-other-host' ? 'other:i.png' : 'i.png';
        fixture(name, { body: markup, files: { [file]: image(251 + i) }, check: (t) => t.kept(file) });
    });
    fixture('itemprop-link', {
        body: '<div itemscope><link itemprop=thumbnailUrl href="{HERE}/i.png"></div>',
        files: { 'i.png': image(259) },
        check: (t) => t.kept('i.png'),
    });
    const data = {
        'json-ld-image': '{ "@context": "https://schema.org", "@type": "Article", "image": "{SITE}{HERE}/i.png" }',
        'json-ld-images': '{ "@type": "Article", "image": ["{HERE}/i.png", "{HERE}/j.png"] }',
        'json-ld-object': '{ "@graph": [{ "@type": "Thing", "image": { "@type": "ImageObject", "url": "{SITE}{HERE}/i.png" } }] }',
        'json-ld-logo': '{ "@type": "Organization", "logo": "{SITE}{HERE}/i.png", "url": "{SITE}/" }',
        'json-ld-escaped': '{ "image": "http:\\/\\/{SITEHOST}\\/head\\/json-ld-escaped\\/i.png" }',
        'json-ld-thumbnail': '[{ "@type": "VideoObject", "thumbnailUrl": ["{SITE}{HERE}/i.png"] }]',
    };
    Object.entries(data).forEach(([name, body], i) => fixture(name, {
        body: `<script type="application/ld+json">${body}</script>`,
        files: { 'i.png': image(261 + i), ...(name === 'json-ld-images' ? { 'j.png': image(268) } : {}) },
        check: async (t) => await t.kept('i.png') && (name !== 'json-ld-images' || t.kept('j.png')),
    }));
    // A manifest can be read only where fetch() works; from disk its icons are there all the same.
    const icon = (t, width) => t.way.name === 'disk' || t.value(async (wanted) => {
        const { href } = document.querySelector('[rel=manifest]');
        const { icons: [first] } = await (await fetch(href)).json();
        const picture = new Image();
        picture.src = new URL(first.src, href);
        await picture.decode();
        return picture.naturalWidth === wanted;
    }, width);
    fixture('manifest-icon', {
        body: '<link rel=manifest href="{HERE}/m.webmanifest">',
        files: { 'm.webmanifest': manifest('{ "name": "M", "icons": [{ "src": "{HERE}/i.png", "sizes": "9x9" }] }'), 'i.png': image(271) },
        check: async (t) => await t.kept('i.png') && icon(t, 271),
    });
    fixture('manifest-relative', {
        body: '<link rel=manifest href="{HERE}/deep/manifest.json">',
        files: { 'deep/manifest.json': manifest('{"icons":[{"src":"..\\/i.png"}],"start_url":"{HERE}/page.html"}'), 'i.png': image(272) },
        check: async (t) => await t.kept('i.png') && icon(t, 272),
    });
    fixture('link-header-preload', {
        page: { ...html('<!DOCTYPE html><title>h</title>'), headers: { Link: '<{HERE}/i.png>; rel=preload; as=image' } },
        files: { 'i.png': image(276) },
        check: (t) => t.kept('i.png'),
    });
    fixture('link-header-many', {
        page: { ...html('<!DOCTYPE html><title>h</title>'), headers: { Link: '<i.png>; rel="preload"; as="image", <{SITE}{HERE}/next.html>; rel="next"; title="a, <b>"' } },
        files: { 'i.png': image(277), 'next.html': page('Next', '<img src=n.png>'), 'n.png': image(278) },
        check: async (t) => await t.kept('i.png') && t.kept('n.png'),
    });
    fixture('link-header-srcset', {
        page: { ...html('<!DOCTYPE html><title>h</title>'), headers: { Link: '<i.png>; rel=preload; as=image; imagesrcset="{HERE}/i.png 1x, {HERE}/j.png 2x"' } },
        files: { 'i.png': image(279), 'j.png': image(280) },
        check: async (t) => await t.kept('i.png') && t.kept('j.png'),
    });
    fixture('link-header-style', {
        page: { ...html('<!DOCTYPE html><title>h</title>'), headers: { Link: '<{HERE}/s.css>; rel=stylesheet' } },
        files: { 's.css': css('p { background: url(i.png) }'), 'i.png': image(281) },
        check: (t) => t.kept('i.png'),
    });
    fixture('refresh-header', {
        page: { ...html('<!DOCTYPE html><title>Old</title>'), headers: { Refresh: '0; url={HERE}/to.html' } },
        files: { 'to.html': page('By a header') },
        check: (t) => t.arrives('By a header'),
    });
    fixture('refresh-header-target', {
        page: { ...html('<!DOCTYPE html><title>Old</title>'), headers: { Refresh: '900;URL="to.html"' } },
        files: { 'to.html': page('Later', '<img src=i.png>'), 'i.png': image(282) },
        check: (t) => t.kept('i.png'),
    });
    fixture('policy-header', {
        page: { ...html('<!DOCTYPE html><title>p</title><script src=s.js></script><img id=x src="{OTHER}{HERE}/i.png">'), headers: { 'Content-Security-Policy': "default-src 'self'; img-src {OTHER}" } },
        files: { 's.js': script('document.documentElement.dataset.ran = 1;'), 'other:i.png': image(283) },
        check: async (t) => await t.image('#x', 283) && t.value(() => document.documentElement.dataset.ran === '1'),
    });
    fixture('manifest-others', {
        body: '<link rel=manifest crossorigin=use-credentials href="{HERE}/m.json">',
        files: {
            'm.json': { type: 'application/json', body: '{"icons":[{"src":"{OTHER}{HERE}/i.png"}],"screenshots":[{"src":"s.png"}],"shortcuts":[{"name":"a","url":"./to.html","icons":[{"src":"t.png"}]}]}' },
            'other:i.png': image(273), 's.png': image(274), 't.png': image(275),
        },
        check: async (t) => await t.kept('other:i.png') && await t.kept('s.png') && t.kept('t.png'),
    });
};
