/* Where entailment begins: globals, the values of instructions, and locals that nothing leads
 * to. */
#include "check/shape/entail/match.h"

bool match_globals(struct matching *m, struct context *top)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->storage != SHAPE_GLOBAL)
            continue;
        if (!match_region(m, top, i, heap_global(m->c, m->given, w->index)))
            return false;
    }
    return true;
}

/* Results of a function are by their number. */
static bool result_value(const struct heap_frame *f, uint32_t number, struct heap_value *out)
{
    for (size_t i = 0; i < f->results.count; i++)
        if (f->results.data[i].which == number)
            return *out = f->results.data[i].value, true;
    return false;
}

static bool root_value(struct matching *m, const struct shape_root *r, struct heap_value *out)
{
    const struct heap_state *s = m->given;
    if (r->depth >= s->frames.count)
        return false;
    const struct heap_frame *f = &s->frames.data[s->frames.count - 1 - r->depth];
    if (m->at == CERTIFICATE_AT_RETURN && r->depth == 0)
        return result_value(f, r->instruction, out);
    if (r->instruction >= f->values.count)
        return false;
    *out = f->values.data[r->instruction];
    return true;
}

/* The number that a function is called with and of which this witness speaks. */
static bool argument_value(struct matching *m, uint32_t witness, struct heap_value *out)
{
    const struct heap_frame *f = heap_top(m->given);
    for (size_t i = 0; i < f->values.count; i++) {
        const struct instruction *in = &f->f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX ||
            in->extra + HEAP_FIRST_ARGUMENT != witness)
            continue;
        *out = f->values.data[i];
        return out->kind == HEAP_NUMBER;
    }
    return false;
}

bool match_roots(struct matching *m, struct context *top, const struct shape_graph *g,
                 const term_list *numbers)
{
    for (size_t i = 0; i < g->roots.count; i++) {
        const struct shape_root *r = &g->roots.data[i];
        struct heap_value w = heap_read_value(m->c, &r->value, numbers);
        struct heap_value given;
        if (m->at == CERTIFICATE_AT_CALLS &&
            r->depth == 1) { /* whatever it is led to, or an argument */
            if (w.kind == HEAP_NUMBER && argument_value(m, r->instruction, &given) &&
                !match_value(m, top, w, given))
                return false;
            continue;
        }
        if (!root_value(m, r, &given))
            return match_fails(m, "a root of no activation or instruction");
        if (!match_value(m, top, w, given))
            return false;
    }
    return true;
}

static uint32_t find_local(struct matching *m, const struct heap_object *w)
{
    for (uint32_t i = 1; i < m->given->objects.count; i++) {
        const struct heap_object *g = heap_at(m->given, i);
        if (g->present && match_same_place(w, g) && !map_has(&m->claimed, i))
            return i;
    }
    return 0;
}

/* Locals that nothing leads to: by their place in the program. */
bool match_locals(struct matching *m, struct context *top)
{
    for (uint32_t i = 1; i < m->wanted->objects.count; i++) {
        const struct heap_object *w = heap_at(m->wanted, i);
        if (w->storage != SHAPE_STACK || map_has(&top->objects, i))
            continue;
        uint32_t local = find_local(m, w);
        if (!local)
            return match_fails(m, "a local that is not there");
        if (!match_region(m, top, i, local))
            return false;
    }
    return true;
}
