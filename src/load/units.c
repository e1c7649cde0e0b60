/* Sorts the inputs by kind and checks that they are there, so that messages name the file and
 * what to do. */
#include "load/units.h"

#include "base/failure.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void unit_list_init(struct unit_list *list)
{
    memset(list, 0, sizeof *list);
    arena_init(&list->arena);
}

void unit_list_release(struct unit_list *list)
{
    VECTOR_RELEASE(&list->units);
    VECTOR_RELEASE(&list->clang);
    arena_release(&list->arena);
}

bool unit_list_add_c(struct unit_list *list, const char *file, const char *directory,
                     const char *const *arguments)
{
    LAW(*file);
    VECTOR_PUSH(&list->units, (struct unit){file, UNIT_COMPILED, list->clang.count});
    VECTOR_PUSH(&list->clang, (struct clang_unit){.file = file,
                                                  .directory = directory,
                                                  .arguments = arguments,
                                                  .text = -1,
                                                  .output = -1,
                                                  .messages = -1});
    return true;
}

static bool check_file(const char *path, struct failure *failure)
{
    struct stat status;
    if (stat(path, &status))
        return failure_set(failure, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return failure_set(failure, FAILURE_INPUT, "%s: is a directory; name its files",
                           path);
    if (access(path, R_OK))
        return failure_set(failure, FAILURE_INPUT, "%s: %s", path, strerror(errno));
    return true;
}

static bool add_file(struct unit_list *list, const char *path, struct failure *failure)
{
    if (!check_file(path, failure))
        return false;
    if (text_ends(path, ".c") || text_ends(path, ".i"))
        return unit_list_add_c(list, path, NULL, NULL);
    if (text_ends(path, ".json"))
        return unit_list_read_database(list, path, failure);
    if (text_ends(path, ".bc") || text_ends(path, ".ll")) {
        VECTOR_PUSH(&list->units, (struct unit){path, UNIT_READ, 0});
        return true;
    }
    return failure_set(
        failure, FAILURE_INPUT,
        "%s: unknown kind of file; known are .c .i .bc .ll and compile_commands.json", path);
}

bool unit_list_read(struct unit_list *list, const struct frontend_options *o,
                    struct failure *failure)
{
    for (size_t i = 0; i < o->file_count; i++)
        if (!add_file(list, o->files[i], failure))
            return false;
    return list->units.count > 0 || failure_set(failure, FAILURE_INPUT, "no input file");
}
