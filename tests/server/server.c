/* SPDX-License-Identifier: MIT */
/* Serves a site file over HTTP/1.1 on loopback, for tests: options, listening sockets and the loop. README
 * describes the site file and the log. The server exits when its standard input ends, so that it never
 * outlives a test. */
#include "config.h"

#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/alloc.h"
#include "connection.h"
#include "control.h"

static const char usage[] =
    "usage: server [--ports N] [--port NUMBER] [--everywhere] [--log FILE] [--wire DIRECTORY] SITE-FILE\n"
    "       server [the same options] --tree DIRECTORY\n";

enum { OPTION_PORTS = 1, OPTION_PORT, OPTION_LOG, OPTION_WIRE, OPTION_TREE, OPTION_EVERYWHERE };

struct options {
    unsigned port_count;
    unsigned first_port; /* 0: any free one */
    bool everywhere;     /* at every address, not only on loopback */
    const char *log, *wire, *tree, *site;
};

/* Everything that the loop waits for. */
struct loop {
    struct server server;
    int listeners[SERVER_PORTS]; /* -1 while the server is away */
    int keepers[SERVER_PORTS];   /* bound, and never listening: so a port stays ours meanwhile */
    size_t listener_count;
    struct connection *connections[SERVER_CONNECTIONS];
    size_t connection_count;
    struct buf control; /* an incomplete line of standard input */
};

static __attribute__((noreturn)) void refuse(void)
{
    fputs(usage, stderr);
    exit(2);
}

static unsigned number_option(const char *text, unsigned max)
{
    uint64_t number;

    if (!span_to_u64(span_of(text), &number) || number > max)
        refuse();
    return (unsigned)number;
}

static struct options parse_options(int argc, char **argv)
{
    static const struct option table[] = {
        {"ports", required_argument, NULL, OPTION_PORTS},
        {"port", required_argument, NULL, OPTION_PORT},
        {"log", required_argument, NULL, OPTION_LOG},
        {"wire", required_argument, NULL, OPTION_WIRE},
        {"tree", required_argument, NULL, OPTION_TREE},
        {"everywhere", no_argument, NULL, OPTION_EVERYWHERE},
        {0},
    };
    struct options options = {.port_count = 1};
    int option;

    while ((option = getopt_long(argc, argv, "", table, NULL)) != -1) {
        if (option == OPTION_PORTS)
            options.port_count = number_option(optarg, SERVER_PORTS);
        else if (option == OPTION_PORT)
            options.first_port = number_option(optarg, 65535);
        else if (option == OPTION_LOG)
            options.log = optarg;
        else if (option == OPTION_WIRE)
            options.wire = optarg;
        else if (option == OPTION_TREE)
            options.tree = optarg;
        else if (option == OPTION_EVERYWHERE)
            options.everywhere = true;
        else
            refuse();
    }
    if (optind < argc)
        options.site = argv[optind++];
    if (optind < argc || !options.site == !options.tree || options.port_count == 0)
        refuse();
    return options;
}

/* Returns a socket with the port WANTED, or a free one, on loopback or EVERYWHERE, and sets PORT. Connections
 * inherit the option that the kernel records arrival times. */
static int bind_to(unsigned wanted, bool everywhere, unsigned *port)
{
    struct sockaddr_in6 address = {
        .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)wanted), .sin6_addr = in6addr_any};
    struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wanted)};
    struct sockaddr *to = everywhere ? (struct sockaddr *)&address : (struct sockaddr *)&loopback;
    socklen_t len = everywhere ? sizeof address : sizeof loopback;
    int one = 1;
    int fd = socket(everywhere ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
        setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &one, sizeof one) != 0 || bind(fd, to, len) != 0 ||
        getsockname(fd, to, &len) != 0)
        die("server: cannot have the port: %s", strerror(errno));
    *port = ntohs(everywhere ? address.sin6_port : loopback.sin_port);
    return fd;
}

static void listen_to(int fd)
{
    if (listen(fd, 256) != 0)
        die("server: cannot listen: %s", strerror(errno));
}

static void open_all(struct loop *loop, const struct options *options)
{
    struct server *server = &loop->server;

    server->log = (struct log){.fd = -1, .wire_dir = -1};
    if (options->log)
        server->log.fd = open(options->log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (options->wire)
        server->log.wire_dir = open(options->wire, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if ((options->log && server->log.fd < 0) || (options->wire && server->log.wire_dir < 0))
        die("server: cannot open the log: %s", strerror(errno));
    server->site = options->tree ? site_of_tree(options->tree) : site_load(options->site);
    if (!server->site)
        exit(2);
    while (loop->listener_count < options->port_count) {
        size_t i = loop->listener_count++;

        loop->listeners[i] =
            bind_to(i == 0 ? options->first_port : 0, options->everywhere, &server->ports[i]);
        loop->keepers[i] = bind_to(server->ports[i], options->everywhere, &server->ports[i]);
        listen_to(loop->listeners[i]);
    }
    buf_init(&loop->control, 4096);
}

/* Prints one line with the ports, in order. Clients may connect from now on. */
static void say_ready(const struct loop *loop)
{
    for (size_t i = 0; i < loop->listener_count; i++)
        printf("%s%u", i == 0 ? "" : " ", loop->server.ports[i]);
    putchar('\n');
    fflush(stdout);
}

/* Refuses connections and ends those that are open, or listens again. */
static void follow_away(struct loop *loop, bool everywhere)
{
    struct server *server = &loop->server;

    for (size_t i = 0; i < loop->listener_count; i++) {
        if (server->away && loop->listeners[i] >= 0) {
            close(loop->listeners[i]);
            loop->listeners[i] = -1;
        } else if (!server->away && loop->listeners[i] < 0) {
            loop->listeners[i] = bind_to(server->ports[i], everywhere, &server->ports[i]);
            listen_to(loop->listeners[i]);
        }
    }
    while (server->away && loop->connection_count > 0)
        connection_free(loop->connections[--loop->connection_count]);
}

/* False at the end of standard input. */
static bool read_control(struct loop *loop)
{
    char *to = buf_reserve(&loop->control, 1024);
    ssize_t got = to ? read(STDIN_FILENO, to, 1024) : 0;
    size_t end;

    if (got <= 0)
        return false;
    buf_grew(&loop->control, (size_t)got);
    while ((end = span_find(buf_span(&loop->control), '\n')) < loop->control.len) {
        control_line(&loop->server, span_part(buf_span(&loop->control), 0, end));
        memmove(loop->control.at, loop->control.at + end + 1, loop->control.len - end - 1);
        buf_cut(&loop->control, loop->control.len - end - 1);
    }
    return true;
}

static void accept_all(struct loop *loop, size_t listener)
{
    while (loop->connection_count < SERVER_CONNECTIONS) {
        int fd = accept4(loop->listeners[listener], NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        int one = 1;

        if (fd < 0)
            return;
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        loop->connections[loop->connection_count++] =
            connection_new(&loop->server, fd, (unsigned)listener + 1);
    }
}

/* The time limit for poll, in milliseconds rounded up; -1: none. */
static int wait_ms(struct loop *loop, int64_t now_us)
{
    int64_t next_us = control_tick(&loop->server, now_us);

    if (loop->server.settling > 0)
        return 0;
    for (size_t i = 0; i < loop->connection_count; i++) {
        int64_t deadline_us = connection_deadline(loop->connections[i]);

        next_us = deadline_us < next_us ? deadline_us : next_us;
    }
    if (next_us == INT64_MAX)
        return -1;
    return next_us <= now_us ? 0 : (int)((next_us - now_us + 999) / 1000);
}

/* Fills POLLS in the order: standard input, listeners, connections. */
static nfds_t fill_polls(const struct loop *loop, struct pollfd *polls)
{
    nfds_t count = 0;

    polls[count++] = (struct pollfd){.fd = STDIN_FILENO, .events = POLLIN};
    for (size_t i = 0; i < loop->listener_count; i++) {
        short events = loop->connection_count < SERVER_CONNECTIONS ? POLLIN : 0; /* poll ignores -1 */

        polls[count++] = (struct pollfd){.fd = loop->listeners[i], .events = events};
    }
    for (size_t i = 0; i < loop->connection_count; i++) {
        const struct connection *connection = loop->connections[i];

        polls[count++] =
            (struct pollfd){.fd = connection_fd(connection), .events = connection_events(connection)};
    }
    return count;
}

static void step_connections(struct loop *loop, const struct pollfd *polls)
{
    size_t kept = 0;

    for (size_t i = 0; i < loop->connection_count; i++) {
        struct connection *connection = loop->connections[i];

        if (connection_step(connection, polls[i].revents, log_now_us()))
            loop->connections[kept++] = connection;
        else
            connection_free(connection);
    }
    loop->connection_count = kept;
}

/* Control comes before connections, so that an order from before a request is known when the request arrives.
 */
static void run(struct loop *loop, bool everywhere)
{
    struct pollfd polls[1 + SERVER_PORTS + SERVER_CONNECTIONS];

    for (;;) {
        nfds_t count = fill_polls(loop, polls);
        int ready = poll(polls, count, wait_ms(loop, log_now_us()));

        if (ready < 0 && errno != EINTR)
            die("server: poll: %s", strerror(errno));
        if (ready < 0)
            continue;
        if (polls[0].revents && !read_control(loop))
            return;
        if (loop->server.away != (loop->listeners[0] < 0)) {
            follow_away(loop, everywhere);
            control_ok();
            continue;
        }
        step_connections(loop, polls + 1 + loop->listener_count);
        for (size_t i = 0; i < loop->listener_count; i++) {
            if (polls[1 + i].revents)
                accept_all(loop, i);
        }
        control_turned(&loop->server);
    }
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv);
    struct loop loop = {0};

    open_all(&loop, &options);
    say_ready(&loop);
    run(&loop, options.everywhere);
    for (size_t i = 0; i < loop.connection_count; i++)
        connection_free(loop.connections[i]);
    site_free(loop.server.site);
    buf_release(&loop.control);
    return 0;
}
