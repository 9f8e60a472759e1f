/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_IMPORT_H
#define TIPTOE_IMPORT_IMPORT_H

#include <stdbool.h>

struct import;
struct intake;
struct mirror;
struct settings;
struct site;

/* A mirror from an archive that others made: a run in which every URL that comes up is answered from the
 * archive, and none by the network. A URL without an answer in it is refused for FRONTIER_BY_IMPORT. The
 * setting "import" says how far it is: "begun", "done", or "open" when a later run continued by the network;
 * "imported" is the id of the last file that was imported (adopt sets both), "import-damaged" the number of
 * records that were left out. "import-files" names what was imported, a folder of wget as "/NAME": that is a
 * mirror of the site, so an update fetches what it lacks, too. */

/* Returns true if the next run of MIRROR imports. */
bool import_is_due(struct mirror *mirror) NONNULL;

/* Returns true if the import left out damaged records, or has only a part of a file. */
bool import_lacks_data(struct mirror *mirror) NONNULL;

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

/* Notes that the import is complete, except for damaged records. */
int import_end(struct mirror *mirror) CHECKED;

#endif
