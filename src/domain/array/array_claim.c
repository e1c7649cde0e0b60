/* What the program claims about single elements, as a template for all of them.
 *
 * The condition under which a claim fails is a conjunction; the literals that read arrays
 * make the template: one of them is false. The read of the view's element becomes the element
 * at j; where its index is x + c for a variable x, x becomes j - c in what is left. */
#include "domain/array/array_internal.h"

enum { LARGEST_TERM = 120, MOST_TEMPLATES = 5, MOST_LITERALS = 6, MOST_READS = 4 };

struct reading {
    struct terms *terms;
    terms_list reads; /* distinct SELECTs */
    struct map seen;
    size_t size;
};

static bool is_seen(void *context, struct term t)
{
    return map_has(&((struct reading *)context)->seen, t.id);
}

static void see(void *context, struct term t)
{
    struct reading *r = context;
    map_set(&r->seen, t.id, 1);
    r->size++;
    if (term_op(r->terms, t) == TERM_SELECT)
        VECTOR_PUSH(&r->reads, t);
}

static void reads_of(struct terms *ts, struct term t, struct reading *r)
{
    *r = (struct reading){.terms = ts};
    term_walk(ts, t, is_seen, see, r);
    map_release(&r->seen);
}

static bool reads_array(struct terms *ts, struct term t)
{
    struct reading r;
    reads_of(ts, t, &r);
    bool so = r.reads.count > 0 && r.size <= LARGEST_TERM;
    VECTOR_RELEASE(&r.reads);
    return so;
}

/* Of the literals that must hold (or, with `negated`, the negations of those one of which
 * must), those that read arrays, negated. */
static void literals_of(struct terms *ts, struct term t, bool negated, unsigned fuel,
                        terms_list *out)
{
    LAW(sort_kind(ts, term_sort(ts, t)) == SORT_BOOL);
    enum term_op op = term_op(ts, t);
    if (fuel && op == TERM_NOT) {
        literals_of(ts, term_arg(ts, t, 0), !negated, fuel - 1, out);
    } else if (fuel && op == (negated ? TERM_OR : TERM_AND)) {
        for (size_t i = 0; i < term_count(ts, t); i++)
            literals_of(ts, term_arg(ts, t, i), negated, fuel - 1, out);
    } else if (reads_array(ts, t) && out->count < MOST_LITERALS) {
        VECTOR_PUSH(out, negated ? t : term_not(ts, t));
    }
}

/* The variable of an index that is a variable plus a constant, resized; none if it is not. */
static struct term variable_of(struct terms *ts, struct term index, uint64_t *constant)
{
    *constant = 0;
    for (;;) {
        enum term_op op = term_op(ts, index);
        uint64_t c;
        if (op == TERM_VAR)
            return index;
        if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT ||
            (op == TERM_BV_EXTRACT && term_parameter(ts, index, 1) == 0)) {
            index = term_arg(ts, index, 0);
        } else if (op == TERM_BV_ADD && term_const_u64(ts, term_arg(ts, index, 1), &c)) {
            unsigned w = term_width(ts, index);
            if (w < 64 && c >> (w - 1))
                c |= ~(uint64_t)0 << w;
            *constant += c;
            index = term_arg(ts, index, 0);
        } else {
            return TERM_NONE;
        }
    }
}

static const struct array_view *view_behind(struct array_looking *k, uint32_t loop,
                                            struct term array)
{
    struct array_loop *l = &k->loops[loop];
    terms_list leaves = {0};
    const struct array_view *found = NULL;
    array_leaves(k->terms, array, &leaves);
    for (uint32_t o = 0; o < k->model->loops.count && !found && leaves.count; o++)
        for (size_t i = 0; i < k->loops[o].views.count && !found; i++) {
            const struct array_view *v = &k->loops[o].views.data[i];
            if (!array_shares_leaf(k->terms, array, v))
                continue;
            for (size_t m = 0; m < l->views.count; m++)
                if (l->views.data[m].object == v->object && l->views.data[m].at == v->at)
                    found = &l->views.data[m];
        }
    VECTOR_RELEASE(&leaves);
    return found;
}

/* The template with j for this index. */
static struct term about_index(struct array_looking *k, uint32_t loop, struct term template,
                               const struct reading *r, struct term index)
{
    LAW(term_is(index));
    struct terms *ts = k->terms;
    struct map first = {0}, map = {0};
    uint64_t constant;
    struct term result = TERM_NONE;
    struct term variable = variable_of(ts, index, &constant);
    if (term_is(variable)) {
        struct term j = term_2(ts, TERM_BV_SUB, k->index, term_bv(ts, 64, constant));
        map_set(&first, variable.id, term_resize(ts, j, term_width(ts, variable)).id);
        map_set(&map, variable.id, map_or(&first, variable.id, 0));
    }
    for (size_t i = 0; i < r->reads.count; i++) {
        struct term other = r->reads.data[i], at = term_arg(ts, other, 1);
        const struct array_view *v = view_behind(k, loop, term_arg(ts, other, 0));
        if (!v)
            goto done;
        if (term_same(at, index))
            at = k->index;
        else if (term_is(variable))
            at = term_zext(ts, term_substitute(ts, at, &first), 64);
        else
            goto done;
        map_set(&map, other.id, array_element(k, v, at).id);
    }
    result = array_generalise(k, loop, template, &map);
done:
    map_release(&first);
    map_release(&map);
    return result;
}

static void add_template(struct array_looking *k, uint32_t loop, const struct array_view *v,
                         struct term template, terms_list *out)
{
    LAW(out->count <= MOST_TEMPLATES);
    struct reading r;
    reads_of(k->terms, template, &r);
    for (size_t i = 0;
         i < r.reads.count && r.reads.count <= MOST_READS && out->count < MOST_TEMPLATES;
         i++) {
        if (view_behind(k, loop, term_arg(k->terms, r.reads.data[i], 0)) != v)
            continue;
        struct term t =
            about_index(k, loop, template, &r, term_arg(k->terms, r.reads.data[i], 1));
        bool known = !term_is(t);
        for (size_t o = 0; o < out->count; o++)
            known |= term_same(out->data[o], t);
        if (!known)
            VECTOR_PUSH(out, t);
    }
    VECTOR_RELEASE(&r.reads);
}

/* All literals together, then each alone: some may be about other elements, on the way to the
 * claim. */
void array_claims(struct array_looking *k, uint32_t loop, const struct array_view *v,
                  terms_list *out)
{
    LAW(loop < k->model->loops.count);
    for (size_t i = 0; i < k->formula->claims.count && out->count < MOST_TEMPLATES; i++) {
        terms_list literals = {0};
        struct term any = term_bool(k->terms, false);
        literals_of(k->terms, k->formula->claims.data[i].bad, false, 40, &literals);
        for (size_t l = 0; l < literals.count; l++)
            any = term_or(k->terms, any, literals.data[l]);
        if (literals.count && reads_array(k->terms, any))
            add_template(k, loop, v, any, out);
        for (size_t l = 0; l < literals.count && literals.count > 1; l++)
            add_template(k, loop, v, literals.data[l], out);
        VECTOR_RELEASE(&literals);
    }
}

/* The literals of a condition that can be said of j. */
static struct term said_of(struct array_looking *k, uint32_t loop, struct term t,
                           bool negated, struct term index, unsigned fuel)
{
    struct terms *ts = k->terms;
    enum term_op op = term_op(ts, t);
    struct term all = term_bool(ts, true);
    if (fuel && op == TERM_NOT)
        return said_of(k, loop, term_arg(ts, t, 0), !negated, index, fuel - 1);
    if (fuel && op == (negated ? TERM_OR : TERM_AND)) {
        for (size_t i = 0; i < term_count(ts, t); i++)
            all = term_and(ts, all,
                           said_of(k, loop, term_arg(ts, t, i), negated, index, fuel - 1));
        return all;
    }
    struct reading r;
    reads_of(ts, t, &r);
    if (r.size <= LARGEST_TERM) {
        struct term said = about_index(k, loop, t, &r, index);
        if (term_is(said))
            all = negated ? term_not(ts, said) : said;
    }
    VECTOR_RELEASE(&r.reads);
    return all;
}

struct term array_write_condition(struct array_looking *k, uint32_t loop,
                                  const struct array_view *v)
{
    LAW(loop < k->model->loops.count);
    struct terms *ts = k->terms;
    struct term t = v->post, conditions[MOST_TEMPLATES], all = term_bool(ts, true);
    bool negated[MOST_TEMPLATES];
    unsigned count = 0;
    for (; term_op(ts, t) == TERM_ITE && count < MOST_TEMPLATES; count++) {
        bool first = term_same(term_arg(ts, t, 1), v->pre),
             second = term_same(term_arg(ts, t, 2), v->pre);
        if (first == second)
            return TERM_NONE;
        conditions[count] = term_arg(ts, t, 0);
        negated[count] = first;
        t = term_arg(ts, t, first ? 2 : 1);
    }
    if (!count || term_op(ts, t) != TERM_STORE)
        return TERM_NONE;
    for (unsigned i = 0; i < count; i++)
        all = term_and(ts, all,
                       said_of(k, loop, conditions[i], negated[i], term_arg(ts, t, 1), 20));
    return term_is_const(ts, all) ? TERM_NONE : all;
}
