/* An index into a table of the function's own that is computed from numbers of callers by
 * constants: `days[month - 1]`, `names[c - 'a']`, `grid[row][column]`. What callers establish
 * is then said of the numbers themselves. */
#include "caller/refine/refine_internal.h"

enum { MOST_PARTS = 4, MOST_STEPS = 24 };

struct part { /* a number of callers, and how many bytes it moves the access by */
    struct spot *number;
    int64_t scale;
};
struct affine {
    struct part parts[MOST_PARTS];
    uint32_t count;
    int64_t base; /* bytes */
    int steps;
};

static bool constant_of(const struct refining *r, struct value v, int64_t *out)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(r->view->program, v);
    if (c->kind != CONSTANT_BITS || c->type.width > 64)
        return false;
    uint64_t bits = constant_low_bits(c);
    uint32_t unused = 64 - c->type.width;
    *out = (int64_t)(bits << unused) >> unused;
    return *out > -(1 << 30) && *out < 1 << 30;
}

static struct spot *number_at(const struct refining *r, struct value v)
{
    uint64_t number;
    uint64_t key = (uint64_t)r->view->function << 32 | v.id;
    if (!map_get(&r->view->usage->number_of, key, &number))
        return NULL;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape == SPOT_NUMBER && s->number == number && refine_is_near(r, s))
            return s;
    }
    return NULL;
}

static bool add_part(struct affine *a, struct spot *s, int64_t scale)
{
    if (a->count == MOST_PARTS)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->parts[i].number == s)
            return false;
    a->parts[a->count++] = (struct part){s, scale};
    return true;
}

static bool read_index(const struct refining *r, struct value v, int64_t scale,
                       struct affine *a);

static bool read_scaled(const struct refining *r, const struct instruction *i, int64_t scale,
                        struct affine *a)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    int64_t by;
    if (!constant_of(r, instruction_operand(f, i, 1), &by))
        return false;
    bool shift = i->op == OP_SHL;
    if (by <= 0 || by >= (shift ? 16 : 1 << 16) || scale >= 1 << 16 || scale <= -(1 << 16))
        return false;
    int64_t factor = shift ? (int64_t)1 << by : by;
    return read_index(r, instruction_operand(f, i, 0), scale * factor, a);
}

static bool read_index(const struct refining *r, struct value v, int64_t scale,
                       struct affine *a)
{
    int64_t constant;
    if (constant_of(r, v, &constant)) {
        a->base += scale * constant;
        return true;
    }
    if (value_is_constant(v) || value_is_none(v) || a->steps++ > MOST_STEPS)
        return false;
    struct spot *s = number_at(r, v);
    if (s)
        return add_part(a, s, scale);
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_ZEXT || i->op == OP_SEXT)
        return read_index(r, instruction_operand(f, i, 0), scale, a);
    if (i->op == OP_MUL || i->op == OP_SHL)
        return read_scaled(r, i, scale, a);
    if (i->op != OP_ADD && i->op != OP_SUB)
        return false;
    int64_t other = i->op == OP_SUB ? -scale : scale;
    return read_index(r, instruction_operand(f, i, 0), scale, a) &&
           read_index(r, instruction_operand(f, i, 1), other, a);
}

/* The address of a load or store, from a table or local on. */
static bool read_address(const struct refining *r, struct affine *a)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    if (i->op != OP_LOAD && i->op != OP_STORE)
        return false;
    struct value v = instruction_operand(f, i, 0);
    for (int steps = 0; steps < 8 && !value_is_constant(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD)
            return i->op == OP_ALLOCA && a->count;
        if (!read_index(r, instruction_operand(f, i, 1), 1, a))
            return false;
        v = instruction_operand(f, i, 0);
    }
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(r->view->program, v);
    if (c->kind != CONSTANT_GLOBAL)
        return false;
    a->base += (int64_t)c->offset;
    return a->count;
}

/* Largest scale first; each of them a multiple of the next. */
static bool sort_parts(struct affine *a)
{
    for (uint32_t i = 1; i < a->count; i++)
        for (uint32_t k = i; k && a->parts[k].scale > a->parts[k - 1].scale; k--) {
            struct part p = a->parts[k];
            a->parts[k] = a->parts[k - 1];
            a->parts[k - 1] = p;
        }
    if (a->parts[a->count - 1].scale <= 0)
        return false;
    for (uint32_t i = 1; i < a->count; i++) {
        int64_t above = a->parts[i - 1].scale, own = a->parts[i].scale;
        if (above == own || above % own)
            return false;
    }
    return true;
}

/* The number itself is the index. */
static bool is_plain(const struct refining *r, const struct affine *a)
{
    return a->count == 1 && !a->base && a->parts[0].scale == (int64_t)r->view->bytes &&
           refine_has_range_of_type(r->plan, a->parts[0].number);
}

/* A table of all values of a byte, but for the sign of a `char`: that is the function's own
 * mistake. */
static bool is_table_of_bytes(const struct refining *r, const struct spot *s, int64_t count)
{
    const struct ctype *t = &r->plan->program->ctypes.data[s->ctype];
    return t->kind == CTYPE_CHAR && count >= 128;
}

/* Callers see to it that the number is in the range, unless the function itself asks how
 * large it is and lets more pass. */
static bool limit_part(struct refining *r, struct spot *s, int64_t least, int64_t most)
{
    const struct number *of = &r->plan->usage.numbers.data[s->number];
    if (s->by_contract || most < least || is_table_of_bytes(r, s, most - least + 1))
        return false;
    if (of->has_limit && of->limit >= most)
        return false;
    if (of->has_least && of->least < least)
        return false;
    if (!refine_narrow(r->plan, s, least, most))
        return false;
    refine_note(r, " is an index", s->name);
    return true;
}

bool refine_limit_affine(struct refining *r, bool *changed)
{
    struct affine a = {0};
    *changed = false;
    if (!read_address(r, &a) || is_plain(r, &a) || !sort_parts(&a))
        return false;
    int64_t size = (int64_t)r->view->object_size, bytes = (int64_t)r->view->bytes;
    int64_t scale = a.parts[0].scale;
    int64_t least = a.base < 0 ? (-a.base + scale - 1) / scale : 0;
    int64_t room = size - bytes - a.base;
    if (room < 0 || (a.count > 1 && a.base))
        return true;
    *changed = limit_part(r, a.parts[0].number, least, room / scale);
    for (uint32_t i = 1; i < a.count; i++) {
        int64_t count = a.parts[i - 1].scale / a.parts[i].scale;
        *changed |= limit_part(r, a.parts[i].number, 0, count - 1);
    }
    return true;
}

/* The function itself asks how large it is. */
static bool is_tested(const struct refining *r, const struct spot *s)
{
    const struct number *of = &r->plan->usage.numbers.data[s->number];
    return of->has_limit || of->has_least || of->ordered;
}

bool refine_is_for_callers(const struct refining *r)
{
    uint32_t untested = 0;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (!refine_is_near(r, s))
            continue;
        if (s->by_contract || is_tested(r, s))
            return false;
        untested++;
    }
    return untested > 1 && !refine_cuts_index(r);
}

bool refine_has_untested(const struct refining *r)
{
    uint32_t untested = 0;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        untested += refine_is_source(r, s) && !s->by_contract && !is_tested(r, s);
    }
    return untested > 1;
}
