/* SPDX-License-Identifier: MIT */
/* Allows the files of a system that libraries read: with glibc, where modules for names, character sets and
 * encryption are loaded when they are first used; OpenSSL, libcurl and libpsl. Rules bind to files, not to
 * names: of a link, the target is allowed, and of a file that others replace, its folder. */
#include "config.h"

#include "sandbox/system.h"

#include <curl/curl.h>
#include <dirent.h>
#include <limits.h>
#include <link.h>
#include <netdb.h>
#include <openssl/x509.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/span.h"
#include "sandbox/sanitized.h"

#ifdef SANITIZED
#define ALL_PROCESSES "/proc" /* the sanitizer's search for leaks, and its messages */
#else
#define ALL_PROCESSES NULL
#endif

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
    ALL_PROCESSES,
};
/* Their values are names of files. */
static const char *const variables[] = {"OPENSSL_CONF", "OPENSSL_MODULES", "TZDIR", "GCONV_PATH"};

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
};
static const char *const network_variables[] = {"SSL_CERT_FILE", "HOSTALIASES"};

static const char *const for_programs[] = {"/bin", "/etc/magic", "/lib", "/lib32", "/lib64", "/sbin", "/usr"};

struct allowing {
    system_allow_fn *allow;
    void *context;
    unsigned files;
    char seen[PATH_MAX]; /* the folder of the last library, or of certificates */
};

static void allow(struct allowing *allowing, const char *path)
{
    if (path && *path)
        allowing->allow(allowing->context, path, allowing->files);
}

static void allow_list(struct allowing *allowing, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        allow(allowing, paths[i]);
}

static void allow_variables(struct allowing *allowing, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        allow(allowing, getenv(names[i]));
}

/* Copies the folder of PATH; false for one in the root. */
static bool copy_folder(char folder[PATH_MAX], const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 0;

    if (len == 0 || len >= PATH_MAX || path[0] != '/')
        return false;
    memcpy(folder, path, len);
    folder[len] = '\0';
    return true;
}

/* Allows the modules of a library: they are in folders below its own, in all systems and environments. */
static int allow_library(struct dl_phdr_info *info, size_t size, void *context)
{
    struct allowing *allowing = context;
    char folder[PATH_MAX];

    (void)size;
    if (!info->dlpi_name || !copy_folder(folder, info->dlpi_name) || strcmp(folder, allowing->seen) == 0)
        return 0;
    memcpy(allowing->seen, folder, sizeof folder);
    allow(allowing, folder);
    return 0;
}

/* Allows PATH's folder as well: the file may be replaced. */
static void allow_with_folder(struct allowing *allowing, const char *path)
{
    char *real = realpath(path, NULL), folder[PATH_MAX];

    allow(allowing, path);
    if (real && copy_folder(folder, real) && (strcmp(folder, "/etc") != 0 || geteuid() != 0))
        allow(allowing, folder);
    free(real);
}

/* Allows the targets of links in a folder of certificates that point to unusual places. */
static void allow_links(struct allowing *allowing, const char *folder)
{
    static const char usual[] = "/usr/share/ca-certificates/";
    DIR *list = folder ? opendir(folder) : NULL;
    char path[PATH_MAX], target[sizeof usual] = "";
    struct dirent *entry;

    while (list && (entry = readdir(list))) {
        ssize_t len = entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN
                          ? readlinkat(dirfd(list), entry->d_name, target, sizeof target)
                          : 0;

        if (len > 0 && memchr(target, '/', (size_t)len) && memcmp(target, usual, sizeof usual - 1) != 0 &&
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path)
            allow(allowing, path);
    }
    if (list)
        (void)closedir(list);
}

/* Allows the files that libcurl and OpenSSL name for certificates, here and in the environment. */
static void allow_certificates(struct allowing *allowing)
{
    const curl_version_info_data *curl = curl_version_info(CURLVERSION_NOW);
    const char *files[] = {X509_get_default_cert_file(), NULL};
    const char *folders[] = {X509_get_default_cert_dir(), getenv("SSL_CERT_DIR"), NULL};
    char real[PATH_MAX];

    if (curl->age >= CURLVERSION_SEVENTH) {
        files[1] = curl->cainfo;
        folders[2] = curl->capath;
    }
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (files[i])
            allow_with_folder(allowing, files[i]);
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        if (!folders[i] || !realpath(folders[i], real) || strcmp(real, allowing->seen) == 0)
            continue;
        memcpy(allowing->seen, real, sizeof real);
        allow(allowing, real);
        allow_links(allowing, real);
    }
}

/* Allows the configuration that OpenSSL was built to read. */
static void allow_configuration(struct allowing *allowing)
{
    char path[PATH_MAX];

    if (snprintf(path, sizeof path, "%s/openssl.cnf", X509_get_default_cert_area()) < (int)sizeof path)
        allow(allowing, path);
}

/* Allows the folders of PATH, and those beside them with files that programs need. */
static void allow_programs(struct allowing *allowing)
{
    static const char *const beside[] = {"lib", "lib64", "libexec", "share"};
    const char *at = getenv("PATH");
    char folder[PATH_MAX], path[PATH_MAX + 16];

    while (at && *at) {
        size_t len = strcspn(at, ":");

        if (snprintf(folder, sizeof folder, "%.*s", (int)len, at) < (int)sizeof folder && folder[0] == '/') {
            allow(allowing, folder);
            for (size_t i = 0; i < COUNT_OF(beside); i++) {
                (void)snprintf(path, sizeof path, "%s/../%s", folder, beside[i]);
                allow(allowing, path);
            }
        }
        at += len + (at[len] == ':');
    }
}

void system_paths(bool connect, bool programs, system_allow_fn *function, void *context)
{
    struct allowing allowing = {.allow = function, .context = context, .files = SYSTEM_FILES_WRITE};

    allow(&allowing, "/dev/null");
    if (connect)
        allow(&allowing, getenv("SSLKEYLOGFILE")); /* libcurl's, to look into TLS */
    allowing.files = programs ? SYSTEM_FILES_READ | SYSTEM_FILES_RUN : SYSTEM_FILES_READ;
    (void)dl_iterate_phdr(allow_library, &allowing);
    if (programs) {
        allow_list(&allowing, for_programs, COUNT_OF(for_programs));
        allow_programs(&allowing);
    }
    allowing.files = SYSTEM_FILES_READ;
    allow_list(&allowing, for_all, COUNT_OF(for_all));
    allow_variables(&allowing, variables, COUNT_OF(variables));
    allow_configuration(&allowing);
    if (!connect)
        return;
    allow_list(&allowing, for_network, COUNT_OF(for_network));
    allow_variables(&allowing, network_variables, COUNT_OF(network_variables));
    allow_with_folder(&allowing, "/etc/resolv.conf");
    allow_certificates(&allowing);
}

void system_load_network(void)
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

bool system_asks_daemons(void)
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
