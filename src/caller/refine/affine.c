/* An index into a table of the function's own that is computed from numbers of callers by
 * constants: `days[month - 1]`, `names[c - 'a']`, `grid[row][column]`. What callers establish
 * is then said of the numbers themselves. */
#include "caller/refine/refine_internal.h"
#include "program/library.h"

enum { MOST_PARTS = 4, MOST_STEPS = 24 };

struct part { /* `scale` bytes for each one of (number + shift) */
    struct spot *number;
    int64_t scale, shift;
};
struct affine {
    struct part parts[MOST_PARTS], constants[MOST_PARTS]; /* of these only the shift */
    uint32_t count, constant_count;
    int64_t base; /* bytes */
    int steps;
    uint32_t function; /* that is read */
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

static struct spot *number_at(const struct refining *r, uint32_t function, struct value v)
{
    uint64_t number;
    uint64_t key = (uint64_t)function << 32 | v.id;
    if (!map_get(&r->view->usage->number_of, key, &number))
        return NULL;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        bool near =
            function == r->view->function ? refine_is_near(r, s) : refine_is_source(r, s);
        if (s->shape == SPOT_NUMBER && s->number == number && near)
            return s;
    }
    return NULL;
}

static bool add_part(struct affine *a, struct spot *s, int64_t scale)
{
    LAW(a->count <= MOST_PARTS && s->shape == SPOT_NUMBER);
    if (a->count == MOST_PARTS)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (a->parts[i].number == s)
            return false;
    a->parts[a->count++] = (struct part){s, scale, 0};
    return true;
}

/* Kept beside what has the same scale: `cells[row - 1][column - 1]`. */
static bool add_constant(struct affine *a, int64_t constant, int64_t scale)
{
    LAW(a->constant_count <= MOST_PARTS);
    if (a->constant_count == MOST_PARTS)
        return false;
    a->constants[a->constant_count++] = (struct part){NULL, scale, constant};
    return true;
}

/* Constants of a scale that no number has are where the numbers count from. */
static void settle_constants(struct affine *a)
{
    LAW(a->constant_count <= MOST_PARTS && a->count <= MOST_PARTS);
    for (uint32_t i = 0; i < a->constant_count; i++) {
        const struct part *c = &a->constants[i];
        bool found = false;
        for (uint32_t k = 0; k < a->count && !found; k++) {
            found = a->parts[k].scale == c->scale || a->parts[k].scale == -c->scale;
            if (found)
                a->parts[k].shift += a->parts[k].scale == c->scale ? c->shift : -c->shift;
        }
        if (!found)
            a->base += c->scale * c->shift;
    }
}

static bool read_index(const struct refining *r, struct value v, int64_t scale,
                       struct affine *a);

static bool read_scaled(const struct refining *r, const struct instruction *i, int64_t scale,
                        struct affine *a)
{
    LAW(i->op == OP_MUL || i->op == OP_SHL);
    const struct function *f = &r->view->program->functions.data[a->function];
    int64_t by;
    bool shift = i->op == OP_SHL;
    uint32_t side = !shift && constant_of(r, instruction_operand(f, i, 0), &by) ? 1 : 0;
    if (!constant_of(r, instruction_operand(f, i, 1 - side), &by))
        return false;
    if (by <= 0 || by >= (shift ? 16 : 1 << 16) || scale >= 1 << 16 || scale <= -(1 << 16))
        return false;
    int64_t factor = shift ? (int64_t)1 << by : by;
    return read_index(r, instruction_operand(f, i, side), scale * factor, a);
}

static bool read_index(const struct refining *r, struct value v, int64_t scale,
                       struct affine *a)
{
    int64_t constant;
    if (constant_of(r, v, &constant))
        return add_constant(a, constant, scale);
    if (value_is_constant(v) || value_is_none(v) || a->steps++ > MOST_STEPS)
        return false;
    struct spot *s = number_at(r, a->function, v);
    if (s)
        return add_part(a, s, scale);
    const struct function *f = &r->view->program->functions.data[a->function];
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

/* What the call, `level` calls up, gives for the parameter; none: that is not known. */
static struct value argument_of(const struct refining *r, size_t level, uint64_t parameter)
{
    if (level >= r->view->depth)
        return VALUE_NONE;
    const struct function *f =
        &r->view->program->functions.data[r->view->stack[level].function];
    const struct instruction *i = &f->instructions.data[r->view->stack[level].instruction];
    if (i->op != OP_CALL || parameter + 1 >= i->count)
        return VALUE_NONE;
    return instruction_operand(f, i, (uint32_t)parameter + 1);
}

/* The address of a load or store, from a table or local on, which a caller may have. */
static bool read_address(const struct refining *r, struct affine *a)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    size_t level = 0;
    a->function = r->view->function;
    if (i->op != OP_LOAD && i->op != OP_STORE)
        return false;
    struct value v = instruction_operand(f, i, 0);
    for (int steps = 0; steps < 16 && !value_is_constant(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op == OP_PARAM) {
            v = argument_of(r, ++level, i->extra);
            if (value_is_none(v))
                return false;
            a->function = r->view->stack[level].function;
            f = &r->view->program->functions.data[a->function];
            continue;
        }
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
    LAW(a->count && a->count <= MOST_PARTS);
    for (uint32_t i = 1; i < a->count; i++)
        for (uint32_t k = i; k && a->parts[k].scale > a->parts[k - 1].scale; k--) {
            struct part p = a->parts[k];
            a->parts[k] = a->parts[k - 1];
            a->parts[k - 1] = p;
        }
    if (a->parts[a->count - 1].scale <= 0)
        return a->count == 1;
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
    return a->count == 1 && !a->base && !a->parts[0].shift &&
           a->parts[0].scale == (int64_t)r->view->bytes &&
           refine_has_range_of_type(r->plan, a->parts[0].number);
}

/* A table of all values of a byte, but for the sign of a `char`: that is the function's own
 * mistake. */
static bool is_table_of_bytes(const struct refining *r, const struct spot *s, int64_t count)
{
    const struct ctype *t = &r->plan->program->ctypes.data[s->ctype];
    return t->kind == CTYPE_CHAR && count >= 128;
}

/* The most that a comparison with a constant lets pass; -1: it is none by order. */
static int64_t most_passed(const struct refining *r, const struct instruction *i)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    int64_t constant;
    if (i->op != OP_ICMP || i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
        return -1;
    if (!constant_of(r, instruction_operand(f, i, 1), &constant) || constant <= 0)
        return -1;
    bool strict = i->sub == COMPARE_ULT || i->sub == COMPARE_SLT || i->sub == COMPARE_UGE ||
                  i->sub == COMPARE_SGE;
    return strict ? constant - 1 : constant;
}

bool refine_is_let_pass(const struct refining *r, const struct spot *s, __int128 most)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        uint64_t number;
        if (i->block == UINT32_MAX || most_passed(r, i) < most || most_passed(r, i) < 0)
            continue;
        struct value v = instruction_operand(f, i, 0);
        if (!value_is_constant(v) &&
            map_get(&r->view->usage->number_of, (uint64_t)r->view->function << 32 | v.id,
                    &number) &&
            number == s->number && refine_is_source(r, s))
            return true;
    }
    return false;
}

/* Callers see to it that the number is in the range, unless the function itself asks how
 * large it is and lets more pass. */
static bool limit_part(struct refining *r, struct spot *s, int64_t least, int64_t most)
{
    LAW(s->number < r->plan->usage.numbers.count);
    const struct number *of = &r->plan->usage.numbers.data[s->number];
    if (s->by_contract || most < least || is_table_of_bytes(r, s, most - least + 1))
        return false;
    if (of->has_limit && of->limit >= most)
        return false;
    if (of->has_least && of->least < least)
        return false;
    if (refine_is_let_pass(r, s, most) || !refine_narrow(r->plan, s, least, most))
        return false;
    s->fresh = true;
    refine_note(r, " is an index", s->name);
    return true;
}

/* The numbers that keep scale * (number + shift) within `room` bytes, and are not negative
 * unless the scale is. */
static bool limit_to_room(struct refining *r, const struct part *p, int64_t room)
{
    int64_t size = p->scale < 0 ? -p->scale : p->scale;
    if (p->scale < 0)
        return limit_part(r, p->number, -(room / size) - p->shift, -p->shift);
    int64_t least = p->shift < 0 ? -p->shift : 0;
    return limit_part(r, p->number, least, room / size - p->shift);
}

/* `last[2 * n - 1]`: so many bytes in front of the table it counts from. */
static bool limit_from_base(struct refining *r, const struct part *p, int64_t base,
                            int64_t room)
{
    LAW(p->scale > 0 && base < 0);
    int64_t least = (-base + p->scale - 1) / p->scale;
    return limit_part(r, p->number, least - p->shift, room / p->scale - p->shift);
}

bool refine_limit_affine(struct refining *r, bool *changed)
{
    struct affine a = {0};
    *changed = false;
    if (!read_address(r, &a) || !sort_parts(&a))
        return false;
    settle_constants(&a);
    if (is_plain(r, &a))
        return false;
    int64_t room = (int64_t)r->view->object_size - (int64_t)r->view->bytes - a.base;
    if (a.base < 0 && a.count == 1 && a.parts[0].scale > 0 && room >= 0) {
        *changed = limit_from_base(r, &a.parts[0], a.base, room);
        return true;
    }
    if (a.base < 0 || room < 0)
        return true;
    *changed = limit_to_room(r, &a.parts[0], room);
    for (uint32_t i = 1; i < a.count; i++)
        *changed |= limit_to_room(r, &a.parts[i], a.parts[i - 1].scale - a.parts[i].scale);
    return true;
}

/* The function itself asks how large it is. */
static bool is_tested(const struct refining *r, const struct spot *s)
{
    const struct number *of = &r->plan->usage.numbers.data[s->number];
    return of->has_limit || of->has_least || of->ordered;
}

/* A record by value: which of its numbers the function uses is not seen. */
static bool takes_records(const struct refining *r)
{
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (s->shape == SPOT_RECORD && s->parent == SPOT_NONE)
            return true;
    }
    return false;
}

/* The index is what a function of the program makes of something. */
static bool is_from_call(const struct refining *r)
{
    if (!r->near.called)
        return false;
    const struct function *f = &r->view->program->functions.data[r->near.called - 1];
    return f->blocks.count && !library_unit(f->unit);
}

bool refine_is_for_callers(const struct refining *r)
{
    uint32_t untested = 0;
    if (refine_cuts_index(r))
        return false;
    if (takes_records(r) || is_from_call(r))
        return true;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (!refine_is_near(r, s))
            continue;
        if (s->by_contract || is_tested(r, s))
            return false;
        untested++;
    }
    return untested > 1;
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
