/* What is remembered of cut loops, from formula to formula and within one, and why a loop
 * cannot be cut. */
#include "formula/cut/cut_internal.h"

#include "base/failure.h"

#include <stdlib.h>

void cut_model_init(struct cut_model *c, uint32_t k)
{
    LAW(k >= 1);
    *c = (struct cut_model){.k = k, .memo = calloc(1, sizeof(struct cut_memo))};
}

void cut_loop_release(struct cut_loop *l)
{
    VECTOR_RELEASE(&l->slots);
    VECTOR_RELEASE(&l->constants);
    VECTOR_RELEASE(&l->arrays);
    VECTOR_RELEASE(&l->ghosts);
    for (size_t i = 0; i < l->uses.count; i++)
        VECTOR_RELEASE(&l->uses.data[i].values);
    VECTOR_RELEASE(&l->uses);
}

void cut_model_clear(struct cut_model *c)
{
    for (size_t i = 0; i < c->loops.count; i++)
        cut_loop_release(&c->loops.data[i]);
    VECTOR_CLEAR(&c->loops);
    for (size_t i = 0; i < c->descents.count; i++)
        cut_loop_release(&c->descents.data[i].step);
    VECTOR_CLEAR(&c->descents);
    c->failed = CUT_POSSIBLE;
}

void cut_model_release(struct cut_model *c)
{
    cut_model_clear(c);
    VECTOR_RELEASE(&c->loops);
    VECTOR_RELEASE(&c->descents);
    VECTOR_RELEASE(&c->ghosts);
    for (size_t i = 0; i < c->memo->loops.count; i++) {
        struct loop_memo *l = c->memo->loops.data[i];
        for (size_t s = 0; s < l->slots.count; s++)
            VECTOR_RELEASE(&l->slots.data[s].targets);
        VECTOR_RELEASE(&l->slots);
        free(l);
    }
    VECTOR_RELEASE(&c->memo->loops);
    summaries_release(&c->memo->summaries);
    for (size_t i = 0; i < c->memo->recursive.count; i++) {
        VECTOR_RELEASE(&c->memo->recursive.data[i]->touched);
        free(c->memo->recursive.data[i]);
    }
    VECTOR_RELEASE(&c->memo->recursive);
    map_release(&c->memo->index);
    free(c->memo);
}

struct loop_memo *cut_loop_memo(struct cut_model *c, uint64_t path)
{
    uint64_t at;
    if (map_get(&c->memo->index, path, &at))
        return c->memo->loops.data[at];
    struct loop_memo *l = calloc(1, sizeof *l);
    l->path = path;
    map_set(&c->memo->index, path, c->memo->loops.count);
    VECTOR_PUSH(&c->memo->loops, l);
    return l;
}

bool cut_memo_add(struct loop_memo *l, struct slot_memo s)
{
    LAW(s.kind != SLOT_CELL || s.bytes);
    for (size_t i = 0; i < l->slots.count; i++) {
        const struct slot_memo *o = &l->slots.data[i];
        if (o->kind == s.kind && o->instruction == s.instruction && o->at == s.at &&
            o->bytes == s.bytes && o->object == s.object)
            return false;
    }
    VECTOR_PUSH(&l->slots, s);
    return true;
}

void cut_fail(struct exec *e, enum cut_obstacle why)
{
    LAW(why != CUT_POSSIBLE);
    if (!e->options->cuts->failed)
        e->options->cuts->failed = why;
}

const char *cut_obstacle_text(enum cut_obstacle o)
{
    switch (o) {
    case CUT_POSSIBLE:
        return "nothing";
    case CUT_MAY_LEAK:
        return "memory allocated in a loop and not freed in the same iteration";
    case CUT_SEVERAL_SIZES:
        return "objects of several sizes that outlive the iteration that made them";
    case CUT_OLD_LOCAL:
        return "a local that outlives the iteration that made it";
    case CUT_OPEN_POINTER:
        return "a pointer whose objects are not known at the head of a loop";
    case CUT_TWINS_NAMED:
        return "two objects of one site in a pointer at the head of a loop";
    case CUT_TWINS_CHANGED:
        return "two objects of one site changed in a loop";
    case CUT_POINTER_ARRAY:
        return "an array of pointers that a loop changes";
    case CUT_SEVERAL_KINDS:
        return "a cell that holds values of several kinds in a loop";
    }
    BUG("no such obstacle");
}
