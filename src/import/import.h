/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_IMPORT_H
#define TIPTOE_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

struct crawl;
struct import;
struct mirror;
struct settings;

/* A mirror from an archive that others made: a run in which every URL that comes up is answered from the
 * archive, and none by the network. What the archive lacks is settled as refused for FRONTIER_BY_IMPORT. The
 * setting "import" says how far it is: "begun", "done", or "open" when a later run went on by the network;
 * "imported" is the id of the last file that was imported (adopt.h sets both). */

/* Whether the next run of MIRROR imports. */
bool import_is_due(struct mirror *mirror) __attribute__((nonnull));

/* Whether the archive file with this id was brought in: nothing is added to such. */
bool import_has(struct mirror *mirror, int64_t archive) __attribute__((nonnull));

/* How many damaged records the import of MIRROR left out. */
uint64_t import_damaged(struct mirror *mirror) __attribute__((nonnull));

/* Changes SETTINGS to those of a run that imports. */
void import_adjust(struct settings *settings) __attribute__((nonnull));

/* At the start of any run: what the archive lacked is queued by one that goes on with a mirror that was
 * imported, and left alone by an update of one. */
int import_begin(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* The archive, indexed; NULL with the error remembered. */
struct import *import_open(struct crawl *crawl) __attribute__((nonnull));
void import_close(struct import *import);

/* Takes some URLs, to be committed together. False when all is done, or on an error, which is remembered. */
bool import_some(struct import *import) __attribute__((nonnull));

/* All is imported. */
int import_end(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

#endif
