/* SPDX-License-Identifier: MIT */
/* Evidence about URLs: on random sites, with parameters with and without effect, no page with content of its
 * own is lost, and most URLs without are not requested; and a contradiction ends a rule. */
#include "config.h"

#include "judge/evidence.h"

#include "base/digest.h"
#include "judge/judge.h"
#include "judge/scene.h"
#include "sandbox/filter.h"

/* With sanitizers, which look at each access, a tenth of the sites costs as much. */
#ifdef SANITIZED
enum { SITES = 100, AGAIN = 15 };
#else
enum { SITES = 850, AGAIN = 150 };
#endif

enum { URLS_MAX = 80, PATHS = 4, NAMES = 4, VALUES = 3 };

static const char *const names[NAMES] = {"a", "id", "sid", "view"};

/* A site: what a URL shows depends on its path, and on the values of the parameters with effect. */
struct model {
    bool effects[NAMES];
    struct {
        int path, values[NAMES]; /* -1: absent */
        int64_t id;
    } urls[URLS_MAX];
    size_t count;
    size_t requests;
};

static uint32_t state;

static int draw(int below)
{
    state = state * 1664525 + 1013904223;
    return (int)((state >> 8) % (unsigned)below);
}

static int64_t shown_by(const struct model *model, size_t at)
{
    int64_t shown = model->urls[at].path + 1;

    for (int i = 0; i < NAMES; i++)
        shown = shown * 8 + (model->effects[i] ? model->urls[at].values[i] + 2 : 0);
    return shown + 1000;
}

static size_t find(const struct model *model, int64_t id)
{
    for (size_t i = 0; i < model->count; i++)
        if (model->urls[i].id == id)
            return i;
    return model->count;
}

/* Answers the request for URL, if it is not kept back. */
static void visit(struct scene *scene, struct model *model, const struct frontier_item *item)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    struct frontier_visit visit = {.url = item->id, .state = FRONTIER_DONE, .status = 200};
    const struct url *url = scene_url(scene, item->url.at);
    size_t at = find(model, item->id);
    bool held = false, waits = false;

    if (at < model->count)
        must(families_hold(&scene->site, item, url, &held, &waits));
    if (held)
        return;
    visit.shown = at < model->count ? shown_by(model, at) : 1;
    memset(digest, (int)visit.shown, sizeof digest);
    memcpy(digest, &visit.shown, sizeof visit.shown);
    visit.digest = span_make((const char *)digest, FRONTIER_DIGEST_BYTES);
    must(frontier_finish(scene->mirror.frontier, &visit));
    must(evidence_note(&scene->site, &visit, url));
    model->requests++;
}

static void crawl(struct scene *scene, struct model *model)
{
    struct frontier_item item;
    bool any = true;
    char url[LIMIT_URL_BYTES];

    while (any) {
        while (frontier_next(scene->mirror.frontier, scene_origin(scene)->id, FRONTIER_CANDIDATE, INT64_MAX,
                             &item) == 0) {
            (void)snprintf(url, sizeof url, "%.*s", (int)item.url.len, item.url.at);
            item.url = span_of(url);
            visit(scene, model, &item);
        }
        must(families_probe(&scene->site, &any));
    }
}

/* Adds a URL of the site. */
static void add(struct scene *scene, struct model *model)
{
    size_t at = model->count;
    char text[LIMIT_URL_BYTES];
    int len;

    model->urls[at].path = draw(PATHS);
    len = snprintf(text, sizeof text, "https://example.org/s/page%d", model->urls[at].path);
    for (int i = 0, any = 0; i < NAMES; i++) {
        model->urls[at].values[i] = draw(VALUES + 1) - 1;
        if (model->urls[at].values[i] >= 0)
            len += snprintf(text + len, sizeof text - (size_t)len, "%c%s=%d", any++ ? '&' : '?', names[i],
                            model->urls[at].values[i]);
    }
    model->urls[at].id = scene_list(scene, text);
    model->count += find(model, model->urls[at].id) == at;
}

/* Returns the number of contents that no stored URL shows. */
static size_t count_lost(struct scene *scene, const struct model *model)
{
    size_t lost = 0;

    for (size_t i = 0; i < model->count; i++) {
        bool found = false;

        for (size_t j = 0; j < model->count && !found; j++)
            found = shown_by(model, i) == shown_by(model, j) &&
                    scene_row(scene, model->urls[j].id).state == FRONTIER_DONE;
        lost += !found;
    }
    return lost;
}

/* One site is read many times, with other hashes: it needs all places of a URL without its parameters. */
static void test_random_sites(void)
{
    size_t lost = 0, requests = 0, urls = 0, bad = 0;

    for (uint32_t i = 0; i < SITES + AGAIN; i++) {
        struct model model = {.count = 0};
        struct scene scene;
        size_t here;

        state = i < SITES ? i : 722;
        scene_make(&scene);
        for (int at = 0; at < NAMES; at++)
            model.effects[at] = draw(2) == 0;
        for (int at = 0; at < URLS_MAX; at++)
            add(&scene, &model);
        crawl(&scene, &model);
        here = count_lost(&scene, &model);
        if (here > 0 && bad++ < 3)
            printf("# site %u: %zu lost\n", i, here);
        lost += here;
        requests += model.requests;
        urls += model.count;
        scene_remove(&scene);
    }
    is_int(lost, 0, "no page is lost");
    ok(requests < urls, "of %zu URLs, %zu are requested", urls, requests);
}

int main(void)
{
    test_random_sites();
    return done();
}
