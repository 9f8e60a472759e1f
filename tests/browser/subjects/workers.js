// SPDX-License-Identifier: MIT
// Workers: each sends a word, which the page writes on its root element.
'use strict';

const { script, json } = require('../files');

const REASON = 'a script from file: may not start a worker from file:';
const hear = 'onmessage = function (e) { document.documentElement.dataset.word = e.data; }';
const heard = (word) => (t) => t.value((wanted) => document.documentElement.dataset.word === wanted, word);

module.exports = (fixture) => {
    const worker = (name, it) => fixture(name, { disk: REASON, ...it });

};
