/* The linked modules as a whole: declares globals and functions, lays out initialisers,
 * translates bodies. */
#include "load/translate/translate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool translator_fail(struct translator *t, enum failure_kind kind, const char *format, ...)
{
    if (t->failed)
        return false;
    char text[sizeof t->failure->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    t->failed = true;
    return failure_set(t->failure, kind, "%s", text);
}

static void translator_init(struct translator *t, struct ir_store *store,
                            struct failure *failure)
{
    memset(t, 0, sizeof *t);
    t->failure = failure;
    t->store = store;
    t->memory = pass_memory_new();
    arena_init(&t->arena);
    arena_init(&t->body_arena);
}

static void translator_release(struct translator *t)
{
    struct map *maps[] = {&t->shapes, &t->variadic_types, &t->files,
                          &t->ctypes, &t->parameter_of,   &t->areas};
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        map_release(maps[i]);
    VECTOR_RELEASE(&t->incomplete);
    VECTOR_RELEASE(&t->steps);
    VECTOR_RELEASE(&t->scope_of);
    VECTOR_RELEASE(&t->scope_parents);
    map_release(&t->scope_numbers);
    VECTOR_RELEASE(&t->phis);
    VECTOR_RELEASE(&t->arguments);
    VECTOR_RELEASE(&t->dying);
    pass_memory_free(t->memory);
    arena_release(&t->arena);
    arena_release(&t->body_arena);
}

struct program *translate_program(struct ir_store *store, enum overflow_sites sites,
                                  enum program_passes passes, enum unmarked_lives lives,
                                  bool *keeps_unmarked, struct failure *failure)
{
    unsigned width = store->pointer_bits;
    if ((width != 32 && width != 64) || !store->little_endian) {
        failure_set(failure, FAILURE_UNSUPPORTED,
                    "a target that is not little-endian with 32 or 64-bit pointers");
        return NULL;
    }
    struct translator t;
    translator_init(&t, store, failure);
    t.overflow_sites = sites == OVERFLOW_SITES_PLACED;
    t.passes = passes;
    t.lives = lives;
    t.program = program_new(width);
    declare_globals(&t);
    declare_functions(&t);
    fill_globals(&t);
    for (size_t i = 0; i < store->functions.count && !t.failed; i++)
        if (store->functions.data[i]->symbol.defined)
            translate_function(&t, store->functions.data[i]);
    if (!t.failed)
        check_start(&t);
    struct program *program = t.program;
    *keeps_unmarked = t.keeps_unmarked;
    if (t.failed) {
        program_free(program);
        program = NULL;
    } else {
        program_note_addresses(program);
        translate_annotations(&t);
    }
    translator_release(&t);
    return program;
}
