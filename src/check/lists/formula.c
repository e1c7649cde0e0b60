/* What certificates say of lists, in a state. */
#include "check/lists/lists_internal.h"

#include "base/failure.h"

struct reading {
    struct list_checker *c;
    const struct list_state *s;
    const struct list_formula *f;
    uint32_t at;
    bool absent; /* something is not there: the term means nothing */
};

static struct term read_term(struct reading *);

static const struct list_value *value_of(struct reading *r, const struct list_item *i,
                                         enum list_kind kind)
{
    if (i->a < r->c->f->instructions.count && r->s->values[i->a].kind == kind)
        return &r->s->values[i->a];
    r->absent = true;
    return NULL;
}

static struct slh_pointer read_pointer(struct reading *r)
{
    const struct list_item *i = &r->f->item[r->at++];
    LAW(list_word_result(i->word) == 'P');
    if (i->word == LIST_NULL)
        return slh_null(r->c->slh);
    const struct list_value *v = value_of(r, i, LIST_IS_POINTER);
    if (v && !v->offset)
        return v->pointer;
    r->absent = true;
    return slh_null(r->c->slh);
}

static struct term no_number(struct reading *r)
{
    r->absent = true;
    return term_bv(r->c->terms, 64, 0);
}

static struct term widened(struct reading *r, struct term bits, bool is_signed)
{
    struct terms *t = r->c->terms;
    return is_signed ? term_sext(t, bits, 64) : term_zext(t, bits, 64);
}

static struct term read_value(struct reading *r, const struct list_item *i)
{
    const struct list_value *v = value_of(r, i, LIST_IS_NUMBER);
    if (!v || term_width(r->c->terms, v->bits) > 64)
        return no_number(r);
    return widened(r, v->bits, i->word == LIST_SIGNED);
}

/* The measure of a loop around the one where the segment begins. */
static struct term read_last(struct reading *r, const struct list_item *i)
{
    uint32_t head = i->a < r->c->f->blocks.count ? r->c->head_of[i->a] : UINT32_MAX;
    if (head == UINT32_MAX || i->b >= r->c->heads[head].measures ||
        !term_is(r->c->heads[head].last[i->b]))
        return no_number(r);
    return r->c->heads[head].last[i->b];
}

static const struct list_member *member_of(struct reading *r, const struct list_item *i)
{
    if (i->a < r->c->node->count)
        return &r->c->node->member[i->a];
    r->absent = true;
    return NULL;
}

static struct term read_member(struct reading *r, const struct list_item *i)
{
    const struct list_member *m = member_of(r, i);
    struct slh_pointer p = read_pointer(r);
    if (!m)
        return no_number(r);
    return widened(r, slh_value(r->c->slh, r->s->heap, p, r->c->fields[i->a]), m->is_signed);
}

static struct term read_two(struct reading *r, enum term_op op)
{
    struct term a = read_term(r);
    return term_2(r->c->terms, op, a, read_term(r));
}

/* Bounds beyond what the member can hold are not read. */
static struct term read_within(struct reading *r, const struct list_item *i)
{
    struct terms *t = r->c->terms;
    const struct list_member *m = member_of(r, i);
    struct slh_pointer p = read_pointer(r), q = read_pointer(r);
    struct term least = read_term(r), most = read_term(r);
    if (!m)
        return term_bool(t, true);
    struct term low = term_extract(t, least, m->width - 1, 0);
    struct term high = term_extract(t, most, m->width - 1, 0);
    struct term fit = term_and(t, term_eq(t, widened(r, low, m->is_signed), least),
                               term_eq(t, widened(r, high, m->is_signed), most));
    return term_and(t, fit,
                    slh_within(r->c->slh, r->s->heap, p, q, r->c->fields[i->a], low, high));
}

static struct term read_sorted(struct reading *r, const struct list_item *i)
{
    const struct list_member *m = member_of(r, i);
    struct slh_pointer p = read_pointer(r), q = read_pointer(r);
    if (!m)
        return term_bool(r->c->terms, true);
    return slh_sorted(r->c->slh, r->s->heap, p, q, r->c->fields[i->a]);
}

static struct term read_pair(struct reading *r, enum list_word w)
{
    struct slh *s = r->c->slh;
    struct slh_pointer p = read_pointer(r), q = read_pointer(r);
    struct term no = term_bv(r->c->terms, 1, 0);
    if (w == LIST_LENGTH)
        return slh_length(s, r->s->heap, p, q);
    if (w == LIST_PATH)
        return slh_is_path(s, r->s->heap, p, q);
    if (w == LIST_ALIAS)
        return slh_alias(s, p, q);
    if (w == LIST_DISJOINT)
        return slh_disjoint(s, r->s->heap, p, q);
    LAW(w == LIST_ALIVE);
    return slh_within(s, r->s->heap, p, q, r->c->freed, no, no);
}

static struct term read_single(struct reading *r, enum list_word w)
{
    struct terms *t = r->c->terms;
    struct slh *s = r->c->slh;
    struct slh_pointer p = read_pointer(r);
    if (w == LIST_CIRCULAR)
        return slh_circular(s, r->s->heap, p);
    if (w == LIST_WRITTEN)
        return term_not(t, slh_is_path(s, r->s->heap, p, slh_junk(s)));
    LAW(w == LIST_KEPT);
    return term_or(t, slh_is_null(s, p), term_not(t, list_is_freed(r->c, r->s, p)));
}

static struct term read_term(struct reading *r)
{
    struct terms *t = r->c->terms;
    LAW(r->at < r->f->count);
    const struct list_item *i = &r->f->item[r->at++];
    switch (i->word) {
    case LIST_SIGNED:
    case LIST_UNSIGNED:
        return read_value(r, i);
    case LIST_NUMBER:
        return term_bv_signed(t, 64, i->number);
    case LIST_LAST:
        return read_last(r, i);
    case LIST_MEMBER:
        return read_member(r, i);
    case LIST_ADD:
        return read_two(r, TERM_BV_ADD);
    case LIST_SUB:
        return read_two(r, TERM_BV_SUB);
    case LIST_MUL:
        return read_two(r, TERM_BV_MUL);
    case LIST_MOD:
        return read_two(r, TERM_BV_UREM);
    case LIST_EQUAL:
        return read_two(r, TERM_EQ);
    case LIST_AT_MOST:
        return read_two(r, TERM_BV_SLE);
    case LIST_LENGTH:
    case LIST_PATH:
    case LIST_ALIAS:
    case LIST_DISJOINT:
    case LIST_ALIVE:
        return read_pair(r, i->word);
    case LIST_CIRCULAR:
    case LIST_WRITTEN:
    case LIST_KEPT:
        return read_single(r, i->word);
    case LIST_SORTED:
        return read_sorted(r, i);
    case LIST_WITHIN:
        return read_within(r, i);
    case LIST_NOT:
        return term_not(t, read_term(r));
    case LIST_AND:
    case LIST_OR: {
        struct term a = read_term(r), b = read_term(r);
        return i->word == LIST_AND ? term_and(t, a, b) : term_or(t, a, b);
    }
    case LIST_NULL:
    case LIST_POINTER:
    case LIST_WORDS:
        break;
    }
    BUG("word about lists");
}

struct term list_meaning(struct list_checker *c, const struct list_state *s,
                         const struct list_formula *f)
{
    struct reading r = {c, s, f, 0, false};
    LAW(list_formula_fits(f, 'T') || list_formula_fits(f, 'N'));
    struct term t = read_term(&r);
    return r.absent ? TERM_NONE : t;
}
