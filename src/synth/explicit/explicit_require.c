/* What the second last step must be: the wanted value of the first point is carried backwards
 * through every last instruction and other operand. Most give one exact value, the rest an
 * interval of some bits. */
#include "synth/explicit/explicit_internal.h"

#include <string.h>

struct wanted {
    struct explicit *x;
    const struct production *p;
    unsigned position, other; /* register of the other operand */
    uint64_t c, t;            /* its value, and the wanted one */
    uint64_t full;
    unsigned width;
    struct requirements *exact, *loose; /* where they go */
    uint64_t *all, *group; /* where hashes of exact values are noted; may be null */
};

static void put(struct wanted *w, struct requirements *list, struct requirement q)
{
    if (list->count < REQUIREMENTS)
        list->item[list->count++] = q;
    else
        w->x->partial = true;
}

static void put_exact(struct wanted *w, struct requirement q)
{
    unsigned hash = exact_hash(q.lo);
    put(w, w->exact, q);
    if (w->all)
        w->all[hash >> 6] |= (uint64_t)1 << (hash & 63);
    if (w->group)
        w->group[hash >> 8] |= (uint64_t)1 << (hash & 63);
}

/* ((v & mask) - lo) <= hi - lo, in words of the width; lo > hi wraps around */
static void require(struct wanted *w, uint64_t mask, uint64_t lo, uint64_t hi)
{
    struct requirement q = {mask, lo, (hi - lo) & w->full, w->p, (uint8_t)w->position, {0}};
    q.operand[1 - w->position] = (uint8_t)w->other;
    if (mask != w->full || q.span) {
        put(w, w->loose, q);
        return;
    }
    put_exact(w, q);
}
static void exactly(struct wanted *w, uint64_t v)
{
    require(w, w->full, v & w->full, v & w->full);
}
static void between(struct wanted *w, uint64_t lo, uint64_t hi)
{
    require(w, w->full, lo, hi);
}
static void anything(struct wanted *w)
{
    require(w, 0, 0, 0);
}
static void bits(struct wanted *w, uint64_t mask, uint64_t value)
{
    require(w, mask, value & mask, value & mask);
}

static void require_multiple(struct wanted *w) /* v * c = t */
{
    if (!w->c) {
        if (!w->t)
            anything(w);
        return;
    }
    unsigned zeros = (unsigned)__builtin_ctzll(w->c);
    if (w->t & (((uint64_t)1 << zeros) - 1))
        return;
    uint64_t odd = w->c >> zeros, inverse = odd;
    for (unsigned i = 0; i < 6; i++)
        inverse *= 2 - odd * inverse;
    bits(w, w->full >> zeros, (w->t >> zeros) * inverse);
}

static void require_quotient(struct wanted *w) /* v / c = t */
{
    if (!w->c) {
        if (w->t == w->full)
            anything(w);
    } else if (w->t <= w->full / w->c) {
        uint64_t lo = w->t * w->c, room = w->full - lo;
        between(w, lo, lo + (w->c - 1 < room ? w->c - 1 : room));
    }
}

static void require_signed_shift(struct wanted *w) /* v >> c = t, the sign comes in */
{
    unsigned amount = w->c < w->width ? (unsigned)w->c : w->width - 1;
    if ((uint64_t)(width_signed(w->t << amount & w->full, w->width) >> amount &
                   (int64_t)w->full) != w->t)
        return;
    bits(w, w->full << amount & w->full, w->t << amount);
}

static void require_order(struct wanted *w, bool or_equal, bool sign,
                          bool left) /* v < c or c < v and the like */
{
    uint64_t low = sign ? (uint64_t)1 << (w->width - 1) : 0, high = (low - 1) & w->full,
             c = w->c;
    if (w->t > 1)
        return;
    bool wants_below = left == (w->t == 1); /* v on the lower side of the border */
    bool with_c = or_equal == (w->t == 1);  /* c itself is on v's side */
    if (wants_below) {
        if (with_c)
            between(w, low, c);
        else if (c != low)
            between(w, low, (c - 1) & w->full);
    } else {
        if (with_c)
            between(w, c, high);
        else if (c != high)
            between(w, (c + 1) & w->full, high);
    }
}

static void require_left(struct wanted *w) /* op(v, c) = t */
{
    uint64_t c = w->c, t = w->t;
    switch ((enum operator_kind)w->p->op) {
    case OPERATOR_ADD:
        exactly(w, t - c);
        break;
    case OPERATOR_SUB:
        exactly(w, t + c);
        break;
    case OPERATOR_XOR:
        exactly(w, t ^ c);
        break;
    case OPERATOR_XNOR:
        exactly(w, ~(t ^ c));
        break;
    case OPERATOR_AND:
        if (!(t & ~c))
            bits(w, c, t);
        break;
    case OPERATOR_OR:
        if (!(c & ~t))
            bits(w, ~c & w->full, t);
        break;
    case OPERATOR_NAND:
        if (!(~t & w->full & ~c))
            bits(w, c, ~t);
        break;
    case OPERATOR_NOR:
        if (!(c & t))
            bits(w, ~c & w->full, ~t);
        break;
    case OPERATOR_SHL:
        if (c >= w->width) {
            if (!t)
                anything(w);
        } else if (!(t & (((uint64_t)1 << c) - 1)))
            bits(w, w->full >> c, t >> c);
        break;
    case OPERATOR_LSHR:
        if (c >= w->width) {
            if (!t)
                anything(w);
        } else if (!(t & ~(w->full >> c)))
            bits(w, w->full << c & w->full, t << c);
        break;
    case OPERATOR_ASHR:
        require_signed_shift(w);
        break;
    case OPERATOR_EQ:
    case OPERATOR_NEQ:
        if (t > 1)
            break;
        if (t == (w->p->op == OPERATOR_EQ))
            exactly(w, c);
        else
            anything(w);
        break;
    case OPERATOR_LT:
        require_order(w, false, false, true);
        break;
    case OPERATOR_LE:
        require_order(w, true, false, true);
        break;
    case OPERATOR_SLT:
        require_order(w, false, true, true);
        break;
    case OPERATOR_SLE:
        require_order(w, true, true, true);
        break;
    case OPERATOR_MIN:
        if (c == t)
            between(w, t, w->full);
        else if (c > t)
            exactly(w, t);
        break;
    case OPERATOR_MAX:
        if (c == t)
            between(w, 0, t);
        else if (c < t)
            exactly(w, t);
        break;
    case OPERATOR_IMPLIES:
        if (t <= 1)
            anything(w);
        break;
    case OPERATOR_MUL:
        require_multiple(w);
        break;
    case OPERATOR_DIV:
        require_quotient(w);
        break;
    case OPERATOR_MOD:
        if (!c)
            exactly(w, t);
        else if (t < c)
            between(w, t, w->full);
        break;
    case OPERATOR_NEG:
    case OPERATOR_NOT:
    case OPERATOR_ITE:
    case OPERATOR_FADD:
    case OPERATOR_FSUB:
    case OPERATOR_FMUL:
    case OPERATOR_FDIV:
    case OPERATOR_SDIV:
    case OPERATOR_SREM:
    case OPERATOR_LNOT:
    case OPERATOR_COUNT:
        anything(w);
        break;
    }
}

/* c << v = t or c >> v = t, for t other than 0: at most one amount */
static void require_amount(struct wanted *w)
{
    if (!w->c)
        return;
    int amount = w->p->op == OPERATOR_SHL ? __builtin_ctzll(w->t) - __builtin_ctzll(w->c)
                                          : __builtin_clzll(w->t) - __builtin_clzll(w->c);
    if (amount >= 0 && operator_apply(w->p->op, w->c, (uint64_t)amount, 0, w->width) == w->t)
        exactly(w, (uint64_t)amount);
}

/* op(c, v) = t, for instructions that do not commute */
static void require_right(struct wanted *w)
{
    uint64_t c = w->c, t = w->t;
    switch ((enum operator_kind)w->p->op) {
    case OPERATOR_SUB:
        exactly(w, c - t);
        break;
    case OPERATOR_SHL:
    case OPERATOR_LSHR:
        if (!t)
            between(w, c ? 1 : 0, w->full);
        else
            require_amount(w);
        break;
    case OPERATOR_LT:
        require_order(w, false, false, false);
        break;
    case OPERATOR_LE:
        require_order(w, true, false, false);
        break;
    case OPERATOR_SLT:
        require_order(w, false, true, false);
        break;
    case OPERATOR_SLE:
        require_order(w, true, true, false);
        break;
    case OPERATOR_IMPLIES:
        if (t <= 1)
            anything(w);
        break;
    case OPERATOR_DIV:
        if (t == w->full)
            anything(w);
        else if (t <= c)
            between(w, c / (t + 1) + 1, t ? c / t : w->full);
        break;
    case OPERATOR_MOD:
        if (t <= c)
            anything(w);
        break;
    case OPERATOR_ADD:
    case OPERATOR_NEG:
    case OPERATOR_AND:
    case OPERATOR_OR:
    case OPERATOR_XOR:
    case OPERATOR_NOT:
    case OPERATOR_ASHR:
    case OPERATOR_EQ:
    case OPERATOR_NEQ:
    case OPERATOR_MIN:
    case OPERATOR_MAX:
    case OPERATOR_ITE:
    case OPERATOR_MUL:
    case OPERATOR_FADD:
    case OPERATOR_FSUB:
    case OPERATOR_FMUL:
    case OPERATOR_FDIV:
    case OPERATOR_SDIV:
    case OPERATOR_SREM:
    case OPERATOR_NAND:
    case OPERATOR_NOR:
    case OPERATOR_XNOR:
    case OPERATOR_LNOT:
    case OPERATOR_COUNT:
        anything(w);
        break;
    }
}

static void require_single(struct wanted *w) /* op(v) = t */
{
    struct requirement q = {w->full, 0, 0, w->p, 0, {0}};
    if (w->p->op == OPERATOR_NEG)
        q.lo = -w->t & w->full;
    else if (w->p->op == OPERATOR_NOT)
        q.lo = ~w->t & w->full;
    else if (w->t > 1)
        return;
    else if (!w->t)
        q.lo = 1, q.span = w->full - 1;
    if (q.span)
        put(w, w->loose, q);
    else
        put_exact(w, q);
}

/* op(v, v) = t; what gives one value for every v is left out. */
static void require_twice(struct wanted *w)
{
    uint64_t t = w->t, full = w->full;
    unsigned zeros = t ? (unsigned)__builtin_ctzll(t) : 0;
    w->position = 0;
    w->other = TWICE;
    switch ((enum operator_kind)w->p->op) {
    case OPERATOR_ADD:
        if (!(t & 1))
            bits(w, full >> 1, t >> 1);
        break;
    case OPERATOR_MUL: /* a square has an even number of zeros at its end, then 001 */
        if (!t)
            anything(w);
        else if (zeros % 2 == 0)
            bits(w, width_mask(zeros / 2 + 1), (uint64_t)1 << zeros / 2);
        break;
    case OPERATOR_SHL:
        if (t)
            between(w, 1, w->width - 1);
        else
            anything(w);
        break;
    case OPERATOR_ASHR:
        if (t == full || !t)
            anything(w);
        break;
    case OPERATOR_DIV:
        if (t == 1)
            between(w, 1, full);
        if (t == full)
            exactly(w, 0);
        break;
    case OPERATOR_NAND:
    case OPERATOR_NOR:
        exactly(w, ~t);
        break;
    case OPERATOR_FADD:
    case OPERATOR_FSUB:
    case OPERATOR_FMUL:
    case OPERATOR_FDIV:
    case OPERATOR_SDIV:
        anything(w);
        break;
    case OPERATOR_SUB:
    case OPERATOR_NEG:
    case OPERATOR_AND:
    case OPERATOR_OR:
    case OPERATOR_XOR:
    case OPERATOR_NOT:
    case OPERATOR_LSHR:
    case OPERATOR_EQ:
    case OPERATOR_NEQ:
    case OPERATOR_LT:
    case OPERATOR_LE:
    case OPERATOR_SLT:
    case OPERATOR_SLE:
    case OPERATOR_MIN:
    case OPERATOR_MAX:
    case OPERATOR_IMPLIES:
    case OPERATOR_ITE:
    case OPERATOR_MOD:
    case OPERATOR_SREM:
    case OPERATOR_XNOR:
    case OPERATOR_LNOT:
    case OPERATOR_COUNT:
        break; /* LSHR is 0; the others are constant, or v itself */
    }
}

static void put_choice(struct wanted *w, struct requirements *list, unsigned position,
                       unsigned c, unsigned d, uint64_t mask, uint64_t lo, uint64_t hi)
{
    struct requirement q = {mask, lo, hi - lo, w->p, (uint8_t)position, {0}};
    unsigned k = 0;
    for (unsigned i = 0; i < 3; i++)
        if (i != position)
            q.operand[i] = (uint8_t)(k++ ? d : c);
    put(w, list, q);
}

/* Selections with v as one of three operands; c and d are the other two, in order. */
static void require_choice(struct wanted *w, unsigned c, unsigned d)
{
    const struct enumerator *e = &w->x->e;
    const struct production *p = w->p;
    uint64_t t = w->t, vc = e->value[c][0], vd = e->value[d][0];
    struct requirements *other = &w->x->other, *direct = &w->x->direct;
    if ((e->type[c] & p->operand[1]) && (e->type[d] & p->operand[2]) &&
        c != d) { /* v ? c : d */
        if (vc == t && vd == t)
            put_choice(w, other, 0, c, d, 0, 0, 0);
        else if (vc == t)
            put_choice(w, other, 0, c, d, w->full, 1, w->full);
        else if (vd == t)
            put_choice(w, other, 0, c, d, w->full, 0, 0);
    }
    if (!(e->type[c] & p->operand[0]))
        return;
    if (e->type[d] & p->operand[2]) { /* c ? v : d */
        if (vc)
            put_choice(w, direct, 1, c, d, w->full, t, t);
        else if (vd == t)
            put_choice(w, other, 1, c, d, 0, 0, 0);
    }
    if (e->type[d] & p->operand[1]) { /* c ? d : v */
        if (!vc)
            put_choice(w, direct, 2, c, d, w->full, t, t);
        else if (vd == t)
            put_choice(w, other, 2, c, d, 0, 0, 0);
    }
}

/* Selections with v as two of three operands; c is the other one. */
static void require_choice_twice(struct wanted *w, unsigned c)
{
    const struct enumerator *e = &w->x->e;
    const struct production *p = w->p;
    uint64_t t = w->t, vc = e->value[c][0];
    struct requirements *other = &w->x->other;
    if (e->type[c] & p->operand[2]) { /* v ? v : c */
        if (t)
            put_choice(w, other, 0, TWICE, c, w->full, t, t);
        if (vc == t)
            put_choice(w, other, 0, TWICE, c, w->full, 0, 0);
    }
    if (e->type[c] & p->operand[1]) { /* v ? c : v */
        if (vc == t)
            put_choice(w, other, 0, c, TWICE, w->full, 1, w->full);
        if (!t)
            put_choice(w, other, 0, c, TWICE, w->full, 0, 0);
    }
}

/* Every last step with two operands, the other one having value w->c and these types. */
static void require_operand(struct wanted *w, nonterminals type)
{
    const struct explicit *x = w->x;
    const struct enumerator *e = &x->e;
    for (unsigned i = 0; i < e->production_count; i++) {
        w->p = &e->production[i];
        if (operator_table[w->p->op].arity != 2 || !(w->p->result & x->start))
            continue;
        w->position = 0;
        if (type & w->p->operand[1])
            require_left(w);
        w->position = 1;
        if (!(type & w->p->operand[0]))
            continue;
        if (!operator_table[w->p->op].commutes)
            require_right(w);
        else if (w->p->operand[0] != w->p->operand[1])
            require_left(w);
    }
}

static void require_register(struct wanted *w, unsigned c)
{
    struct explicit *x = w->x;
    memset(x->seen[c], 0, sizeof x->seen[c]);
    memcpy(x->seen_all[c + 1], x->seen_all[c], sizeof x->seen_all[c]);
    w->all = x->seen_all[c + 1];
    w->group = x->seen[c];
    w->other = c;
    w->c = x->e.value[c][0];
    require_operand(w, x->e.type[c]);
    x->exact.start[c + 1] = x->exact.count;
    x->loose.start[c + 1] = x->loose.count;
}

static struct wanted wanted_of(struct explicit *x)
{
    return (struct wanted){
        .x = x, .t = x->goal[0].value, .full = width_mask(x->e.width), .width = x->e.width};
}

void explicit_require_value(struct explicit *x, uint64_t value, nonterminals type,
                            struct requirements *exact, struct requirements *loose)
{
    struct wanted w = wanted_of(x);
    exact->count = loose->count = 0;
    w.exact = exact;
    w.loose = loose;
    w.other = x->e.registers;
    w.c = value;
    require_operand(&w, type);
}

static void require_first(struct wanted *w)
{
    struct explicit *x = w->x;
    x->exact.count = x->loose.count = 0;
    memset(x->seen_all[0], 0, sizeof x->seen_all[0]);
    w->all = x->seen_all[0];
    w->group = NULL;
    for (unsigned i = 0; i < x->e.production_count; i++) {
        w->p = &x->e.production[i];
        if (!(w->p->result & x->start))
            continue;
        if (operator_table[w->p->op].arity == 1)
            require_single(w);
        if (operator_table[w->p->op].arity == 2)
            require_twice(w);
    }
    x->exact.start[0] = x->exact.count;
    x->loose.start[0] = x->loose.count;
}

void explicit_require(struct explicit *x)
{
    struct enumerator *e = &x->e;
    struct wanted w = wanted_of(x);
    w.exact = &x->exact;
    w.loose = &x->loose;
    unsigned base = e->inputs + e->constants, same = base;
    if (!x->required) {
        require_first(&w);
        same = 0;
    }
    while (same >= base && same < x->required && same < e->registers &&
           !memcmp(&x->required_step[same - base], &e->step[same - base], sizeof *e->step))
        same++;
    x->exact.count = x->exact.start[same];
    x->loose.count = x->loose.start[same];
    for (unsigned c = same; c < e->registers; c++)
        require_register(&w, c);
    x->required = e->registers;
    memcpy(x->required_step, e->step, (e->registers - base) * sizeof *e->step);
    x->other.count = x->direct.count = 0;
    for (unsigned i = 0; i < e->production_count; i++) {
        w.p = &e->production[i];
        if (!(w.p->result & x->start) || operator_table[w.p->op].arity != 3)
            continue;
        for (unsigned c = 0; c < e->registers; c++) {
            require_choice_twice(&w, c);
            for (unsigned d = 0; d < e->registers; d++)
                require_choice(&w, c, d);
        }
    }
}
