/* Processor time of reading, linking and freeing modules with all their bodies and positions:
 * our reader (the best of several rounds) beside LLVM. Arguments: files of bitcode; they are
 * linked. */
#include "base/text.h"
#include "load/bitcode/bitcode.h"
#include "load/ir/store.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 5 };

static double milliseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static bool read_bodies(struct ir_store *store, size_t *instructions, struct failure *failure)
{
    bool good = true;
    struct arena arena;
    arena_init(&arena);
    for (size_t i = 0; good && i < store->functions.count; i++) {
        struct ir_body body;
        if (!store->functions.data[i]->symbol.defined)
            continue;
        good = ir_body_read(store, store->functions.data[i], &arena, &body, failure);
        *instructions += body.instruction_count;
        if (arena.total > 1 << 20)
            arena_release(&arena);
    }
    arena_release(&arena);
    return good;
}

static bool ours(const struct text *files, size_t count, size_t *instructions)
{
    struct ir_store store;
    struct failure failure = {0};
    bool good = true;
    *instructions = 0;
    ir_store_init(&store);
    for (size_t i = 0; i < count && good; i++)
        good = ir_store_add(&store, &bitcode_reader, text_of(&files[i]), files[i].count,
                            "file", IR_UNIT, &failure);
    good = good && ir_store_link(&store, &failure) &&
           read_bodies(&store, instructions, &failure);
    if (!good)
        printf("%s\n", failure.message);
    ir_store_release(&store);
    return good;
}

static bool theirs(const struct text *files, size_t count)
{
    LLVMContextRef context = LLVMContextCreate();
    LLVMModuleRef whole = NULL, module;
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
            text_of(&files[i]), files[i].count, "file", 0);
        good = !LLVMParseBitcodeInContext2(context, buffer, &module);
        LLVMDisposeMemoryBuffer(buffer);
        if (good && whole)
            good = !LLVMLinkModules2(whole, module);
        else if (good)
            whole = module;
    }
    if (whole)
        LLVMDisposeModule(whole);
    LLVMContextDispose(context);
    return good;
}

int main(int argc, char **argv)
{
    size_t count = (size_t)argc - 1, bytes = 0, instructions = 0;
    struct text *files = calloc(count + 1, sizeof *files);
    struct failure failure;
    double best = 1e9, start;
    for (size_t i = 0; i < count; i++) {
        if (!text_read_file(&files[i], argv[i + 1], &failure))
            return 1;
        bytes += files[i].count;
    }
    for (int k = 0; k < ROUNDS; k++) {
        start = milliseconds();
        if (!ours(files, count, &instructions))
            return 1;
        if (milliseconds() - start < best)
            best = milliseconds() - start;
    }
    start = milliseconds();
    if (!theirs(files, count))
        return 1;
    printf("%zu files, %zu KB, %zu instructions: ours %.1f ms, LLVM %.1f ms\n", count,
           bytes / 1024, instructions, best, milliseconds() - start);
    for (size_t i = 0; i < count; i++)
        text_release(&files[i]);
    free(files);
    return 0;
}
