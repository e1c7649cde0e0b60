/* A memory for the tests of this room, of a program that does nothing. */
#ifndef TESTS_MEMORY_WORLD_H
#define TESTS_MEMORY_WORLD_H
#include "memory/memory.h"
#include "base/failure.h"
#include "program/passes.h"
#include "solver/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

struct world {
    struct program *program;
    struct terms *terms;
    struct layouts layouts;
    struct memory memory;
    struct memory_state state;
};

static void begin(struct world *w) /* memory anew, with the layouts learnt so far */
{
    memory_model_init(&w->memory, w->terms, w->program, &w->layouts);
    w->state = (struct memory_state){.epoch = ++w->memory.epoch};
}

static int setup(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    struct failure failure = {0};
    w->program = program_parse("program 64 entry @main\nfunction @main() -> (i32) unit "
                               "\"a.c\" {\nb0 \"entry\":\n  return i32 0\n}\n",
                               &failure);
    if (!w->program)
        fail_msg("%s", failure.message);
    w->terms = terms_new();
    begin(w);
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    struct world *w = *state;
    memory_model_release(&w->memory);
    layouts_release(&w->layouts);
    terms_free(w->terms);
    program_free(w->program);
    free(w);
    return 0;
}

static uint32_t object(struct world *w, uint64_t key, uint64_t bytes)
{
    uint32_t id = memory_new_object(&w->memory, OBJECT_STACK, key, key, key,
                                    term_bv(w->terms, 64, bytes), 8);
    memory_begin(&w->memory, &w->state, id, 1);
    return id;
}

#endif
