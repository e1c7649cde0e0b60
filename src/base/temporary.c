#include "base/temporary.h"

#include "base/failure.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *parent(void)
{
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

static bool name_it(struct temporary *t, const char *purpose, const char *ending)
{
    int n =
        snprintf(t->path, sizeof t->path, "%s/sooth-%s-XXXXXX%s", parent(), purpose, ending);
    return n > 0 && (size_t)n < sizeof t->path;
}

static bool fail(struct temporary *t, const char *what, struct failure *f)
{
    t->path[0] = 0;
    if (f)
        failure_set(f, FAILURE_INPUT, "no temporary %s can be made in %s", what, parent());
    return false;
}

bool temporary_file(struct temporary *t, const char *purpose, const char *ending,
                    struct failure *f)
{
    int fd = name_it(t, purpose, ending) ? mkstemps(t->path, (int)strlen(ending)) : -1;
    if (fd < 0)
        return fail(t, "file", f);
    close(fd);
    return true;
}

bool temporary_folder(struct temporary *t, const char *purpose, struct failure *f)
{
    return (name_it(t, purpose, "") && mkdtemp(t->path)) || fail(t, "folder", f);
}

/* FOLDER is open and is closed. Links are removed, not followed. */
static void remove_files(int folder)
{
    DIR *d = folder < 0 ? NULL : fdopendir(folder);
    if (!d)
        return;
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        if (!unlinkat(dirfd(d), e->d_name, 0))
            continue;
        remove_files(
            openat(dirfd(d), e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        unlinkat(dirfd(d), e->d_name, AT_REMOVEDIR);
    }
    closedir(d);
}

void temporary_remove(struct temporary *t)
{
    struct stat s;
    if (!t->path[0])
        return;
    bool folder = !lstat(t->path, &s) && S_ISDIR(s.st_mode);
    if (folder)
        remove_files(open(t->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (folder)
        rmdir(t->path);
    else
        unlink(t->path);
    t->path[0] = 0;
}
