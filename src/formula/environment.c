/* A function verified alone: what it may find when it is called.
 * (docs/decisions/110-functions-alone.md)
 *
 * Numbers are any value; globals it may touch hold any value. A pointer parameter, and every
 * pointer that is read from memory of which nothing is known, is null, or points into an
 * environment object of unknown size and content (its own, that of a pointer met earlier) or
 * into a global, where it leaves room for what its type points to. Two pointers read with the
 * same address lead to the same place: addresses are tied to objects and offsets. */
#include "formula/environment.h"

#include "base/text.h"
#include "program/analysis/parameters.h"

#include <stdio.h>

#define LARGEST_OBJECT(width) ((1ull << ((width) - 1)) - 1) /* PTRDIFF_MAX */
enum { MOST_GLOBALS = 8, MOST_FUNCTIONS = 4, LONGEST_CHAIN = 64 };

/* --- what the function may touch --- */

struct touched {
    const struct program *program;
    struct map seen_functions, seen_globals;
    VECTOR(uint32_t) functions, globals;
    VECTOR(uint32_t) compared; /* functions that others know, with pointers */
    VECTOR(uint32_t) literals; /* that are compared with pointers */
    const bool *known;         /* functions whose address others may know */
    bool reads_pointers;       /* from memory */
};

static void touch(struct touched *t, struct value v)
{
    if (!value_is_constant(v))
        return;
    const struct constant *c = program_constant(t->program, v);
    bool function = c->kind == CONSTANT_FUNCTION, global = c->kind == CONSTANT_GLOBAL;
    struct map *seen = function ? &t->seen_functions : &t->seen_globals;
    if ((!function && !global) || map_has(seen, c->index))
        return;
    map_set(seen, c->index, 1);
    if (function)
        VECTOR_PUSH(&t->functions, c->index);
    else
        VECTOR_PUSH(&t->globals, c->index);
}

static bool is_literal(const struct global *g)
{
    return g->read_only && text_starts(g->name, ".");
}

static void touch_compared_function(struct touched *t, uint32_t function)
{
    for (size_t i = 0; i < t->compared.count; i++)
        if (t->compared.data[i] == function)
            return;
    if (t->known[function] && t->compared.count < MOST_FUNCTIONS)
        VECTOR_PUSH(&t->compared, function);
}

/* A pointer from outside may lead to a function or a literal that it is compared with. */
static void touch_compared(struct touched *t, const struct function *f,
                           const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(f, in, k);
        const struct constant *c =
            value_is_constant(v) ? program_constant(t->program, v) : NULL;
        if (c && c->kind == CONSTANT_FUNCTION && !c->offset)
            touch_compared_function(t, c->index);
        if (c && c->kind == CONSTANT_GLOBAL &&
            is_literal(&t->program->globals.data[c->index]))
            VECTOR_PUSH(&t->literals, c->index);
    }
}

/* One that nobody compares with has no identity. */
static bool is_compared_literal(const struct touched *t, uint32_t global)
{
    for (size_t i = 0; i < t->literals.count; i++)
        if (t->literals.data[i] == global)
            return true;
    return false;
}

static void touch_function(struct touched *t, uint32_t function)
{
    const struct function *f = &t->program->functions.data[function];
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op == OP_NOTE)
            continue;
        t->reads_pointers |= in->op == OP_LOAD && in->type.kind == TYPE_POINTER;
        if (in->op == OP_ICMP)
            touch_compared(t, f, in);
        for (uint32_t k = 0; k < in->count; k++)
            if (!instruction_operand_is_block(in, k))
                touch(t, instruction_operand(f, in, k));
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
    VECTOR_RELEASE(&t->compared);
    VECTOR_RELEASE(&t->literals);
    VECTOR_RELEASE(&t->globals);
}

/* --- places for pointers --- */

struct known { /* something that pointers from outside may point into */
    uint32_t object, ctype;
};
struct settled { /* a pointer that was read and what it was found to be */
    struct sym value;
    struct term assumption;
};
struct placed { /* where a pointer from outside leads, if it leads there */
    uint32_t object, ctype;
    struct term here, offset;
};
struct environment {
    VECTOR(struct known) known;   /* globals, then environment objects as they were met */
    VECTOR(uint32_t) functions;   /* objects, for pointers to functions */
    VECTOR(struct placed) placed; /* in objects that were met as something else */
    struct map memo;              /* terms of a wild pointer to its place in `settled` */
    VECTOR(struct settled) settled;
    bool alone; /* there is but one pointer, and no global: its object's start will do */
};

static struct term named(struct exec *e, struct sort sort, const char *what, uint64_t pointer,
                         uint64_t object)
{
    char name[80];
    snprintf(name, sizeof name, "env!%s!%016lx!%016lx", what, (unsigned long)pointer,
             (unsigned long)object);
    return term_var(e->terms, sort, name);
}

static uint32_t new_object(struct exec *e, struct frame *fr, uint32_t id, uint64_t name,
                           uint32_t ctype)
{
    struct terms *ts = e->terms;
    uint32_t w = e->memory->width,
             alignment = (uint32_t)environment_need(e->program, ctype).alignment;
    struct term size = named(e, sort_bv(ts, w), "size", name, 0);
    name = hash_pair(0xe57, name);
    uint32_t object =
        memory_new_object(e->memory, OBJECT_ENVIRONMENT, name, name, name, size, alignment);
    exec_pin_members(e, object, ctype);
    VECTOR_PUSH(&e->memory->axioms,
                term_2(ts, TERM_BV_ULE, size, term_bv(ts, w, LARGEST_OBJECT(w))));
    VECTOR_PUSH(&e->out->environment, (struct environment_object){object, fr->function, id});
    struct term enough = term_bv(ts, w, environment_need(e->program, ctype).bytes);
    VECTOR_PUSH(&e->out->preferences, term_eq(ts, size, enough));
    return object;
}

/* A place in the object, and the condition that it has room for what is pointed to: a whole
 * number of elements from the start where the object was met as one of the same type, else at
 * any offset of the type's alignment. */
static struct sym place_in(struct exec *e, uint64_t name, const struct known *k,
                           uint32_t ctype, struct term *room)
{
    struct terms *ts = e->terms;
    uint32_t w = e->memory->width;
    const struct object *o = &e->memory->objects.data[k->object];
    struct environment_need need = environment_need(e->program, ctype);
    uint64_t step = k->ctype == ctype && ctype ? need.bytes : need.alignment;
    struct term index = named(e, sort_bv(ts, w), "index", name, o->name),
                bytes = term_bv(ts, w, need.bytes);
    struct term offset = term_2(ts, TERM_BV_MUL, index, term_bv(ts, w, step));
    if (e->environment->alone)
        offset = term_bv(ts, w, 0);
    *room =
        term_and(ts, term_2(ts, TERM_BV_ULE, bytes, o->size),
                 term_2(ts, TERM_BV_ULE, offset, term_2(ts, TERM_BV_SUB, o->size, bytes)));
    if (!e->environment->alone) /* no wrapping */
        *room = term_and(
            ts, *room,
            term_2(ts, TERM_BV_ULE, index, term_bv(ts, w, LARGEST_OBJECT(w) / step)));
    memory_know_room(e->memory, k->object, offset, need.bytes);
    return sym_pointer(term_bv(ts, OBJECT_BITS, k->object), offset);
}

/* Two of one type are the same or do not overlap. Where the object was met as one of that
 * type, whole elements see to that. */
static struct term whole(struct exec *e, const struct known *k, uint32_t ctype,
                         struct term here, struct term offset)
{
    struct terms *ts = e->terms;
    struct environment *v = e->environment;
    struct environment_need need = environment_need(e->program, ctype);
    struct term bytes = term_bv(ts, e->memory->width, need.bytes), all = term_bool(ts, true);
    if (!ctype || k->ctype == ctype || need.bytes <= need.alignment)
        return all;
    for (size_t i = 0; i < v->placed.count; i++) {
        const struct placed *p = &v->placed.data[i];
        if (p->object != k->object || p->ctype != ctype)
            continue;
        struct term after =
            term_2(ts, TERM_BV_UGE, offset, term_2(ts, TERM_BV_ADD, p->offset, bytes));
        struct term before =
            term_2(ts, TERM_BV_UGE, p->offset, term_2(ts, TERM_BV_ADD, offset, bytes));
        struct term apart = term_or(ts, after, before);
        apart = term_or(ts, apart, term_eq(ts, offset, p->offset));
        all = term_and(ts, all, term_implies(ts, p->here, apart));
    }
    VECTOR_PUSH(&v->placed, (struct placed){k->object, ctype, here, offset});
    return all;
}

/* Models in which a pointer to another type leads to such a part of the object, or not there
 * at all, are liked better. */
static void prefer_part(struct exec *e, const struct known *k, uint32_t ctype,
                        struct term here, struct term offset)
{
    struct terms *ts = e->terms;
    struct environment_parts parts = environment_parts(e->program, k->ctype, ctype);
    struct term usual = term_not(ts, here);
    if (k->ctype == ctype)
        return;
    for (unsigned i = 0; i < parts.count; i++) {
        struct term at = term_bv(ts, e->memory->width, parts.offsets[i]);
        usual = term_or(ts, usual, term_eq(ts, offset, at));
    }
    VECTOR_PUSH(&e->out->preferences, usual);
}

static bool may_be_function(const struct program *p, uint32_t ctype)
{
    uint8_t kind = p->ctypes.data[ctype].kind;
    return !ctype || kind == CTYPE_FUNCTION || kind == CTYPE_VOID;
}

/* It leads to one of the functions, unless `not_here` holds, which then includes these. */
static void settle_functions(struct exec *e, uint64_t name, struct term address,
                             struct term *not_here, struct settled *out)
{
    struct terms *ts = e->terms;
    for (size_t i = 0; i < e->environment->functions.count; i++) {
        uint32_t object = e->environment->functions.data[i];
        struct term into =
            named(e, sort_bool(ts), "into", name, e->memory->objects.data[object].name);
        struct term here = term_and(ts, term_not(ts, *not_here), into);
        struct sym place = sym_object(e->memory, object, 0);
        if (term_is(address)) {
            struct term there = term_eq(ts, address, pointer_integer(e->memory, place));
            out->assumption = term_and(ts, out->assumption, term_implies(ts, here, there));
        }
        out->value = sym_ite(e->memory, here, place, out->value);
        *not_here = term_or(ts, *not_here, here);
    }
}

/* The pointer `otherwise` where `not_here` holds, else one into a known or a new object. A
 * pointer that has an address already leads to where that address is. */
static struct settled settle(struct exec *e, struct frame *fr, uint32_t id, uint64_t name,
                             struct sym otherwise, struct term not_here, struct term address)
{
    struct terms *ts = e->terms;
    struct environment *v = e->environment;
    uint32_t ctype = environment_pointee(e->program, fr->f, id);
    struct known own = {new_object(e, fr, id, name, ctype), ctype};
    VECTOR_PUSH(&v->known, own);
    struct settled out = {otherwise, term_bool(ts, true)};
    if (may_be_function(e->program, ctype))
        settle_functions(e, name, address, &not_here, &out);
    for (size_t i = 0; i < v->known.count; i++) {
        const struct known *k = &v->known.data[i];
        struct term here = term_not(ts, not_here), room;
        if (i + 1 < v->known.count)
            here = term_and(ts, here,
                            named(e, sort_bool(ts), "into", name,
                                  e->memory->objects.data[k->object].name));
        struct sym place = place_in(e, name, k, ctype, &room);
        if (term_is(address))
            room =
                term_and(ts, room, term_eq(ts, address, pointer_integer(e->memory, place)));
        room = term_and(ts, room, whole(e, k, ctype, here, place.b));
        out.value = sym_ite(e->memory, here, place, out.value);
        out.assumption = term_and(ts, out.assumption, term_implies(ts, here, room));
        not_here = term_or(ts, not_here, here);
        prefer_part(e, k, ctype, here, place.b);
    }
    return out;
}

static void bind_globals(struct exec *e, struct frame *fr, const struct touched *t,
                         bool pointers)
{
    bool many = false;
    for (size_t i = 0; i < t->globals.count; i++) {
        uint32_t index = t->globals.data[i];
        const struct global *g = &e->program->globals.data[index];
        uint32_t object = memory_global(e->memory, index);
        const struct global_facts *facts = &facts_addresses(e->facts)->globals[index];
        if (!facts->fixed)
            memory_havoc(e->memory, &e->state, object, hash_pair(0xe58, index));
        if (facts->hidden)
            continue;
        if (is_literal(g) && !is_compared_literal(t, index))
            continue;
        uint32_t ctype = g->variable < e->program->variables.count
                             ? e->program->variables.data[g->variable].ctype
                             : 0;
        if (e->program->ctypes.data[ctype].kind == CTYPE_ARRAY)
            ctype = e->program->ctypes.data[ctype].element;
        if (e->environment->known.count < MOST_GLOBALS)
            VECTOR_PUSH(&e->environment->known, (struct known){object, ctype});
        else
            many = true;
    }
    if (many && pointers)
        exec_cut(e, fr, 0, CUT_UNSUPPORTED, e->guard->term,
                 "a pointer from outside that may point into one of many globals");
}

/* Memory of the call's own: nothing else leads there. */
static struct sym own_memory(struct exec *e, struct frame *fr, uint32_t id,
                             const struct parameter_promise *own)
{
    uint64_t name = hash_pair(0xe5a, fr->f->instructions.data[id].extra);
    struct term size = term_bv(e->terms, e->memory->width, own->bytes);
    uint32_t object = memory_new_object(e->memory, OBJECT_ENVIRONMENT, name, name, name, size,
                                        (uint32_t)own->alignment);
    VECTOR_PUSH(&e->out->environment, (struct environment_object){object, fr->function, id});
    return sym_object(e->memory, object, 0);
}

static void bind_parameter(struct exec *e, struct frame *fr, uint32_t id)
{
    struct terms *ts = e->terms;
    const struct instruction *in = &fr->f->instructions.data[id];
    const struct parameter_promise *own = parameter_own(fr->f, in);
    char name[64];
    snprintf(name, sizeof name, "param!%u", (unsigned)in->extra);
    if (own) {
        fr->values[id] = own_memory(e, fr, id, own);
    } else if (in->type.kind == TYPE_POINTER) {
        uint64_t key = hash_pair(0xe59, in->extra);
        struct settled s = settle(e, fr, id, key, sym_null(e->memory),
                                  named(e, sort_bool(ts), "null", key, 0), TERM_NONE);
        exec_assume(e, s.assumption);
        fr->values[id] = s.value;
    } else {
        fr->values[id] = sym_fresh(e->memory, in->type, name);
    }
    exec_event(e, fr, id, EVENT_INPUT, fr->values[id]);
}

void environment_bind(struct exec *e, struct frame *fr)
{
    LAW(!e->environment);
    LAW(environment_used(e));
    e->environment = ARENA_NEW(&e->arena, struct environment);
    struct touched touched = {.program = e->program,
                              .known = facts_addresses(e->facts)->functions};
    const struct block *entry = &fr->f->blocks.data[0];
    uint32_t pointers = 0;
    find_touched(&touched, fr->function);
    for (uint32_t i = 0; i < fr->f->param_count; i++)
        pointers += fr->f->params[i].kind == TYPE_POINTER &&
                    !(fr->f->promises && fr->f->promises[i].own);
    bind_globals(e, fr, &touched, pointers || touched.reads_pointers);
    for (size_t i = 0; i < touched.compared.count; i++)
        VECTOR_PUSH(&e->environment->functions,
                    memory_function(e->memory, touched.compared.data[i]));
    e->environment->alone =
        pointers == 1 && !e->environment->known.count && !touched.reads_pointers;
    for (size_t i = 0; i < entry->instructions.count && e->guard; i++)
        if (fr->f->instructions.data[entry->instructions.data[i]].op == OP_PARAM)
            bind_parameter(e, fr, entry->instructions.data[i]);
    if (e->guard && parameters_hold_union(e->program, fr->f))
        exec_cut(e, fr, 0, CUT_UNSUPPORTED, e->guard->term,
                 "a union with a pointer in it as parameter of a function alone");
    if (fr->f->variadic && e->guard)
        exec_cut(e, fr, 0, CUT_UNSUPPORTED, e->guard->term, "variadic function alone");
    touched_release(&touched);
}

void environment_release(struct exec *e)
{
    if (!e->environment)
        return;
    VECTOR_RELEASE(&e->environment->known);
    VECTOR_RELEASE(&e->environment->functions);
    VECTOR_RELEASE(&e->environment->placed);
    VECTOR_RELEASE(&e->environment->settled);
    map_release(&e->environment->memo);
}

void environment_reach(struct exec *e, void (*see)(void *, struct sym), void *context)
{
    for (size_t i = 0; e->environment && i < e->environment->known.count; i++)
        see(context, sym_object(e->memory, e->environment->known.data[i].object, 0));
}

/* --- pointers that are read --- */

/* The pointer where it is not wild; anything elsewhere. What can only be wild or null is
 * null. */
static struct sym not_wild(struct exec *e, struct sym p, unsigned fuel)
{
    struct terms *ts = e->terms;
    struct sym outside = sym_pointer(term_bv(ts, OBJECT_BITS, WILD_OBJECT), p.b);
    if (term_same(p.a, outside.a) || term_same(p.a, pointer_outside(e->memory, outside).a))
        return sym_null(e->memory);
    if (term_op(ts, p.a) != TERM_ITE || !fuel)
        return p;
    struct term c = term_arg(ts, p.a, 0);
    bool both = term_op(ts, p.b) == TERM_ITE && term_same(term_arg(ts, p.b, 0), c);
    struct sym yes = sym_pointer(term_arg(ts, p.a, 1), both ? term_arg(ts, p.b, 1) : p.b);
    struct sym no = sym_pointer(term_arg(ts, p.a, 2), both ? term_arg(ts, p.b, 2) : p.b);
    return sym_ite(e->memory, c, not_wild(e, yes, fuel - 1), not_wild(e, no, fuel - 1));
}

struct sym environment_pointer(struct exec *e, struct frame *fr, uint32_t id, struct sym v)
{
    LAW(id < fr->f->instructions.count);
    LAW(v.kind == SYM_POINTER);
    struct term wild = pointer_is_wild(e->memory, v);
    if (!environment_used(e) || e->options->cuts || !e->guard ||
        term_is_false(e->terms, wild))
        return v;
    uint64_t key = (uint64_t)v.a.id << 32 | v.b.id, at;
    struct environment *x = e->environment;
    if (!map_get(&x->memo, key, &at)) {
        struct sym rest = not_wild(e, v, LONGEST_CHAIN);
        at = x->settled.count;
        map_set(&x->memo, key, at);
        VECTOR_PUSH(&x->settled, settle(e, fr, id, exec_name(e, fr, id), rest,
                                        term_not(e->terms, wild), v.b));
    }
    exec_assume(e, x->settled.data[at].assumption);
    return x->settled.data[at].value;
}

/* --- uses --- */

void environment_access(struct exec *e, struct frame *fr, uint32_t id, struct sym p,
                        struct term good)
{
    LAW(id < fr->f->instructions.count);
    LAW(p.kind == SYM_POINTER);
    if (!environment_used(e) || !e->guard ||
        (e->options->violations & VIOLATION_BIT(VIOLATION_DEREF)))
        return;
    if (!e->environment->alone)
        return; /* pointers are at any offset */
    struct terms *ts = e->terms;
    struct term before = term_2(ts, TERM_BV_SLT, p.b, term_bv(ts, e->memory->width, 0));
    struct term outside = term_and(ts, before, term_not(ts, good));
    exec_cut(e, fr, id, CUT_UNSUPPORTED,
             term_and(ts, e->guard->term, term_and(ts, environment_named(e, p), outside)),
             "access before what a parameter points to");
}

struct term environment_named(struct exec *e, struct sym p)
{
    LAW(p.kind == SYM_POINTER);
    struct candidates c;
    struct term any = term_bool(e->terms, false);
    pointer_candidates(e->memory, p, &c);
    for (size_t i = 0; i < c.objects.count; i++)
        if (e->memory->objects.data[c.objects.data[i]].kind == OBJECT_ENVIRONMENT)
            any = term_or(
                e->terms, any,
                term_eq(e->terms, p.a, term_bv(e->terms, OBJECT_BITS, c.objects.data[i])));
    candidates_release(&c);
    return any;
}

bool environment_used(const struct exec *e)
{
    return e->options->entry != e->program->entry;
}

void environment_cut(struct exec *e, struct frame *fr, uint32_t id, struct sym p,
                     const char *what)
{
    LAW(id < fr->f->instructions.count);
    LAW(p.kind == SYM_POINTER);
    if (!environment_used(e) || !e->guard)
        return;
    struct term is = environment_named(e, p);
    exec_cut(e, fr, id, CUT_UNSUPPORTED, term_and(e->terms, e->guard->term, is), what);
    exec_assume(e, term_not(e->terms, is));
}
