/* SPDX-License-Identifier: MIT */
/* Orders are plain files that a run reads now and then: they need no server and no port, only a shell. */
#include "config.h"

#include "mirror/control.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "term/message.h"

enum { LOOK_EVERY_MS = 250 };

/* Returns "2" or "0.5" as milliseconds; -1 for anything else. */
static int64_t read_seconds(struct span text)
{
    struct span whole = span_trim(text, PLAIN_WHITE), part;
    uint64_t seconds, thousandth = 0, scale = 100;

    part = whole;
    whole = span_take_until(&part, '.');
    if (!span_to_u64(whole, &seconds) || seconds > 86400)
        return -1;
    for (size_t i = 0; i < part.len; i++) {
        if (!ascii_is_digit(part.at[i]))
            return -1;
        thousandth += scale * (uint64_t)(part.at[i] - '0');
        scale /= 10;
    }
    return (int64_t)(seconds * 1000 + thousandth);
}

void control_read(int control_dir, struct control *control)
{
    struct buf text;

    *control = (struct control){.paused = file_exists(control_dir, "pause"),
                                .stopped = file_exists(control_dir, "stop"),
                                .delay_ms = -1};
    if (!file_exists(control_dir, "delay"))
        return;
    buf_init(&text, 64);
    if (file_read(control_dir, "delay", &text) == 0)
        control->delay_ms = read_seconds(buf_span(&text));
    buf_release(&text);
}

bool control_read_excludes(int control_dir, struct buf *excludes)
{
    struct buf text;
    bool changed;
    int error = 0;

    buf_init(&text, CONTROL_EXCLUDES_MAX);
    if (file_exists(control_dir, "exclude"))
        error = file_read(control_dir, "exclude", &text);
    changed = !error && !span_equals(buf_span(&text), buf_span(excludes));
    if (changed) {
        buf_clear(excludes);
        (void)buf_add_span(excludes, buf_span(&text));
    }
    buf_release(&text);
    return changed;
}

bool control_look(struct orders *orders, int control_dir, int64_t now_ms)
{
    bool stopped = orders->control.stopped;

    if (orders->looked && now_ms - orders->looked_ms < LOOK_EVERY_MS)
        return false;
    control_read(control_dir, &orders->control);
    orders->looked = true;
    orders->looked_ms = now_ms;
    if (orders->control.stopped && file_remove(control_dir, "stop"))
        message_warn("control/stop could not be removed; remove it before the next run");
    orders->control.stopped |= stopped;
    return true;
}

static int give_order(int dir, const char *name)
{
    int fd, error = file_open(dir, name, O_WRONLY | O_CREAT, 0666, &fd);

    if (!error)
        close(fd);
    return error;
}

int control_pause(int control_dir)
{
    return give_order(control_dir, "pause");
}

int control_go(int control_dir)
{
    int error = file_remove(control_dir, "pause");

    return error ? error : file_remove(control_dir, "stop");
}

int control_stop(int control_dir)
{
    return give_order(control_dir, "stop");
}

/* Takes the lock, which ends with its process. control_is_attended holds it for a moment, so this tries for a
 * second. */
static int take_lock(int lock)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    int error = file_lock(lock, true);

    for (int tries = 0; error == ERROR_LOCKED && tries < 100; tries++) {
        (void)nanosleep(&moment, NULL);
        error = file_lock(lock, true);
    }
    return error;
}

int control_attend(int control_dir, int *lock)
{
    int fd, error = file_remove(control_dir, "stop");

    if (!error)
        error = file_open(control_dir, "lock", O_RDWR | O_CREAT, 0666, &fd);
    if (error)
        return error;
    error = take_lock(fd);
    if (error)
        close(fd);
    else
        *lock = fd;
    return error;
}

bool control_is_attended(int control_dir)
{
    int lock, error = file_open(control_dir, "lock", O_RDONLY, 0, &lock);

    if (error)
        return false;
    error = file_lock(lock, false);
    close(lock);
    return error == ERROR_LOCKED;
}
