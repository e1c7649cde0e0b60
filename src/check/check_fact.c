/* Facts of a certificate as terms over a state of the checker. A fact about something that is
 * not there cannot be shown, and nothing follows from it. */
#include "check/check_internal.h"

#include "base/failure.h"

enum { WIDEST = 64 };

struct term check_absent(struct checker *c)
{
    return term_bool(c->terms, c->relying);
}

/* The object of that name made last before the loop; 0 if there is none. */
uint32_t check_fact_object(struct checker *c, uint64_t path, uint32_t objects)
{
    for (uint32_t o = objects; o-- > 1;)
        if (c->view.objects.data[o].path == path)
            return o;
    return 0;
}

/* A value of the function, or of one that calls it; none if there is no such call. */
static struct datum read_value(struct activation *a, const struct fact_operand *x)
{
    struct datum none = {0};
    for (uint32_t k = 0; k < x->above && a; k++)
        a = a->caller;
    if (!a || x->instruction >= a->f->instructions.count)
        return none;
    return a->values[x->instruction];
}

static struct datum read_operand(struct checker *c, struct activation *a,
                                 const struct fact_operand *x, const struct view_state *st,
                                 uint32_t objects)
{
    struct datum none = {0};
    struct view *m = &c->view;
    if (x->kind == FACT_PHI || x->kind == FACT_VALUE)
        return read_value(a, x);
    if (x->kind == FACT_RESULT)
        return a->outcome && x->instruction < a->f->result_count ? a->outcome[x->instruction]
                                                                 : none;
    if (x->kind == FACT_BEFORE && !(st = a->before))
        return none;
    if ((x->kind != FACT_CELL && x->kind != FACT_BEFORE) || x->bytes == 0 || x->bytes > 8)
        return none;
    uint32_t object = check_fact_object(c, x->object, objects);
    if (!object)
        return none;
    const struct view_object *o = &m->objects.data[object];
    if (o->size_known && (x->at > o->bytes || x->bytes > o->bytes - x->at))
        return none;
    struct type type = {x->is_float ? TYPE_FLOAT : TYPE_INT, x->bytes * 8};
    if (x->offset)
        type.kind = TYPE_POINTER;
    if (x->is_float && x->bytes != 2 && x->bytes != 4 && x->bytes != 8)
        return none;
    if (x->offset && type.width != m->width)
        return none;
    return view_load(m, st, view_at(m, object, x->at), type);
}

/* The bits an operand stands for; none if it is not there. */
static struct term bits_of(struct checker *c, struct datum s, bool offset)
{
    if (s.kind != (offset ? DATUM_POINTER : DATUM_BITS))
        return TERM_NONE;
    struct term t = offset ? s.b : s.a;
    return term_width(c->terms, t) <= WIDEST ? t : TERM_NONE;
}

struct term check_fact_bits(struct checker *c, struct activation *a,
                            const struct fact_operand *x, const struct view_state *st,
                            uint32_t objects)
{
    return bits_of(c, read_operand(c, a, x, st, objects), x->offset);
}

static struct term number(struct checker *c, unsigned width, __int128 v)
{
    uint32_t limbs[4];
    for (int i = 0; i < 4; i++)
        limbs[i] = (uint32_t)((unsigned __int128)v >> (32 * i));
    if (width % 32)
        limbs[(width - 1) / 32] &= (1u << width % 32) - 1;
    return term_bv_limbs(c->terms, width, limbs);
}

static struct term widened(struct checker *c, struct term t, bool is_unsigned, bool minus,
                           unsigned width)
{
    t = is_unsigned ? term_zext(c->terms, t, width) : term_sext(c->terms, t, width);
    return minus ? term_1(c->terms, TERM_BV_NEG, t) : t;
}

static struct datum value_of(const struct fact_view *v, const struct fact_operand *x)
{
    return read_operand(v->c, v->a, x, v->st, v->objects);
}

struct term check_fact_operand(const struct fact_view *v, const struct fact_operand *x)
{
    return bits_of(v->c, value_of(v, x), x->offset);
}

/* x, and y if the fact has one, as bits; false if one of them is not there. */
static bool both_operands(const struct fact_view *v, struct term *x, struct term *y)
{
    *x = check_fact_operand(v, &v->f->x);
    *y = TERM_NONE;
    if (!term_is(*x))
        return false;
    if (v->f->y.kind == FACT_NO_OPERAND)
        return true;
    *y = check_fact_operand(v, &v->f->y);
    return term_is(*y);
}

struct term check_fact_never(const struct fact_view *v)
{
    return term_bool(v->c->terms, false);
}

struct term check_fact_bound(const struct fact_view *v)
{
    struct checker *c = v->c;
    const struct fact *f = v->f;
    struct term x, y;
    if (!both_operands(v, &x, &y))
        return check_absent(c);
    unsigned w = term_width(c->terms, x);
    if (term_is(y) && term_width(c->terms, y) > w)
        w = term_width(c->terms, y);
    w += 3;
    __int128 most = (__int128)1 << (w - 1);
    if (f->value >= most)
        return term_bool(c->terms, true);
    if (f->value < -most)
        return term_bool(c->terms, false);
    struct term sum = widened(c, x, f->is_unsigned, f->x.minus, w);
    if (term_is(y))
        sum =
            term_2(c->terms, TERM_BV_ADD, sum, widened(c, y, f->is_unsigned, f->y.minus, w));
    return term_2(c->terms, TERM_BV_SLE, sum, number(c, w, f->value));
}

struct term check_fact_pointer(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    struct datum p = value_of(v, &v->f->x);
    if (p.kind != DATUM_POINTER)
        return check_absent(v->c);
    struct term none = term_eq(ts, p.a, term_bv(ts, VIEW_OBJECT_BITS, 0));
    if (v->f->kind == FACT_NOT_NULL)
        return term_not(ts, none);
    return term_implies(ts, none, term_eq(ts, p.b, term_bv(ts, v->c->view.width, 0)));
}

struct term check_fact_float(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    const struct fact *f = v->f;
    struct datum x = value_of(v, &f->x), y = value_of(v, &f->y);
    struct term no = check_absent(v->c);
    if (x.kind != DATUM_FLOAT)
        return no;
    struct term nan = term_1(ts, TERM_FP_IS_NAN, x.a);
    if (f->kind == FACT_NUMBER)
        return term_not(ts, nan);
    if (f->kind == FACT_FLOAT_ORDER) {
        bool alike = y.kind == DATUM_FLOAT && term_sort(ts, x.a).id == term_sort(ts, y.a).id;
        return alike ? term_2(ts, TERM_FP_LE, x.a, y.a) : no;
    }
    if (f->bits > WIDEST || f->bits != term_width(ts, x.a) || f->value < 0)
        return no;
    uint32_t limbs[2] = {(uint32_t)f->value, (uint32_t)(f->value >> 32)};
    struct term limit = term_float_bits(ts, term_sort(ts, x.a), limbs);
    return term_or(
        ts, nan,
        term_2(ts, TERM_FP_LE, f->x.minus ? term_1(ts, TERM_FP_NEG, x.a) : x.a, limit));
}

/* The operands modulo 2^width. */
struct term check_fact_sum(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    const struct fact_operand *operands[3] = {&v->f->x, &v->f->y, &v->f->z};
    struct term sum = TERM_NONE, no = check_absent(v->c);
    for (int i = 0; i < 3; i++) {
        if (operands[i]->kind == FACT_NO_OPERAND)
            continue;
        struct term t = check_fact_operand(v, operands[i]);
        if (!term_is(t) || (term_is(sum) && term_width(ts, t) != term_width(ts, sum)))
            return no;
        if (operands[i]->minus)
            t = term_1(ts, TERM_BV_NEG, t);
        sum = term_is(sum) ? term_2(ts, TERM_BV_ADD, sum, t) : t;
    }
    return term_is(sum) ? term_eq(ts, sum, number(v->c, term_width(ts, sum), v->f->value))
                        : no;
}

/* The operands' words are computed with here, anew: what the prover made of them is not used.
 */
struct term check_fact_relation(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    const struct fact *f = v->f;
    const struct fact_relation *r = &f->relation;
    struct term at[FACT_OPERANDS + FACT_CONSTANTS + FACT_STEPS];
    unsigned n = 0;
    for (unsigned i = 0; i < r->operands; i++) {
        struct term t = check_fact_operand(v, &r->operand[i]);
        if (!term_is(t) || term_width(ts, t) > f->bits)
            return check_absent(v->c);
        at[n++] = term_sext(ts, t, f->bits);
    }
    for (unsigned i = 0; i < r->constants; i++)
        at[n++] = number(v->c, f->bits, (__int128)r->constant[i]);
    for (unsigned i = 0; i < r->steps; i++, n++)
        at[n] = term_2(ts, fact_operations[r->step[i].operation].op, at[r->step[i].a],
                       at[r->step[i].b]);
    return term_eq(ts, at[r->left], at[r->right]);
}

/* What has to be shown of all numbers is shown of any one. It is the same one for all facts
 * and all duties, since one duty that is not met is enough: where they read the arrays,
 * premises are instantiated, and one number more for each fact would leave no room for those
 * of the program. */
static struct term any_number(struct checker *c)
{
    return term_var(c->terms, sort_bv(c->terms, 64), "witness");
}

struct term check_fact_forall(const struct fact_view *v)
{
    return check_forall(v->c, v->a, v->f->forall, v->st, v->objects, any_number(v->c));
}

struct term check_fact_condition(const struct fact_view *v)
{
    return check_fact_forall(v);
}

struct term check_fact_life(const struct fact_view *v)
{
    const struct fact_operand *x = &v->f->x;
    uint32_t object =
        x->kind == FACT_OBJECT ? check_fact_object(v->c, x->object, v->objects) : 0;
    if (!object)
        return check_absent(v->c);
    struct term alive = view_alive(&v->c->view, v->st, object);
    return v->f->kind == FACT_ALIVE ? alive : term_not(v->c->terms, alive);
}

struct term check_fact_low_bits(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    const struct fact *f = v->f;
    struct term x, y;
    if (!both_operands(v, &x, &y))
        return check_absent(v->c);
    if (f->bits < 1 || f->bits > term_width(ts, x) || f->value < 0)
        return check_absent(v->c);
    struct term part = term_extract(ts, x, f->bits - 1, 0);
    if (term_is(y) && f->bits > term_width(ts, y))
        return check_absent(v->c);
    if (term_is(y))
        part = term_2(ts, TERM_BV_SUB, part, term_extract(ts, y, f->bits - 1, 0));
    return term_eq(ts, part, number(v->c, f->bits, f->value));
}

/* Facts about lists belong to certificates of their own (check/lists/). */
struct term check_fact_list(const struct fact_view *v)
{
    return check_absent(v->c);
}

struct term check_fact_equality(const struct fact_view *v)
{
    struct terms *ts = v->c->terms;
    struct term x, y;
    if (!both_operands(v, &x, &y))
        return check_absent(v->c);
    if (!term_is(y))
        y = term_bv(ts, term_width(ts, x), 0);
    if (term_width(ts, y) != term_width(ts, x))
        return check_absent(v->c);
    return v->f->kind == FACT_EQUAL ? term_eq(ts, x, y) : term_ne(ts, x, y);
}

static fact_meaning *const meanings[FACT_KINDS] = {
#define FACT(kind, word, carries, words, meaning) check_fact_##meaning,
#include "certificate/facts.def"
#undef FACT
};

/* The states that a fact is about. With a ghost that is not declared it is about none of
 * them, and says nothing. */
static struct term guard(struct checker *c, const struct fact *f, const struct view_state *st)
{
    struct term all = term_bool(c->terms, true);
    for (size_t g = 0; g < CERTIFICATE_MOST_GHOSTS; g++) {
        if (!(f->ghosts >> g & 1))
            continue;
        if (g >= c->certificate->ghosts.count)
            return term_bool(c->terms, false);
        struct term set = check_ghost(c, st, g);
        all = term_and(c->terms, all, f->values >> g & 1 ? set : term_not(c->terms, set));
    }
    return all;
}

struct term check_facts(struct checker *c, struct activation *a,
                        const struct certificate_loop *l, const struct view_state *st,
                        uint32_t objects, enum facts_use use)
{
    struct term all = term_bool(c->terms, true);
    c->relying = use != FACTS_SHOWN;
    for (size_t i = 0; i < l->facts.count; i++) {
        const struct fact *f = &l->facts.data[i];
        struct fact_view view = {c, a, f, st, objects};
        struct term when = guard(c, f, st);
        if (use == FACTS_KNOWN_AT_HEAD && f->kind == FACT_FORALL)
            check_premise(c, a, f, when, st, objects);
        else
            all = term_and(c->terms, all,
                           term_implies(c->terms, when, meanings[f->kind](&view)));
    }
    c->relying = false;
    return all;
}
