/* SPDX-License-Identifier: MIT */
/* Policies of pages, and what they become for a mirror. */
#include "config.h"

#include "markup/csp.h"

#include "tap.h"

static struct buf out;

enum { PLAIN = 0, STYLE = 1, SCRIPT = 2, INTEGRITY = 4, DATA = 8, LIVE = 16 };

static const struct {
    const char *policy;
    unsigned needs;
    const char *adjusted; /* NULL: nothing changes */
} cases[] = {
    {"", PLAIN, NULL},
    {"default-src 'self'", PLAIN, NULL},
    {"default-src *", PLAIN, NULL},
    {"default-src 'none'", PLAIN, NULL},
    {"img-src", PLAIN, NULL},
    {"img-src data: blob:", PLAIN, NULL},
    {"default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline' ; ", PLAIN, NULL},
    {"script-src 'nonce-abc'", PLAIN, NULL},
    {"script-src 'nonce-abc' 'strict-dynamic' https:", PLAIN, NULL},
    {"base-uri 'none'; frame-ancestors 'self'; sandbox allow-scripts; block-all-mixed-content", PLAIN, NULL},
    {"require-trusted-types-for 'script'; trusted-types x", PLAIN, NULL},
    {"unheard-of https://a.example", PLAIN, NULL},

    {"default-src https://cdn.example", PLAIN, "default-src https://cdn.example 'self'"},
    {"default-src https:", PLAIN, "default-src https: 'self'"},
    {"DEFAULT-SRC HTTPS: ;x", PLAIN, "DEFAULT-SRC HTTPS: 'self' ;x"},
    {" img-src\t//cdn.example/a/  ;script-src *.example:8080", PLAIN,
     " img-src\t//cdn.example/a/ 'self'  ;script-src *.example:8080 'self'"},
    {"img-src 'SELF' cdn.example", PLAIN, NULL},
    {"frame-src https://video.example; child-src b.example; connect-src wss:", PLAIN,
     "frame-src https://video.example 'self'; child-src b.example 'self'; connect-src wss: 'self'"},
    {"style-src 'nonce-a' https://cdn.example", PLAIN, "style-src 'nonce-a' https://cdn.example 'self'"},

    {"upgrade-insecure-requests", PLAIN, ""},
    {"upgrade-insecure-requests; default-src 'self'", PLAIN, " default-src 'self'"},
    {"default-src 'self'; upgrade-insecure-requests", PLAIN, "default-src 'self'"},
    {"default-src 'self'; report-uri /csp; report-to g; img-src *", PLAIN, "default-src 'self'; img-src *"},
    {"require-sri-for script style;default-src 'self'", PLAIN, "default-src 'self'"},
    {"default-src 'self', img-src https:", PLAIN, "default-src 'self', img-src https: 'self'"},

    {"script-src 'sha256-AAAA'", PLAIN, NULL},
    {"script-src 'sha256-AAAA'", INTEGRITY, "script-src 'sha256-AAAA' 'self'"},
    {"img-src data:", INTEGRITY, NULL},
    {"style-src 'self' 'sha256-AAAA'", PLAIN, NULL},
    {"style-src 'self' 'sha256-AAAA'", STYLE, "style-src 'self' 'unsafe-inline'"},
    {"style-src 'sha384-AAAA' 'nonce-x' a.example;img-src *", STYLE,
     "style-src a.example 'self' 'unsafe-inline';img-src *"},
    {"style-src 'self' 'nonce-x'", STYLE, NULL},
    {"script-src 'self' 'sha256-AAAA'", STYLE, NULL},
    {"script-src 'self' 'sha512-AAAA' 'strict-dynamic'", SCRIPT, "script-src 'self' 'unsafe-inline'"},
    {"default-src 'self' 'sha256-AAAA'", STYLE,
     "default-src 'self' 'sha256-AAAA'; style-src 'self' 'unsafe-inline'"},
    {"default-src 'self' 'sha256-AAAA'", SCRIPT,
     "default-src 'self' 'sha256-AAAA'; script-src 'self' 'unsafe-inline'"},
    {"default-src 'self' 'sha256-AAAA'; style-src 'self'", STYLE, NULL},

    {"default-src 'self'", DATA, "default-src 'self' data:"},
    {"default-src 'none'; font-src 'self'; img-src data: 'self'; media-src a.example", DATA,
     "default-src 'none'; font-src 'self' data:; img-src data: 'self'; media-src a.example 'self' data:"},
    {"default-src 'sha256-AA'", DATA | INTEGRITY, "default-src 'sha256-AA' 'self' data:"},
    {"font-src 'none'", DATA, NULL},
    {"script-src 'self'", DATA, NULL},

    {"form-action 'self'", PLAIN, NULL},
    {"form-action 'self'", LIVE, "form-action 'self' https://h.example"},
    {"form-action https://pay.example", LIVE, NULL},
    {"form-action 'none'", LIVE, NULL},
};

int main(void)
{
    buf_init(&out, 4096);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct csp_needs needs = {
            .style_changed = cases[i].needs & STYLE,
            .script_changed = cases[i].needs & SCRIPT,
            .integrity_dropped = cases[i].needs & INTEGRITY,
            .data = cases[i].needs & DATA,
            .live = span_of(cases[i].needs & LIVE ? "https://h.example" : ""),
        };
        bool changed;

        buf_clear(&out);
        changed = csp_adjust(&out, span_of(cases[i].policy), &needs);
        is_int(changed, cases[i].adjusted != NULL, cases[i].policy);
        is_str(buf_text(&out), cases[i].adjusted ? cases[i].adjusted : cases[i].policy, cases[i].policy);
    }
    buf_release(&out);
    return done();
}
