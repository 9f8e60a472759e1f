/* SPDX-License-Identifier: MIT */
/* Makes a network of its own, for tests in a new network namespace: every address of IPv4 and IPv6 is this
 * machine, and the names in a file are answered by DNS on 127.0.0.53. A line of the file has a name and its
 * addresses; further lines with the same name answer its further queries, and the last one answers all
 * others. No other name exists. Prints a line when ready, and ends with its standard input. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/span.h"

enum { LINES = 128, ADDRESSES = 4, TEXT = 256, MESSAGE = 512, TYPE_A = 1, TYPE_AAAA = 28, HEADER = 12 };

struct line {
    char name[TEXT];
    char addresses[ADDRESSES][TEXT];
    unsigned queries[2]; /* answered with this line, for A and AAAA */
};

static struct line lines[LINES];
static size_t line_count;

/* Removes the first word of REST; false if there is none, or if it does not fit. */
static bool take_word(struct span *rest, char word[TEXT])
{
    struct span found;

    *rest = span_trim_white(*rest);
    found = span_take_until(rest, ' ');
    if (found.len == 0 || found.len >= TEXT)
        return false;
    memcpy(word, found.at, found.len);
    word[found.len] = '\0';
    return true;
}

static void read_lines(const char *path)
{
    FILE *file = fopen(path, "re");
    char text[4 * TEXT];

    if (!file)
        die("names: %s: %s", path, strerror(errno));
    while (line_count < LINES && fgets(text, sizeof text, file)) {
        struct line *line = &lines[line_count++];
        struct span rest = span_of(text);
        bool more = take_word(&rest, line->name);

        for (size_t i = 0; more && i < ADDRESSES; i++)
            more = take_word(&rest, line->addresses[i]);
    }
    (void)fclose(file);
}

/* Sends one request to the kernel's routing table: all of FAMILY is local. */
static void make_all_local(int family)
{
    struct {
        struct nlmsghdr head;
        struct rtmsg route;
        struct rtattr out;
        unsigned device;
    } request = {.head = {.nlmsg_len = sizeof request,
                          .nlmsg_type = RTM_NEWROUTE,
                          .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK},
                 .route = {.rtm_family = (unsigned char)family,
                           .rtm_table = RT_TABLE_LOCAL,
                           .rtm_protocol = RTPROT_BOOT,
                           .rtm_scope = RT_SCOPE_HOST,
                           .rtm_type = RTN_LOCAL},
                 .out = {.rta_len = RTA_LENGTH(sizeof(unsigned)), .rta_type = RTA_OIF},
                 .device = if_nametoindex("lo")};
    struct {
        struct nlmsghdr head;
        struct nlmsgerr error;
    } answer;
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);

    if (fd < 0 || send(fd, &request, sizeof request, 0) < 0 ||
        recv(fd, &answer, sizeof answer, 0) < (ssize_t)sizeof answer || answer.error.error != 0)
        die("names: no route for family %d", family);
    close(fd);
}

static void start_network(void)
{
    struct ifreq loopback = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &loopback) != 0)
        die("names: no loopback: %s", strerror(errno));
    close(fd);
    make_all_local(AF_INET);
    make_all_local(AF_INET6);
}

/* The line that answers this query for NAME; NULL for a name that does not exist. */
static struct line *find_line(const char *name, bool is_v6)
{
    struct line *found = NULL;

    for (size_t i = 0; i < line_count; i++) {
        if (strcasecmp(lines[i].name, name) != 0)
            continue;
        found = &lines[i];
        if (found->queries[is_v6] == 0)
            break;
    }
    if (found)
        found->queries[is_v6]++;
    return found;
}

/* Adds the addresses of LINE that have TYPE; returns their number. */
static unsigned add_addresses(unsigned char *message, size_t *len, const struct line *line, int type)
{
    unsigned count = 0;

    for (size_t i = 0; i < ADDRESSES && line->addresses[i][0]; i++) {
        unsigned char address[16];
        unsigned size = type == TYPE_A ? 4 : 16;
        const unsigned char record[] = {0xc0, HEADER, 0, (unsigned char)type, 0, 1, 0, 0,
                                        0,    0,      0, (unsigned char)size};

        if (inet_pton(type == TYPE_A ? AF_INET : AF_INET6, line->addresses[i], address) != 1)
            continue;
        memcpy(message + *len, record, sizeof record);
        memcpy(message + *len + sizeof record, address, size);
        *len += sizeof record + size;
        count++;
    }
    return count;
}

/* Turns the query of LEN bytes in MESSAGE into its answer; returns the new length, or 0 for no answer. */
static size_t answer_query(unsigned char *message, size_t len)
{
    char name[TEXT] = "";
    size_t at = HEADER, name_len = 0;
    struct line *line;
    int type;

    while (at < len && message[at] > 0 && at + 1 + message[at] < len) {
        if (name_len + message[at] + 2 > sizeof name)
            return 0;
        if (name_len > 0)
            name[name_len++] = '.';
        memcpy(name + name_len, message + at + 1, message[at]);
        name_len += message[at];
        name[name_len] = '\0';
        at += 1U + message[at];
    }
    if (at + 5 > len)
        return 0;
    type = message[at + 1] << 8 | message[at + 2];
    len = at + 5;
    line = find_line(name, type == TYPE_AAAA);
    message[2] = 0x84; /* an answer, with authority */
    message[3] = line ? 0 : 3;
    memset(message + 6, 0, 6);
    if (line && (type == TYPE_A || type == TYPE_AAAA))
        message[7] = (unsigned char)add_addresses(message, &len, line, type);
    return len;
}

static void serve(int fd)
{
    unsigned char message[2 * MESSAGE];
    struct sockaddr_in from;
    socklen_t from_len = sizeof from;
    ssize_t got = recvfrom(fd, message, MESSAGE, 0, (struct sockaddr *)&from, &from_len);
    size_t len = got > HEADER ? answer_query(message, (size_t)got) : 0;

    if (len > 0)
        (void)sendto(fd, message, len, 0, (struct sockaddr *)&from, from_len);
}

int main(int argc, char **argv)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(53)};
    struct pollfd waits[2] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.events = POLLIN}};
    char byte;

    if (argc != 2)
        die("usage: names FILE");
    read_lines(argv[1]);
    start_network();
    address.sin_addr.s_addr = htonl(0x7f000035);
    waits[1].fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (waits[1].fd < 0 || bind(waits[1].fd, (struct sockaddr *)&address, sizeof address) != 0)
        die("names: no port for DNS: %s", strerror(errno));
    puts("ready");
    (void)fflush(stdout);
    while (poll(waits, 2, -1) >= 0) {
        if (waits[1].revents)
            serve(waits[1].fd);
        if (waits[0].revents && read(STDIN_FILENO, &byte, 1) <= 0)
            break;
    }
    return 0;
}
