/* Is a unit up to date? Two hashes over the files that clang read: names, sizes and times;
 * and contents. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *resolve(struct text *into, const char *directory, const char *path)
{
    LAW(directory[0] == '/');
    text_clear(into);
    if (path[0] != '/')
        text_add(into, "%s/", directory);
    text_put(into, path);
    return text_of(into);
}

uint64_t snapshot_stamp(const snapshot_words *files, const char *directory)
{
    struct text path = {0};
    uint64_t hash = 1;
    for (size_t i = 0; i < files->count; i++) {
        struct stat info = {0};
        if (stat(resolve(&path, directory, files->data[i]), &info))
            hash = hash_pair(hash, 7);
        hash = hash_pair(hash, hash_bytes(files->data[i], strlen(files->data[i])));
        hash = hash_pair(hash, (uint64_t)info.st_size);
        hash = hash_pair(hash, (uint64_t)info.st_mtim.tv_sec * 1000000000u +
                                   (uint64_t)info.st_mtim.tv_nsec);
    }
    text_release(&path);
    return hash;
}

uint64_t snapshot_contents(const snapshot_words *files, const char *directory)
{
    struct text path = {0}, data = {0};
    uint64_t hash = 2;
    for (size_t i = 0; i < files->count; i++) {
        text_clear(&data);
        bool there = text_read_file(&data, resolve(&path, directory, files->data[i]), NULL);
        hash = hash_pair(hash, there ? hash_bytes(text_of(&data), data.count) : 3);
    }
    text_release(&path);
    text_release(&data);
    return hash;
}

bool snapshot_make_folder(const char *path)
{
    struct text part = {0};
    bool good = true;
    for (const char *p = path; *p && good; p++) {
        if (*p == '/' && p > path)
            good = !mkdir(text_of(&part), 0777) || errno == EEXIST;
        text_put_range(&part, p, 1);
    }
    good = good && (!mkdir(path, 0777) || errno == EEXIST);
    text_release(&part);
    return good;
}

const char *snapshot_real(struct arena *a, const char *path)
{
    char buffer[PATH_MAX];
    return arena_text(a, realpath(path, buffer) ? buffer : path);
}
