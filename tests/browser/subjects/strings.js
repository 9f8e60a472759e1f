// SPDX-License-Identifier: MIT
// URLs in the markup that strings, templates in text and handlers hold, and URLs that are relative to a script.
'use strict';

const { image, script, page, css } = require('../files');

const ROOT = "a path of a script's own leads from the root of the disk";
const MODULE = 'modules are fetched with CORS, which has no answer from file:';

const put = 'document.getElementById("x").innerHTML = ';

module.exports = (fixture) => {
    fixture('write-image', {
        body: '<script>document.write(\'<img id=x src="i.png">\');</script>',
        files: { 'i.png': image(701) },
        check: (t) => t.image('#x', 701),
    });
    fixture('write-from-root', {
        body: '<script>document.write("<img id=x alt=\\"a\\" src=\\"{HERE}/i.png\\">");</script>',
        files: { 'i.png': image(702) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x', 702),
    });
    fixture('write-in-pieces', {
        body: '<script>var w = 50; document.write("<p><img id=x src=\'i.png\' width=" + w + ">", "</p>");</script>',
        files: { 'i.png': image(703) },
        check: (t) => t.value(() => document.querySelector('#x').naturalWidth === 703 && document.querySelector('#x').width === 50),
    });
    fixture('write-script', {
        body: '<script>document.write(\'<script src="{HERE}/s.js"><\\/script>\');</script>',
        files: { 's.js': script("document.documentElement.dataset.mark = 'written';") },
        disk: ROOT,
        embedded: true,
        check: (t) => t.value(() => document.documentElement.dataset.mark === 'written'),
    });
    fixture('inner-html', {
        body: '<p id=x></p><script src="s.js"></script>',
        files: {
            's.js': script(`${put}'<b class="a">one</b><img class="b" src="pictures/i.png" alt=""><link rel="stylesheet" href="s.css">';`),
            'pictures/i.png': image(704), 's.css': css('#x { margin-left: 81px }'),
        },
        check: async (t) => await t.image('#x img', 704) && t.style('#x', 'margin-left', '81px'),
    });
    fixture('inner-html-template', {
        body: `<p id=x></p><script>${put}\`\n  <ul>\n    <li><img src="i.png" alt="\${1 + 1}">\n    <li><a href="to.html">\${'there'}</a>\n  </ul>\`;</script>`,
        files: { 'i.png': image(705), 'to.html': page('Named by a template') },
        check: async (t) => await t.image('#x img', 705) && t.leads('#x a', 'Named by a template'),
    });
    fixture('inner-html-link', {
        body: `<p id=x></p><script>${put}"<ul><li><a href='more/to.html'>there</a></li></ul>";</script>`,
        files: { 'more/to.html': page('Named by a string') },
        check: (t) => t.leads('#x a', 'Named by a string'),
    });
    fixture('inner-html-srcset-and-style', {
        body: `<p id=x></p><script>${put}'<img srcset="i.png 1x, j.png 2x"><div style="height:40px;background:url(k.png)"></div>';</script>`,
        files: { 'i.png': image(706), 'j.png': image(707), 'k.png': image(708) },
        check: async (t) => await t.image('#x img', 706) && await t.shows('#x div', 708) && t.kept('j.png'),
    });
    fixture('text-template', {
        body: `<p id=x></p><script type="text/x-template" id=t><figure><img src="{HERE}/i.png"><a href="to.html">there</a></figure></script><script>${put}document.getElementById("t").innerHTML;</script>`,
        files: { 'i.png': image(709), 'to.html': page('Named in text') },
        check: async (t) => await t.image('#x img', 709) && t.leads('#x a', 'Named in text'),
    });
    fixture('text-html-template', {
        body: `<p id=x></p><script type="text/html" id=t><div style="height:40px;background:url({HERE}/i.png)"></div></script><script>${put}document.getElementById("t").textContent;</script>`,
        files: { 'i.png': image(710) },
        check: (t) => t.shows('#x div', 710),
    });
    fixture('text-template-with-values', {
        body: `<p id=x></p><script type="text/x-handlebars-template" id=t><img src="i.png" alt="{{title}}"><a href="{{url}}">{{title}}</a><img src="{{image}}"></script>` +
            `<script>${put}document.getElementById("t").innerHTML.replace(/{{title}}/g, "T").replace("{{url}}", "to.html").replace("{{image}}", "data:,");</script><a href="to.html">t</a>`,
        files: { 'i.png': image(711), 'to.html': page('A value of a template') },
        check: async (t) => await t.image('#x img', 711) && t.leads('#x a', 'A value of a template'),
    });
    fixture('textarea', {
        body: `<p id=x></p><textarea id=t hidden><img src="{HERE}/i.png"></textarea><script>${put}document.getElementById("t").value;</script>`,
        files: { 'i.png': image(712) },
        disk: ROOT,
        embedded: true,
        check: (t) => t.image('#x img', 712),
    });
    fixture('handler', {
        body: '<img id=x src="a.png"><button id=b onclick="document.getElementById(\'x\').src = \'{HERE}/b.png\'">b</button>',
        files: { 'a.png': image(713), 'b.png': image(714) },
        disk: ROOT,
        embedded: true,
        check: async (t) => { await t.value(() => document.querySelector('#b').click()); return t.image('#x', 714); },
    });
    fixture('handler-relative', {
        body: '<img id=x src="a.png" onmouseover="this.src=&quot;b.png&quot;" onmouseout="this.src=\'a.png\'">',
        files: { 'a.png': image(715), 'b.png': image(716) },
        check: async (t) => { await t.value(() => document.querySelector('#x').onmouseover()); return t.image('#x', 716); },
    });
    fixture('handler-leads', {
        body: '<button id=x onclick="location.href=\'to.html\'">there</button><p onclick="window.open(\'popup.html\', \'p\')">p</p><tr><td onclick="window.location = \'row.html\'">r</td>',
        files: { 'to.html': page('A button led here'), 'popup.html': page('Popped up'), 'row.html': page('A row') },
        check: async (t) => await t.kept('to.html') && await t.kept('popup.html') && await t.kept('row.html') &&
            t.opens(await t.value(() => new URL('to.html', location.href).href), 'A button led here'),
    });
    fixture('javascript-url', {
        body: '<a id=x href="javascript:location.assign(\'to.html\')">there</a><a href="javascript:void(window.open(\'popup.html\'))">p</a>',
        files: { 'to.html': page('A javascript: URL led here'), 'popup.html': page('Popped up') },
        check: async (t) => await t.kept('to.html') && await t.kept('popup.html') &&
            t.opens(await t.value(() => new URL('to.html', location.href).href), 'A javascript: URL led here'),
    });
    fixture('javascript-url-call', {
        body: '<script>function show(name) { document.getElementById("x").src = name; }</script><img id=x><a id=a href="javascript:show(\'big/i.png\');">large</a>',
        files: { 'big/i.png': image(717) },
        check: async (t) => { await t.value(() => document.querySelector('#a').click()); return t.image('#x', 717); },
    });
    fixture('current-script', {
        body: '<img id=x><script src="{HERE}/deep/s.js"></script>',
        files: { 'deep/s.js': script('document.getElementById("x").src = new URL("pictures/i.png", document.currentScript.src);'), 'deep/pictures/i.png': image(718) },
        check: (t) => t.image('#x', 718),
    });
    fixture('current-script-variable', {
        body: '<img id=x><script src="{HERE}/deep/s.js"></script>',
        files: {
            'deep/s.js': script('var own = document.currentScript.src;\naddEventListener("load", function () { document.getElementById("x").src = new URL("../i.png", own).href; });'),
            'i.png': image(719),
        },
        check: (t) => t.image('#x', 719),
    });
    fixture('current-script-other-host', {
        body: '<img id=x><script src="{OTHER}{HERE}/deep/s.js"></script>',
        files: { 'other:deep/s.js': script('document.getElementById("x").src = new URL("./i.png", document.currentScript.src);'), 'other:deep/i.png': image(720) },
        check: (t) => t.image('#x', 720),
    });
    fixture('import-meta-url-folder', {
        body: '<img id=x><script type=module src="{HERE}/deep/m.js"></script>',
        files: {
            'deep/m.js': script('const base = new URL("./pictures/", import.meta.url); document.getElementById("x").src = new URL("i.png", base);'),
            'deep/pictures/i.png': image(721),
        },
        disk: MODULE,
        embedded: true,
        check: (t) => t.image('#x', 721),
    });
    fixture('import-meta-url-variable', {
        body: '<img id=x><script type=module src="{HERE}/deep/m.js"></script>',
        files: {
            'deep/m.js': script('const here = import.meta.url; document.getElementById("x").src = new URL("pictures/i.png", here);'),
            'deep/pictures/i.png': image(722),
        },
        disk: MODULE,
        embedded: true,
        check: (t) => t.image('#x', 722),
    });
};
