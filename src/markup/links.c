/* SPDX-License-Identifier: MIT */
/* Lists all attributes that contain links in HTML: those of the standard, of older HTML and of SVG,
 * and the common attributes of scripts that load images lazily. These are left out because nothing shows or
 * follows their URLs: itemtype, itemid, profile, usemap, datasrc, archive of object. */
#include "config.h"

#include "markup/links.h"

/* clang-format off */
static const struct link_row rows[] = {
    /* element, attribute, form, role, where */
    {"a", "href", LINK_FORM_URL, LINK_PAGE, "a href"},
    {"area", "href", LINK_FORM_URL, LINK_PAGE, "area href"},
    {"link", "href", LINK_FORM_REL, LINK_LIVE, "link href"},
    {"base", "href", LINK_FORM_BASE, LINK_BASE, "base href"},
    {"use", "href", LINK_FORM_URL, LINK_REQUISITE, "svg use href"},
    {"image", "href", LINK_FORM_URL, LINK_REQUISITE, "svg image href"},
    {"script", "href", LINK_FORM_URL, LINK_REQUISITE, "svg script href"},
    {"feimage", "href", LINK_FORM_URL, LINK_REQUISITE, "svg feImage href"},
    {"mpath", "href", LINK_FORM_URL, LINK_REQUISITE, "svg mpath href"},
    {"textpath", "href", LINK_FORM_URL, LINK_REQUISITE, "svg textPath href"},
    {"pattern", "href", LINK_FORM_URL, LINK_REQUISITE, "svg pattern href"},
    {"lineargradient", "href", LINK_FORM_URL, LINK_REQUISITE, "svg gradient href"},
    {"radialgradient", "href", LINK_FORM_URL, LINK_REQUISITE, "svg gradient href"},
    {"filter", "href", LINK_FORM_URL, LINK_REQUISITE, "svg filter href"},
    {"a", "xlink:href", LINK_FORM_URL, LINK_PAGE, "svg a xlink:href"},
    {"*", "xlink:href", LINK_FORM_URL, LINK_REQUISITE, "svg xlink:href"},

    {"img", "src", LINK_FORM_URL, LINK_REQUISITE, "img src"},
    {"image", "src", LINK_FORM_URL, LINK_REQUISITE, "image src"},
    {"script", "src", LINK_FORM_URL, LINK_REQUISITE, "script src"},
    {"iframe", "src", LINK_FORM_URL, LINK_FRAME, "iframe src"},
    {"frame", "src", LINK_FORM_URL, LINK_FRAME, "frame src"},
    {"layer", "src", LINK_FORM_URL, LINK_FRAME, "layer src"},
    {"ilayer", "src", LINK_FORM_URL, LINK_FRAME, "ilayer src"},
    {"input", "src", LINK_FORM_URL, LINK_REQUISITE, "input src"},
    {"video", "src", LINK_FORM_URL, LINK_REQUISITE, "video src"},
    {"audio", "src", LINK_FORM_URL, LINK_REQUISITE, "audio src"},
    {"source", "src", LINK_FORM_URL, LINK_REQUISITE, "source src"},
    {"track", "src", LINK_FORM_URL, LINK_REQUISITE, "track src"},
    {"embed", "src", LINK_FORM_URL, LINK_REQUISITE, "embed src"},
    {"bgsound", "src", LINK_FORM_URL, LINK_REQUISITE, "bgsound src"},
    {"img", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "img srcset"},
    {"source", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "source srcset"},
    {"link", "imagesrcset", LINK_FORM_SRCSET, LINK_REQUISITE, "link imagesrcset"},
    {"iframe", "srcdoc", LINK_FORM_SRCDOC, LINK_REQUISITE, "iframe srcdoc"},
    {"video", "poster", LINK_FORM_URL, LINK_REQUISITE, "video poster"},
    {"img", "lowsrc", LINK_FORM_URL, LINK_REQUISITE, "img lowsrc"},
    {"img", "dynsrc", LINK_FORM_URL, LINK_REQUISITE, "img dynsrc"},
    {"img", "longdesc", LINK_FORM_URL, LINK_PAGE, "img longdesc"},
    {"iframe", "longdesc", LINK_FORM_URL, LINK_PAGE, "iframe longdesc"},
    {"frame", "longdesc", LINK_FORM_URL, LINK_PAGE, "frame longdesc"},
    {"menuitem", "icon", LINK_FORM_URL, LINK_REQUISITE, "menuitem icon"},
    {"-", "src", LINK_FORM_URL, LINK_REQUISITE, "custom element src"},
    {"-", "srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "custom element srcset"},
    {"-", "poster", LINK_FORM_URL, LINK_REQUISITE, "custom element poster"},
    {"*", "background", LINK_FORM_URL, LINK_REQUISITE, "background"},

    {"object", "data", LINK_FORM_URL, LINK_OBJECT, "object data"},
    {"object", "codebase", LINK_FORM_URL, LINK_LIVE, "object codebase"},
    {"embed", "pluginspage", LINK_FORM_URL, LINK_LIVE, "embed pluginspage"},
    {"applet", "codebase", LINK_FORM_CODEBASE, LINK_BASE, "applet codebase"},
    {"applet", "code", LINK_FORM_CODE, LINK_REQUISITE, "applet code"},
    {"applet", "object", LINK_FORM_CODE, LINK_REQUISITE, "applet object"},
    {"applet", "archive", LINK_FORM_CODE, LINK_REQUISITE, "applet archive"},
    {"param", "value", LINK_FORM_PARAM, LINK_REQUISITE, "param value"},

    {"*", "style", LINK_FORM_CSS, LINK_REQUISITE, "style attribute"},
    {"*", "fill", LINK_FORM_CSS, LINK_REQUISITE, "svg fill"},
    {"*", "stroke", LINK_FORM_CSS, LINK_REQUISITE, "svg stroke"},
    {"*", "filter", LINK_FORM_CSS, LINK_REQUISITE, "svg filter"},
    {"*", "mask", LINK_FORM_CSS, LINK_REQUISITE, "svg mask"},
    {"*", "clip-path", LINK_FORM_CSS, LINK_REQUISITE, "svg clip-path"},
    {"*", "cursor", LINK_FORM_CSS, LINK_REQUISITE, "svg cursor"},
    {"*", "marker-start", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},
    {"*", "marker-mid", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},
    {"*", "marker-end", LINK_FORM_CSS, LINK_REQUISITE, "svg marker"},

    {"meta", "content", LINK_FORM_META, LINK_REQUISITE, "meta content"},

    {"iframe", "data-src", LINK_FORM_URL, LINK_FRAME, "iframe data-src"},
    {"iframe", "data-lazy-src", LINK_FORM_URL, LINK_FRAME, "iframe data-lazy-src"},
    {"*", "data-src", LINK_FORM_URL, LINK_REQUISITE, "data-src"},
    {"*", "data-lazy-src", LINK_FORM_URL, LINK_REQUISITE, "data-lazy-src"},
    {"img", "data-lazy", LINK_FORM_URL, LINK_REQUISITE, "data-lazy"},
    {"img", "data-original", LINK_FORM_URL, LINK_REQUISITE, "data-original"},
    {"img", "data-hi-res-src", LINK_FORM_URL, LINK_REQUISITE, "data-hi-res-src"},
    {"*", "data-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-srcset"},
    {"*", "data-lazy-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-lazy-srcset"},
    {"*", "data-original-set", LINK_FORM_SRCSET, LINK_REQUISITE, "data-original-set"},
    {"*", "data-bgset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-bgset"},
    {"*", "data-bg", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg"},
    {"*", "data-background", LINK_FORM_EITHER, LINK_REQUISITE, "data-background"},
    {"*", "data-background-image", LINK_FORM_EITHER, LINK_REQUISITE, "data-background-image"},
    {"*", "data-poster", LINK_FORM_URL, LINK_REQUISITE, "data-poster"},
    {"*", "data-lazyload", LINK_FORM_URL, LINK_REQUISITE, "data-lazyload"},
    {"*", "data-lazy-load", LINK_FORM_URL, LINK_REQUISITE, "data-lazy-load"},
    {"*", "data-lazyload-src", LINK_FORM_URL, LINK_REQUISITE, "data-lazyload-src"},
    {"*", "data-lazysrc", LINK_FORM_URL, LINK_REQUISITE, "data-lazysrc"},
    {"*", "data-lazy-original", LINK_FORM_URL, LINK_REQUISITE, "data-lazy-original"},
    {"*", "data-lazy-poster", LINK_FORM_URL, LINK_REQUISITE, "data-lazy-poster"},
    {"*", "data-flickity-lazyload", LINK_FORM_URL, LINK_REQUISITE, "data-flickity-lazyload"},
    {"*", "data-flickity-lazyload-src", LINK_FORM_URL, LINK_REQUISITE, "data-flickity-lazyload-src"},
    {"*", "data-cfsrc", LINK_FORM_URL, LINK_REQUISITE, "data-cfsrc"},
    {"*", "data-pagespeed-lazy-src", LINK_FORM_URL, LINK_REQUISITE, "data-pagespeed-lazy-src"},
    {"*", "data-pagespeed-high-res-src", LINK_FORM_URL, LINK_REQUISITE, "data-pagespeed-high-res-src"},
    {"iframe", "data-litespeed-src", LINK_FORM_URL, LINK_FRAME, "iframe data-litespeed-src"},
    {"*", "data-litespeed-src", LINK_FORM_URL, LINK_REQUISITE, "data-litespeed-src"},
    {"*", "data-nitro-lazy-src", LINK_FORM_URL, LINK_REQUISITE, "data-nitro-lazy-src"},
    {"*", "data-ezsrc", LINK_FORM_URL, LINK_REQUISITE, "data-ezsrc"},
    {"*", "data-opt-src", LINK_FORM_URL, LINK_REQUISITE, "data-opt-src"},
    {"*", "data-orig-src", LINK_FORM_URL, LINK_REQUISITE, "data-orig-src"},
    {"*", "data-wpfc-original-src", LINK_FORM_URL, LINK_REQUISITE, "data-wpfc-original-src"},
    {"*", "data-defer-src", LINK_FORM_URL, LINK_REQUISITE, "data-defer-src"},
    {"*", "data-deferred-src", LINK_FORM_URL, LINK_REQUISITE, "data-deferred-src"},
    {"*", "data-delay-src", LINK_FORM_URL, LINK_REQUISITE, "data-delay-src"},
    {"*", "data-actualsrc", LINK_FORM_URL, LINK_REQUISITE, "data-actualsrc"},
    {"*", "data-real-src", LINK_FORM_URL, LINK_REQUISITE, "data-real-src"},
    {"*", "data-echo", LINK_FORM_URL, LINK_REQUISITE, "data-echo"},
    {"*", "data-retina-src", LINK_FORM_URL, LINK_REQUISITE, "data-retina-src"},
    {"*", "data-src-retina", LINK_FORM_URL, LINK_REQUISITE, "data-src-retina"},
    {"*", "data-image-src", LINK_FORM_URL, LINK_REQUISITE, "data-image-src"},
    {"*", "data-img-src", LINK_FORM_URL, LINK_REQUISITE, "data-img-src"},
    {"*", "data-image-url", LINK_FORM_URL, LINK_REQUISITE, "data-image-url"},
    {"*", "data-img-url", LINK_FORM_URL, LINK_REQUISITE, "data-img-url"},
    {"*", "data-thumb-src", LINK_FORM_URL, LINK_REQUISITE, "data-thumb-src"},
    {"*", "data-thumb-url", LINK_FORM_URL, LINK_REQUISITE, "data-thumb-url"},
    {"*", "data-thumbnail-src", LINK_FORM_URL, LINK_REQUISITE, "data-thumbnail-src"},
    {"*", "data-full-url", LINK_FORM_URL, LINK_REQUISITE, "data-full-url"},
    {"*", "data-full-src", LINK_FORM_URL, LINK_REQUISITE, "data-full-src"},
    {"*", "data-zoom-src", LINK_FORM_URL, LINK_REQUISITE, "data-zoom-src"},
    {"*", "data-zoom-image", LINK_FORM_URL, LINK_REQUISITE, "data-zoom-image"},
    {"*", "data-mobile-src", LINK_FORM_URL, LINK_REQUISITE, "data-mobile-src"},
    {"*", "data-desktop-src", LINK_FORM_URL, LINK_REQUISITE, "data-desktop-src"},
    {"*", "data-src-mobile", LINK_FORM_URL, LINK_REQUISITE, "data-src-mobile"},
    {"*", "data-src-desktop", LINK_FORM_URL, LINK_REQUISITE, "data-src-desktop"},
    {"*", "data-src-small", LINK_FORM_URL, LINK_REQUISITE, "data-src-small"},
    {"*", "data-src-medium", LINK_FORM_URL, LINK_REQUISITE, "data-src-medium"},
    {"*", "data-src-large", LINK_FORM_URL, LINK_REQUISITE, "data-src-large"},
    {"*", "data-video-src", LINK_FORM_URL, LINK_REQUISITE, "data-video-src"},
    {"*", "data-pin-media", LINK_FORM_URL, LINK_REQUISITE, "data-pin-media"},
    {"*", "data-flickity-lazyload-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-flickity-lazyload-srcset"},
    {"*", "data-pagespeed-lazy-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-pagespeed-lazy-srcset"},
    {"*", "data-nitro-lazy-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-nitro-lazy-srcset"},
    {"*", "data-ezsrcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-ezsrcset"},
    {"*", "data-opt-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-opt-srcset"},
    {"*", "data-orig-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-orig-srcset"},
    {"*", "data-wpfc-original-srcset", LINK_FORM_SRCSET, LINK_REQUISITE, "data-wpfc-original-srcset"},
    {"*", "data-lazy-bg", LINK_FORM_EITHER, LINK_REQUISITE, "data-lazy-bg"},
    {"*", "data-lazy-background", LINK_FORM_EITHER, LINK_REQUISITE, "data-lazy-background"},
    {"*", "data-bg-src", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg-src"},
    {"*", "data-bg-image", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg-image"},
    {"*", "data-bg-img", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg-img"},
    {"*", "data-bg-url", LINK_FORM_EITHER, LINK_REQUISITE, "data-bg-url"},
    {"*", "data-background-src", LINK_FORM_EITHER, LINK_REQUISITE, "data-background-src"},
    {"*", "data-background-url", LINK_FORM_EITHER, LINK_REQUISITE, "data-background-url"},
    {"*", "data-parallax-image", LINK_FORM_EITHER, LINK_REQUISITE, "data-parallax-image"},
    {"*", "data-lazy", LINK_FORM_FILE, LINK_REQUISITE, "data-lazy"},
    {"*", "data-original", LINK_FORM_FILE, LINK_REQUISITE, "data-original"},
    {"*", "data-image", LINK_FORM_FILE, LINK_REQUISITE, "data-image"},
    {"*", "data-img", LINK_FORM_FILE, LINK_REQUISITE, "data-img"},
    {"*", "data-thumb", LINK_FORM_FILE, LINK_REQUISITE, "data-thumb"},
    {"*", "data-thumbnail", LINK_FORM_FILE, LINK_REQUISITE, "data-thumbnail"},
    {"*", "data-full", LINK_FORM_FILE, LINK_REQUISITE, "data-full"},
    {"*", "data-large", LINK_FORM_FILE, LINK_REQUISITE, "data-large"},
    {"*", "data-large_image", LINK_FORM_FILE, LINK_REQUISITE, "data-large_image"},
    {"*", "data-large-file", LINK_FORM_FILE, LINK_REQUISITE, "data-large-file"},
    {"*", "data-medium-file", LINK_FORM_FILE, LINK_REQUISITE, "data-medium-file"},
    {"*", "data-orig-file", LINK_FORM_FILE, LINK_REQUISITE, "data-orig-file"},
    {"*", "data-hi-res", LINK_FORM_FILE, LINK_REQUISITE, "data-hi-res"},
    {"*", "data-hires", LINK_FORM_FILE, LINK_REQUISITE, "data-hires"},
    {"*", "data-highres", LINK_FORM_FILE, LINK_REQUISITE, "data-highres"},
    {"*", "data-lowsrc", LINK_FORM_FILE, LINK_REQUISITE, "data-lowsrc"},
    {"*", "data-retina", LINK_FORM_FILE, LINK_REQUISITE, "data-retina"},
    {"*", "data-at2x", LINK_FORM_FILE, LINK_REQUISITE, "data-at2x"},
    {"*", "data-2x", LINK_FORM_FILE, LINK_REQUISITE, "data-2x"},
    {"*", "data-rjs", LINK_FORM_FILE, LINK_REQUISITE, "data-rjs"},
    {"*", "data-zoom", LINK_FORM_FILE, LINK_REQUISITE, "data-zoom"},
    {"*", "data-big", LINK_FORM_FILE, LINK_REQUISITE, "data-big"},
    {"*", "data-video", LINK_FORM_FILE, LINK_REQUISITE, "data-video"},
    {"*", "data-mp4", LINK_FORM_FILE, LINK_REQUISITE, "data-mp4"},
    {"*", "data-webm", LINK_FORM_FILE, LINK_REQUISITE, "data-webm"},
    {"*", "data-audio", LINK_FORM_FILE, LINK_REQUISITE, "data-audio"},

    {"*", "onclick", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "ondblclick", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmousedown", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmouseup", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmouseover", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmouseout", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmouseenter", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onmouseleave", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onload", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onerror", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onchange", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onfocus", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "onsubmit", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "ontoggle", LINK_FORM_HANDLER, LINK_CANDIDATE, "event handler"},
    {"*", "data-html", LINK_FORM_MARKUP, LINK_CANDIDATE, "markup in text"},
    {"*", "data-content", LINK_FORM_MARKUP, LINK_CANDIDATE, "markup in text"},
    {"*", "data-template", LINK_FORM_MARKUP, LINK_CANDIDATE, "markup in text"},
    {"*", "data-prototype", LINK_FORM_MARKUP, LINK_CANDIDATE, "markup in text"},

    {"form", "action", LINK_FORM_URL, LINK_LIVE, "form action"},
    {"isindex", "action", LINK_FORM_URL, LINK_LIVE, "isindex action"},
    {"button", "formaction", LINK_FORM_URL, LINK_LIVE, "button formaction"},
    {"input", "formaction", LINK_FORM_URL, LINK_LIVE, "input formaction"},
    {"blockquote", "cite", LINK_FORM_URL, LINK_LIVE, "blockquote cite"},
    {"q", "cite", LINK_FORM_URL, LINK_LIVE, "q cite"},
    {"ins", "cite", LINK_FORM_URL, LINK_LIVE, "ins cite"},
    {"del", "cite", LINK_FORM_URL, LINK_LIVE, "del cite"},
    {"html", "manifest", LINK_FORM_URL, LINK_CONNECT, "html manifest"},
    {"a", "ping", LINK_FORM_URL, LINK_CONNECT, "a ping"},
    {"area", "ping", LINK_FORM_URL, LINK_CONNECT, "area ping"},
    {"*", "attributionsrc", LINK_FORM_URL, LINK_CONNECT, "attributionsrc"},

    {"script", "integrity", LINK_FORM_GUARD, LINK_INTEGRITY, "script integrity"},
    {"link", "integrity", LINK_FORM_GUARD, LINK_INTEGRITY, "link integrity"},
    {"img", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "img crossorigin"},
    {"image", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg image crossorigin"},
    {"feimage", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "svg feImage crossorigin"},
    {"script", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "script crossorigin"},
    {"link", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "link crossorigin"},
    {"video", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "video crossorigin"},
    {"audio", "crossorigin", LINK_FORM_GUARD, LINK_CORS, "audio crossorigin"},
    {"script", "type", LINK_FORM_TYPE, LINK_SPECULATION, "script type"},
};
/* clang-format on */

#define ROWS COUNT_OF(rows)

_Static_assert(ROWS + LINK_ROWS_MORE < LINK_ROWS_MAX, "the index has room for so many");

/* Words of link rel, strongest role first: the first matching row counts. */
static const struct {
    const char *word;
    enum link_role role;
} rel_words[] = {
    {"stylesheet", LINK_REQUISITE},
    {"icon", LINK_REQUISITE},
    {"apple-touch-icon", LINK_REQUISITE},
    {"apple-touch-icon-precomposed", LINK_REQUISITE},
    {"apple-touch-startup-image", LINK_REQUISITE},
    {"mask-icon", LINK_REQUISITE},
    {"fluid-icon", LINK_REQUISITE},
    {"preload", LINK_REQUISITE},
    {"modulepreload", LINK_REQUISITE},
    {"manifest", LINK_REQUISITE},
    {"import", LINK_REQUISITE},
    {"subresource", LINK_REQUISITE},
    {"stylesheet/less", LINK_REQUISITE},
    {"preconnect", LINK_CONNECT},
    {"dns-prefetch", LINK_CONNECT},
    {"compression-dictionary", LINK_CONNECT},
    {"image_src", LINK_PREVIEW},
    {"canonical", LINK_LIVE},
    {"shortlink", LINK_LIVE},
    {"pingback", LINK_LIVE},
    {"webmention", LINK_LIVE},
    {"prefetch", LINK_PREFETCH},
    {"prerender", LINK_PREFETCH},
    {"next", LINK_PREFETCH}, /* Firefox fetches it like prefetch */
    {"search", LINK_RELATED},
    {"prev", LINK_RELATED},
    {"previous", LINK_RELATED},
    {"alternate", LINK_RELATED},
    {"first", LINK_RELATED},
    {"last", LINK_RELATED},
    {"begin", LINK_RELATED},
    {"start", LINK_RELATED},
    {"end", LINK_RELATED},
    {"up", LINK_RELATED},
    {"top", LINK_RELATED},
    {"home", LINK_RELATED},
    {"origin", LINK_RELATED},
    {"contents", LINK_RELATED},
    {"toc", LINK_RELATED},
    {"index", LINK_RELATED},
    {"chapter", LINK_RELATED},
    {"section", LINK_RELATED},
    {"subsection", LINK_RELATED},
    {"appendix", LINK_RELATED},
    {"glossary", LINK_RELATED},
    {"bookmark", LINK_RELATED},
    {"help", LINK_RELATED},
    {"author", LINK_RELATED},
    {"license", LINK_RELATED},
    {"copyright", LINK_RELATED},
    {"privacy-policy", LINK_RELATED},
    {"terms-of-service", LINK_RELATED},
    {"feed", LINK_RELATED},
    {"sitemap", LINK_RELATED},
    {"amphtml", LINK_RELATED},
};

/* The role of the content of a meta element with this name, property or itemprop. */
static const struct {
    const char *name;
    enum link_role role;
    const char *where;
} meta_names[] = {
    {"og:image", LINK_PREVIEW, "meta og:image"},
    {"og:image:url", LINK_PREVIEW, "meta og:image"},
    {"og:image:secure_url", LINK_PREVIEW, "meta og:image"},
    {"og:logo", LINK_PREVIEW, "meta og:logo"},
    {"og:video", LINK_RELATED, "meta og:video"},
    {"og:video:url", LINK_RELATED, "meta og:video"},
    {"og:video:secure_url", LINK_RELATED, "meta og:video"},
    {"og:audio", LINK_RELATED, "meta og:audio"},
    {"og:audio:url", LINK_RELATED, "meta og:audio"},
    {"og:audio:secure_url", LINK_RELATED, "meta og:audio"},
    {"og:url", LINK_LIVE, "meta og:url"},
    {"twitter:image", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:image:src", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:image0", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:image1", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:image2", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:image3", LINK_PREVIEW, "meta twitter:image"},
    {"twitter:player", LINK_RELATED, "meta twitter:player"},
    {"twitter:player:stream", LINK_RELATED, "meta twitter:player"},
    {"twitter:url", LINK_LIVE, "meta twitter:url"},
    {"image", LINK_PREVIEW, "meta image"},
    {"logo", LINK_PREVIEW, "meta logo"},
    {"thumbnail", LINK_PREVIEW, "meta thumbnail"},
    {"thumbnailurl", LINK_PREVIEW, "meta thumbnail"},
    {"contenturl", LINK_RELATED, "meta contentUrl"},
    {"sailthru.image.full", LINK_PREVIEW, "meta image"},
    {"sailthru.image.thumb", LINK_PREVIEW, "meta image"},
    {"parsely-image-url", LINK_PREVIEW, "meta image"},
    {"citation_pdf_url", LINK_RELATED, "meta citation"},
    {"citation_fulltext_html_url", LINK_RELATED, "meta citation"},
    {"msapplication-tileimage", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-square70x70logo", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-square150x150logo", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-wide310x150logo", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-square310x310logo", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-config", LINK_PREVIEW, "meta msapplication"},
    {"msapplication-starturl", LINK_LIVE, "meta msapplication"},
};

const struct link_row *link_rows(size_t *count)
{
    *count = ROWS;
    return rows;
}

static size_t bucket_of(struct span attribute)
{
    unsigned char first = (unsigned char)ascii_lower(attribute.at[0]);
    unsigned char last = (unsigned char)ascii_lower(attribute.at[attribute.len - 1]);

    return (attribute.len * 31 + first * 7u + last) % LINK_BUCKETS;
}

const struct link_row *link_index_row(const struct link_index *index, int number)
{
    size_t at = (size_t)number;

    return at < ROWS ? &rows[at] : &index->more[at - ROWS];
}

void link_index_init(struct link_index *index, const struct link_row *more, size_t count)
{
    *index = (struct link_index){.more = more};
    for (size_t i = ROWS + count; i-- > 0;) {
        const struct link_row *row = link_index_row(index, (int)i);
        struct span attribute = span_of(row->attribute);
        uint8_t *bucket = &index->bucket[bucket_of(attribute)];

        glance_add(&index->attributes, attribute);
        index->next[i] = *bucket;
        index->attribute_len[i] = (uint8_t)attribute.len;
        index->element_len[i] = (uint8_t)strlen(row->element);
        *bucket = (uint8_t)(i + 1);
    }
}

/* Returns true if NAME, in any case, equals WORD, which has WORD_LEN bytes in lower case. */
static bool is_word(struct span name, const char *word, size_t word_len)
{
    return name.len == word_len && span_equals_nocase(name, span_make(word, word_len));
}

/* Compares an element name with that of a row. Names that contain '-' are custom elements. */
static bool is_element(struct span name, const char *word, size_t word_len)
{
    if (word[0] == '*')
        return true;
    return word[0] == '-' ? span_find(name, '-') < name.len : is_word(name, word, word_len);
}

int link_index_find(const struct link_index *index, struct span element, struct span attribute)
{
    for (unsigned i = index->bucket[bucket_of(attribute)]; i > 0; i = index->next[i - 1]) {
        const struct link_row *row = link_index_row(index, (int)i - 1);

        if (is_word(attribute, row->attribute, index->attribute_len[i - 1]) &&
            is_element(element, row->element, index->element_len[i - 1]))
            return (int)i - 1;
    }
    return -1;
}

/* Removes the next word from REST and returns it, or an empty span at the end. */
static struct span take_word(struct span *rest)
{
    size_t end = 0;
    struct span word;

    *rest = span_trim_white(*rest);
    while (end < rest->len && rest->at[end] != ' ' && !(rest->at[end] >= '\t' && rest->at[end] <= '\r'))
        end++;
    word = span_part(*rest, 0, end);
    *rest = span_part(*rest, end, rest->len);
    return word;
}

bool link_rel_has(struct span rel, const char *word)
{
    struct span next;

    for (next = take_word(&rel); next.len > 0; next = take_word(&rel)) {
        if (span_is_nocase(next, word))
            return true;
    }
    return false;
}

/* Equivalent to span_is_nocase for a WORD in lower case, but rules out most words by their first letter. */
static bool is_same_word(struct span name, const char *word)
{
    return ascii_lower(name.at[0]) == word[0] && span_is_nocase(name, word);
}

enum link_role link_rel_role(struct span rel, struct span type)
{
    /* such an alternate is an endpoint for programs, with a different answer for each URL in its query */
    bool endpoint = span_is_nocase(type, "application/json+oembed") ||
                    span_is_nocase(type, "text/xml+oembed") || span_is_nocase(type, "application/json");

    size_t best = COUNT_OF(rel_words);
    struct span word;

    for (word = take_word(&rel); word.len > 0; word = take_word(&rel)) {
        for (size_t i = 0; i < best; i++) {
            if (is_same_word(word, rel_words[i].word))
                best = i;
        }
    }
    if (best == COUNT_OF(rel_words))
        return LINK_LIVE;
    return rel_words[best].role == LINK_RELATED && endpoint ? LINK_LIVE : rel_words[best].role;
}

enum link_role link_itemprop_role(struct span itemprop)
{
    enum link_role role;
    const char *where;

    return link_meta_role(span_make(NULL, 0), itemprop, &role, &where) ? role : LINK_LIVE;
}

bool link_meta_role(struct span http_equiv, struct span name, enum link_role *role, const char **where)
{
    if (span_is_nocase(http_equiv, "refresh")) {
        *role = LINK_REFRESH;
        *where = "meta refresh";
        return true;
    }
    if (span_is_nocase(http_equiv, "content-security-policy") ||
        span_is_nocase(http_equiv, "x-content-security-policy") ||
        span_is_nocase(http_equiv, "x-webkit-csp")) {
        *role = LINK_POLICY;
        *where = "meta content-security-policy";
        return true;
    }
    for (size_t i = 0; name.len > 0 && i < COUNT_OF(meta_names); i++) {
        if (is_same_word(name, meta_names[i].name)) {
            *role = meta_names[i].role;
            *where = meta_names[i].where;
            return true;
        }
    }
    return false;
}

bool link_param_is_address(struct span name, struct span valuetype)
{
    return span_is_nocase(valuetype, "ref") ||
           span_is_one_of_nocase(name, "movie src url filename data href");
}
