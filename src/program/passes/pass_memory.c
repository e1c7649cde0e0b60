/* Pools that go from function to function: building and the passes work in large ones, a
 * finished function keeps copies of the right size. */
#include "program/passes_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

struct pass_memory *pass_memory_new(void)
{
    struct pass_memory *m = calloc(1, sizeof *m);
    if (!m)
        BUG("out of memory");
    arena_init(&m->scratch);
    return m;
}

static void release_pools(struct function *f)
{
    VECTOR_RELEASE(&f->instructions);
    VECTOR_RELEASE(&f->operands);
}

void pass_memory_free(struct pass_memory *m)
{
    release_pools(&m->spare[0]);
    release_pools(&m->spare[1]);
    VECTOR_RELEASE(&m->work);
    VECTOR_RELEASE(&m->list);
    VECTOR_RELEASE(&m->phis);
    rename_free(m->rename);
    arena_release(&m->scratch);
    free(m);
}

static void swap_pools(struct function *a, struct function *b)
{
    VECTOR_SWAP(&a->instructions, &b->instructions);
    VECTOR_SWAP(&a->operands, &b->operands);
}

void function_borrow(struct function *f, struct pass_memory *m)
{
    CHECK_LAW(!f->instructions.count && !f->operands.count);
    swap_pools(f, &m->spare[1]);
}

void function_settle(struct function *f, struct pass_memory *m)
{
    struct function exact = {0};
    VECTOR_RESERVE(&exact.instructions, f->instructions.count);
    VECTOR_RESERVE(&exact.operands, f->operands.count);
    exact.instructions.count = f->instructions.count;
    exact.operands.count = f->operands.count;
    LAW(exact.instructions.capacity >= f->instructions.count);
    if (f->instructions.count)
        memcpy(exact.instructions.data, f->instructions.data,
               f->instructions.count * sizeof *f->instructions.data);
    if (f->operands.count)
        memcpy(exact.operands.data, f->operands.data,
               f->operands.count * sizeof *f->operands.data);
    swap_pools(f, &exact);
    VECTOR_CLEAR(&exact.instructions);
    VECTOR_CLEAR(&exact.operands);
    if (m->spare[1].instructions.capacity < exact.instructions.capacity)
        swap_pools(&exact, &m->spare[1]);
    release_pools(&exact);
}

void program_each_body(struct program *p, function_pass *pass)
{
    struct pass_memory *m = pass_memory_new();
    for (size_t k = 0; k < p->functions.count; k++) {
        struct function *f = &p->functions.data[k];
        if (!f->has_body)
            continue;
        function_compact(f, m);
        pass(p, f, m);
        function_settle(f, m);
    }
    pass_memory_free(m);
}

void function_prepare(struct program *p, struct function *f, struct pass_memory *m)
{
    LAW(f->has_body);
    function_lower_switches(p, f);
    function_compact(f, m);
    function_split(p, f, m);
    function_promote(p, f, m);
    function_clean(p, f, m);
    function_hoist(p, f, m);
}
