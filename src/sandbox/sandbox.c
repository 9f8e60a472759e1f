/* SPDX-License-Identifier: MIT */
/* Confines the program to the files that the command works on, those of this machine that its libraries read,
 * and for a crawl, connections: an attacker who runs code in it can use nothing else. The confinement is
 * permanent, and holds for programs that it starts. Files and the network are restricted by Landlock's three
 * system calls: the headers and C library of Debian 12 are older than the kernels that run there. A right
 * that an older kernel cannot refuse is left out of the ruleset. With glibc, modules for names, character
 * sets and encryption are loaded when they are first used. Rules bind to files, not to names: of a link, the
 * target is allowed, and of a file that others replace, its folder. */
#include "config.h"

#include "sandbox/sandbox.h"

#include <curl/curl.h>
#include <dirent.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <link.h>
#include <netdb.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/span.h"
#include "sandbox/filter.h"

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, BELOW_PATH = 1 };
/* With ABI 1, no file can be renamed to another folder, as files of a mirror are. */
enum { ABI_LEAST = 2, ABI_TRUNCATE = 3, ABI_NETWORK = 4, ABI_DEVICES = 5, ABI_SCOPE = 6, ABI_MOST = 7 };

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_DIR = 1 << 3,
    REMOVE_DIR = 1 << 4,
    REMOVE_FILE = 1 << 5,
    MAKE_DIR = 1 << 7,
    MAKE_REG = 1 << 8,
    MAKE_SYM = 1 << 12,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    IOCTL_DEV = 1 << 15,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
    TO_READ = READ_FILE | READ_DIR,
    TO_WRITE =
        TO_READ | WRITE_FILE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG | MAKE_SYM | REFER | TRUNCATE
};
enum { BIND_TCP = 1 << 0, CONNECT_TCP = 1 << 1 };
enum { ABSTRACT_SOCKETS = 1 << 0, SIGNALS = 1 << 1 };

/* Of the kernel: struct landlock_ruleset_attr and landlock_path_beneath_attr. */
struct ruleset {
    uint64_t files, network, scope;
};
struct path_rule {
    uint64_t files;
    int32_t fd;
} __attribute__((packed));

#ifdef SANITIZED
#define ALL_PROCESSES "/proc" /* the sanitizer's search for leaks, and its messages */
#else
#define ALL_PROCESSES NULL
#endif

/* Files of libraries; after "$", a variable whose value is the name of one. */
static const char *const for_all[] = {
    "/dev/urandom",
    "/dev/random",
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/usr/share/zoneinfo",
    "/etc/crypto-policies",
    "/usr/share/crypto-policies",
    "/usr/share/publicsuffix",
    "/sys/devices/system/cpu",
    "/proc/meminfo",
    "$OPENSSL_CONF",
    "$OPENSSL_MODULES",
    "$TZDIR",
    "$GCONV_PATH",
    ALL_PROCESSES,
};
static const char *const for_network[] = {
    "/etc/hosts",
    "/etc/host.conf",
    "/etc/nsswitch.conf",
    "/etc/gai.conf",
    "/etc/services",
    "/etc/protocols",
    "/etc/networks",
    "/etc/hostname",
    "/etc/mdns.allow",
    "/etc/resolvconf",
    "/usr/lib/systemd/resolv.conf",
    "/run/systemd/resolve",
    "/run/resolvconf",
    "/run/netconfig",
    "/run/dhcpcd",
    "/run/NetworkManager",
    "/run/connman",
    "/run/nscd",
    "/var/cache/nscd",
    "/etc/ssl/certs",
    "/etc/ca-certificates",
    "/usr/share/ca-certificates",
    "/usr/local/share/ca-certificates",
    "/etc/pki/tls",
    "/etc/pki/ca-trust",
    "/usr/share/pki",
    "/var/lib/ca-certificates",
    "/etc/gnutls",
    "/etc/pkcs11",
    "/usr/share/p11-kit",
    "$SSL_CERT_FILE",
    "$HOSTALIASES",
};

static const char *const for_programs[] = {"/bin", "/etc/magic", "/lib", "/lib32", "/lib64", "/sbin", "/usr"};

/* Returns the ABI of the kernel, at most the newest known here; 0 if it cannot restrict a mirror. */
static int landlock_abi(void)
{
    long abi = syscall(CREATE_RULESET, NULL, (size_t)0, ASK_VERSION);

    if (abi < ABI_LEAST)
        return 0;
    return abi < ABI_MOST ? (int)abi : ABI_MOST;
}

/* Returns the rights to files that ABI can refuse. */
static uint64_t handled_files(int abi)
{
    uint64_t files = 2 * REFER - 1;

    if (abi >= ABI_TRUNCATE)
        files |= TRUNCATE;
    if (abi >= ABI_DEVICES)
        files |= IOCTL_DEV;
    return files;
}

/* Begins a ruleset in which nothing is allowed, except TCP connections with CONNECT. Returns its descriptor,
 * or -1. */
static int landlock_begin(int abi, bool connect)
{
    struct ruleset ruleset = {.files = handled_files(abi)};

    if (abi >= ABI_NETWORK)
        ruleset.network = connect ? BIND_TCP : BIND_TCP | CONNECT_TCP;
    if (abi >= ABI_SCOPE)
        ruleset.scope = ABSTRACT_SOCKETS | SIGNALS;
    return (int)syscall(CREATE_RULESET, &ruleset, sizeof ruleset, 0);
}

/* Gives RIGHTS at PATH and below it. A PATH that is missing changes nothing. */
static void allow(struct sandbox *sandbox, const char *path, uint64_t rights)
{
    struct path_rule rule = {.files = rights & handled_files(sandbox->abi), .fd = -1};
    struct stat about;

    if (sandbox->ruleset >= 0 && path && *path)
        rule.fd = open(path, O_PATH | O_CLOEXEC);
    if (rule.fd < 0)
        return;
    if (fstat(rule.fd, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.files &= OF_FILES;
    if (rule.files) /* fails for a pipe, which no ruleset restricts */
        (void)syscall(ADD_RULE, sandbox->ruleset, BELOW_PATH, &rule, 0);
    close(rule.fd);
}

/* Sets FOLDER to the folder that PATH's last part is in; "." for a name alone. */
static void find_folder(char folder[PATH_MAX], const char *path)
{
    char copy[PATH_MAX];

    (void)snprintf(copy, sizeof copy, "%s", path);
    (void)snprintf(folder, PATH_MAX, "%s", dirname(copy));
}

static void allow_list(struct sandbox *sandbox, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        allow(sandbox, paths[i] && paths[i][0] == '$' ? getenv(paths[i] + 1) : paths[i], TO_READ);
}

/* The rights to libraries. */
struct libraries {
    struct sandbox *sandbox;
    uint64_t rights;
    char last[PATH_MAX]; /* the folder of the last one */
};

/* Allows the modules of a library: they are in folders below its own, in all systems and environments. */
static int allow_library(struct dl_phdr_info *info, size_t size, void *context)
{
    struct libraries *libraries = context;
    char folder[PATH_MAX];

    (void)size;
    if (!info->dlpi_name || info->dlpi_name[0] != '/')
        return 0;
    find_folder(folder, info->dlpi_name);
    if (strcmp(folder, "/") == 0 || strcmp(folder, libraries->last) == 0)
        return 0;
    memcpy(libraries->last, folder, sizeof folder);
    allow(libraries->sandbox, folder, libraries->rights);
    return 0;
}

/* Allows PATH's folder as well: the file may be replaced. */
static void allow_with_folder(struct sandbox *sandbox, const char *path)
{
    char *real = path ? realpath(path, NULL) : NULL, folder[PATH_MAX];

    allow(sandbox, path, TO_READ);
    if (!real)
        return;
    find_folder(folder, real);
    if (strcmp(folder, "/") != 0 && (strcmp(folder, "/etc") != 0 || geteuid() != 0))
        allow(sandbox, folder, TO_READ);
    free(real);
}

/* Allows a folder of certificates, and the targets of its links that point to unusual places. */
static void allow_links(struct sandbox *sandbox, const char *folder)
{
    static const char usual[] = "/usr/share/ca-certificates/";
    DIR *list = opendir(folder);
    char path[PATH_MAX], target[sizeof usual] = "";
    struct dirent *entry;

    allow(sandbox, folder, TO_READ);
    while (list && (entry = readdir(list))) {
        ssize_t len = entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN
                          ? readlinkat(dirfd(list), entry->d_name, target, sizeof target)
                          : 0;

        if (len > 0 && memchr(target, '/', (size_t)len) && memcmp(target, usual, sizeof usual - 1) != 0 &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            allow(sandbox, path, TO_READ);
    }
    if (list)
        (void)closedir(list);
}

/* Allows the files that libcurl and OpenSSL name for certificates, here and in the environment. Most folders
 * are names of one, which has hundreds of links. */
static void allow_certificates(struct sandbox *sandbox)
{
    const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
    const char *const folders[] = {X509_get_default_cert_dir(), getenv("SSL_CERT_DIR"), curl->capath};
    struct stat last = {0}, about;

    allow_with_folder(sandbox, X509_get_default_cert_file());
    allow_with_folder(sandbox, curl->cainfo);
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        if (!folders[i] || stat(folders[i], &about) != 0 ||
            (about.st_ino == last.st_ino && about.st_dev == last.st_dev))
            continue;
        allow_links(sandbox, folders[i]);
        last = about;
    }
}

/* Allows the configuration that OpenSSL was built to read. */
static void allow_configuration(struct sandbox *sandbox)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/openssl.cnf", X509_get_default_cert_area()) < (int)sizeof path)
        allow(sandbox, path, TO_READ);
}

/* Allows running programs: folders of the system, those of PATH, and those beside these with their files. */
static void allow_programs(struct sandbox *sandbox)
{
    static const char *const beside[] = {"lib", "lib64", "libexec", "share"};
    const char *at = getenv("PATH");
    char folder[PATH_MAX], path[PATH_MAX + 16];

    for (size_t i = 0; i < COUNT_OF(for_programs); i++)
        allow(sandbox, for_programs[i], TO_READ | EXECUTE);
    while (at && *at) {
        size_t len = strcspn(at, ":");

        if (snprintf(folder, sizeof folder, "%.*s", (int)len, at) < (int)sizeof folder && folder[0] == '/') {
            allow(sandbox, folder, TO_READ | EXECUTE);
            for (size_t i = 0; i < COUNT_OF(beside); i++) {
                (void)snprintf(path, sizeof path, "%s/../%s", folder, beside[i]);
                allow(sandbox, path, TO_READ | EXECUTE);
            }
        }
        at += len + (at[len] == ':');
    }
}

/* Allows the files of this machine that the program's libraries may need. */
static void allow_system(struct sandbox *sandbox)
{
    bool programs = sandbox->powers & SANDBOX_PROGRAMS;
    struct libraries libraries = {sandbox, programs ? TO_READ | EXECUTE : TO_READ, ""};

    allow(sandbox, "/dev/null", TO_WRITE);
    (void)dl_iterate_phdr(allow_library, &libraries);
    if (programs)
        allow_programs(sandbox);
    allow_list(sandbox, for_all, COUNT_OF(for_all));
    allow_configuration(sandbox);
    if (!(sandbox->powers & SANDBOX_CONNECT))
        return;
    allow(sandbox, getenv("SSLKEYLOGFILE"), TO_WRITE); /* libcurl's, to look into TLS */
    allow_list(sandbox, for_network, COUNT_OF(for_network));
    allow_with_folder(sandbox, "/etc/resolv.conf");
    allow_certificates(sandbox);
}

/* Starts libcurl with its TLS library, and looks up a name, so that the modules for names are loaded. */
static void load_network(void)
{
    struct addrinfo *found = NULL;

    (void)curl_global_init(CURL_GLOBAL_DEFAULT);
    if (getaddrinfo("localhost", NULL, NULL, &found) == 0)
        freeaddrinfo(found);
}

/* Returns true if a line of nsswitch.conf names a module for hosts other than these. */
static bool names_daemon(char *line)
{
    static const char *const plain[] = {"files", "dns", "myhostname", "db"};
    char *rest = line + strspn(line, " \t"), *word;

    if (strncmp(rest, "hosts:", 6) != 0)
        return false;
    rest += 6;
    rest[strcspn(rest, "#\n")] = '\0';
    while ((word = strsep(&rest, " \t"))) {
        bool is_plain = *word == '\0' || strchr(word, '[') || strchr(word, ']') || strchr(word, '=');

        for (size_t i = 0; i < COUNT_OF(plain) && !is_plain; i++)
            is_plain = strcmp(word, plain[i]) == 0;
        if (!is_plain)
            return true;
    }
    return false;
}

/* Returns true if names are looked up by daemons of this machine, not only in files and by DNS. */
static bool asks_daemons(void)
{
    FILE *file = fopen("/etc/nsswitch.conf", "re");
    bool found = access("/var/run/nscd/socket", F_OK) == 0;
    char line[1000];

    while (file && !found && fgets(line, sizeof line, file))
        found = names_daemon(line);
    if (file)
        (void)fclose(file);
    return found;
}

void sandbox_begin(struct sandbox *sandbox, enum sandbox_mode mode, unsigned powers)
{
    if (mode != SANDBOX_OFF && powers & SANDBOX_CONNECT)
        load_network();
    *sandbox = (struct sandbox){.mode = mode, .powers = powers, .ruleset = -1};
    if (mode == SANDBOX_OFF || powers & SANDBOX_ALL_FILES)
        return;
    sandbox->abi = landlock_abi();
    if (sandbox->abi > 0)
        sandbox->ruleset = landlock_begin(sandbox->abi, powers & SANDBOX_CONNECT);
    if (sandbox->ruleset >= 0)
        allow_system(sandbox);
}

void sandbox_allow(struct sandbox *sandbox, const char *path, enum sandbox_access access)
{
    char folder[PATH_MAX];
    int fd;

    if (sandbox->ruleset < 0 || access == SANDBOX_NOTHING)
        return;
    if (access == SANDBOX_APPEND) {
        fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            close(fd);
    }
    if (access == SANDBOX_FOLDER)
        (void)mkdir(path, 0777);
    find_folder(folder, path);
    if (access == SANDBOX_WRITE_BESIDE || access == SANDBOX_REMOVE)
        allow(sandbox, folder, access == SANDBOX_REMOVE ? REMOVE_DIR : TO_WRITE);
    else
        allow(sandbox, path, access <= SANDBOX_READ_DATABASE ? TO_READ : TO_WRITE);
    if (access == SANDBOX_READ_DATABASE &&
        snprintf(folder, sizeof folder, "%s-wal", path) < (int)sizeof folder)
        allow(sandbox, folder, TO_READ);
}

bool sandbox_enter(struct sandbox *sandbox)
{
    struct filter_options options = {.sockets = sandbox->powers & SANDBOX_CONNECT,
                                     .daemons = sandbox->powers & SANDBOX_CONNECT && asks_daemons(),
                                     .programs = sandbox->powers & SANDBOX_PROGRAMS};

    if (sandbox->mode == SANDBOX_OFF)
        return true;
    (void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (sandbox->ruleset >= 0) {
        sandbox->has_landlock = syscall(RESTRICT_SELF, sandbox->ruleset, 0) == 0;
        close(sandbox->ruleset);
    }
    sandbox->has_filter = filter_enter(&options);
    return sandbox->mode != SANDBOX_REQUIRE ||
           (sandbox->has_filter && (sandbox->has_landlock || sandbox->powers & SANDBOX_ALL_FILES));
}

void sandbox_describe(const struct sandbox *sandbox, char text[SANDBOX_TEXT_SIZE])
{
    if (sandbox->mode == SANDBOX_OFF)
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "off");
    else if (sandbox->has_landlock)
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "Landlock ABI %d; %s", sandbox->abi,
                       sandbox->has_filter ? "seccomp" : "no seccomp");
    else
        (void)snprintf(text, SANDBOX_TEXT_SIZE, "%s",
                       sandbox->has_filter ? "seccomp; no Landlock" : "neither Landlock nor seccomp");
}
