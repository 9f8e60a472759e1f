/* SPDX-License-Identifier: MIT */
/* A folder of wget: an error of writing ends the reading, also where it comes below a folder. */
#include "config.h"

#include "import/sources.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "must.h"
#include "tap.h"
#include "url/url.h"

int main(void)
{
    char path[] = "/tmp/tiptoe-folder-XXXXXX";
    struct url start URL_LOCAL;
    size_t left_out = 0;
    int dir FILE_LOCAL, page FILE_LOCAL, full FILE_LOCAL;

    must(!mkdtemp(path));
    dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    must(dir < 0 || full < 0 || mkdirat(dir, "a.example", 0700));
    page = openat(dir, "a.example/index.html", O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    must(page < 0 || file_write(page, "<p>home", 7));
    must(url_parse(&start, span_of("http://a.example/"), NULL, NULL) != URL_OK);
    is_int(folder_read(dir, "f", &start, full, &left_out), ERROR_DISK_FULL, "a full disk ends it");
    file_remove_all(path);
    return done();
}
