// SPDX-License-Identifier: MIT
// Sound and video. What matters is which file is played: they differ in length.
'use strict';

const { image, sound, vtt, svg, page } = require('../files');

module.exports = (fixture) => {
    fixture('audio-src', {
        body: '<audio id=x src="{HERE}/a.wav" preload=auto></audio>',
        files: { 'a.wav': sound(3) },
        check: (t) => t.media('#x', 3),
    });
    fixture('audio-source', {
        body: '<audio id=x preload=auto><source src="none.ogg" type="audio/none"><source src="{HERE}/a.wav" type="audio/wav"></audio>',
        files: { 'a.wav': sound(4), 'none.ogg': sound(1) },
        check: async (t) => await t.media('#x', 4) && t.kept('none.ogg'),
    });
    fixture('video-src', {
        body: '<video id=x src="{HERE}/v.wav" preload=auto></video>',
        files: { 'v.wav': sound(5) },
        check: (t) => t.media('#x', 5),
    });
    fixture('video-source', {
        body: '<video id=x preload=auto controls><source src="{OTHER}{HERE}/v.wav" type="audio/wav"><p>None.</p></video>',
        files: { 'other:v.wav': sound(6) },
        check: (t) => t.media('#x', 6),
    });
    fixture('video-poster', {
        body: '<video id=x poster="{HERE}/p.png"></video>',
        files: { 'p.png': image(104) },
        check: (t) => t.wide('#x', 104),
    });
    fixture('media-fragment', {
        body: '<audio id=x src="{HERE}/a.wav#t=0.2" preload=auto></audio>',
        files: { 'a.wav': sound(7) },
        check: async (t) => await t.media('#x', 7) && t.value(() => document.querySelector('#x').currentSrc.endsWith('#t=0.2')),
    });
    fixture('track', {
        body: '<video id=v src="{HERE}/v.wav" preload=auto><track id=x default kind=subtitles src="{HERE}/t.vtt"></video>',
        files: { 'v.wav': sound(8), 't.vtt': vtt('WEBVTT\n\n00:00.000 --> 00:01.000\nThe words of a track\n') },
        disk: 'text tracks are fetched with CORS, which has no answer from file:',
        embedded: true,
        check: (t) => t.value(() => document.querySelector('#x').readyState === 2 && document.querySelector('#x').track.cues[0].text === 'The words of a track'),
    });
    fixture('seek', {
        body: '<audio id=x src="{HERE}/a.wav" preload=auto></audio><script>var x = document.getElementById("x");' +
            'x.onloadedmetadata = function () { x.currentTime = 2.5; };</script>',
        files: { 'a.wav': sound(30) },
        check: async (t) => await t.media('#x', 30) && t.value(() => Math.abs(document.querySelector('#x').currentTime - 2.5) < 0.01),
    });
    fixture('embed-image', {
        body: '<embed id=x src="{HERE}/i.png" type="image/png">',
        files: { 'i.png': image(105) },
        check: (t) => t.wide('#x', 105),
    });
    fixture('embed-page', {
        body: '<embed id=x src="{HERE}/e.html" type="text/html" width=200 height=50>',
        files: { 'e.html': page('An embedded page') },
        check: (t) => t.frame('#x', 'An embedded page'),
    });
    fixture('object-image', {
        body: '<object id=x data="{HERE}/i.png" type="image/png"><p>None.</p></object>',
        files: { 'i.png': image(106) },
        check: (t) => t.wide('#x', 106),
    });
    fixture('object-svg', {
        body: '<object id=x data="{HERE}/i.svg" type="image/svg+xml"><p>None.</p></object>',
        files: { 'i.svg': svg(107) },
        check: (t) => t.wide('#x', 107),
    });
    fixture('object-page', {
        body: '<object id=x data="{HERE}/o.html" type="text/html" width=200 height=50></object>',
        files: { 'o.html': page('A page in an object') },
        check: (t) => t.frame('#x', 'A page in an object'),
    });
    fixture('object-nested', {
        body: '<object data="{HERE}/a.none" type="application/x-none"><object id=x data="{HERE}/b.png" type="image/png"></object></object>',
        files: { 'a.none': { type: 'application/x-none', body: 'nothing' }, 'b.png': image(109) },
        check: (t) => t.wide('#x', 109),
    });
    fixture('object-fallback', {
        body: '<object data="{HERE}/gone.png" type="image/png"><img id=x src="{HERE}/i.png"></object>',
        files: { 'i.png': image(108) },
        check: async (t) => await t.image('#x', 108) && t.wide('#x', 108),
    });
};
