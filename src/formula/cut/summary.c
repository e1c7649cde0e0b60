#include "formula/cut/summary.h"

#include "base/failure.h"
#include "formula/cut/cut_internal.h"

#include <stdio.h>

void summaries_release(summaries *all)
{
    for (size_t i = 0; i < all->count; i++) {
        struct summary *s = &all->data[i];
        for (size_t f = 0; f < s->fields.count; f++)
            VECTOR_RELEASE(&s->fields.data[f].targets);
        VECTOR_RELEASE(&s->fields);
    }
    VECTOR_RELEASE(all);
}

uint64_t summary_path(uint64_t path)
{
    return hash_pair(path, 0x5e);
}

static struct summary *by_path(struct exec *e, uint64_t path)
{
    summaries *all = &e->options->cuts->memo->summaries;
    for (size_t i = 0; i < all->count; i++)
        if (all->data[i].path == path)
            return &all->data[i];
    return NULL;
}

static struct summary *by_object(struct exec *e, uint32_t object)
{
    summaries *all = &e->options->cuts->memo->summaries;
    for (size_t i = 0; i < all->count; i++)
        if (all->data[i].object == object)
            return &all->data[i];
    return NULL;
}

/* What was encoded so far knew less: encode again. What comes next may still be learnt from.
 */
static void learnt(struct exec *e)
{
    e->options->cuts->memo->again = true;
}

bool summaries_again(const struct cut_model *c)
{
    return c->memo->again;
}

/* --- shapes of pointers --- */

static struct pointer_shape shape(struct terms *ts, struct term object, struct term offset,
                                  unsigned fuel)
{
    uint64_t o, at;
    bool constant = term_const_u64(ts, object, &o),
         zero = term_const_u64(ts, offset, &at) && at == 0;
    if (constant)
        return (struct pointer_shape){!zero, o == 0 && !zero};
    if (zero)
        return (struct pointer_shape){false, false};
    bool choice = term_op(ts, object) == TERM_ITE,
         both = choice && term_op(ts, offset) == TERM_ITE;
    if (!choice || !fuel)
        return (struct pointer_shape){true, true};
    both = both && term_same(term_arg(ts, object, 0), term_arg(ts, offset, 0));
    struct pointer_shape x =
        shape(ts, term_arg(ts, object, 1), both ? term_arg(ts, offset, 1) : offset, fuel - 1);
    struct pointer_shape y =
        shape(ts, term_arg(ts, object, 2), both ? term_arg(ts, offset, 2) : offset, fuel - 1);
    return (struct pointer_shape){x.moved || y.moved, x.garbage || y.garbage};
}

struct pointer_shape pointer_shape(struct terms *ts, struct sym p)
{
    LAW(p.kind == SYM_POINTER);
    return shape(ts, p.a, p.b, 12);
}

/* --- fields --- */

static void add_target(struct exec *e, struct summary_field *f, uint64_t path)
{
    for (size_t i = 0; i < f->targets.count; i++)
        if (f->targets.data[i] == path)
            return;
    VECTOR_PUSH(&f->targets, path);
    learnt(e);
}

static void set_flag(struct exec *e, bool *flag)
{
    if (*flag || e->memory->restart)
        return;
    *flag = true;
    learnt(e);
}

static void learn_field(struct exec *e, struct summary_field *f, struct sym v)
{
    uint64_t value;
    if (f->odd || e->memory->restart)
        return; /* values of an encoding that is void already tell nothing */
    if (v.kind == SYM_BITS && term_const_u64(e->terms, v.a, &value) && value == 0) {
        add_target(e, f, 0);
        return;
    }
    struct candidates c = {0};
    if (v.kind == SYM_POINTER)
        pointer_candidates(e->memory, v, &c);
    if (v.kind != SYM_POINTER || c.open) {
        set_flag(e, &f->odd);
        candidates_release(&c);
        return;
    }
    struct pointer_shape s = pointer_shape(e->terms, v);
    if (s.moved)
        set_flag(e, &f->moved);
    if (s.garbage)
        set_flag(e, &f->garbage);
    if (c.null)
        add_target(e, f, 0);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint64_t path = e->memory->objects.data[c.objects.data[i]].path;
        add_target(e, f, path);
        if (by_path(e, path))
            add_target(e, f, summary_path(path));
    }
    candidates_release(&c);
}

static struct sym any_bits(struct exec *e, uint32_t bytes, const char *name)
{
    struct term v = term_fresh(e->terms, sort_bv(e->terms, bytes * 8), name);
    memory_carrier(e->memory, v);
    return sym_bits(v);
}

static struct sym any_pointer(struct exec *e, const struct summary_field *f, const char *name)
{
    struct terms *ts = e->terms;
    struct term zero = term_bv(ts, e->memory->width, 0);
    struct term offset =
        f->moved ? term_fresh(ts, sort_bv(ts, e->memory->width), name) : zero;
    struct sym p = sym_pointer(term_bv(ts, OBJECT_BITS, 0), f->garbage ? offset : zero);
    bool null = false, first = true;
    for (size_t t = 0; t < f->targets.count; t++)
        null |= !f->targets.data[t];
    first = !null;
    for (uint32_t o = 1; o < e->memory->objects.count; o++)
        for (size_t t = 0; t < f->targets.count; t++) {
            if (!f->targets.data[t] || e->memory->objects.data[o].path != f->targets.data[t])
                continue;
            struct sym here = sym_pointer(term_bv(ts, OBJECT_BITS, o), offset);
            p = first ? here
                      : sym_ite(e->memory, term_fresh(ts, sort_bool(ts), name), here, p);
            first = false;
        }
    return p;
}

/* What is added to variables in an offset. */
static uint32_t constant_part(const struct terms *ts, struct term offset)
{
    uint64_t at = 0;
    if (term_op(ts, offset) == TERM_BV_ADD)
        return constant_part(ts, term_arg(ts, offset, 0)) +
               constant_part(ts, term_arg(ts, offset, 1));
    return term_const_u64(ts, offset, &at) ? (uint32_t)at : 0;
}

static struct sym load_summary(void *context, uint32_t object, struct term offset,
                               uint32_t bytes, enum sym_kind wish)
{
    struct exec *e = context;
    struct summary *s = by_object(e, object);
    uint64_t at = 0;
    char name[SUMMARY_NAME];
    bool constant = term_const_u64(e->terms, offset, &at);
    snprintf(name, sizeof name, SUMMARY_FORMAT, object, constant_part(e->terms, offset));
    if (wish != SYM_POINTER || bytes * 8 != e->memory->width || !constant || at > s->bytes)
        return any_bits(e, bytes, name);
    for (size_t i = 0; i < s->fields.count; i++)
        if (s->fields.data[i].at == at)
            return s->fields.data[i].odd ? any_bits(e, bytes, name)
                                         : any_pointer(e, &s->fields.data[i], name);
    VECTOR_PUSH(&s->fields, (struct summary_field){.at = (uint32_t)at});
    e->memory->restart = true;
    return any_bits(e, bytes, name);
}

static void store_summary(void *context, uint32_t object, struct term offset, uint32_t bytes,
                          struct sym v)
{
    struct exec *e = context;
    struct summary *s = by_object(e, object);
    uint32_t word = e->memory->width / 8;
    uint64_t at;
    bool constant = term_const_u64(e->terms, offset, &at);
    for (size_t i = 0; i < s->fields.count; i++) {
        struct summary_field *f = &s->fields.data[i];
        if (constant && at == f->at && bytes == word)
            learn_field(e, f, v);
        else if (!constant || (at < f->at + word && f->at < at + bytes))
            set_flag(e, &f->odd);
    }
}

/* --- objects --- */

void summaries_begin(struct exec *e)
{
    struct cut_model *c = e->options->cuts;
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    struct memory *m = e->memory;
    if (c->memo->summaries.count && (e->options->violations & leaks))
        cut_fail(e, CUT_MAY_LEAK);
    c->memo->again = false;
    m->summary_access =
        (struct summary_access){e, c->memo->summaries.count, load_summary, store_summary};
    for (size_t i = 0; i < c->memo->summaries.count; i++) {
        struct summary *s = &c->memo->summaries.data[i];
        uint64_t name = summary_path(s->path);
        s->object = memory_new_object(m, OBJECT_HEAP, name, name, name,
                                      term_bv(e->terms, m->width, s->bytes), 16);
        m->objects.data[s->object].summary = true;
        memory_begin(m, &e->state, s->object, name);
    }
}

uint32_t summary_for(struct exec *e, uint32_t object)
{
    LAW(object && object < e->memory->objects.count);
    const struct object *o = &e->memory->objects.data[object];
    struct summary *s = by_path(e, o->path);
    if (o->kind != OBJECT_HEAP || !o->size_known) {
        cut_fail(e, o->kind == OBJECT_HEAP ? CUT_SEVERAL_SIZES : CUT_OLD_LOCAL);
        return 0;
    }
    if (s && s->bytes != o->bytes) {
        cut_fail(e, CUT_SEVERAL_SIZES);
        return 0;
    }
    if (s)
        return s->object;
    VECTOR_PUSH(&e->options->cuts->memo->summaries,
                (struct summary){.path = o->path, .bytes = o->bytes});
    e->memory->restart = true;
    return 0;
}

/* What fields may name and is made again in each iteration must be seen as a summary too. */
static void check_targets(struct exec *e, uint32_t first)
{
    summaries *all = &e->options->cuts->memo->summaries;
    for (uint32_t o = first; o < e->memory->objects.count; o++)
        for (size_t i = 0; i < all->count; i++)
            for (size_t f = 0; f < all->data[i].fields.count; f++) {
                struct summary_field *field = &all->data[i].fields.data[f];
                for (size_t t = 0; t < field->targets.count; t++)
                    if (field->targets.data[t] == e->memory->objects.data[o].path &&
                        !summary_for(e, o))
                        return;
            }
}

void summaries_fold(struct exec *e, uint32_t first, struct memory_state *after)
{
    LAW(first <= e->memory->objects.count);
    struct memory *m = e->memory;
    struct terms *ts = e->terms;
    check_targets(e, first);
    size_t count = m->objects.count;
    for (uint32_t o = first; o < count && !m->restart; o++) {
        const struct object *object = &m->objects.data[o];
        struct summary *s =
            object->kind == OBJECT_HEAP && !object->summary ? by_path(e, object->path) : NULL;
        if (!s || !summary_for(e, o))
            continue;
        for (size_t f = 0; f < s->fields.count; f++) {
            struct sym p = sym_object(m, o, s->fields.data[f].at);
            learn_field(e, &s->fields.data[f],
                        memory_load(m, after, p, (struct type){TYPE_POINTER, m->width}));
        }
        struct term born =
            term_is(m->objects.data[o].born) ? m->objects.data[o].born : term_bool(ts, true);
        memory_end(m, after, s->object,
                   term_and(ts, born, term_not(ts, memory_alive(m, after, o))));
    }
}
