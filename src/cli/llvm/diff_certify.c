#include "cli/llvm/diff_certify.h"

#include "base/companion.h"
#include "base/process.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The last line that another command of ours says. */
static bool ask(struct arena *arena, const char *const *arguments, const char **said)
{
    struct text all = {0};
    struct process_status status;
    bool started = process_output(arguments, &all, &status);
    char *line = arena_text(arena, text_of(&all));
    text_release(&all);
    size_t n = strlen(line);
    while (n && line[n - 1] == '\n')
        line[--n] = 0;
    char *last = strrchr(line, '\n');
    *said = last ? last + 1 : line;
    return started && status.end == PROCESS_EXITED && status.code == 0;
}

static bool is_folder(const char *path)
{
    struct stat s;
    return !stat(path, &s) && S_ISDIR(s.st_mode);
}

/* What stands in the parentheses at the end. */
static const char *words_in(struct arena *arena, const char *line, const char *otherwise)
{
    const char *open = strchr(line, '(');
    size_t n = open ? strlen(open) : 0;
    return n > 2 ? arena_text_range(arena, open + 1, n - 2) : otherwise;
}

const char *diff_certify(struct arena *arena, const struct certify_request *request,
                         const struct compare_result *result)
{
    char self[COMPANION_ROOM];
    const char *files[2], *said;
    if (!companion_path(self, "sooth"))
        return "no (sooth is not there)";
    for (int i = 0; i < 2; i++)
        files[i] = is_folder(request->versions[i])
                       ? arena_format(arena, "%s/%s", request->versions[i], result->source)
                       : request->versions[i];
    const char *path = arena_format(arena, "%s/%s.pair", request->folder, result->name);
    const char *limit = arena_format(arena, "%.1f", request->seconds);
    const char *const find[] = {
        self,  "relate", "--function", result->name, "--certificate", path, "--timeout",
        limit, files[0], files[1],     NULL};
    if (!ask(arena, find, &said))
        return arena_format(arena, "no (%s)",
                            words_in(arena, said, "its sources cannot be read alone"));
    const char *assumed = words_in(arena, said, NULL);
    const char *const confirm[] = {self, "check",  "--function", result->name,
                                   path, files[0], files[1],     NULL};
    if (!ask(arena, confirm, &said))
        return arena_format(arena, "no (%s)", words_in(arena, said, "the checker failed"));
    return assumed ? arena_format(arena, "yes, %s", assumed) : "yes";
}
