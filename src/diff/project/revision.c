/* The files of a revision are written by git itself, through an index of its own, so that
 * neither the work tree nor the repository changes. In a folder below the top only what lies
 * there is compared. */
#include "diff/project/revision.h"

#include "base/process.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Runs git; its first line of output is in LINE (may be null). */
static bool git(const char *const *arguments, char *line, size_t room)
{
    struct text output = {0};
    struct process_status status;
    bool started = process_output(arguments, &output, &status);
    if (line)
        snprintf(line, room, "%.*s", (int)strcspn(text_of(&output), "\n"), text_of(&output));
    text_release(&output);
    return started && status.end == PROCESS_EXITED && status.code == 0;
}

const char *revision_range(const char *word)
{
    if (access(word, F_OK) == 0)
        return NULL;
    const char *dots = strstr(word, "..");
    return dots && dots[2] != '.' ? dots : NULL;
}

static bool write_files(const char *top, const char *commit, const char *folder)
{
    char index[TEMPORARY_ROOM + 40], prefix[TEMPORARY_ROOM + 40];
    snprintf(index, sizeof index, "GIT_INDEX_FILE=%s/.index", folder);
    snprintf(prefix, sizeof prefix, "--prefix=%s/", folder);
    const char *const read[] = {"env", index, "git", "-C", top, "read-tree", commit, NULL};
    const char *const write[] = {"env", index, "git",  "-C", top, "checkout-index",
                                 "-a",  "-q",  prefix, NULL};
    return git(read, NULL, 0) && git(write, NULL, 0);
}

bool revision_open(struct revision *r, const char *word, struct failure *f)
{
    char commit[128], top[1024], below[TEMPORARY_ROOM], name[512];
    r->path = word;
    if (access(word, F_OK) == 0)
        return true;
    snprintf(name, sizeof name, "%s^{commit}", *word ? word : "HEAD");
    const char *const find[] = {"git", "rev-parse", "--verify", "--quiet", "--end-of-options",
                                name,  NULL};
    const char *const where[] = {"git", "rev-parse", "--show-toplevel", NULL};
    const char *const inside[] = {"git", "rev-parse", "--show-prefix", NULL};
    if (!git(find, commit, sizeof commit) || !git(where, top, sizeof top) ||
        !git(inside, below, sizeof below))
        return failure_set(
            f, FAILURE_INPUT,
            "%s: no such file or directory, and no revision of a git repository here", word);
    if (!temporary_folder(&r->folder, "revision", f))
        return false;
    if (!write_files(top, commit, r->folder.path))
        return failure_set(f, FAILURE_INPUT,
                           "%s: git cannot write the files of this revision", word);
    snprintf(r->room, sizeof r->room, "%s/%s", r->folder.path, below);
    r->path = r->room;
    size_t n = strlen(r->room);
    while (n > 1 && r->room[n - 1] == '/')
        r->room[--n] = 0;
    return true;
}

void revision_release(struct revision *r)
{
    temporary_remove(&r->folder);
}
