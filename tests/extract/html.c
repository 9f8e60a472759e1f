/* SPDX-License-Identifier: MIT */
/* Pages in, links out: every row of the table, every form of value, bases, encodings, nesting, places. */
#include "config.h"

#include "extract_html.h"

#include "base/buf.h"
#include "markup/link.h"
#include "tap.h"
#include "url/url.h"

#define AT "http://h/d/"

static struct page page;
static struct url document_url;
static struct buf seen;

/* One line a link: the first letter of its role, its address, the bytes at its place. */
static const char *describe(struct span document)
{
    static const char letters[] = {
        [LINK_ACTION] = 'a',    [LINK_PAGE] = 'p',     [LINK_FRAME] = 'f',   [LINK_OBJECT] = 'o',
        [LINK_REQUISITE] = 'q', [LINK_PREVIEW] = 'v',  [LINK_RELATED] = 'r', [LINK_PREFETCH] = 'h',
        [LINK_REFRESH] = 'x',   [LINK_LIVE] = 'l',     [LINK_CONNECT] = 'c', [LINK_BASE] = 'b',
        [LINK_INTEGRITY] = 'i', [LINK_CORS] = 'z',     [LINK_POLICY] = 'y',  [LINK_SPECULATION] = 's',
        [LINK_CANDIDATE] = 'd', [LINK_ENCODING] = 'e', [LINK_FOLDER] = 'F',
    };

    buf_clear(&seen);
    for (size_t i = 0; i < page.links.count; i++) {
        const struct link *link = &page.links.links[i];

        buf_add_format(&seen, "%c ", letters[link->role]);
        buf_add_span(&seen, link->url);
        buf_add_span(&seen, link->text);
        buf_add_span(&seen, link->fragment);
        buf_add_text(&seen, " [");
        buf_add_span(&seen, span_part(document, link->at, link->len));
        buf_add_text(&seen, link->nofollow ? "] nofollow\n" : link->same_page ? "] here\n" : "]\n");
    }
    return buf_text(&seen);
}

static const char *links_of(struct span document, const char *type)
{
    if (extract_html(&page, document, span_of(type), &document_url))
        return "too large";
    return describe(document);
}

struct row_case {
    const char *where;
    const char *html;
    const char *links;
};

/* Each row of markup/links.c, by its text in WHERE, at least once. */
static const struct row_case row_cases[] = {
    {"a href", "<a href=x.html>", "p " AT "x.html [x.html]\n"},
    {"area href", "<area href='x.html'>", "p " AT "x.html [x.html]\n"},
    {"link href", "<link rel=stylesheet href=\"x.css\">", "q " AT "x.css [x.css]\n"},
    {"base href", "<base href=/e/><a href=x>", "b http://h/e/ [/e/]\np http://h/e/x [x]\n"},
    {"svg use href", "<svg><use href='i.svg#a'/></svg>", "q " AT "i.svg#a [i.svg#a]\n"},
    {"svg image href", "<svg><image href=i.png /></svg>", "q " AT "i.png [i.png]\n"},
    {"svg script href", "<svg><script href=i.js></script></svg>", "q " AT "i.js [i.js]\n"},
    {"svg feImage href", "<svg><feImage href='i.png'/>", "q " AT "i.png [i.png]\n"},
    {"svg mpath href", "<svg><mpath href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg textPath href", "<svg><textPath href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg pattern href", "<svg><pattern href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg gradient href", "<svg><linearGradient href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg gradient href", "<svg><radialGradient href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg filter href", "<svg><filter href='i.svg#p'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg a xlink:href", "<svg><a xlink:href='x.html'/>", "p " AT "x.html [x.html]\n"},
    {"svg xlink:href", "<svg><image xlink:href='i.png'/>", "q " AT "i.png [i.png]\n"},
    {"img src", "<img src=i.png>", "q " AT "i.png [i.png]\n"},
    {"image src", "<image src=i.png>", "q " AT "i.png [i.png]\n"},
    {"script src", "<script src=i.js></script>", "q " AT "i.js [i.js]\n"},
    {"iframe src", "<iframe src=x.html></iframe>", "f " AT "x.html [x.html]\n"},
    {"frame src", "<frame src=x.html>", "f " AT "x.html [x.html]\n"},
    {"layer src", "<layer src=x.html>", "f " AT "x.html [x.html]\n"},
    {"ilayer src", "<ilayer src=x.html>", "f " AT "x.html [x.html]\n"},
    {"input src", "<input type=image src=i.png>", "q " AT "i.png [i.png]\n"},
    {"video src", "<video src=i.mp4>", "q " AT "i.mp4 [i.mp4]\n"},
    {"audio src", "<audio src=i.ogg>", "q " AT "i.ogg [i.ogg]\n"},
    {"source src", "<source src=i.ogg>", "q " AT "i.ogg [i.ogg]\n"},
    {"track src", "<track src=i.vtt>", "q " AT "i.vtt [i.vtt]\n"},
    {"embed src", "<embed src=i.swf>", "q " AT "i.swf [i.swf]\n"},
    {"bgsound src", "<bgsound src=i.mid>", "q " AT "i.mid [i.mid]\n"},
    {"img srcset", "<img srcset='a.png 1x,b.png, c.png 3x'>",
     "q " AT "a.png [a.png]\nq " AT "b.png [b.png]\nq " AT "c.png [c.png]\n"},
    {"source srcset", "<source srcset=a.png>", "q " AT "a.png [a.png]\n"},
    {"link imagesrcset", "<link rel=preload imagesrcset='a.png 2x'>", "q " AT "a.png [a.png]\n"},
    {"iframe srcdoc", "<iframe srcdoc=\"<a href='x.html'>\">", "p " AT "x.html [x.html]\n"},
    {"video poster", "<video poster=i.png>", "q " AT "i.png [i.png]\n"},
    {"img lowsrc", "<img lowsrc=i.png>", "q " AT "i.png [i.png]\n"},
    {"img dynsrc", "<img dynsrc=i.avi>", "q " AT "i.avi [i.avi]\n"},
    {"img longdesc", "<img longdesc=x.html>", "p " AT "x.html [x.html]\n"},
    {"iframe longdesc", "<iframe longdesc=x.html>", "p " AT "x.html [x.html]\n"},
    {"frame longdesc", "<frame longdesc=x.html>", "p " AT "x.html [x.html]\n"},
    {"menuitem icon", "<menuitem icon=i.png>", "q " AT "i.png [i.png]\n"},
    {"custom element src", "<amp-img src=i.png><x-y src=''><y src=i.png>", "q " AT "i.png [i.png]\n"},
    {"custom element srcset", "<amp-img srcset='i.png 2x'>", "q " AT "i.png [i.png]\n"},
    {"astro-island component-url", "<astro-island component-url=/i.js>", "d http://h/i.js [/i.js]\n"},
    {"astro-island renderer-url", "<astro-island renderer-url=/i.js>", "d http://h/i.js [/i.js]\n"},
    {"astro-island props", "<astro-island props='[\"/i/a.js\"]'>", "d http://h/i/a.js [/i/a.js]\n"},
    {"custom element poster", "<amp-video poster=i.png>", "q " AT "i.png [i.png]\n"},
    {"background", "<body background=i.png><td background='j.png'>",
     "q " AT "i.png [i.png]\nq " AT "j.png [j.png]\n"},
    {"object data", "<object data=i.svg>", "o " AT "i.svg [i.svg]\n"},
    {"object codebase", "<object codebase=e/>", "l " AT "e/ [e/]\n"},
    {"embed pluginspage", "<embed pluginspage=/p>", "l http://h/p [/p]\n"},
    {"applet codebase", "<applet codebase=e/ code=A.class>", "b  [e/]\nq " AT "e/A.class [A.class]\n"},
    {"applet code", "<applet code=A.class>", "q " AT "A.class [A.class]\n"},
    {"applet object", "<applet object=a.ser codebase=/j/>", "q http://h/j/a.ser [a.ser]\nb  [/j/]\n"},
    {"applet archive", "<applet archive='a.jar, b.jar'>", "q " AT "a.jar [a.jar]\nq " AT "b.jar [b.jar]\n"},
    {"param value", "<param name=movie value=i.swf><param name=color value=red>", "q " AT "i.swf [i.swf]\n"},
    {"param value", "<param name=x valuetype=ref value=i.swf>", "q " AT "i.swf [i.swf]\n"},
    {"style attribute", "<p style=\"background:url('i.png')\">", "q " AT "i.png [i.png]\n"},
    {"svg fill", "<svg><path fill='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg stroke", "<svg><path stroke='url(#p)'/><path stroke='url(i.svg#p)'/>",
     "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg filter", "<svg><g filter='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg mask", "<svg><g mask='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg clip-path", "<svg><g clip-path='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg cursor", "<svg><g cursor='url(i.cur),auto'/>", "q " AT "i.cur [i.cur]\n"},
    {"svg marker", "<svg><g marker-start='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg marker", "<svg><g marker-mid='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"svg marker", "<svg><g marker-end='url(i.svg#p)'/>", "q " AT "i.svg#p [i.svg#p]\n"},
    {"meta content", "<meta http-equiv=refresh content='3; url=x.html'>", "x " AT "x.html [x.html]\n"},
    {"meta content", "<meta property='og:image' content='/i.png'>", "v http://h/i.png [/i.png]\n"},
    {"meta content", "<meta name='twitter:image' content='/i.png'>", "v http://h/i.png [/i.png]\n"},
    {"meta content", "<meta name=description content='/i.png'><meta name=author content=x>", ""},
    {"iframe data-src", "<iframe data-src=x.html>", "f " AT "x.html [x.html]\n"},
    {"iframe data-lazy-src", "<iframe data-lazy-src=x.html>", "f " AT "x.html [x.html]\n"},
    {"data-src", "<img data-src=i.png><div data-src='{\"a\":1}'><p data-src='no, not one.'><b data-src=word>",
     "q " AT "i.png [i.png]\n"},
    {"data-lazy-src", "<img data-lazy-src=i.png>", "q " AT "i.png [i.png]\n"},
    {"data-lazy", "<img data-lazy=i.png><img data-lazy=true>", "q " AT "i.png [i.png]\n"},
    {"data-original", "<img data-original=i.png>", "q " AT "i.png [i.png]\n"},
    {"data-hi-res-src", "<img data-hi-res-src=i.png>", "q " AT "i.png [i.png]\n"},
    {"data-srcset", "<img data-srcset='a.png 1x, b.png 2x'>",
     "q " AT "a.png [a.png]\nq " AT "b.png [b.png]\n"},
    {"data-lazy-srcset", "<img data-lazy-srcset='a.png 1x'>", "q " AT "a.png [a.png]\n"},
    {"data-original-set", "<img data-original-set='a.png 1x'>", "q " AT "a.png [a.png]\n"},
    {"data-bgset", "<div data-bgset='a.png 100w'>", "q " AT "a.png [a.png]\n"},
    {"data-bg", "<div data-bg=a.png><div data-bg=\"url('b.png')\">",
     "q " AT "a.png [a.png]\nq " AT "b.png [b.png]\n"},
    {"data-background-image", "<div data-background-image='url(a.png), url(b.png)'>",
     "q " AT "a.png [a.png]\nq " AT "b.png [b.png]\n"},
    {"hx-get", "<b hx-get=a>", "q " AT "a [a]\n"},
    {"file name", "<option value=a.html>", "d " AT "a.html [a.html]\n"},
    {"form action", "<form action=post>", "a " AT "post [post]\n"},
    {"isindex action", "<isindex action=find>", "a " AT "find [find]\n"},
    {"button formaction", "<button formaction=post>", "a " AT "post [post]\n"},
    {"input formaction", "<input formaction=post>", "a " AT "post [post]\n"},
    {"blockquote cite", "<blockquote cite=x>", "l " AT "x [x]\n"},
    {"q cite", "<q cite=x>", "l " AT "x [x]\n"},
    {"ins cite", "<ins cite=x>", "l " AT "x [x]\n"},
    {"del cite", "<del cite=x>", "l " AT "x [x]\n"},
    {"a ping", "<a href=x ping='/p /q'><a href=x ping=''>",
     "p " AT "x [x]\nc http://h/p%20/q [/p /q]\np " AT "x [x]\n"},
    {"area ping", "<area ping=/p>", "c http://h/p [/p]\n"},
    {"attributionsrc", "<img attributionsrc=/p>", "c http://h/p [/p]\n"},
    {"html manifest", "<html manifest=x>", "c " AT "x [x]\n"},
    {"script integrity", "<script src=x integrity='s' defer>", "q " AT "x [x]\ni " AT "x [ integrity='s']\n"},
    {"link integrity", "<link\n integrity=s\thref=x rel=stylesheet>",
     "i " AT "x [\n integrity=s]\nq " AT "x [x]\n"},
    {"img crossorigin", "<img crossorigin src=x>", "z " AT "x [ crossorigin]\nq " AT "x [x]\n"},
    {"svg image crossorigin", "<svg><image href=x crossorigin=\"\"/></svg>",
     "q " AT "x [x]\nz " AT "x [ crossorigin=\"\"]\n"},
    {"svg feImage crossorigin", "<svg><feImage href='x'crossorigin />",
     "q " AT "x [x]\nz " AT "x [crossorigin]\n"},
    {"script crossorigin", "<script crossorigin=anonymous src=x>",
     "z " AT "x [ crossorigin=anonymous]\nq " AT "x [x]\n"},
    {"link crossorigin", "<link rel=icon crossorigin href=x>", "z " AT "x [ crossorigin]\nq " AT "x [x]\n"},
    {"video crossorigin", "<video src=x crossorigin>", "q " AT "x [x]\nz " AT "x [ crossorigin]\n"},
    {"audio crossorigin", "<audio crossorigin><source src=x><source src=y>",
     "z " AT "x [ crossorigin]\nq " AT "x [x]\nq " AT "y [y]\n"},
    {"event handler", "<b onclick='f(\"a.png\", &quot;w&quot;)'>", "d " AT "a.png [a.png]\n"},
    {"markup in text", "<b data-html='&lt;img src=x.png>'>", "d " AT "x.png [&lt;img src=x.png>]\n"},
    {"script type", "<script type=' SpeculationRules '>", "s  [ SpeculationRules ]\n"},
};

/* The rows for late images are many: each is tried with a value of its form. */
static void test_late_row(const struct link_row *row)
{
    static const char *const values[] = {[LINK_FORM_URL] = "i.png",
                                         [LINK_FORM_SRCSET] = "i.png 2x",
                                         [LINK_FORM_EITHER] = "url(i.png)",
                                         [LINK_FORM_FILE] = "i.png"};
    struct span element = row->element.at[0] == '*' ? span_of("div") : row->element;
    struct buf html BUF_LOCAL(1000);

    buf_add_format(&html, "<%.*s %.*s='%s'><b %.*s>", (int)element.len, element.at, (int)row->attribute.len,
                   row->attribute.at, values[row->form], (int)row->attribute.len, row->attribute.at);
    is_str(links_of(buf_span(&html), ""),
           row->role == LINK_FRAME ? "f " AT "i.png [i.png]\n" : "q " AT "i.png [i.png]\n", row->where);
}

static void test_rows(void)
{
    static struct link_index index;

    link_index_init(&index, NULL, 0);
    for (size_t i = 0; i < COUNT_OF(row_cases); i++)
        is_str(links_of(span_of(row_cases[i].html), "text/html"), row_cases[i].links, row_cases[i].html);
    for (size_t number = 0; number < index.count; number++) {
        const struct link_row *row = &index.rows[number];
        size_t i = 0;

        if (span_starts(row->attribute, "data-") && row->form != LINK_FORM_MARKUP) {
            test_late_row(row);
            continue;
        }
        while (i < COUNT_OF(row_cases) && strcmp(row_cases[i].where, row->where) != 0)
            i++;
        ok(i < COUNT_OF(row_cases), "the row \"%s\" has a case", row->where);
    }
}

static const struct {
    const char *label;
    const char *html;
    const char *links;
} cases[] = {
    /* values */
    {"references in an address", "<a href='x?a=1&amp;b=2&copy=3'>",
     "p " AT "x?a=1&b=2&copy=3 [x?a=1&amp;b=2&copy=3]\n"},
    {"white space around it", "<a href='\n x.html\t'>", "p " AT "x.html [\n x.html\t]\n"},
    {"line ends in it", "<a href='x\n.html'>", "p " AT "x.html [x\n.html]\n"},
    {"a fragment", "<a href='x#a b'>", "p " AT "x#a%20b [x#a b]\n"},
    {"bytes of it stay", "<a href='x#\xe9'><a href='x#&#233;'>",
     "p " AT "x [x]\np " AT "x#%C3%A9 [x#&#233;]\n"},
    {"a fragment alone", "<a href=#top>", "p " AT "p?q#top [#top] here\n"},
    {"an odd fragment alone", "<a href='#t&#32;p'>", "p " AT "p?q#t%20p [#t&#32;p] here\n"},
    {"an empty fragment", "<a href=x#>", "p " AT "x# [x#]\n"},
    {"an empty address is the page", "<a href=''>", "p " AT "p?q []\n"},
    {"but no image", "<img src=''><img src=' '><link rel=icon href=''><iframe src=''>", ""},
    {"no value", "<a href><img src>", ""},
    {"userinfo", "<a href='http://u:p@x/'>", "p http://x/ [http://u:p@x/]\n"},
    {"other schemes", "<a href=mailto:a@b><a href='javascript:x()'><img src=data:,x><a href='http://[/'>",
     "p  [mailto:a@b]\np  [javascript:x()]\nq  [data:,x]\np  [http://[/]\n"},
    {"the first of a name counts", "<a href=a HREF=b>", "p " AT "a [a]\n"},
    {"duplicates of many kinds", "<img src=a srcset=b src=c srcset=d>", "q " AT "a [a]\nq " AT "b [b]\n"},
    {"nofollow", "<a rel='x NOFOLLOW' href=a><a href=b rel=ugc>", "p " AT "a [a] nofollow\np " AT "b [b]\n"},
    {"upper case", "<A HREF=a><IMG SRC=b>", "p " AT "a [a]\nq " AT "b [b]\n"},
    {"references in srcset", "<img srcset='a.png?x&amp;y 1x, b&#46;png 2x'>",
     "q " AT "a.png?x&y [a.png?x&amp;y]\nq " AT "b.png [b&#46;png]\n"},
    {"data: in srcset", "<img srcset='data:,x 1x, b.png 2x'>", "q  [data:,x]\nq " AT "b.png [b.png]\n"},
    {"references in a style attribute", "<p style='background:url(&quot;a.png&quot;),url(b&amp;c.png)'>",
     "q " AT "a.png [a.png]\nq " AT "b&c.png [b&amp;c.png]\n"},
    {"a style element", "<style>@import 'a.css';b{c:url(d.png)}</style>",
     "q " AT "a.css [a.css]\nq " AT "d.png [d.png]\n"},
    {"references mean nothing there", "<style>a{b:url(x&amp;y)}</style>", "q " AT "x&amp;y [x&amp;y]\n"},
    {"a style element without end", "<style>a{b:url(x)}", "q " AT "x [x]\n"},
    {"refresh without url=", "<meta content='0;x.html' http-equiv=Refresh>", "x " AT "x.html [x.html]\n"},
    {"refresh of the page itself", "<meta content=5 http-equiv=Refresh>", ""},
    {"link roles",
     "<link rel=prev href=a><link rel=canonical href=b><link rel=preconnect href=//c><link href=d>"
     "<link rel='alternate stylesheet' href=e><link rel=alternate type='application/json+oembed' href=f>",
     "r " AT "a [a]\nl " AT "b [b]\nc http://c/ [//c]\nl " AT "d [d]\nq " AT "e [e]\nl " AT "f [f]\n"},
    {"link prefetch", "<link rel=prefetch href=a><link rel=prefetch as=style href=b><link rel=next href=c>",
     "h " AT "a [a]\nq " AT "b [b]\nh " AT "c [c]\n"},
    {"styles that come late",
     "<link rel=stylesheet media=print onload=\"this.media='all'\" href=a><link rel=preload as=style "
     "onload=\"this.rel='stylesheet'\" href=b><body><link rel=stylesheet href=c>",
     "q " AT "a [a]\nq " AT "b [b]\nq " AT "c [c]\n"},
    {"kinds of icons",
     "<link rel='shortcut icon' href=a><link rel=apple-touch-icon sizes=180x180 href=b><link rel=mask-icon "
     "href=c><link rel=apple-touch-startup-image href=d>",
     "q " AT "a [a]\nq " AT "b [b]\nq " AT "c [c]\nq " AT "d [d]\n"},
    {"other languages", "<link rel=alternate hreflang=de href=a>", "r " AT "a [a]\n"},
    {"a preload by imagesrcset alone",
     "<link rel=preload as=image href='' imagesrcset='a 1x' imagesizes=50vw>", "q " AT "a [a]\n"},
    {"microdata",
     "<link itemprop=thumbnailUrl href=a><link itemprop=url href=b><meta itemprop=image content=c>",
     "v " AT "a [a]\nl " AT "b [b]\nv " AT "c [c]\n"},
    {"meta of two names", "<meta property='x:y' name='twitter:image' content=a>", "v " AT "a [a]\n"},
    {"meta that says none", "<meta name=msapplication-config content=none>", ""},
    {"video and audio for others", "<meta property=og:video content=a><meta property=og:audio content=b>",
     "r " AT "a [a]\nr " AT "b [b]\n"},
    {"names that hold files or other things",
     "<img data-full=/a.JPG data-large='b' data-zoom=2.5 data-image='{\"a.png\"}' data-thumb='c.webp?w=5#x'>",
     "q http://h/a.JPG [/a.JPG]\nq " AT "c.webp?w=5#x [c.webp?w=5#x]\n"},
    {"nothing in them is asked for", "<img usemap='#m' itemtype='http://x/' src=i><head profile=/p>",
     "q " AT "i [i]\n"},
    {"noscript around a lazy image", "<img data-src=a.png src=data:,><noscript><img src=a.png></noscript>",
     "q " AT "a.png [a.png]\nq  [data:,]\nq " AT "a.png [a.png]\n"},
    {"sources of a picture",
     "<picture><source srcset='a.avif 1x, b.avif 2x' type=image/avif><img src=c.png sizes='50vw' "
     "srcset='d,1.png "
     "100w, e.png 200w'></picture>",
     "q " AT "a.avif [a.avif]\nq " AT "b.avif [b.avif]\nq " AT "c.png [c.png]\nq " AT
     "d,1.png [d,1.png]\nq " AT "e.png [e.png]\n"},
    {"object and its fallback", "<object data=a><param name=src value=b><embed src=c><img src=d></object>",
     "o " AT "a [a]\nq " AT "b [b]\nq " AT "c [c]\nq " AT "d [d]\n"},
    {"forms", "<form><form action=''><form action='#'><form action=x><button formaction=y>",
     "a " AT "p?q []\na " AT "p?q# [#] here\na " AT "x [x]\na " AT "y [y]\n"},
    {"linked data",
     "<script type='application/ld+json'>{\"@graph\":[{\"image\":\"a.png\",\"name\":\"word\"},"
     "{\"image\":[\"b.png\",{\"@type\":\"ImageObject\",\"url\":\"\\/c.png\",\"caption\":\"no/\"}]}]}</"
     "script>",
     "d " AT "a.png [a.png]\nd " AT "b.png [b.png]\nd http://h/c.png [\\/c.png]\n"},
    {"linked data that breaks off",
     "<script type='Application/LD+JSON; x'>[{\"image\":\"a.png\"},{x</script>", "d " AT "a.png [a.png]\n"},
    {"other data", "<script type='application/json'>{\"image\":\"a.png\"}</script>",
     "d " AT "a.png [a.png]\n"},
    {"other data, of no kind", "<script type='text/x'>{\"image\":\"a.png\"}</script>", ""},
    {"a script with src has no text", "<script src=a>import './b.js'</script>", "q " AT "a [a]\n"},
    {"a module", "<script type=module>import './a.js'; import 'b'</script>", "q " AT "a.js [./a.js]\n"},
    {"a module below a base", "<base href=/e/><script type=module>import './a.js'</script>",
     "b http://h/e/ [/e/]\nq http://h/e/a.js [./a.js]\n"},
    {"an import map",
     "<script "
     "type=importmap>{\"imports\":{\"a\":\"./a.js\",\"b\":\"c\"},\"scopes\":{\"x\":{\"a\":\"/b.js\"}}}</"
     "script>",
     "q " AT "a.js [./a.js]\nq http://h/b.js [/b.js]\n"},
    {"a folder of an import map",
     "<script type=importmap>{\"imports\":{\"k/\":\"/kit/\",\"k/x/\":\"./x/\"}}</script>"
     "<script type=module>import 'k/a.js'; import 'k/x/b.js'; import 'm/c.js'</script>",
     "F http://h/kit/ [/kit/]\nF " AT "x/ [./x/]\nq http://h/kit/a.js [k/a.js]\nq " AT "x/b.js [k/x/b.js]\n"},
    {"is not the next page's", "<script type=module>import 'k/a.js'</script>", ""},
    {"digests in an import map",
     "<script type=importmap>{\"integrity\":{\"./a.js\":\"sha256-A\",\"b\":\"sha256-B\",\"/c/\":1}}</script>",
     "i " AT "a.js [sha256-A]\n"},
    {"an import map that breaks off", "<script type=importmap>{\"imports\":{\"a\":\"./a.js\"</script>", ""},
    {"a style in SVG holds references",
     "<svg><style>@import url(&quot;a?b&amp;c&quot;);</style></svg><style>d{e:url(f&amp;g)}</style>",
     "q " AT "a?b&c [a?b&amp;c]\nq " AT "f&amp;g [f&amp;g]\n"},
    /* text that is none of ours */
    {"comments", "<!-- <a href=a> --><a href=b><!--><a href=c>--><a href=d>",
     "p " AT "b [b]\np " AT "c [c]\np " AT "d [d]\n"},
    {"script", "<script>'<a href=a>'<!-- <script></script><a href=b> --></script><a href=c>",
     "p " AT "c [c]\n"},
    {"raw text",
     "<title><a href=a></title><textarea><a href=b></textarea><xmp><a href=c></xmp><noembed><a "
     "href=d></noembed>",
     ""},
    {"noscript is read", "<noscript><img src=a.png></noscript>", "q " AT "a.png [a.png]\n"},
    {"template is read", "<template><img src=a.png></template>", "q " AT "a.png [a.png]\n"},
    {"plaintext", "<plaintext><a href=a>", ""},
    {"CDATA in HTML is a comment", "<![CDATA[ <a href=a> ]]><a href=b>", "p " AT "b [b]\n"},
    {"CDATA in SVG is text", "<svg><![CDATA[ <a href=a> > ]]><a href=b>", "p " AT "b [b]\n"},
    {"title in SVG is markup", "<svg><title><a href=a></title></svg><title><a href=b></title>",
     "p " AT "a [a]\n"},
    {"empty elements in SVG", "<svg><script/><style/><a href=a></svg>", "p " AT "a [a]\n"},
    {"HTML in SVG",
     "<svg><foreignObject><title><a href=a></title></foreignObject><title><a href=b></title></svg>",
     "p " AT "b [b]\n"},
    {"a tag that breaks out of SVG", "<svg><g><p><title><a href=a></title>", ""},
    {"a cut tag", "<a href=a><a href=b", "p " AT "a [a]\n"},
    /* guards */
    {"what is not loaded is not guarded", "<link rel=canonical href=x crossorigin integrity=y>",
     "l " AT "x [x]\nz  [ crossorigin]\ni  [ integrity=y]\n"},
    {"preloads by CORS stay so", "<link rel=preload as=font href=x crossorigin>", "q " AT "x [x]\n"},
    {"a media element's own address", "<video crossorigin src=x><source src=y></video>",
     "z " AT "x [ crossorigin]\nq " AT "x [x]\nq " AT "y [y]\n"},
    {"guards in srcdoc", "<iframe srcdoc='<script src=x crossorigin=&quot;&quot;></script>'>",
     "q " AT "x [x]\nz " AT "x [ crossorigin=&quot;&quot;]\n"},
    {"a policy", "<meta http-equiv=Content-Security-Policy content='img-src &apos;self&apos;'>",
     "y img-src 'self' [img-src &apos;self&apos;]\n"},
    {"other script types", "<script type=module></script><script type></script>", ""},

    /* bases */
    {"base of another host", "<base href='//x/y/z'><a href=a><a href=/b><a href=#c>",
     "b http://x/y/ [//x/y/z]\np http://x/y/a [a]\np http://x/b [/b]\np http://x/y/z#c [#c]\n"},
    {"the first base counts", "<base target=_top><base href=/1/><base href=/2/><a href=a>",
     "b http://h/1/ [/1/]\np http://h/1/a [a]\n"},
    {"a bad base counts for nothing", "<base href='mailto:x'><base href=/2/><a href=a>", "p " AT "a [a]\n"},
    {"a late base", "<img src=i><a href=a><base href=/e/><img src=j><a href=b>",
     "q " AT "i [i]\np http://h/e/a [a]\nb  [/e/]\nq http://h/e/j [j]\np http://h/e/b [b]\n"},
    {"links before it do not make it late", "<meta property=og:image content=i><a href=a><base href=/e/>",
     "v http://h/e/i [i]\np http://h/e/a [a]\nb http://h/e/ [/e/]\n"},
    {"a base in a template is none", "<template><base href=/e/></template><a href=a>", "p " AT "a [a]\n"},
    {"a base of data: counts for nothing", "<base href='data:,x'><a href=a>", "p " AT "a [a]\n"},
    {"nor does one of javascript:", "<base href='javascript:1'><base href=/2/><a href=a>", "p " AT "a [a]\n"},
    {"a relative base", "<base href='../e/f?q#g'><a href=a><a href=?b>",
     "b http://h/e/ [../e/f?q#g]\np http://h/e/a [a]\np http://h/e/f?b [?b]\n"},
    {"a base without address", "<base target=_blank><a href=#a>", "p " AT "p?q#a [#a] here\n"},
    {"xml:base is none", "<svg xml:base='/e/'><image href=a />", "q " AT "a [a]\n"},
    {"an empty base is the page", "<base href=''><a href=a>", "b " AT " []\np " AT "a [a]\n"},
    /* nesting */
    {"srcdoc, escaped twice", "<iframe srcdoc='&lt;a href=\"x?a&amp;amp;b\"&gt;'>",
     "p " AT "x?a&b [x?a&amp;amp;b]\n"},
    {"srcdoc with its own base", "<iframe srcdoc='<base href=/e/><a href=a>'></iframe><a href=b>",
     "b  [/e/]\np http://h/e/a [a]\np " AT "b [b]\n"},
    {"srcdoc below a base", "<base href=/e/><iframe srcdoc='<a href=a>'>",
     "b http://h/e/ [/e/]\np http://h/e/a [a]\n"},
    {"srcdoc beside src", "<iframe src=x srcdoc='<a href=a>'></iframe><a href=b>",
     "f " AT "x [x]\np " AT "a [a]\np " AT "b [b]\n"},
    {"style in srcdoc",
     "<iframe srcdoc=\"<style>a{b:url(&quot;c&quot;)}</style><p style='d:url(&amp;quot;e&amp;quot;)'>\">",
     "q " AT "c [c]\nq " AT "e [e]\n"},
};

static void test_cases(void)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_str(links_of(span_of(cases[i].html), "text/html"), cases[i].links, cases[i].label);
}

static const struct {
    const char *label;
    const char *type;
    const char *html;
    size_t len; /* 0: the text's */
    const char *encoding;
    const char *links;
} encoding_cases[] = {
    {"query in windows-1251", "text/html; charset=windows-1251", "<a href='\xef?\xef'>", 0, "windows-1251",
     "e <meta charset=\"windows-1251\"> []\n"
     "p " AT "%D0%BF?%EF [\xef?\xef]\n"},
    {"query in UTF-8", "text/html; charset=utf-8", "<a href='\xc3\xa9?\xc3\xa9'>", 0, "UTF-8",
     "e \xef\xbb\xbf []\n"
     "p " AT "%C3%A9?%C3%A9 [\xc3\xa9?\xc3\xa9]\n"},
    {"srcset in windows-1251", "text/html; charset=windows-1251",
     "<img srcset='\xef.png 1x, \xf0&amp;.png 2x'>", 0, "windows-1251",
     "e <meta charset=\"windows-1251\"> []\n"
     "q " AT "%D0%BF.png [\xef.png]\nq " AT "%D1%80&.png [\xf0&amp;.png]\n"},
    {"style in windows-1251", "text/html; charset=windows-1251", "<style>a{b:url(\xef.png)}</style>", 0,
     "windows-1251",
     "e <meta charset=\"windows-1251\"> []\n"
     "q " AT "%D0%BF.png [\xef.png]\n"},
    {"Shift_JIS", "text/html; charset=shift_jis",
     "\x95\x5c<p style='a:url(\"\x95\x5c.png\")'><a href='\x95\x5c'>", 0, "Shift_JIS",
     "e <meta charset=\"Shift_JIS\"> []\n"
     "q " AT "%E8%A1%A8.png [\x95\x5c.png]\np " AT "%E8%A1%A8 [\x95\x5c]\n"},
    {"ISO-2022-JP", "text/html; charset=iso-2022-jp", "\x1b$B$\"\x1b(B<a href='\x1b$B$\"\x1b(B'><a href=x>",
     0, "ISO-2022-JP",
     "e <meta charset=\"ISO-2022-JP\"> []\n"
     "p " AT "%E3%81%82 [\x1b$B$\"]\np " AT "x [x]\n"},
    {"UTF-16LE", "text/html", "\xff\xfe<\0a\0 \0h\0r\0e\0f\0=\0x\0>\0", 22, "UTF-16LE", "p " AT "x [x"},
    {"UTF-16BE by the header", "text/html;charset=utf-16be", "\0<\0a\0 \0h\0r\0e\0f\0=\0x\0>", 20, "UTF-16BE",
     "e \xfe\xff []\n"
     "p " AT "x ["},
    {"the head alone says it", "text/html; charset=koi8-r", "<!doctype html><html><head><a href=x>\xc1", 0,
     "KOI8-R", "e <meta charset=\"KOI8-R\"> []\np " AT "x [x]\n"},
    {"META says the same", "text/html; charset=koi8-r", "<meta charset=koi8><a href=x>\xc1", 0, "KOI8-R",
     "p " AT "x [x]\n"},
    {"META says something else", "text/html; charset=koi8-r", "<meta charset=big5><a href=x>\xc1", 0,
     "KOI8-R", "e <meta charset=\"KOI8-R\"> []\np " AT "x [x]\n"},
    {"all ASCII", "text/html; charset=utf-8", "<a href=x>", 0, "UTF-8", "p " AT "x [x]\n"},
    {"XHTML by its head", "application/xhtml+xml; charset=koi8-r", "<a href='x'>\xc1</a>", 0, "KOI8-R",
     "e <?xml version=\"1.0\" encoding=\"KOI8-R\"?> []\np " AT "x [x]\n"},
    {"replacement", "text/html; charset=iso-2022-kr", "<a href=x>", 0, "replacement", ""},
    {"XHTML: empty elements are empty", "application/xhtml+xml",
     "<title/><script src='a'/><style/><a href='b'/>", 0, "UTF-8", "q " AT "a [a]\np " AT "b [b]\n"},
    {"XHTML: CDATA sections", "application/xhtml+xml", "<p><![CDATA[<a href='a'>]]><a href='b'/></p>", 0,
     "UTF-8", "p " AT "b [b]\n"},
    {"XHTML: a style with references", "application/xhtml+xml",
     "<style>a{b:url('c?d&amp;e')}</style><style>/*<![CDATA[*/f{g:url(h&amp;i)}/*]]>*/</style>", 0, "UTF-8",
     "q " AT "c?d&e [c?d&amp;e]\nq " AT "h&amp;i [h&amp;i]\n"},
    {"XML: names with a prefix", "application/xhtml+xml",
     "<h:html><h:img src='a'/><s:svg><s:image x:href='no' xlink:href='b'/><s:use "
     "href='c#d'/></s:svg></h:html>",
     0, "UTF-8", "q " AT "a [a]\nq " AT "b [b]\nq " AT "c#d [c#d]\n"},
    {"XHTML that does not say its encoding", "application/xhtml+xml; charset=windows-1251",
     "<html><a href='x'>\xc1</a></html>", 0, "windows-1251",
     "e <?xml version=\"1.0\" encoding=\"windows-1251\"?> []\np " AT "x [x]\n"},
    {"XHTML that says another", "application/xhtml+xml; charset=windows-1251",
     "<?xml version='1.0' encoding='koi8-r'?><html><a href='x'>\xc1</a></html>", 0, "windows-1251",
     "e <?xml version=\"1.0\" encoding=\"windows-1251\"?> [<?xml version='1.0' encoding='koi8-r'?>]\np " AT
     "x [x]\n"},
    {"XML: style sheets before the root", "image/svg+xml",
     "\xef\xbb\xbf<?xml version='1.0'?><!-- <?xml-stylesheet href='no'?> --><!DOCTYPE svg [<!ENTITY x '>'> ]>"
     "<?xml-stylesheet type=\"text/css\" href=\"a.css?b&amp;c\"?>\n<?xml-stylesheet href='d.css' "
     "media='print' ?>"
     "<?xml-stylesheet href='#e'?><?xml-stylesheet-x href='no'?><svg><?xml-stylesheet href='no'?>"
     "<image href='f'/></svg>",
     0, "UTF-8",
     "q " AT "a.css?b&c [a.css?b&amp;c]\nq " AT "d.css [d.css]\nq " AT "p?q#e [#e] here\nq " AT "f [f]\n"},
    {"not in HTML", "text/html", "<?xml-stylesheet href='no'?><p>", 0, "windows-1252", ""},
    {"SVG as a document", "image/svg+xml", "<svg><style>a{b:url(c)}</style><image href='d'/></svg>", 0,
     "UTF-8", "q " AT "c [c]\nq " AT "d [d]\n"},
};

static void test_encodings(void)
{
    for (size_t i = 0; i < COUNT_OF(encoding_cases); i++) {
        size_t len = encoding_cases[i].len ? encoding_cases[i].len : strlen(encoding_cases[i].html);

        is_str(links_of(span_make(encoding_cases[i].html, len), encoding_cases[i].type),
               encoding_cases[i].links, encoding_cases[i].label);
        is_str(page.encoding, encoding_cases[i].encoding, encoding_cases[i].label);
    }
}

static void add_times(struct buf *text, const char *what, int times)
{
    while (times-- > 0)
        buf_add_text(text, what);
}

/* A long document in an encoding with states: every link is at its place, wherever the decoder's steps end.
 */
static void test_stateful(void)
{
    struct buf text;
    size_t wrong = 0;

    buf_init(&text, 1024 * 1024);
    for (int i = 0; i < 3000; i++) {
        add_times(&text, "\x1b$B", i % 2);
        add_times(&text, "$\"", i % 2 ? i % 11 : 0);
        add_times(&text, "\x1b(B", i % 2);
        add_times(&text, "<a href='\x1b$B$\"", 1);
        add_times(&text, "$\"", i % 5);
        add_times(&text, "\x1b(B'>", 1);
    }
    is_int(extract_html(&page, buf_span(&text), span_of("text/html;charset=iso-2022-jp"), &document_url), 0,
           "a long page in ISO-2022-JP");
    is_int(page.links.count, 3001, "has all its links, and says its encoding");
    for (size_t i = 1; i < page.links.count; i++) {
        const struct link *link = &page.links.links[i];
        struct span after = span_part(buf_span(&text), link->at + link->len, 4);

        wrong += text.at[link->at - 1] != '\'' || !span_is(after, "\x1b(B'") ||
                 link->len != 3 + 2 * ((i - 1) % 5 + 1);
    }
    is_int(wrong, 0, "each from its quote up to the escape before the other");
    buf_release(&text);
}

static void test_limits(void)
{
    static const char nested[] = "<iframe srcdoc='<iframe srcdoc=&apos;<iframe srcdoc=&quot;<a href=a>"
                                 "<iframe srcdoc=<a&Tab;href=b>>&quot;>&apos;>'></iframe><a href=c>";
    struct buf text;

    is_str(links_of(span_of(nested), ""), "p " AT "a [a]\np " AT "c [c]\n", "srcdoc, three deep");
    ok(page.links.truncated, "a fourth level is said to be left out");
    buf_init(&text, (size_t)LIMIT_DOCUMENT_BYTES + 1);
    for (size_t i = 0; i < LIMIT_LINKS + 1; i++)
        buf_add_text(&text, "<a href=a>");
    ok(extract_html(&page, buf_span(&text), span_of(""), &document_url) == 0, "very many links");
    is_int(page.links.count, LIMIT_LINKS, "are cut at the limit");
    ok(page.links.truncated, "which is said");
    ok(extract_html(&page, span_of("<a href=b>"), span_of(""), &document_url) == 0, "the next page");
    ok(page.links.count == 1 && !page.links.truncated, "starts anew");
    while (!text.full)
        buf_add_text(&text, "                                                                ");
    while (text.len < text.max)
        buf_add_byte(&text, ' '), text.full = false;
    is_str(links_of(buf_span(&text), ""), "too large", "a document above the limit is refused");
    is_int(page.links.count, 0, "and leaves no links");
    buf_release(&text);
}

static const char *const hostile[] = {
    "<a href=",        "<iframe srcdoc=\"",
    "<svg>",           "<template>",
    "<img srcset='a,", "<style>",
    "<base href=x>",   "<meta name=a content=b>",
    "<p style='url(",  "<a href='&amp",
    "<svg><desc>",     "&amp;",
    "<title>",         "<a x=",
};

static void test_hostile(void)
{
    struct buf text;

    buf_init(&text, 4 * 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(hostile); i++) {
        buf_clear(&text);
        while (text.len < 1024 * 1024)
            buf_add_text(&text, hostile[i]);
        ok(extract_html(&page, buf_span(&text), span_of(""), &document_url) == 0, "ends in time: %s",
           hostile[i]);
    }
    buf_release(&text);
}

int main(void)
{
    page_init(&page);
    document_url = (struct url){0};
    buf_init(&seen, 64 * 1024 * 1024);
    if (url_parse(&document_url, span_of("http://u@h/d/p?q#f"), NULL, NULL) != URL_OK)
        return 1;
    test_rows();
    test_cases();
    test_encodings();
    test_stateful();
    test_limits();
    test_hostile();
    page_release(&page);
    url_release(&document_url);
    buf_release(&seen);
    return done();
}
