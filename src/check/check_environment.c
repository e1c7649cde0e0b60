/* A function that is checked alone: numbers and globals hold any value; a pointer parameter
 * is null or points into memory of its own, of an earlier parameter, or a global, at any
 * offset that leaves room for what its type points to, aligned as that is; two of one type
 * do not overlap in part. What the prover
 * assumes of callers is the same (docs/decisions/110-functions-alone.md); what it can follow
 * may be more: here a pointer found in such memory is not covered. */
#include "check/check_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/analysis/parameters.h"

#include <stdio.h>

enum { MOST_PLACES = 10, DEEPEST_TYPE = 12 };

/* Where pointers from outside may lead: an object, seen as elements of a type (0: not known).
 */
struct location {
    uint32_t object, ctype;
};
typedef VECTOR(struct location) places;
/* A pointer that leads there if it is `chosen`. */
struct choice {
    uint32_t object, ctype;
    struct term chosen, offset;
};
typedef VECTOR(struct choice) choices;

/* What a pointer parameter is declared to point to; 0 if that is not known. */
static uint32_t pointee(const struct program *p, const struct function *f, uint32_t parameter)
{
    LAW(f->instructions.data[parameter].op == OP_PARAM);
    uint32_t variable = f->instructions.data[parameter].variable;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *note = &f->instructions.data[i];
        bool about = note->op == OP_NOTE && note->block != UINT32_MAX &&
                     instruction_operand(f, note, 0).id == parameter;
        if (variable == UINT32_MAX && about)
            variable = note->variable;
    }
    if (variable >= p->variables.count)
        return 0;
    const struct ctype *type = &p->ctypes.data[p->variables.data[variable].ctype];
    return type->kind == CTYPE_POINTER ? type->element : 0;
}

static uint64_t bytes_of(const struct program *p, uint32_t ctype)
{
    LAW(ctype < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[ctype];
    bool sized = ctype && t->bytes && t->kind != CTYPE_FUNCTION && t->kind != CTYPE_VOID;
    return sized ? t->bytes : 1;
}

/* The alignment that C gives the type, or less. */
static uint64_t alignment_of(const struct program *p, uint32_t ctype, unsigned depth)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    uint64_t most = p->pointer_width == 32 ? 4 : 16, found = 1, bytes = bytes_of(p, ctype);
    if (!ctype || !depth)
        return 1;
    if (t->kind == CTYPE_ARRAY)
        return alignment_of(p, t->element, depth - 1);
    if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION) {
        if (bytes & (bytes - 1))
            return 1;
        return bytes < most ? bytes : most;
    }
    for (uint32_t i = 0; i < t->member_count; i++) {
        uint64_t member = alignment_of(p, t->members[i].ctype, depth - 1);
        if (t->members[i].bit_offset % 8)
            continue; /* a bit-field: its neighbours tell */
        if (t->members[i].bit_offset / 8 % member)
            return 1; /* packed */
        if (member > found)
            found = member;
    }
    return t->bytes % found ? 1 : found;
}

/* A multiple of the step. */
static struct term is_step(struct checker *c, struct term offset, uint64_t step)
{
    LAW(step > 0);
    struct terms *ts = c->terms;
    unsigned w = c->view.width;
    uint64_t most = (1ull << (w - 1)) - 1;
    if (step & (step - 1)) {
        struct term index = term_fresh(ts, sort_bv(ts, w), "index");
        struct term small = term_2(ts, TERM_BV_ULE, index, term_bv(ts, w, most / step));
        return term_and(
            ts, small,
            term_eq(ts, offset, term_2(ts, TERM_BV_MUL, index, term_bv(ts, w, step))));
    }
    return term_eq(ts, term_2(ts, TERM_BV_AND, offset, term_bv(ts, w, step - 1)),
                   term_bv(ts, w, 0));
}

/* Under `chosen` there is room for the type at the offset: a whole number of elements from
 * the start where the place is seen as such elements, else where the type may lie. */
static void assume_inside(struct checker *c, struct location at, struct term offset,
                          uint32_t ctype, struct term chosen)
{
    LAW(at.object < c->view.objects.count);
    struct terms *ts = c->terms;
    uint64_t bytes = bytes_of(c->program, ctype),
             step = alignment_of(c->program, ctype, DEEPEST_TYPE);
    struct term size = c->view.objects.data[at.object].size,
                need = term_bv(ts, c->view.width, bytes);
    struct term last = term_2(ts, TERM_BV_SUB, size, need);
    struct term inside = term_and(ts, term_2(ts, TERM_BV_UGE, size, need),
                                  term_2(ts, TERM_BV_ULE, offset, last));
    if (ctype && at.ctype == ctype)
        step = bytes;
    check_assume(c, term_implies(ts, chosen, term_and(ts, inside, is_step(c, offset, step))));
}

static uint32_t new_memory(struct checker *c, uint32_t parameter, struct term size,
                           uint64_t alignment)
{
    uint64_t key = hash_pair(0xe57, parameter);
    uint32_t object =
        view_new_object(&c->view, VIEW_ENVIRONMENT, key, key, size, (uint32_t)alignment);
    view_begin(&c->view, &c->state, object);
    view_havoc(&c->view, &c->state, object);
    return object;
}

static uint32_t own_memory(struct checker *c, uint32_t parameter)
{
    struct terms *ts = c->terms;
    uint64_t most = (1ull << (c->view.width - 1)) - 1;
    struct term size = term_fresh(ts, sort_bv(ts, c->view.width), "size");
    uint32_t object = new_memory(c, parameter, size, 1);
    check_assume(c, term_2(ts, TERM_BV_ULE, size, term_bv(ts, c->view.width, most)));
    return object;
}

/* Things of one type are the same or apart. */
static void assume_apart(struct checker *c, choices *made, const struct choice *mine)
{
    struct terms *ts = c->terms;
    struct term bytes = term_bv(ts, c->view.width, bytes_of(c->program, mine->ctype));
    for (size_t i = 0; mine->ctype && i < made->count; i++) {
        const struct choice *other = &made->data[i];
        if (other->object != mine->object || other->ctype != mine->ctype)
            continue;
        struct term both = term_and(ts, other->chosen, mine->chosen);
        struct term higher = term_2(ts, TERM_BV_SUB, mine->offset, other->offset),
                    lower = term_2(ts, TERM_BV_SUB, other->offset, mine->offset);
        struct term near = term_and(ts, term_2(ts, TERM_BV_ULT, higher, bytes),
                                    term_ne(ts, mine->offset, other->offset));
        near = term_or(ts, near,
                       term_and(ts, term_2(ts, TERM_BV_ULT, lower, bytes),
                                term_ne(ts, mine->offset, other->offset)));
        check_assume(c, term_not(ts, term_and(ts, both, near)));
    }
    VECTOR_PUSH(made, *mine);
}

static struct datum any_pointer(struct checker *c, const places *where, choices *made,
                                uint32_t own, uint32_t ctype)
{
    struct terms *ts = c->terms;
    struct term offset = term_fresh(ts, sort_bv(ts, c->view.width), "offset"),
                open = term_bool(ts, true);
    struct datum value = datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, own), offset);
    for (size_t i = 0; i < where->count; i++) {
        struct term here = term_and(ts, open, term_fresh(ts, sort_bool(ts), "here"));
        struct term object = term_bv(ts, VIEW_OBJECT_BITS, where->data[i].object);
        assume_inside(c, where->data[i], offset, ctype, here);
        struct choice mine = {where->data[i].object, ctype, here, offset};
        if (where->data[i].ctype != ctype) /* else whole elements see to that */
            assume_apart(c, made, &mine);
        value = datum_ite(&c->view, here, datum_pointer(object, offset), value);
        open = term_and(ts, open, term_not(ts, here));
    }
    struct term null = term_and(ts, open, term_fresh(ts, sort_bool(ts), "null"));
    struct location mine = {own, ctype};
    assume_inside(c, mine, offset, ctype, term_and(ts, open, term_not(ts, null)));
    return datum_ite(&c->view, null, view_null(&c->view), value);
}

static struct datum value_in_memory(struct checker *c, uint32_t parameter,
                                    const struct parameter_promise *value)
{
    struct terms *ts = c->terms;
    unsigned w = c->view.width;
    uint32_t object =
        new_memory(c, parameter, term_bv(ts, w, value->bytes), value->alignment);
    return datum_pointer(term_bv(ts, VIEW_OBJECT_BITS, object), term_bv(ts, w, 0));
}

static uint32_t seen_as(const struct program *p, const struct global *g)
{
    if (g->variable >= p->variables.count)
        return 0;
    uint32_t ctype = p->variables.data[g->variable].ctype;
    return p->ctypes.data[ctype].kind == CTYPE_ARRAY ? p->ctypes.data[ctype].element : ctype;
}

/* Pointers lead to globals that are touched; to others as to any memory. */
static void find_globals(struct checker *c, places *where, const bool *touched)
{
    for (uint32_t g = 0; g < c->program->globals.count; g++) {
        const struct global *global = &c->program->globals.data[g];
        const struct global_facts *facts = &c->addresses->globals[g];
        uint32_t object = view_global(&c->view, g);
        if (!touched[g] || facts->hidden ||
            (global->read_only && text_starts(global->name, ".")))
            continue;
        VECTOR_PUSH(where, (struct location){object, seen_as(c->program, global)});
    }
}

void check_forget_globals(struct checker *c)
{
    for (uint32_t g = 0; g < c->program->globals.count; g++)
        if (!c->addresses->globals[g].fixed)
            view_havoc(&c->view, &c->state, view_global(&c->view, g));
}

struct datum *check_environment(struct checker *c, uint32_t entry)
{
    LAW(entry < c->program->functions.count);
    const struct function *f = &c->program->functions.data[entry];
    struct datum *v = ARENA_ARRAY(&c->arena, struct datum, f->param_count + 1);
    places where = {0};
    choices made = {0};
    check_forget_globals(c);
    find_globals(c, &where, check_touched_globals(c, entry));
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op != OP_PARAM || in->block == UINT32_MAX)
            continue;
        LAW(in->extra < f->param_count);
        if (in->type.kind != TYPE_POINTER) {
            v[in->extra] = datum_fresh(&c->view, in->type, "argument");
            continue;
        }
        const struct parameter_promise *passed = parameter_own(f, in);
        if (passed) { /* by value; or a struct is returned there */
            v[in->extra] = value_in_memory(c, (uint32_t)in->extra, passed);
            continue;
        }
        if (where.count > MOST_PLACES)
            c->failed = "a pointer parameter that may point into one of many globals";
        uint32_t own = own_memory(c, (uint32_t)in->extra), ctype = pointee(c->program, f, i);
        view_keep_members(&c->view, own, ctype);
        v[in->extra] = any_pointer(c, &where, &made, own, ctype);
        VECTOR_PUSH(&where, (struct location){own, ctype});
    }
    if (parameters_hold_union(c->program, f))
        c->failed = "a parameter that is a union with a pointer in it";
    if (f->variadic)
        c->failed = "a variadic function alone";
    VECTOR_RELEASE(&made);
    VECTOR_RELEASE(&where);
    return v;
}

void check_not_environment(struct checker *c, struct activation *a, uint32_t id,
                           struct datum p, const char *what)
{
    LAW(p.kind == DATUM_POINTER);
    struct terms *ts = c->terms;
    struct candidates found;
    struct term any = term_bool(ts, false);
    view_candidates(&c->view, p, &found);
    for (size_t i = 0; i < found.objects.count; i++)
        if (c->view.objects.data[found.objects.data[i]].kind == VIEW_ENVIRONMENT)
            any = term_or(
                ts, any,
                term_eq(ts, p.a, term_bv(ts, VIEW_OBJECT_BITS, found.objects.data[i])));
    view_candidates_release(&found);
    if (term_is_false(ts, any))
        return;
    check_uncovered(c, a, id, any, what);
    check_assume(c, term_not(ts, any));
}

void check_not_found_pointer(struct checker *c, struct activation *a, uint32_t id,
                             struct datum v)
{
    if ((c->entry == c->program->entry && !c->apart) || v.kind != DATUM_POINTER)
        return;
    struct terms *ts = c->terms;
    struct term number =
        term_and(ts, term_eq(ts, v.a, term_bv(ts, VIEW_OBJECT_BITS, 0)),
                 term_not(ts, term_eq(ts, v.b, term_bv(ts, c->view.width, 0))));
    struct term found = term_or(ts, view_is_wild(&c->view, v), number);
    if (!term_is_false(ts, found))
        check_uncovered(c, a, id, found, "a pointer found in memory behind a parameter");
}
