/* SPDX-License-Identifier: MIT */
/* Finds the folder that bundlers name their files from: it is above the script, but no script says where. */
#include "config.h"

#include "apps/app.h"

struct span app_folder_above(const struct url *own, struct span name)
{
    struct span path = url_path(own), folder = span_part(name, 0, span_find(name, '/') + 1);

    if (folder.len < 2 || folder.len >= name.len || name.at[0] == '.')
        return span_make(NULL, 0);
    for (size_t at = span_after_last(path, '/'); at > folder.len; at--)
        if (path.at[at - folder.len - 1] == '/' &&
            span_equals(span_part(path, at - folder.len, folder.len), folder))
            return span_part(path, 0, at - folder.len);
    return span_make(NULL, 0);
}
