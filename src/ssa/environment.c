/* A function verified alone: what it may find when it is called. (docs/decisions/110-functions-alone.md)
 *
 * Numbers are any value; globals it may touch hold any value; a pointer parameter is null, or points into an
 * environment object of unknown size and content, that of an earlier parameter, or a global, at any offset
 * that leaves room for what the parameter's type points to. Pointers stored in such memory are wild
 * (memory.h): runs that use them as addresses are cut. */
#include "ssa/environment.h"

#include "base/text.h"

#include <stdio.h>

enum { MOST_GLOBALS = 8 };

/* --- what the function may touch --- */

struct touched {
    const struct program *program;
    struct map seen_functions, seen_globals;
    VECTOR(uint32_t) functions, globals;
};

static void touch(struct touched *t, struct value v)
{
    if (!value_is_constant(v)) return;
    const struct constant *c = program_constant(t->program, v);
    bool function = c->kind == CONSTANT_FUNCTION, global = c->kind == CONSTANT_GLOBAL;
    struct map *seen = function ? &t->seen_functions : &t->seen_globals;
    if ((!function && !global) || map_has(seen, c->index)) return;
    map_set(seen, c->index, 1);
    if (function)
        VECTOR_PUSH(&t->functions, c->index);
    else
        VECTOR_PUSH(&t->globals, c->index);
}

static void touch_function(struct touched *t, uint32_t function)
{
    const struct function *f = &t->program->functions.data[function];
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_NOTE) continue;
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k)) touch(t, instruction_operand(f, in, k));
    }
}

static void find_touched(struct touched *t, uint32_t entry)
{
    VECTOR_PUSH(&t->functions, entry);
    map_set(&t->seen_functions, entry, 1);
    for (size_t f = 0, g = 0; f < t->functions.count || g < t->globals.count;) {
        if (f < t->functions.count) {
            touch_function(t, t->functions.data[f++]);
            continue;
        }
        const struct global *global = &t->program->globals.data[t->globals.data[g++]];
        for (uint32_t i = 0; i < global->relocation_count; i++)
            touch(t, global->relocations[i].value);
    }
}

static void touched_release(struct touched *t)
{
    map_release(&t->seen_functions);
    map_release(&t->seen_globals);
    VECTOR_RELEASE(&t->functions);
    VECTOR_RELEASE(&t->globals);
}

/* --- parameters --- */

struct binder {
    struct exec *e;
    struct frame *fr;
    struct touched touched;
    VECTOR(uint32_t) objects; /* that a pointer may point into: globals, then those of earlier parameters */
    uint32_t pointers;        /* pointer parameters in all */
};

static struct term named(struct binder *b, struct sort sort, const char *what, uint32_t parameter,
                         uint32_t other)
{
    char name[64];
    snprintf(name, sizeof name, "env!%s!%u!%u", what, parameter, other);
    return term_var(b->e->terms, sort, name);
}

/* Bytes of what the parameter points to; 1 if the type is not known. */
static uint64_t pointee_bytes(const struct program *p, const struct function *f, uint32_t id)
{
    uint32_t variable = f->instructions.data[id].variable;
    for (size_t i = 0; i < f->instructions.count && variable == UINT32_MAX; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op == OP_NOTE && in->block != UINT32_MAX && instruction_operand(f, in, 0).id == id)
            variable = in->variable;
    }
    if (variable >= p->variables.count) return 1;
    const struct ctype *t = &p->ctypes.data[p->variables.data[variable].ctype];
    uint64_t bytes = t->kind == CTYPE_POINTER ? p->ctypes.data[t->element].bytes : 0;
    return bytes ? bytes : 1;
}

static uint32_t new_object(struct binder *b, uint32_t parameter)
{
    struct exec *e = b->e;
    struct term size = named(b, sort_bv(e->terms, e->memory->width), "size", parameter, 0);
    uint64_t name = hash_pair(0xe57, parameter);
    uint32_t object = memory_new_object(e->memory, OBJECT_ENVIRONMENT, name, name, name, size, 1);
    memory_begin(e->memory, &e->state, object, name);
    memory_havoc(e->memory, &e->state, object, name);
    uint64_t most = (1ull << (e->memory->width - 1)) - 1; /* PTRDIFF_MAX: no object is larger */
    exec_assume(e, term_2(e->terms, TERM_BV_ULE, size, term_bv(e->terms, e->memory->width, most)));
    return object;
}

/* The offset leaves room for the pointee; it is a multiple of its size where that is a power of two up to
 * that of a register. */
static void assume_room(struct binder *b, uint32_t object, struct term offset, uint64_t bytes,
                        struct term when)
{
    struct terms *ts = b->e->terms;
    uint32_t w = b->e->memory->width;
    struct term size = b->e->memory->objects.data[object].size, need = term_bv(ts, w, bytes);
    struct term room = term_and(ts, term_2(ts, TERM_BV_ULE, need, size),
                                term_2(ts, TERM_BV_ULE, offset, term_2(ts, TERM_BV_SUB, size, need)));
    exec_assume(b->e, term_or(ts, term_not(ts, when), room));
    bool scalar = bytes == 2 || bytes == 4 || bytes == 8;
    if (!scalar) return;
    struct term low = term_2(ts, TERM_BV_AND, offset, term_bv(ts, w, bytes - 1));
    exec_assume(b->e, term_or(ts, term_not(ts, when), term_eq(ts, low, term_bv(ts, w, 0))));
}

static struct sym bind_pointer(struct binder *b, uint32_t id, uint32_t parameter)
{
    struct exec *e = b->e;
    struct terms *ts = e->terms;
    uint64_t bytes = pointee_bytes(e->program, b->fr->f, id);
    struct sort word = sort_bv(ts, e->memory->width);
    uint32_t own = new_object(b, parameter);
    bool alone =
        b->pointers == 1 && !b->objects.count; /* nothing else may lie in the object: its start will do */
    struct term offset = alone ? term_bv(ts, e->memory->width, 0) : named(b, word, "offset", parameter, 0);
    struct sym value = sym_pointer(term_bv(ts, OBJECT_BITS, own), offset);
    struct term null = named(b, sort_bool(ts), "null", parameter, 0), elsewhere = null;
    for (size_t i = 0; i < b->objects.count; i++) {
        struct term here = named(b, sort_bool(ts), "into", parameter, (uint32_t)i);
        here = term_and(ts, here, term_not(ts, elsewhere));
        assume_room(b, b->objects.data[i], offset, bytes, here);
        value = sym_ite(e->memory, here, sym_pointer(term_bv(ts, OBJECT_BITS, b->objects.data[i]), offset),
                        value);
        elsewhere = term_or(ts, elsewhere, here);
    }
    assume_room(b, own, offset, bytes, term_not(ts, elsewhere));
    VECTOR_PUSH(&b->objects, own);
    return sym_ite(e->memory, null, sym_null(e->memory), value);
}

static void bind_globals(struct binder *b)
{
    struct exec *e = b->e;
    bool many = false;
    for (size_t i = 0; i < b->touched.globals.count; i++) {
        uint32_t index = b->touched.globals.data[i];
        const struct global *g = &e->program->globals.data[index];
        uint32_t object = memory_global(e->memory, index);
        if (!g->read_only) memory_havoc(e->memory, &e->state, object, hash_pair(0xe58, index));
        if (g->read_only && text_starts(g->name, ".")) continue; /* a string literal has no identity */
        if (b->objects.count < MOST_GLOBALS)
            VECTOR_PUSH(&b->objects, object);
        else
            many = true;
    }
    if (many && b->pointers)
        exec_cut(e, b->fr, 0, CUT_UNSUPPORTED, e->guard->term,
                 "a pointer parameter that may point into one of many globals");
}

void environment_bind(struct exec *e, struct frame *fr)
{
    struct binder b = {.e = e, .fr = fr, .touched = {.program = e->program}};
    const struct block *entry = &fr->f->blocks.data[0];
    find_touched(&b.touched, fr->function);
    for (uint32_t i = 0; i < fr->f->param_count; i++)
        b.pointers += fr->f->params[i].kind == TYPE_POINTER;
    bind_globals(&b);
    for (size_t i = 0; i < entry->instructions.count && e->guard; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *in = &fr->f->instructions.data[id];
        if (in->op != OP_PARAM) continue;
        char name[64];
        snprintf(name, sizeof name, "param!%u", (unsigned)in->extra);
        fr->values[id] = in->type.kind == TYPE_POINTER ? bind_pointer(&b, id, (uint32_t)in->extra)
                                                       : sym_fresh(e->memory, in->type, name);
        exec_event(e, fr, id, EVENT_INPUT, fr->values[id]);
    }
    if (fr->f->variadic) exec_cut(e, fr, 0, CUT_UNSUPPORTED, e->guard->term, "variadic function alone");
    touched_release(&b.touched);
    VECTOR_RELEASE(&b.objects);
}

/* The only pointer of a function starts at offset 0 (bind_pointer). */
static bool may_start_inside(const struct exec *e)
{
    unsigned count = 0;
    for (size_t i = 0; i < e->memory->objects.count; i++)
        count += e->memory->objects.data[i].kind == OBJECT_ENVIRONMENT;
    return count > 1;
}

void environment_access(struct exec *e, struct frame *fr, uint32_t id, struct sym p, struct term good)
{
    if (!environment_used(e) || !e->guard || (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF)))
        return;
    if (may_start_inside(e)) return;
    struct terms *ts = e->terms;
    struct term before = term_2(ts, TERM_BV_SLT, p.b, term_bv(ts, e->memory->width, 0));
    struct term outside = term_and(ts, before, term_not(ts, good));
    exec_cut(e, fr, id, CUT_UNSUPPORTED,
             term_and(ts, e->guard->term, term_and(ts, environment_named(e, p), outside)),
             "access before what a parameter points to");
}

struct term environment_named(struct exec *e, struct sym p)
{
    struct candidates c;
    struct term any = term_bool(e->terms, false);
    pointer_candidates(e->memory, p, &c);
    for (size_t i = 0; i < c.objects.count; i++)
        if (e->memory->objects.data[c.objects.data[i]].kind == OBJECT_ENVIRONMENT)
            any = term_or(e->terms, any,
                          term_eq(e->terms, p.a, term_bv(e->terms, OBJECT_BITS, c.objects.data[i])));
    candidates_release(&c);
    return any;
}

bool environment_used(const struct exec *e)
{
    return e->options->entry != e->program->entry;
}

struct sym environment_pointer(struct exec *e, struct frame *fr, uint32_t id, struct sym v)
{
    struct term wild = pointer_is_wild(e->memory, v);
    if (!environment_used(e) || term_is_false(e->terms, wild)) return v;
    struct candidates c;
    pointer_candidates(e->memory, v, &c);
    bool has_null = c.null && !c.open;
    candidates_release(&c);
    if (has_null) return v;
    char name[64];
    snprintf(name, sizeof name, "env!null!%016lx", (unsigned long)exec_name(e, fr, id));
    struct term null = term_and(e->terms, wild, term_var(e->terms, sort_bool(e->terms), name));
    return sym_ite(e->memory, null, sym_null(e->memory), v);
}

void environment_cut(struct exec *e, struct frame *fr, uint32_t id, struct sym p, const char *what)
{
    if (!environment_used(e) || !e->guard) return;
    struct term is = environment_named(e, p);
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(e->terms, e->guard->term, is), what);
    exec_assume(e, term_not(e->terms, is));
}
