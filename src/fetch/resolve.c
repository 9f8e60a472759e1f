/* SPDX-License-Identifier: MIT */
/* Finds the reason why a name was not found: libcurl's code is the same for a name that does not exist and
 * for a resolver that does not answer. */
#include "config.h"

#include "fetch/resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <resolv.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

bool resolve_finds_none(const char *host)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int error = getaddrinfo(host, NULL, &hints, &found);

    if (error == 0)
        freeaddrinfo(found);
#ifdef EAI_NODATA
    if (error == EAI_NODATA)
        return true;
#endif
    return error == EAI_NONAME;
}

bool resolve_is_cut_off(const char *host)
{
    int fd = open(_PATH_RESCONF, O_RDONLY | O_CLOEXEC);

    if (fd >= 0)
        close(fd);
    return fd < 0 && errno == EACCES && !resolve_finds_none(host);
}
