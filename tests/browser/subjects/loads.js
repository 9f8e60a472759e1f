// SPDX-License-Identifier: MIT
// Ways in which pages of real sites name what they load: bare names in scripts, attributes, data that names data, playlists.
// Each page counts what it loads; a case works if it has loaded all that it loads live.
'use strict';

const { css, html, image, json, script, sound, text, typed, vtt } = require('../files');

const FETCH = 'scripts may not read files';

const data = typed('application/octet-stream');
const xml = typed('application/xml');

// take() reads a file, show() shows a picture and run() runs a script. They count those that are there.
const LIBRARY = `<script>
var loaded = 0;
function take(url) { return window.fetch(url).then(function (it) { loaded += it.ok; return it; }); }
function show(url) { var it = document.createElement("img"); it.onload = function () { loaded += 1; }; it.src = url; }
function run(url) { var it = document.createElement("script"); it.onload = function () { loaded += 1; }; it.src = url; document.head.append(it); }
function play(url) { var it = document.createElement("audio"); it.onloadedmetadata = function () { loaded += 1; }; it.src = url; }
</script>`;

let picture = 900;
const pictures = (...names) => Object.fromEntries(names.map((name) => [name, image(picture++)]));
const code = (words) => `${LIBRARY}<script>${words}</script>`;
const file = (words, name = 's.js') => ({ [name]: script(words) });
const SCRIPT = `${LIBRARY}<script src="s.js"></script>`;

module.exports = (fixture) => {
    const loads = (count) => (name, body, files, more = {}) => fixture(name, {
        body, files, disk: more.disk === undefined ? FETCH : more.disk || undefined, embedded: more.embedded,
        check: (t) => t.value((wanted) => loaded === wanted, count),
    });
    const [one, two, three] = [1, 2, 3].map(loads);
    const SEEN = { disk: false };

    // names in scripts
    one('call-of-a-method', code('var Search = { loadIndex: run }; Search.loadIndex("searchindex.js");'), file('var x;', 'searchindex.js'), SEEN);
    two('call-with-other-arguments', `${LIBRARY}<script src="lib/s.js"></script>`, {
        ...file('function createElem(doc, tag, path) { run("./lib/" + path); } createElem(document, "script", "type-index.js"); createElem(document, "script", "tag-index.js");', 'lib/s.js'),
        ...file('var x;', 'lib/type-index.js'), ...file('var y;', 'lib/tag-index.js'),
    }, SEEN);
    one('constant-of-a-worker', `${LIBRARY}<script>new Worker("lib/w.js").onmessage = function () { loaded += 1; };</script>`, {
        ...file('var list = ["lunr.js"]; importScripts.apply(null, list); postMessage(found);', 'lib/w.js'), ...file('var found = 1;', 'lib/lunr.js'),
    });
    one('folder-of-the-script', `${LIBRARY}<script>var base_path = "lib";</script><script src="lib/s.js"></script>`, {
        ...file('take(base_path + "/search_index.json");', 'lib/s.js'), 'lib/search_index.json': json('[1]'),
    });
    one('variable-then-fetch', code('let n = "posts-1.json"; take(n);'), { 'posts-1.json': json('[1, 2]') });
    one('second-argument', code('function vegaEmbed(where, url) { take(url); } vegaEmbed("#v", "spec.json");'), { 'spec.json': json('[1, 2, 3]') });
    one('second-argument-in-a-file', SCRIPT, { ...file('function vegaEmbed(where, url) { take(url); }\nvegaEmbed("#v", "spec.json");'), 'spec.json': json('[1, 2, 4]') });
    one('load-source', code('var hls = { loadSource: take }; hls.loadSource("sound.mp3");'), { 'sound.mp3': data('one') });
    three('constant-folder', code('var buildUrl = "Build"; var config = { dataUrl: buildUrl + "/game.data", codeUrl: buildUrl + "/game.wasm" }; take(config.dataUrl); take(config.codeUrl); run(buildUrl + "/game.js");'),
        { 'Build/game.data': data('data'), 'Build/game.wasm': data('code'), 'Build/game.js': script('var x;') });
    one('constant-folder-in-a-template', code('const dir = "./stations"; take(`${dir}/all.json`);'), { 'stations/all.json': json('[1, 2, 5]') });
    two('constant-folders-in-a-file', SCRIPT, { ...file('const root = "tiles/"; const names = root + "names.json"; take(names); show(root + "a.png");'), 'tiles/names.json': json('[3]'), ...pictures('tiles/a.png') });
    one('markup-with-a-variable', `${code('var relPath = "";')}<p id=x></p><script src="s.js"></script>`, {
        ...file('document.getElementById("x").innerHTML = \'<img onload="loaded += 1" src="\' + relPath + \'search/mag.png" alt="">\';'), ...pictures('search/mag.png'),
    }, SEEN);
    one('markup-of-a-script', `${code('var relPath = "";')}<script src="s.js"></script>`, {
        ...file("document.write('<script src=\"' + relPath + 'more.js\" onload=\"loaded += 1\"><\\/script>');"), ...file('var z;', 'more.js'),
    }, SEEN);
    two('list-of-pictures', code('["one.png", "two.png"].forEach(show);'), pictures('one.png', 'two.png'), SEEN);
    two('list-of-pictures-in-a-file', SCRIPT, { ...file('var all = ["one.png", "two.png"];\nfor (var i = 0; i < all.length; i++) show(all[i]);'), ...pictures('one.png', 'two.png') }, SEEN);
    two('sources-of-a-sound', code('function Howl(it) { it.src.forEach(play); } new Howl({ src: ["a.wav", "b.wav"] });'), { 'a.wav': sound(3), 'b.wav': sound(4) }, SEEN);
    one('request-by-open', code('var url = "rows.xml"; var x = new XMLHttpRequest(); x.onload = function () { loaded += x.status === 200; }; x.open("GET", url); x.send();'), { 'rows.xml': xml('<a/>') });
    one('parse-with-download', code('var Papa = { parse: take }; Papa.parse("rows.csv", { download: true });'), { 'rows.csv': typed('text/csv')('a,b') });
    one('either-of-two', code('play(innerWidth > 5000 ? "large.wav" : "small.wav");'), { 'large.wav': sound(5), 'small.wav': sound(6) }, SEEN);
    one('value-of-any-property', code('var hero = { image: "hero.png" }; show(hero.image);'), pictures('hero.png'), SEEN);
    one('value-named-by-its-kind', code('var song = { title: "A", wav: "song.wav" }; play(song.wav);'), { 'song.wav': sound(7) }, SEEN);
    one('default-of-a-parameter', SCRIPT, { ...file('function start(options = { config: "config.json" }) { take(options.config); }\nstart();'), 'config.json': json('[4]') });
    one('style-sheet-of-a-script', code('function theme(url) { var it = document.createElement("link"); it.rel = "stylesheet"; it.href = url; it.onload = function () { loaded += 1; }; document.head.append(it); } theme("dark.css");'), { 'dark.css': css('p { margin: 0 }') }, SEEN);
    one('name-in-a-map', SCRIPT, { ...file('var themes = { "plain": "plain.json", "deep": "deep.json" };\ntake(themes.deep);'), 'plain.json': json('[5]'), 'deep.json': json('[6]') });

    // values of templates
    two('list-of-values', code('const all = ["rose", "elm"]; for (const it of all) window.fetch("plants/" + it + ".json").then((it) => { loaded += it.ok; });'), { 'plants/rose.json': json('[7]'), 'plants/elm.json': json('[8]') });
    three('list-in-data', code('take("all.json").then((it) => it.json()).then((it) => it.forEach((name) => show(`trees/${name}.png`)));'),
        { 'all.json': json('["oak", "ash"]'), ...pictures('trees/oak.png', 'trees/ash.png') });
    two('options', `<select><option value="mon">M<option value="tue">T</select>${SCRIPT}`, {
        ...file('for (const it of document.querySelectorAll("option")) load(it.value);\nfunction load(day) { fetch(`days/${day}.json`).then((it) => { loaded += it.ok; }); }'),
        'days/mon.json': json('[1, 1]'), 'days/tue.json': json('[1, 3]'),
    });
    two('data-values', `<b data-full-name=ann></b><b data-full-name=bob></b>${SCRIPT}`, {
        ...file('for (const it of document.querySelectorAll("b")) show("people/" + it.dataset.fullName + ".png");'), ...pictures('people/ann.png', 'people/bob.png'),
    }, SEEN);

    // attributes
    const named = (selector, attribute, call = 'take') => code(`document.querySelectorAll("${selector}").forEach(function (it) { ${call}(it.getAttribute("${attribute}")); });`);
    two('options-with-pages', `<select onchange="location = this.value"><option value="one.html">1<option value="two.html">2</select>${named('option', 'value')}`, { 'one.html': html('<p>1'), 'two.html': html('<p>2') });
    one('data-href', `<table><tr data-href="row.html"><td>a</table>${named('tr', 'data-href')}`, { 'row.html': html('<p>row') });
    one('data-url', `<div data-url="more/part.html">a</div>${named('div', 'data-url')}`, { 'more/part.html': html('<p>part') });
    one('hx-get', `<div hx-get="news.html">a</div>${named('div', 'hx-get')}`, { 'news.html': html('<p>news') });
    one('spec-url', `<x-doc spec-url="openapi.yaml"></x-doc>${named('x-doc', 'spec-url')}`, { 'openapi.yaml': text('openapi: 3') });
    one('data-markdown', `<section data-markdown="slides.md"></section>${named('section', 'data-markdown')}`, { 'slides.md': text('# A') });
    two('data-thumbs', `<div data-thumbs="a.png, b.png"></div>${code('document.querySelector("div").dataset.thumbs.split(", ").forEach(show);')}`, pictures('a.png', 'b.png'), SEEN);
    one('data-with-json', `<div data-settings='{"background": "back.png", "speed": 3}'></div>${code('show(JSON.parse(document.querySelector("div").dataset.settings).background);')}`, pictures('back.png'), SEEN);
    one('custom-element', `<x-card image="card.png"></x-card>${named('x-card', 'image', 'show')}`, pictures('card.png'), SEEN);
    one('environment-of-a-model', `<x-model skybox-image="sky.hdr"></x-model>${named('x-model', 'skybox-image')}`, { 'sky.hdr': data('sky') });

    // data that names data
    const follow = (first, key) => code(`take("${first}").then(function (it) { return it.json(); }).then(function (it) { ${key} });`);
    three('gltf', follow('m/scene.gltf', 'take("m/" + it.buffers[0].uri); show("m/" + it.images[0].uri);'), {
        'm/scene.gltf': typed('model/gltf+json')('{"asset": {"version": "2.0"}, "buffers": [{"uri": "scene.bin", "byteLength": 3}], "images": [{"uri": "wood.png"}]}'),
        'm/scene.bin': data('abc'), ...pictures('m/wood.png'),
    });
    two('lottie', follow('anim.json', 'show(it.assets[0].u + it.assets[0].p);'), { 'anim.json': json('{"v": "5.5", "fr": 30, "layers": [], "assets": [{"id": "a", "w": 9, "h": 9, "u": "images/", "p": "img_0.png", "e": 0}]}'), ...pictures('images/img_0.png') });
    three('next-of-data', follow('list/1.json', 'take("list/" + it.next).then(function (it) { return it.json(); }).then(function (it) { take("list/" + it.next); });'), {
        'list/1.json': json('{"next": "2.json"}'), 'list/2.json': json('{"next": "3.json"}'), 'list/3.json': json('{}'),
    });
    three('names-in-data', follow('posts/index.json', 'it.forEach(function (name) { take("posts/" + name); });'), { 'posts/index.json': json('["a.md", "b.md"]'), 'posts/a.md': text('# a'), 'posts/b.md': text('# b') });
    two('vtt-sprites', `<video><track kind=metadata src="t/sprites.vtt"></video>${code('take("t/sprites.vtt").then(function (it) { return it.text(); }).then(function (it) { show("t/" + /\\S+png/.exec(it)[0]); });')}`,
        { 't/sprites.vtt': vtt('WEBVTT\n\n00:00.000 --> 00:01.000\nsheet.png#xywh=0,0,9,9\n'), ...pictures('t/sheet.png') });
    two('xspf', code('take("list.xspf").then(function (it) { return it.text(); }).then(function (it) { play(/<location>([^<]+)/.exec(it)[1]); });'),
        { 'list.xspf': typed('application/xspf+xml')('<?xml version="1.0"?><playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList><track><location>songs/x.wav</location></track></trackList></playlist>'), 'songs/x.wav': sound(8) });
    two('m3u', code('take("list.m3u").then(function (it) { return it.text(); }).then(function (it) { play(it.trim().split("\\n").pop()); });'), { 'list.m3u': typed('audio/x-mpegurl')('#EXTM3U\n#EXTINF:1,A\nsongs/y.wav\n'), 'songs/y.wav': sound(9) });
    three('markdown-of-docsify', `${code('take("README.md").then(function (it) { return it.text(); }).then(function (it) { take(/\\[[^!]*\\]\\((\\w+.md)\\)/.exec(it)[1]); show(/!\\[\\]\\(([^)]+)\\)/.exec(it)[1]); });')}`,
        { 'README.md': typed('text/markdown')('# Docs\n\nSee [the guide](guide.md).\n\n![](media/i.png)\n'), 'guide.md': typed('text/markdown')('# Guide\n'), ...pictures('media/i.png') });
    three('materials-of-a-model', code('take("m/a.obj").then(function (it) { return it.text(); }).then(function (it) { return take("m/" + /mtllib (\\S+)/.exec(it)[1]); }).then(function (it) { return it.text(); }).then(function (it) { show("m/" + /map_Kd (\\S+)/.exec(it)[1]); });'),
        { 'm/a.obj': text('mtllib a.mtl\nv 0 0 0\n'), 'm/a.mtl': text('newmtl m\nmap_Kd bark.png\n'), ...pictures('m/bark.png') });

    // streams
    fixture('hls', {
        body: code(`function all(url) { return take(url).then(function (it) { return it.text(); }).then(function (it) {
            return Promise.all(it.split("\\n").filter(function (line) { return line && (line[0] !== "#" || /URI=/.test(line)); }).map(function (line) {
                var next = new URL(line[0] === "#" ? /URI="([^"]+)"/.exec(line)[1] : line, new URL(url, location.href)).href;
                return /m3u8/.test(next) ? all(next) : take(next); })); }); }
            all("v/master.m3u8");`),
        files: {
            'v/master.m3u8': typed('application/vnd.apple.mpegurl')('#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="en",URI="subs/en.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,SUBTITLES="s"\nlow/i.m3u8\n'),
            'v/low/i.m3u8': typed('application/vnd.apple.mpegurl')('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI="key.bin"\n#EXT-X-MAP:URI="init.mp4"\n#EXTINF:1,\ns1.m4s\n#EXTINF:1,\n{HERE}/v/low/s2.m4s\n#EXT-X-ENDLIST\n'),
            'v/subs/en.m3u8': typed('application/vnd.apple.mpegurl')('#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nen.vtt\n#EXT-X-ENDLIST\n'),
            'v/low/key.bin': data('k'), 'v/low/init.mp4': data('i'), 'v/low/s1.m4s': data('1'), 'v/low/s2.m4s': data('2'), 'v/subs/en.vtt': vtt('WEBVTT\n'),
        },
        disk: FETCH,
        check: (t) => t.value(() => loaded === 8),
    });
    // extensions
    ['topojson', 'gpx', 'kml', 'pmtiles', 'hdr', 'ktx2', 'atlas', 'glsl', 'sqlite', 'parquet', 'ipynb', 'riv'].forEach((extension, at) =>
        one(`extension-${extension}`, code(`take("data/a.${extension}");`), { [`data/a.${extension}`]: data(`file ${at}`) }));
};
