/* SPDX-License-Identifier: MIT */
/* `tiptoe serve`: shows mirrors to a browser on this machine. */
#include "config.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "frontier/storage.h"
#include "mirror/folder.h"
#include "mirror/mirror.h"
#include "serve/serving.h"
#include "term/message.h"

enum { HTTP_PORT = 80, PRINTED_MAX = 32 << 20 };

static const char *check_listen(char *const *texts, size_t index)
{
    struct in_addr address;

    return inet_pton(AF_INET, texts[index], &address) == 1 && address.s_addr != INADDR_ANY
               ? NULL
               : "expects one IPv4 address of this machine, such as 192.168.1.5";
}

static const struct option_row rows[] = {
    {.name = "port",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .max = 65535,
     .standard = "0",
     .help = "listen on this port; 0: any free port"},
    {.name = "listen",
     .kind = OPTION_TEXT,
     .argument = "ADDRESS",
     .check = check_listen,
     .help = "listen at this IPv4 address for others, who need the key in the address that is printed"},
    {.name = "at",
     .kind = OPTION_TEXT,
     .argument = "TIME",
     .help = "show the mirror as it was at a date, at a date and time, or after a run (its number)"},
    {.name = "print",
     .kind = OPTION_CHOICE,
     .argument = "nginx",
     .help = "print a server block that shows the mirror by nginx, and do not serve it"},
    {.name = "no-scripts", .kind = OPTION_FLAG, .help = "have browsers run no scripts of the pages"},
    {.kind = OPTION_END},
};

/* Removes the folder INDEX, if there is one, and clears its name. On NFS, the folder stays until its files
 * are closed; the name then stays, too. */
static void remove_index_folder(struct buf *index)
{
    if (index->len == 0)
        return;
    file_remove_all(buf_text(index));
    if (access(buf_text(index), F_OK) < 0)
        buf_clear(index);
}

/* Sets PATH to DIR/NAME. Returns false if that is not a regular file, and cannot be made one. */
static bool make_file(char path[PATH_MAX], const char *dir, const char *name)
{
    struct stat about;
    int fd;

    if (snprintf(path, PATH_MAX, "%s/%s", dir, name) >= PATH_MAX)
        return false;
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    file_close(&fd);
    return lstat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Allows reading the mirror in DIR, and writing only working files, its index if it SEARCHES, and what
 * processes share that read the database. Rules bind to files, so these are made first. */
static void allow_mirror(struct sandbox *sandbox, const char *dir, bool searches)
{
    static const char *const written[] = {"mirror.db-shm", "search.db", "search.db-wal", "search.db-shm"};
    char path[PATH_MAX];
    bool alone = storage_is_alone(dir), writable = folder_is_writable(dir) && open_is_mirror(dir);

    sandbox_allow(sandbox, dir, SANDBOX_READ);
    if (snprintf(path, sizeof path, "%s/tmp", dir) < (int)sizeof path)
        sandbox_allow(sandbox, path, SANDBOX_WRITE);
    confine_to_temporary(sandbox, dir);
    if (sandbox->ruleset < 0 || !writable)
        return;
    if (!alone)
        (void)make_file(path, dir, "mirror.db-wal");
    for (size_t i = alone; i < (!searches || serving_lacks_index(dir) ? 1 : COUNT_OF(written)); i++)
        if (make_file(path, dir, written[i]))
            sandbox_allow(sandbox, path, SANDBOX_APPEND);
}

/* Confines serve to its mirrors, and a folder for INDEXES; NULL for a command that does not search. */
static int confine_serve(const struct options *given, const char *indexes)
{
    struct sandbox sandbox;

    confine_begin(&sandbox, given, 0);
    if (indexes && *indexes) {
        sandbox_allow(&sandbox, indexes, SANDBOX_WRITE);
        sandbox_allow(&sandbox, indexes, SANDBOX_REMOVE);
    }
    for (size_t i = 0; i < given->operand_count; i++)
        allow_mirror(&sandbox, given->operands[i], indexes != NULL);
    return confine_end(&sandbox);
}

/* Prints the configuration of another server. Returns as serve. */
static int print(const struct options *given, struct buf *why)
{
    struct buf block BUF_LOCAL(PRINTED_MAX);
    struct mirror mirror;
    int64_t port = options_number(given, "port");
    int error = confine_serve(given, NULL);

    if (!error)
        error = mirror_open(&mirror, given->operands[0], FOLDER_READ, why);
    if (error)
        return error;
    error = nginx_add(&mirror, options_text(given, "listen"), port > 0 ? (unsigned)port : HTTP_PORT, &block);
    if (error == ERROR_INVALID)
        (void)buf_add_format(why, "%s: nginx has no way to write the path of this folder; rename it",
                             mirror.path);
    else if (error)
        mirror_explain(&mirror, error, why);
    else
        (void)fwrite(block.at, 1, block.len, stdout);
    mirror_close(&mirror);
    return error;
}

/* Listens first: the sandbox has no sockets. Returns 0, a negative enum error with WHY, or an enum
 * exit_status. */
static int serve(const struct options *given, struct buf *index, struct buf *why)
{
    struct serving_options options = {.port = (unsigned)options_number(given, "port"),
                                      .listen = options_text(given, "listen"),
                                      .at = options_text(given, "at"),
                                      .no_scripts = options_flag(given, "no-scripts"),
                                      .dirs = given->operands,
                                      .count = given->operand_count,
                                      .index = buf_text(index)};
    struct service service;
    int error = service_listen(&service, &options, why);

    if (!error)
        error = confine_serve(given, buf_text(index));
    if (!error)
        error = service_open(&service, why);
    remove_index_folder(index);
    if (!error) {
        for (size_t i = 0; i < options.count + service.extra; i++) {
            const char *name = i < service.extra ? "(all)" : options.dirs[i - service.extra];

            printf("http://%s/%s%s%s%s\n", server_authority(service.server, i),
                   *service.key ? "_tiptoe/?" : "", service.key, service.extra > 0 ? " " : "",
                   service.extra > 0 ? name : "");
        }
        (void)fflush(stdout);
        if (*service.key)
            message_note("all who see this address can read the mirror: send it only to those who may. The "
                         "connection is not encrypted");
        if (isatty(STDOUT_FILENO))
            message_note("to end, press Ctrl-C");
        service_run(&service);
    }
    service_close(&service);
    return error;
}

static int serve_run(const struct options *given)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    struct buf index BUF_LOCAL(PATH_MAX);
    int error = options_check(given, &why);
    bool has_time = options_given(given, "at"), is_usage = error || has_time;

    if (given->operand_count >= SERVER_ADDRESSES_MAX ||
        (given->operand_count > 1 && (has_time || options_given(given, "print")))) {
        message_error("serve: --at and --print take one mirror, run one for each; without them, at most %d",
                      SERVER_ADDRESSES_MAX - 1);
        return EXIT_USAGE;
    }
    if (!error && options_given(given, "print")) {
        error = print(given, &why);
    } else if (!error) {
        if (file_make_temporary(&index, "tiptoe"))
            buf_clear(&index);
        error = serve(given, &index, &why);
        remove_index_folder(&index);
    }
    if (error < 0)
        message_error("%s", buf_text(&why));
    if (error == ERROR_INVALID && is_usage)
        return EXIT_USAGE;
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

const struct command command_serve = {
    .name = "serve",
    .usage = "[options] [DIR…]",
    .summary = "serve mirrors to browsers, at the sites' own paths",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRRORS | NEEDS_MORE,
    .run = serve_run,
};
