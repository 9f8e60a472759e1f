// SPDX-License-Identifier: MIT
// Reads a page after its scripts have run. This is one expression, and the page's scripts do not see the world in which it is
// evaluated; but elements with names such as "title" hide members of documents and forms, hence the members of the prototypes.
// rendering.c defines PAGE (its address), LINKS_MOST and TEXT_MOST.
(() => {
    const member = (type, name, kind = 'get') => {
        const { [kind]: accessor, value } = Object.getOwnPropertyDescriptor(type.prototype, name);
        return Function.prototype.call.bind(accessor ?? value);
    };
    const shadow = member(Element, 'shadowRoot');
    const matches = member(Element, 'matches');
    const shown = member(HTMLElement, 'innerText');
    const base = member(Node, 'baseURI')(document);
    const root = member(Document, 'documentElement')(document);
    const type = member(Document, 'doctype')(document);
    const body = member(Document, 'body')(document);
    const find = member(Document, 'getElementById');
    const here = /^[^#]*(#[^?#]*)?/.exec(PAGE.includes('#') ? PAGE : PAGE + '#/')[0];
    const scopes = [document], links = new Set(), robots = new Set();
    for (const scope of scopes) {
        for (const element of member(scope === document ? Document : DocumentFragment, 'querySelectorAll')(scope, '*')) {
            const open = shadow(element);
            if (open) {
                scopes.push(open);
            }
            if (element instanceof HTMLMetaElement && /^(robots|tiptoe)$/i.test(element.name)) {
                robots.add(element.content);
            }
            if (links.size <= LINKS_MOST && matches(element, 'a[href], area[href]')) {
                const url = URL.parse(element.getAttribute('href'), base)?.href;
                // "#/page?id=heading" is a place in the view "#/page", if that is open and has the heading.
                const [, view, place] = /^([^#]*#[^?#]*)[?#](.*)/.exec(url) ?? [];
                const heading = view === here && [...new URLSearchParams(place)].flat().filter(Boolean).at(-1);
                if (/^https?:/.test(url)) {
                    links.add(`${heading && find(document, heading) ? view : url} ${element.getAttribute('rel') ?? ''}`);
                }
            }
        }
    }
    // What runs scripts, loads them or is for browsers without them; policies, which are for these; and the encoding of the original.
    const without = 'script, noscript, meta[charset], meta[http-equiv=content-type i], link[rel~=modulepreload i], link[rel~=preload i], link[rel~=prefetch i], link[rel~=prerender i], '
        + 'meta[http-equiv=content-security-policy i]';
    // Rules that scripts have made are not in the text of the document.
    const write = (style, sheet) => member(Node, 'textContent', 'set')(style, [...sheet.cssRules].map(rule => rule.cssText).join('\n'));
    for (const scope of scopes) {
        for (const sheet of member(scope === document ? Document : ShadowRoot, 'adoptedStyleSheets')(scope)) {
            const style = member(Document, 'createElement')(document, 'style');
            write(style, sheet);
            member(Node, 'appendChild')(scope === document ? root : scope, style);
        }
        for (const element of member(scope === document ? Document : DocumentFragment, 'querySelectorAll')(scope, '*')) {
            if (matches(element, without)) {
                member(Element, 'remove')(element);
            }
            if (element instanceof HTMLStyleElement && element.sheet?.cssRules.length > 0 && !/\S/.test(member(Node, 'textContent')(element))) {
                write(element, element.sheet);
            }
            for (const name of member(Element, 'getAttributeNames')(element)) {
                if (/^(on|srcdoc$)/i.test(name) || /^\s*javascript:/i.test(member(Element, 'getAttribute')(element, name))) {
                    member(Element, 'removeAttribute')(element, name);
                }
            }
        }
    }
    const start = root ? member(Element, 'outerHTML')(member(Node, 'cloneNode')(root)).replace(/<\/[^<]*>$/, '') : '';
    const inside = root ? member(Element, 'getHTML')(root, { shadowRoots: scopes.slice(1) }) : '';
    // A script may have set another address (history.pushState), to which links are relative.
    const isMoved = base.replace(/#.*/s, '') !== PAGE.replace(/#.*/s, '');
    const bound = isMoved ? '<base href="' + base.toWellFormed().replace(/&/g, '&amp;').replace(/"/g, '&quot;') + '">' : '';
    const texts = [
        (type ? '<!DOCTYPE ' + type.name + '>\n' : '') + start + inside.replace(/<head[^>]*>/, head => head + '<meta charset="utf-8">' + bound) + '</html>\n',
        [body, ...scopes.slice(1).flatMap(scope => [...scope.children])]
            .filter(element => element instanceof HTMLElement && !matches(element, 'style, script')).map(shown).join('\n'),
        member(Document, 'title')(document),
        ...[links, robots].map(set => [...set].map(line => line.replace(/\s+/g, ' ')).sort().join('\n')),
    ].map(text => text.toWellFormed());
    const large = texts.some(text => text.length > TEXT_MOST);
    return { url: location.href, large, many: links.size > LINKS_MOST, texts: large ? [] : texts };
})()
