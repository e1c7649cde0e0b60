/* The files of a revision are written by git itself, through an index of its own, so that neither the work tree nor
 * the repository changes. In a folder below the top only what lies there is compared. */
#include "diff/project/revision.h"

#include "base/process.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Runs git; its first line of output is in LINE (may be null). */
static bool git(const char *const *arguments, char *line, size_t room)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) return false;
    struct process process;
    struct process_command command = {.arguments = arguments, .output = ends[1], .errors = PROCESS_NOWHERE};
    fflush(NULL);
    bool started = process_run(&process, &command);
    close(ends[1]);
    size_t count = 0;
    char buffer[4096];
    for (ssize_t n; started && ((n = read(ends[0], buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR));)
        for (ssize_t i = 0; line && i < n && count + 1 < room; i++)
            line[count++] = buffer[i];
    close(ends[0]);
    if (line) line[count] = 0;
    if (line) line[strcspn(line, "\n")] = 0;
    if (!started) return false;
    struct process_status status = process_wait(&process);
    return status.end == PROCESS_EXITED && status.code == 0;
}

const char *revision_range(const char *word)
{
    if (access(word, F_OK) == 0) return NULL;
    const char *dots = strstr(word, "..");
    return dots && dots[2] != '.' ? dots : NULL;
}

static bool write_files(const char *top, const char *commit, const char *folder)
{
    char index[TEMPORARY_ROOM + 40], prefix[TEMPORARY_ROOM + 40];
    snprintf(index, sizeof index, "GIT_INDEX_FILE=%s/.index", folder);
    snprintf(prefix, sizeof prefix, "--prefix=%s/", folder);
    const char *const read[] = {"env", index, "git", "-C", top, "read-tree", commit, NULL};
    const char *const write[] = {"env", index, "git", "-C", top, "checkout-index", "-a", "-q", prefix, NULL};
    return git(read, NULL, 0) && git(write, NULL, 0);
}

bool revision_open(struct revision *r, const char *word, struct failure *f)
{
    char commit[128], top[1024], below[TEMPORARY_ROOM], name[512];
    r->path = word;
    if (access(word, F_OK) == 0) return true;
    snprintf(name, sizeof name, "%s^{commit}", *word ? word : "HEAD");
    const char *const find[] = {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", name, NULL};
    const char *const where[] = {"git", "rev-parse", "--show-toplevel", NULL};
    const char *const inside[] = {"git", "rev-parse", "--show-prefix", NULL};
    if (!git(find, commit, sizeof commit) || !git(where, top, sizeof top) || !git(inside, below, sizeof below))
        return failure_set(f, FAILURE_INPUT, "%s: no such file or directory, and no revision of a git repository here",
                           word);
    if (!temporary_folder(&r->folder, "revision", f)) return false;
    if (!write_files(top, commit, r->folder.path))
        return failure_set(f, FAILURE_INPUT, "%s: git cannot write the files of this revision", word);
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
