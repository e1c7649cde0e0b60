/* Reads each file of bitcode by both readers and compares everything that ir.h tells of it,
 * as text. Exit status 1 and the first different lines on stdout where they differ. */
#include "../unit/load/printed.h"

#include "load/bitcode/bitcode.h"
#include "load/llvm/reader.h"

static void print_file(const struct ir_reader *reader, const struct text *file,
                       const char *name, struct text *out)
{
    struct ir_store store;
    struct failure failure = {0};
    ir_store_init(&store);
    if (!ir_store_add(&store, reader, text_of(file), file->count, name, IR_UNIT, &failure) ||
        !ir_store_link(&store, &failure) || !print_store(&store, out, &failure))
        text_add(out, "refused\n");
    ir_store_release(&store);
}

static const char *line_at(const char *text, size_t at, int *size)
{
    while (at && text[at - 1] != '\n')
        at--;
    *size = (int)strcspn(text + at, "\n");
    return text + at;
}

static bool same(const char *name, const char *ours, const char *theirs)
{
    size_t at = 0;
    int n, m;
    while (ours[at] && ours[at] == theirs[at])
        at++;
    if (!ours[at] && !theirs[at])
        return true;
    const char *a = line_at(ours, at, &n), *b = line_at(theirs, at, &m);
    printf("%s:\n  bitcode: %.*s\n  llvm:    %.*s\n", name, n, a, m, b);
    return false;
}

int main(int count, char **arguments)
{
    int different = 0;
    for (int i = 1; i < count; i++) {
        struct text file = {0}, ours = {0}, theirs = {0};
        struct failure failure;
        if (!text_read_file(&file, arguments[i], &failure))
            return 2;
        print_file(&bitcode_reader, &file, arguments[i], &ours);
        print_file(&llvm_reader, &file, arguments[i], &theirs);
        different += !same(arguments[i], text_of(&ours), text_of(&theirs));
        text_release(&file);
        text_release(&ours);
        text_release(&theirs);
    }
    printf("%d modules by two readers, %d different\n", count - 1, different);
    return different ? 1 : 0;
}
