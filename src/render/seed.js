// SPDX-License-Identifier: MIT
// Runs before all scripts of a document. Its random numbers are the same each time, but others than those of its frames: scripts
// tell by them who sent a message.
(() => {
    let state = [...location.href].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(), 16777619) >>> 0, 2166136261);
    const random = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) / 4294967296;
    Math.random = random;
    // The page's clock stands still while a script runs. One that waits for it in a loop would do so forever: reading moves it.
    let readings = 0;
    const late = of => of + Math.floor(readings++ / 1000), { now } = Date, { now: since } = Performance.prototype;
    Date.now = () => late(now());
    Performance.prototype.now = function () { return late(since.call(this)); };
    Date = Date.prototype.constructor = new Proxy(Date, {
        apply: () => new Date().toString(),
        construct: (type, values, made) => Reflect.construct(type, values.length > 0 ? values : [Date.now()], made),
    });
    Crypto.prototype.getRandomValues = array => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        bytes.forEach((_, i) => { bytes[i] = random() * 256; });
        return array;
    };
    Crypto.prototype.randomUUID = () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => (random() * 16 | 0).toString(16));
})();
