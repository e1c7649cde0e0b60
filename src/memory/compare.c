/* Comparing pointers.
 *
 * The address of a pointer is the base of its object plus its offset, and wraps around. A
 * pointer is near its object if it is inside, at its end, or less than MEMORY_EDGE bytes
 * before it: its address does not wrap then and is not 0, since no object has the first bytes
 * of the address space. What is near is compared by offsets; all else by addresses. Pointers
 * to different objects that are there for ever have different addresses inside of them. */
#include "memory/memory_internal.h"

#include "base/failure.h"
#include "program/literal.h"

bool objects_may_share(struct memory *m, const struct object *x, const struct object *y)
{
    if (x->kind != OBJECT_GLOBAL || y->kind != OBJECT_GLOBAL)
        return false;
    return literal_may_share(m->program, x->index, y->index);
}

/* --- near its object --- */

/* Whether the constant is near every object that the pointer may name. */
static bool constant_near(struct memory *m, const struct candidates *c, uint64_t at)
{
    uint64_t all = 2 * memory_largest_object(m) + 1;
    bool before = ((at + MEMORY_EDGE - 1) & all) < MEMORY_EDGE - 1;
    for (size_t i = 0; i < c->objects.count; i++) {
        const struct object *o = &m->objects.data[c->objects.data[i]];
        if (c->objects.data[i] == WILD_OBJECT)
            continue;
        if (at && !before && (!o->size_known || at > o->bytes))
            return false;
    }
    return true;
}

enum { MOST_LEAVES = 64 };

/* Whether the offset is a choice of constants that are all near: it is if the pointer names
 * an object. */
static bool choices_near(struct memory *m, const struct candidates *c, struct term offset)
{
    struct term todo[MOST_LEAVES] = {offset};
    unsigned count = 1, seen = 0;
    bool near = true;
    while (count && near) {
        struct term t = todo[--count];
        uint64_t at;
        if (term_const_u64(m->terms, t, &at)) {
            near = constant_near(m, c, at);
        } else if (term_op(m->terms, t) == TERM_ITE && count + 2 <= MOST_LEAVES &&
                   ++seen < MOST_LEAVES) {
            todo[count++] = term_arg(m->terms, t, 1);
            todo[count++] = term_arg(m->terms, t, 2);
        } else {
            near = false;
        }
    }
    return near;
}

/* Whether the pointer, if it names an object at all, surely is near it; *open if it may name
 * any object. */
static bool surely_near(struct memory *m, struct sym p, bool *open)
{
    struct candidates c;
    pointer_candidates(m, p, &c);
    *open = c.open;
    bool near = choices_near(m, &c, p.b);
    candidates_release(&c);
    return near;
}

/* It names an object and is near it. */
struct term pointer_is_near(struct memory *m, struct sym p)
{
    struct terms *ts = m->terms;
    bool open;
    struct term object = term_not(ts, pointer_is_number(m, p));
    if (surely_near(m, p, &open))
        return object;
    struct term edge = term_bv(ts, m->width, MEMORY_EDGE - 1);
    struct term at = term_2(ts, TERM_BV_ADD, p.b, edge);
    struct term end = term_2(ts, TERM_BV_ADD, memory_size_of(m, p), edge);
    return term_and(ts, object, term_2(ts, TERM_BV_ULE, at, end));
}

/* --- null --- */

/* Its address is 0, although it names an object. Where it may name any of them, either. */
static struct term strays_to_null(struct memory *m, struct sym p, bool open)
{
    struct terms *ts = m->terms;
    if (open)
        return term_fresh(ts, sort_bool(ts), "null");
    return term_eq(ts, pointer_view(m, p), term_bv(ts, m->width, 0));
}

struct term pointer_is_null(struct memory *m, struct sym p)
{
    LAW(is_address(m, p));
    struct terms *ts = m->terms;
    struct term none = term_eq(ts, p.a, term_bv(ts, OBJECT_BITS, 0));
    struct term null = term_and(ts, none, term_eq(ts, p.b, term_bv(ts, m->width, 0)));
    bool open;
    if (surely_near(m, p, &open))
        return null;
    open |= !term_is_false(ts, pointer_names_summary(m, p));
    struct term far =
        term_not(ts, term_or(ts, pointer_is_number(m, p), pointer_is_near(m, p)));
    if (term_is_false(ts, far))
        return null;
    return term_or(ts, null, term_and(ts, far, strays_to_null(m, p, open)));
}

/* --- equality --- */

static bool is_null_constant(struct memory *m, struct sym p)
{
    uint64_t object, offset;
    return term_const_u64(m->terms, p.a, &object) && !object &&
           term_const_u64(m->terms, p.b, &offset) && !offset;
}

/* At a byte that the object has always had to itself. A heap object without bytes has an
 * address of its own. */
static bool has_to_itself(const struct object *o, uint64_t at)
{
    if (!o->size_known || o->may_end)
        return false;
    return at < o->bytes || (at == 0 && o->bytes == 0 && o->kind == OBJECT_HEAP);
}

static bool all_have_to_themselves(struct memory *m, const struct candidates *c, uint64_t at)
{
    if (c->null && at >= MEMORY_EDGE)
        return false; /* a number that may be an address */
    for (size_t i = 0; i < c->objects.count; i++)
        if (!has_to_itself(&m->objects.data[c->objects.data[i]], at))
            return false;
    return true;
}

/* Some object of the first and another of the second may be literals that have these bytes in
 * common. */
static bool some_share(struct memory *m, const struct candidates *p, uint64_t at,
                       const struct candidates *q, uint64_t other_at)
{
    for (size_t i = 0; i < p->objects.count; i++)
        for (size_t k = 0; k < q->objects.count; k++) {
            const struct object *x = &m->objects.data[p->objects.data[i]];
            const struct object *y = &m->objects.data[q->objects.data[k]];
            if (x->kind != OBJECT_GLOBAL || y->kind != OBJECT_GLOBAL)
                continue;
            if (literal_may_be_at(m->program, x->index, at, y->index, other_at))
                return true;
        }
    return false;
}

/* Pointers to different objects surely are different. */
static bool surely_apart(struct memory *m, struct sym p, struct sym q)
{
    uint64_t fp, fq;
    if (!term_const_u64(m->terms, p.b, &fp) || !term_const_u64(m->terms, q.b, &fq))
        return false;
    struct candidates cp, cq;
    pointer_candidates(m, p, &cp);
    pointer_candidates(m, q, &cq);
    bool apart = all_have_to_themselves(m, &cp, fp) && all_have_to_themselves(m, &cq, fq) &&
                 !some_share(m, &cp, fp, &cq, fq);
    candidates_release(&cp);
    candidates_release(&cq);
    return apart;
}

static struct term equal_objects(struct memory *m, struct sym p, struct sym q)
{
    struct terms *ts = m->terms;
    struct term same_object = term_eq(ts, p.a, q.a), same_offset = term_eq(ts, p.b, q.b);
    if (term_is_true(ts, same_object))
        return same_offset;
    if (is_null_constant(m, p))
        return pointer_is_null(m, q);
    if (is_null_constant(m, q))
        return pointer_is_null(m, p);
    if (surely_apart(m, p, q))
        return term_and(ts, same_object, same_offset);
    return term_ite(ts, same_object, same_offset,
                    term_eq(ts, pointer_view(m, p), pointer_view(m, q)));
}

struct term pointer_equal(struct memory *m, struct sym p, struct sym q)
{
    LAW(is_address(m, p));
    LAW(is_address(m, q));
    struct terms *ts = m->terms;
    struct term summary =
        term_or(ts, pointer_names_summary(m, p), pointer_names_summary(m, q));
    struct term exact = equal_objects(m, p, q);
    if (term_is_false(ts, summary) || is_null_constant(m, p) || is_null_constant(m, q))
        return exact;
    struct term p_null = pointer_is_null(m, p), q_null = pointer_is_null(m, q);
    struct term guess = term_fresh(ts, sort_bool(ts), "equal");
    guess = term_ite(ts, term_or(ts, p_null, q_null), term_and(ts, p_null, q_null), guess);
    return term_ite(ts, summary, guess, exact);
}
