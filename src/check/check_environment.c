/* A function that is checked alone: numbers and globals hold any value; a pointer parameter is null or points
 * into memory of its own, of an earlier parameter, or a global, at any offset that leaves room for what its
 * type points to, aligned as that is. What the prover assumes of callers is the same
 * (docs/decisions/110-functions-alone.md); what it can follow may be more: here a pointer found in such
 * memory is not covered. */
#include "check/check_internal.h"

#include "base/text.h"

#include <stdio.h>

enum { MOST_PLACES = 10 };

static uint64_t pointee(const struct program *p, const struct function *f, uint32_t parameter)
{
    uint32_t variable = f->instructions.data[parameter].variable;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *note = &f->instructions.data[i];
        bool about = note->op == OP_NOTE && note->block != UINT32_MAX &&
                     instruction_operand(f, note, 0).id == parameter;
        if (variable == UINT32_MAX && about) variable = note->variable;
    }
    if (variable >= p->variables.count) return 1;
    const struct ctype *type = &p->ctypes.data[p->variables.data[variable].ctype];
    if (type->kind != CTYPE_POINTER || !p->ctypes.data[type->element].bytes) return 1;
    return p->ctypes.data[type->element].bytes;
}

/* Under `chosen` there is room for the bytes at the offset. */
static void assume_inside(struct checker *c, uint32_t object, struct term offset, uint64_t bytes,
                          struct term chosen)
{
    struct terms *ts = c->terms;
    struct term size = c->memory.objects.data[object].size, need = term_bv(ts, c->memory.width, bytes);
    struct term last = term_2(ts, TERM_BV_SUB, size, need);
    struct term inside =
        term_and(ts, term_2(ts, TERM_BV_UGE, size, need), term_2(ts, TERM_BV_ULE, offset, last));
    if (bytes == 2 || bytes == 4 || bytes == 8) {
        struct term rest = term_2(ts, TERM_BV_AND, offset, term_bv(ts, c->memory.width, bytes - 1));
        inside = term_and(ts, inside, term_eq(ts, rest, term_bv(ts, c->memory.width, 0)));
    }
    check_assume(c, term_implies(ts, chosen, inside));
}

static uint32_t own_memory(struct checker *c, uint32_t parameter)
{
    struct terms *ts = c->terms;
    uint64_t key = hash_pair(0xe57, parameter), birth = ++c->births,
             most = (1ull << (c->memory.width - 1)) - 1;
    struct term size = term_fresh(ts, sort_bv(ts, c->memory.width), "size");
    uint32_t object = memory_new_object(&c->memory, OBJECT_ENVIRONMENT, key, key, key, size, 1);
    memory_begin(&c->memory, &c->state, object, birth);
    memory_havoc(&c->memory, &c->state, object, birth);
    check_assume(c, term_2(ts, TERM_BV_ULE, size, term_bv(ts, c->memory.width, most)));
    return object;
}

typedef VECTOR(uint32_t) places;

static struct sym any_pointer(struct checker *c, places *where, uint32_t own, uint64_t bytes)
{
    struct terms *ts = c->terms;
    struct term offset = term_fresh(ts, sort_bv(ts, c->memory.width), "offset"), open = term_bool(ts, true);
    struct sym value = sym_pointer(term_bv(ts, OBJECT_BITS, own), offset);
    for (size_t i = 0; i < where->count; i++) {
        struct term here = term_and(ts, open, term_fresh(ts, sort_bool(ts), "here"));
        assume_inside(c, where->data[i], offset, bytes, here);
        value =
            sym_ite(&c->memory, here, sym_pointer(term_bv(ts, OBJECT_BITS, where->data[i]), offset), value);
        open = term_and(ts, open, term_not(ts, here));
    }
    struct term null = term_and(ts, open, term_fresh(ts, sort_bool(ts), "null"));
    assume_inside(c, own, offset, bytes, term_and(ts, open, term_not(ts, null)));
    return sym_ite(&c->memory, null, sym_null(&c->memory), value);
}

static void forget_globals(struct checker *c, places *where)
{
    for (uint32_t g = 0; g < c->program->globals.count; g++) {
        const struct global *global = &c->program->globals.data[g];
        const struct global_facts *facts = &c->addresses->globals[g];
        uint32_t object = memory_global(&c->memory, g);
        if (!facts->fixed) memory_havoc(&c->memory, &c->state, object, ++c->births);
        if (facts->hidden || (global->read_only && text_starts(global->name, "."))) continue;
        VECTOR_PUSH(where, object);
    }
}

void check_forget_globals(struct checker *c)
{
    places where = {0};
    forget_globals(c, &where);
    VECTOR_RELEASE(&where);
}

struct sym *check_environment(struct checker *c, uint32_t entry)
{
    const struct function *f = &c->program->functions.data[entry];
    struct sym *v = ARENA_ARRAY(&c->arena, struct sym, f->param_count + 1);
    places where = {0};
    forget_globals(c, &where);
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX) continue;
        if (in->type.kind != TYPE_POINTER) {
            char name[40];
            snprintf(name, sizeof name, "argument!%u", (unsigned)in->extra);
            v[in->extra] = sym_fresh(&c->memory, in->type, name);
            continue;
        }
        if (where.count > MOST_PLACES)
            c->failed = "a pointer parameter that may point into one of many globals";
        uint32_t own = own_memory(c, (uint32_t)in->extra);
        v[in->extra] = any_pointer(c, &where, own, pointee(c->program, f, i));
        VECTOR_PUSH(&where, own);
    }
    if (f->variadic) c->failed = "a variadic function alone";
    VECTOR_RELEASE(&where);
    return v;
}

void check_not_environment(struct checker *c, struct activation *a, uint32_t id, struct sym p,
                           const char *what)
{
    struct terms *ts = c->terms;
    struct candidates found;
    struct term any = term_bool(ts, false);
    pointer_candidates(&c->memory, p, &found);
    for (size_t i = 0; i < found.objects.count; i++)
        if (c->memory.objects.data[found.objects.data[i]].kind == OBJECT_ENVIRONMENT)
            any = term_or(ts, any, term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, found.objects.data[i])));
    candidates_release(&found);
    if (term_is_false(ts, any)) return;
    check_uncovered(c, a, id, any, what);
    check_assume(c, term_not(ts, any));
}

void check_not_found_pointer(struct checker *c, struct activation *a, uint32_t id, struct sym v)
{
    if ((c->entry == c->program->entry && !c->apart) || v.kind != SYM_POINTER) return;
    struct terms *ts = c->terms;
    struct term number = term_and(ts, term_eq(ts, v.a, term_bv(ts, OBJECT_BITS, 0)),
                                  term_not(ts, term_eq(ts, v.b, term_bv(ts, c->memory.width, 0))));
    struct term found = term_or(ts, pointer_is_wild(&c->memory, v), number);
    if (!term_is_false(ts, found))
        check_uncovered(c, a, id, found, "a pointer found in memory behind a parameter");
}
