/* The last steps of the explicit search, for plain specifications with one output. With two steps left, the wanted value on
 * one point is carried backwards through every possible last instruction and operand: the second last step is then tried
 * against a few interval tests instead of against all continuations. */
#include "synth/explicit_internal.h"

#include <string.h>

bool explicit_right(const struct explicit *x, unsigned point, uint64_t value)
{
    const struct goal *g = &x->goal[point];
    switch ((enum goal_kind)g->kind) {
    case GOAL_EQUAL: return value == g->value;
    case GOAL_DIFFER: return value != g->value;
    case GOAL_FREE: return true;
    case GOAL_ASK: break;
    }
    return testbed_right(&x->bed, x->point_test[point], value);
}

static bool row_right(const struct explicit *x, const uint64_t *row)
{
    for (unsigned t = 0; t < x->e.points; t++)
        if (!explicit_right(x, t, row[t])) return false;
    return true;
}

bool finish_none(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    for (unsigned r = 0; r < e->registers; r++) {
        if (!(e->type[r] & x->start) || !row_right(x, e->value[r])) continue;
        uint8_t output = (uint8_t)r;
        struct candidate c;
        enumerate_candidate(e, done, &output, &c);
        if (explicit_offer(x, &c)) return true;
    }
    return false;
}

/* The operands hold every unused register. */
static bool covers(const struct explicit *x, const uint8_t operand[3], unsigned arity)
{
    for (unsigned i = 0; i < x->unused_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < arity; k++) found |= operand[k] == x->unused[i];
        if (!found) return false;
    }
    return true;
}

static bool take_unused(struct explicit *x, unsigned most)
{
    x->unused_count = enumerate_unused(&x->e, x->unused, 8);
    return x->unused_count <= most;
}

static void set_last(struct enumerator *e, struct candidate *c, unsigned done, unsigned op, const uint8_t operand[3])
{
    uint8_t output = (uint8_t)(e->inputs + e->constants + done);
    e->step[done] = (struct step){(uint8_t)op, {operand[0], operand[1], operand[2]}};
    enumerate_candidate(e, done + 1, &output, c);
}

static bool try_last(struct enumerator *e, unsigned done, const struct production *p, const uint8_t operand[3])
{
    struct explicit *x = e->context;
    struct candidate c;
    if (!(p->result & x->start) || !covers(x, operand, operator_table[p->op].arity)) return false;
    e->visited++;
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t v = operator_apply(p->op, e->value[operand[0]][t], e->value[operand[1]][t], e->value[operand[2]][t], e->width);
        if (!explicit_right(x, t, v)) return false;
    }
    set_last(e, &c, done, p->op, operand);
    return explicit_offer(x, &c);
}

bool finish_one(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    if (!take_unused(x, e->widest)) return false;
    for (unsigned i = 0; i < e->production_count; i++)
        if (enumerate_operands(e, done, &e->production[i], try_last)) return true;
    return false;
}

/* --- two steps at once --- */

static void require(struct explicit *x, const struct production *p, unsigned position, unsigned other, uint64_t mask, uint64_t lo,
                    uint64_t hi)
{
    if (x->requirement_count == REQUIREMENTS || lo > hi) return;
    struct requirement *q = &x->requirement[x->requirement_count++];
    *q = (struct requirement){mask, lo, hi - lo, p, (uint8_t)position, {0}};
    q->operand[1 - position] = (uint8_t)other;
}

/* What v must be so that op(v, c) is the wanted value t. */
static void require_left(struct explicit *x, const struct production *p, unsigned other, uint64_t c, uint64_t t)
{
    uint64_t mask = width_mask(x->e.width);
    unsigned w = x->e.width;
#define EXACT(v) require(x, p, 0, other, mask, (v) & mask, (v) & mask)
#define BETWEEN(lo, hi) require(x, p, 0, other, mask, lo, hi)
#define ANYTHING() require(x, p, 0, other, 0, 0, 0)
    switch ((int)p->op) {
    case OPERATOR_ADD: EXACT(t - c); break;
    case OPERATOR_SUB: EXACT(t + c); break;
    case OPERATOR_XOR: EXACT(t ^ c); break;
    case OPERATOR_AND: if (!(t & ~c)) require(x, p, 0, other, c, t, t); break;
    case OPERATOR_OR: if (!(c & ~t)) require(x, p, 0, other, ~c & mask, t & ~c, t & ~c); break;
    case OPERATOR_SHL:
        if (c < w && !(t & (((uint64_t)1 << c) - 1))) require(x, p, 0, other, mask >> c, t >> c, t >> c);
        else if (c >= w && !t) ANYTHING();
        break;
    case OPERATOR_LSHR:
        if (c < w && !(t & ~(mask >> c))) require(x, p, 0, other, mask & mask << c, t << c, t << c);
        else if (c >= w && !t) ANYTHING();
        break;
    case OPERATOR_EQ: t == 1 ? EXACT(c) : t == 0 ? ANYTHING() : (void)0; break;
    case OPERATOR_NEQ: t == 0 ? EXACT(c) : t == 1 ? ANYTHING() : (void)0; break;
    case OPERATOR_LT: if (t == 1 && c) BETWEEN(0, c - 1); else if (t == 0) BETWEEN(c, mask); break;
    case OPERATOR_LE: if (t == 1) BETWEEN(0, c); else if (t == 0 && c < mask) BETWEEN(c + 1, mask); break;
    case OPERATOR_SLT: case OPERATOR_SLE: if (t <= 1) ANYTHING(); break;
    case OPERATOR_MIN: if (c == t) BETWEEN(t, mask); else if (c > t) EXACT(t); break;
    case OPERATOR_MAX: if (c == t) BETWEEN(0, t); else if (c < t) EXACT(t); break;
    case OPERATOR_IMPLIES: if (t <= 1) ANYTHING(); break;
    case OPERATOR_DIV:
        if (!c) { if (t == mask) ANYTHING(); }
        else if (t <= mask / c) BETWEEN(t * c, t * c + c - 1 < t * c || t * c + c - 1 > mask ? mask : t * c + c - 1);
        break;
    case OPERATOR_MOD: if (!c) EXACT(t); else if (t < c) BETWEEN(t, mask); break;
    default: ANYTHING(); break;
    }
#undef EXACT
#undef BETWEEN
#undef ANYTHING
}

/* What v must be so that op(c, v) is t, for instructions that do not commute. */
static void require_right(struct explicit *x, const struct production *p, unsigned other, uint64_t c, uint64_t t)
{
    uint64_t mask = width_mask(x->e.width);
    unsigned w = x->e.width;
    switch ((int)p->op) {
    case OPERATOR_SUB: require(x, p, 1, other, mask, (c - t) & mask, (c - t) & mask); break;
    case OPERATOR_SHL:
    case OPERATOR_LSHR:
        if (!t) require(x, p, 1, other, mask, c ? 1 : 0, mask);
        else
            for (unsigned s = 0; s < w; s++)
                if (operator_apply(p->op, c, s, 0, w) == t) require(x, p, 1, other, mask, s, s);
        break;
    case OPERATOR_ASHR: require(x, p, 1, other, 0, 0, 0); break;
    case OPERATOR_LT: if (t == 1 && c < mask) require(x, p, 1, other, mask, c + 1, mask); else if (!t) require(x, p, 1, other, mask, 0, c); break;
    case OPERATOR_LE: if (t == 1) require(x, p, 1, other, mask, c, mask); else if (!t && c) require(x, p, 1, other, mask, 0, c - 1); break;
    case OPERATOR_SLT: case OPERATOR_SLE: case OPERATOR_IMPLIES: if (t <= 1) require(x, p, 1, other, 0, 0, 0); break;
    case OPERATOR_DIV:
        if (t == mask) require(x, p, 1, other, 0, 0, 0);
        else if (t <= c) require(x, p, 1, other, mask, c / (t + 1) + 1, t ? c / t : mask);
        break;
    case OPERATOR_MOD: if (t <= c) require(x, p, 1, other, mask, 0, mask); break;
    default: require(x, p, 1, other, 0, 0, 0); break;
    }
}

static void require_single(struct explicit *x, const struct production *p, uint64_t t)
{
    uint64_t mask = width_mask(x->e.width);
    if (p->op == OPERATOR_NEG) require(x, p, 0, 0, mask, -t & mask, -t & mask);
    else if (p->op == OPERATOR_NOT) require(x, p, 0, 0, mask, ~t & mask, ~t & mask);
    else if (t <= 1) require(x, p, 0, 0, mask, t == 0, t ? 0 : mask);
    if (x->requirement_count) x->requirement[x->requirement_count - 1].operand[1] = 0;
}

static void put_choice(struct explicit *x, const struct production *p, unsigned position, unsigned c, unsigned d, bool direct,
                       uint64_t lo, uint64_t hi, uint64_t mask)
{
    struct requirement q = {mask, lo, hi - lo, p, (uint8_t)position, {0}};
    unsigned k = 0;
    for (unsigned i = 0; i < 3; i++)
        if (i != position) q.operand[i] = (uint8_t)(k++ ? d : c);
    if (direct && x->direct_count < REQUIREMENTS) x->direct[x->direct_count++] = q;
    if (!direct && x->requirement_count < REQUIREMENTS) x->requirement[x->requirement_count++] = q;
}

/* Selections with v as one of three operands; c and d are the other two, in order. */
static void require_choice(struct explicit *x, const struct production *p, unsigned c, unsigned d, uint64_t t)
{
    uint64_t mask = width_mask(x->e.width), vc = x->e.value[c][0], vd = x->e.value[d][0];
    bool fits_c = x->e.type[c] & p->operand[0], fits_d = x->e.type[d] & p->operand[1];
    if ((x->e.type[c] & p->operand[1]) && (x->e.type[d] & p->operand[2]) && c != d) {
        if (vc == t && vd == t) put_choice(x, p, 0, c, d, false, 0, 0, 0);
        else if (vc == t) put_choice(x, p, 0, c, d, false, 1, mask, mask);
        else if (vd == t) put_choice(x, p, 0, c, d, false, 0, 0, mask);
    }
    if (fits_c && (x->e.type[d] & p->operand[2])) { /* c ? v : d */
        if (vc) put_choice(x, p, 1, c, d, true, t, t, mask);
        else if (vd == t) put_choice(x, p, 1, c, d, false, 0, 0, 0);
    }
    if (fits_c && fits_d) { /* c ? d : v */
        if (!vc) put_choice(x, p, 2, c, d, true, t, t, mask);
        else if (vd == t) put_choice(x, p, 2, c, d, false, 0, 0, 0);
    }
}

static void build_requirements(struct explicit *x)
{
    struct enumerator *e = &x->e;
    uint64_t t = x->goal[0].value;
    x->requirement_count = x->direct_count = 0;
    for (unsigned c = 0; c < e->registers; c++) {
        x->requirement_start[c] = x->requirement_count;
        for (unsigned i = 0; i < e->production_count; i++) {
            const struct production *p = &e->production[i];
            if (operator_table[p->op].arity != 2 || !(p->result & x->start)) continue;
            if (e->type[c] & p->operand[1]) require_left(x, p, c, e->value[c][0], t);
            if ((e->type[c] & p->operand[0]) && (!operator_table[p->op].commutes || p->operand[0] != p->operand[1]))
                require_right(x, p, c, e->value[c][0], t);
        }
    }
    x->requirement_start[e->registers] = x->requirement_count;
    for (unsigned i = 0; i < e->production_count; i++) {
        const struct production *p = &e->production[i];
        if (!(p->result & x->start)) continue;
        if (operator_table[p->op].arity == 1) require_single(x, p, t);
        if (operator_table[p->op].arity != 3) continue;
        for (unsigned c = 0; c < e->registers; c++)
            for (unsigned d = 0; d < e->registers; d++) require_choice(x, p, c, d, t);
    }
    x->requirement_start[e->registers + 1] = x->requirement_count;
}

static bool try_pair(struct explicit *x, unsigned done, const struct production *p, const uint8_t operand[3],
                     const struct requirement *q, const uint8_t *rest, unsigned rest_count)
{
    struct enumerator *e = &x->e;
    if (!(p->result & q->production->operand[q->position])) return false;
    unsigned arity = operator_table[q->production->op].arity;
    for (unsigned i = 0; i < rest_count; i++) {
        bool found = false;
        for (unsigned k = 0; k < arity; k++) found |= k != q->position && q->operand[k] == rest[i];
        if (!found) return false;
    }
    for (unsigned t = 0; t < e->points; t++) {
        uint64_t in[3], v = operator_apply(p->op, e->value[operand[0]][t], e->value[operand[1]][t], e->value[operand[2]][t], e->width);
        for (unsigned k = 0; k < 3; k++) in[k] = k == q->position ? v : e->value[q->operand[k]][t];
        if (!explicit_right(x, t, operator_apply(q->production->op, in[0], in[1], in[2], e->width))) return false;
    }
    uint8_t last[3];
    struct candidate c;
    for (unsigned k = 0; k < 3; k++) last[k] = k == q->position ? (uint8_t)e->registers : k < arity ? q->operand[k] : 0;
    e->step[done] = (struct step){p->op, {operand[0], operand[1], operand[2]}};
    set_last(e, &c, done + 1, q->production->op, last);
    return explicit_offer(x, &c);
}

static bool try_range(struct explicit *x, unsigned done, const struct production *p, const uint8_t operand[3], uint64_t v,
                      unsigned from, unsigned to, const uint8_t *rest, unsigned rest_count)
{
    for (unsigned i = from; i < to; i++) {
        const struct requirement *q = &x->requirement[i];
        if ((v & q->mask) - q->lo <= q->span && try_pair(x, done, p, operand, q, rest, rest_count)) return true;
    }
    return false;
}

static bool try_second_last(struct enumerator *e, unsigned done, const struct production *p, const uint8_t operand[3])
{
    struct explicit *x = e->context;
    unsigned arity = operator_table[p->op].arity, rest_count = 0;
    uint8_t rest[8];
    for (unsigned i = 0; i < x->unused_count; i++) {
        bool used = false;
        for (unsigned k = 0; k < arity; k++) used |= operand[k] == x->unused[i];
        if (used) continue;
        if (++rest_count >= e->widest) return false;
        rest[rest_count - 1] = x->unused[i];
    }
    e->visited++;
    uint64_t v = operator_apply(p->op, e->value[operand[0]][0], e->value[operand[1]][0], e->value[operand[2]][0], e->width);
    unsigned n = e->registers;
    if (rest_count == 0 && try_range(x, done, p, operand, v, 0, x->requirement_start[n], rest, 0)) return true;
    if (rest_count == 1 && try_range(x, done, p, operand, v, x->requirement_start[rest[0]], x->requirement_start[rest[0] + 1], rest, 1))
        return true;
    if (x->requirement_start[n] != x->requirement_count &&
        try_range(x, done, p, operand, v, x->requirement_start[n], x->requirement_count, rest, rest_count))
        return true;
    if (x->direct_count && v == x->direct[0].lo)
        for (unsigned i = 0; i < x->direct_count; i++)
            if (try_pair(x, done, p, operand, &x->direct[i], rest, rest_count)) return true;
    return false;
}

bool finish_two(struct enumerator *e, unsigned done)
{
    struct explicit *x = e->context;
    if (!take_unused(x, 2 * e->widest - 1)) return false;
    build_requirements(x);
    for (unsigned i = 0; i < e->production_count; i++)
        if (enumerate_operands(e, done, &e->production[i], try_second_last)) return true;
    return false;
}
