/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_IMPORT_H
#define TIPTOE_IMPORT_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

struct import;
struct intake;
struct mirror;
struct settings;
struct site;

/* A mirror from an archive that others made: a run in which every URL that comes up is answered from the
 * archive, and none by the network. A URL without an answer in it is refused for FRONTIER_BY_IMPORT. The
 * setting "import" says how far it is: "begun", "done", or "open" when a later run continued by the network;
 * "imported" is the id of the last file that was imported (adopt.h sets both). */

/* Returns true if the next run of MIRROR imports. */
bool import_is_due(struct mirror *mirror) NONNULL;

/* Returns the number of damaged records that the import of MIRROR left out. */
uint64_t import_damaged(struct mirror *mirror) NONNULL;

/* Returns true if an import that left out DAMAGED records lacks data, or has only a part of a file. */
bool import_lacks_data(struct mirror *mirror, uint64_t damaged) NONNULL;

/* Changes SETTINGS to those of a run that imports. */
void import_adjust(struct settings *settings) NONNULL;

/* Begins any run of an imported mirror: queues what the archive lacked, or marks SITE as one of
 * which an update requests nothing more. */
int import_begin(struct site *site) CHECKED;

/* Opens and indexes the archive. IMPORT is set in any case, and to be closed with import_close. */
int import_open(struct import **import, struct intake *intake) CHECKED;
void import_close(struct import *import);

/* Takes some URLs, to be committed together. MORE is false when all is done. */
int import_some(struct import *import, bool *more) CHECKED;

/* Returns the number of damaged records left out, in this run and earlier ones. */
uint64_t import_damage(const struct import *import) __attribute__((nonnull, pure));

/* Notes that the import is complete except for DAMAGED records. */
int import_end(struct mirror *mirror, uint64_t damaged) CHECKED;

#endif
