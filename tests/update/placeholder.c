/* SPDX-License-Identifier: MIT */
/* A placeholder: when it is noticed, what it may replace, and that the next run knows it. */
#include "config.h"

#include "update/placeholder.h"

#include <string.h>

#include "extract/visible.h"
#include "judge/scene.h"

/* Answers in turn, for the page ID: a letter stands for a body, now and of the copy. */
static const struct {
    const char *label;
    int64_t id;
    char now, before;
    bool is_placeholder;
    unsigned in_row;
} answers[] = {
    {"a page that is as it was", 1, 'a', 'a', false, 0},
    {"one that changes", 2, 'x', 'b', false, 0},
    {"another that changes", 3, 'y', 'c', false, 0},
    {"two pages with one copy may become one page", 4, 'y', 'c', false, 0},
    {"the same page in place of another copy", 1, 'y', 'a', true, 1},
    {"and of one more", 2, 'y', 'b', true, 2},
    {"a copy that already is that page may stay so", 3, 'y', 'y', false, 2},
    {"any other page ends the row", 4, 'd', 'd', false, 0},
    {"later that page is known at once", 4, 'y', 'd', true, 1},
};

/* An empty answer of the letter 0. */
static struct span digest_of(unsigned char bytes[DIGEST_MAX_BYTES], char letter)
{
    memset(bytes, letter, DIGEST_MAX_BYTES);
    return span_make((const char *)bytes, letter == '\0' ? 0 : DIGEST_MAX_BYTES);
}

static bool judge(struct scene *scene, int64_t id, char now, char before)
{
    unsigned char bytes[2][DIGEST_MAX_BYTES];
    struct visible visible;
    bool is_placeholder;

    visible_init(&visible);
    must(placeholder_judge(&scene->update.placeholder, &scene->site,
                           &(struct placeholder_page){.id = id,
                                                      .digest = digest_of(bytes[0], now),
                                                      .before = digest_of(bytes[1], before),
                                                      .visible = &visible},
                           &is_placeholder));
    visible_release(&visible);
    return is_placeholder;
}

static void test_answers(struct scene *scene)
{
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        ok(judge(scene, answers[i].id, answers[i].now, answers[i].before) == answers[i].is_placeholder, "%s",
           answers[i].label);
        is_int(scene->update.placeholder.in_row, answers[i].in_row, answers[i].label);
    }
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    for (int i = 1; i < 4; i++) {
        char url[64];

        (void)snprintf(url, sizeof url, "https://example.org/%d", i);
        scene_finish(&scene, scene_list(&scene, url), FRONTIER_DONE, 1, url + strlen("https://example.org/"));
    }
    must(placeholder_recall(&scene.update.placeholder, &scene.site));
    ok(!scene.update.placeholder.has_common, "at first no page is known");
    test_answers(&scene);
    is_int(scene_row(&scene, 4).state, FRONTIER_QUEUED, "the copy that it replaced first is requested again");
    ok(!judge(&scene, 2, '\0', 'b') && !judge(&scene, 2, 'y', '\0'),
       "an answer without a digest counts as is");
    scene.update.placeholder = (struct placeholder){.in_row = 0};
    must(placeholder_recall(&scene.update.placeholder, &scene.site));
    ok(judge(&scene, 2, 'y', 'b'), "the next run knows the page");
    ok(!judge(&scene, 3, 'z', 'c'), "and no other");
    scene_remove(&scene);
    return done();
}
