/* SPDX-License-Identifier: MIT */
/* Texts that many rows share, stored once. */
#include "config.h"

#include "frontier/inside.h"

#include "base/die.h"
#include "base/error.h"
#include "frontier/db.h"
#include "frontier/known.h"

void intern_init(struct intern *intern, int add_statement)
{
    *intern = (struct intern){.texts = known_new(), .add = add_statement};
}

void intern_release(struct intern *intern)
{
    known_free(intern->texts);
    *intern = (struct intern){0};
}

bool intern_put(struct intern *intern, int64_t id, struct span text)
{
    if (id != intern->count + 1 || id > KNOWN_ID_MAX)
        return false;
    known_add(intern->texts, known_hash(intern->texts, text), (uint32_t)id, 0);
    intern->count = id;
    return true;
}

int intern_load(struct intern *intern, struct db *db, int all_statement)
{
    struct query *use = db_use(db, (size_t)all_statement);
    int got;

    while ((got = db_step(db, use)) > 0)
        if (!intern_put(intern, db_int64(use, 0), db_column(use, 1))) {
            got = db_fail(db, ERROR_CORRUPT, "rows are missing from a table of texts");
            break;
        }
    db_done(use);
    return got;
}

static int add_text(struct intern *intern, struct db *db, struct span text)
{
    struct query *use = db_use(db, (size_t)intern->add);
    int error;

    if (intern->count >= KNOWN_ID_MAX)
        return db_fail(db, ERROR_TOO_LARGE, "more texts than ids");
    db_bind_int(use, ":id", intern->count + 1);
    db_bind_text(use, ":text", text);
    error = db_run(db, use);
    if (!error && !intern_put(intern, intern->count + 1, text))
        die("frontier: ids are not in order");
    return error;
}

int intern_id(struct intern *intern, struct db *db, struct span text, int64_t *id)
{
    const uint32_t *word = text.len > 0 ? known_find(intern->texts, known_hash(intern->texts, text)) : NULL;
    int error = !word && text.len > 0 ? add_text(intern, db, text) : 0;

    if (!error)
        *id = text.len == 0 ? 0 : word ? *word >> KNOWN_FLAG_BITS : intern->count;
    return error;
}
