/* Pointers as objects and offsets: which objects one may name, and where in them. */
#include "check/view/view_internal.h"

#include "base/failure.h"

enum { LONGEST = 256, DEEPEST_SUM = 4, MOST_LEAVES = 64 };

struct datum view_at(struct view *v, uint32_t object, int64_t offset)
{
    LAW(object < v->objects.count);
    return datum_pointer(term_bv(v->terms, VIEW_OBJECT_BITS, object),
                         term_bv_signed(v->terms, v->width, offset));
}

struct datum view_null(struct view *v)
{
    return view_at(v, 0, 0);
}

struct datum view_moved(struct view *v, struct datum p, struct term by)
{
    LAW(term_width(v->terms, by) == v->width);
    LAW(p.kind == DATUM_POINTER);
    return datum_pointer(p.a, term_2(v->terms, TERM_BV_ADD, p.b, by));
}

struct term view_is_wild(struct view *v, struct datum p)
{
    return view_names(v, p, VIEW_WILD_OBJECT);
}

/* --- candidates --- */

typedef VECTOR(struct term) term_list;

/* Where the value of a term that is no constant comes from; false if that does not show. */
static bool sources(struct terms *ts, struct term t, term_list *todo)
{
    if (term_op(ts, t) == TERM_ITE) {
        VECTOR_PUSH(todo, term_arg(ts, t, 1));
        VECTOR_PUSH(todo, term_arg(ts, t, 2));
        return true;
    }
    if (term_class(term_op(ts, t)) != TERM_CLASS_ARRAY)
        return false;
    switch ((enum term_array_op)term_op(ts, t)) {
    case TERM_SELECT: /* some element of the array */
    case TERM_ARRAY_CONST:
        VECTOR_PUSH(todo, term_arg(ts, t, 0));
        return true;
    case TERM_STORE:
        VECTOR_PUSH(todo, term_arg(ts, t, 0));
        VECTOR_PUSH(todo, term_arg(ts, t, 2));
        return true;
    }
    BUG("no such operator");
}

static void add_all(struct view *v, struct candidates *c)
{
    VECTOR_CLEAR(&c->objects);
    for (uint32_t o = 1; o < v->objects.count; o++)
        VECTOR_PUSH(&c->objects, o);
    c->null = true;
}

void view_candidates(struct view *v, struct datum p, struct candidates *c)
{
    LAW(p.kind == DATUM_POINTER);
    *c = (struct candidates){0};
    term_list todo = {0};
    struct map seen = {0};
    VECTOR_PUSH(&todo, p.a);
    while (todo.count && !c->open) {
        struct term t = VECTOR_POP(&todo);
        uint64_t object;
        if (map_has(&seen, t.id))
            continue;
        map_set(&seen, t.id, 1);
        if (!term_const_u64(v->terms, t, &object))
            c->open |= !sources(v->terms, t, &todo);
        else if (object)
            VECTOR_PUSH(&c->objects, (uint32_t)object);
        else
            c->null = true;
    }
    LAW(!c->objects.count || VECTOR_LAST(&c->objects) < v->objects.count);
    if (c->open)
        add_all(v, c);
    VECTOR_RELEASE(&todo);
    map_release(&seen);
}

void view_candidates_release(struct candidates *c)
{
    VECTOR_RELEASE(&c->objects);
}

struct term view_size_of(struct view *v, struct datum p)
{
    struct candidates c;
    struct term size = view_word(v, 0);
    view_candidates(v, p, &c);
    for (size_t i = 0; i < c.objects.count; i++)
        size = term_ite(v->terms, view_names(v, p, c.objects.data[i]),
                        v->objects.data[c.objects.data[i]].size, size);
    view_candidates_release(&c);
    return size;
}

uint64_t view_room(struct view *v, struct datum p)
{
    struct candidates c;
    uint64_t most = 0;
    view_candidates(v, p, &c);
    for (size_t i = 0; i < c.objects.count; i++) {
        uint64_t bytes = term_most(v->terms, v->objects.data[c.objects.data[i]].size);
        if (bytes > most)
            most = bytes;
    }
    view_candidates_release(&c);
    return most;
}

/* --- the offset, given the object --- */

/* The term where the condition holds, or where it does not. */
static struct term on_side(struct view *v, struct term t, struct term condition, bool holds,
                           unsigned fuel)
{
    struct terms *ts = v->terms;
    if (term_op(ts, t) == TERM_ITE && term_same(term_arg(ts, t, 0), condition))
        return term_arg(ts, t, holds ? 1 : 2);
    if (term_op(ts, t) != TERM_BV_ADD || !fuel)
        return t;
    struct term x = on_side(v, term_arg(ts, t, 0), condition, holds, fuel - 1);
    struct term y = on_side(v, term_arg(ts, t, 1), condition, holds, fuel - 1);
    return term_2(ts, TERM_BV_ADD, x, y);
}

static bool may_be(struct view *v, struct term t, uint32_t object)
{
    uint64_t value;
    return !term_const_u64(v->terms, t, &value) || value == object;
}

static struct term offset_in(struct view *v, struct term names, struct term offset,
                             uint32_t object, unsigned fuel)
{
    struct terms *ts = v->terms;
    if (!fuel || term_op(ts, names) != TERM_ITE)
        return offset;
    struct term c = term_arg(ts, names, 0), yes = term_arg(ts, names, 1),
                no = term_arg(ts, names, 2);
    struct term at_yes = on_side(v, offset, c, true, DEEPEST_SUM),
                at_no = on_side(v, offset, c, false, DEEPEST_SUM);
    if (!may_be(v, yes, object))
        return offset_in(v, no, at_no, object, fuel - 1);
    if (!may_be(v, no, object))
        return offset_in(v, yes, at_yes, object, fuel - 1);
    if (term_same(at_yes, offset) && term_same(at_no, offset))
        return offset;
    at_yes = offset_in(v, yes, at_yes, object, fuel / 2);
    at_no = offset_in(v, no, at_no, object, fuel / 2);
    return term_ite(ts, c, at_yes, at_no);
}

struct term view_offset_in(struct view *v, struct datum p, uint32_t object)
{
    LAW(p.kind == DATUM_POINTER);
    return offset_in(v, p.a, p.b, object, LONGEST);
}

bool view_all_constants(struct view *v, struct term t, bool (*good)(void *, uint64_t),
                        void *context)
{
    struct term todo[MOST_LEAVES] = {t};
    unsigned count = 1, seen = 0;
    while (count) {
        uint64_t value;
        t = todo[--count];
        if (term_const_u64(v->terms, t, &value)) {
            if (!good(context, value))
                return false;
        } else {
            if (term_op(v->terms, t) != TERM_ITE || count + 2 > MOST_LEAVES ||
                ++seen > MOST_LEAVES)
                return false;
            todo[count++] = term_arg(v->terms, t, 1);
            todo[count++] = term_arg(v->terms, t, 2);
        }
    }
    return true;
}
