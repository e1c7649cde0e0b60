/* Predicates that a precision may track: what the program compares with constants, fields of
 * memory and values; and the constants that it compares fields with by way of a choice (`p->x
 * == (flag ? 1 : 2)`). */
#include "engine/lazy/lazy_internal.h"

#include <stdlib.h>

static bool is_known(const struct graph_precision *p, const struct graph_predicate *n)
{
    for (size_t i = 0; i < p->all.count; i++) {
        const struct graph_predicate *o = &p->all.data[i];
        bool same =
            o->kind == n->kind && o->compare == n->compare && o->constant == n->constant;
        if (same && n->kind == PREDICATE_ROOT && o->function == n->function &&
            o->instruction == n->instruction)
            return true;
        if (same && n->kind == PREDICATE_FIELD && o->at == n->at && o->bytes == n->bytes)
            return true;
    }
    return false;
}

static bool is_wanted(const struct lazy *l, enum predicate_kind kind)
{
    switch (l->task->precision) {
    case PRECISION_LAZY:
        return true;
    case PRECISION_PREDICATES:
        return kind == PREDICATE_ROOT;
    case PRECISION_SHAPES:
        return kind == PREDICATE_FIELD;
    }
    return false;
}

static void add(struct lazy *l, struct graph_predicate n)
{
    LAW(n.kind == PREDICATE_FIELD ||
        n.instruction < l->task->program->functions.data[n.function].instructions.count);
    LAW(n.kind == PREDICATE_ROOT || n.bytes);
    if (!is_wanted(l, n.kind))
        return;
    if (n.compare == COMPARE_NE)
        n.compare = COMPARE_EQ;
    if (l->precision.all.count < PRECISION_MOST && !is_known(&l->precision, &n))
        VECTOR_PUSH(&l->precision.all, n);
    LAW(l->precision.all.count <= PRECISION_MOST);
}

static bool constant_of(const struct program *p, struct value v, int64_t *out)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    unsigned unused = 64 - c->type.width;
    *out = (int64_t)(constant_low_bits(c) << unused) >> unused;
    return true;
}

/* The offset of a load or store: that of the pointer from where it was computed. */
static bool offset_of(const struct program *p, const struct function *f, struct value pointer,
                      uint32_t *at)
{
    int64_t constant;
    *at = 0;
    if (value_is_constant(pointer))
        return false;
    const struct instruction *in = &f->instructions.data[pointer.id];
    if (in->op != OP_PTRADD)
        return in->op != OP_ALLOCA;
    if (!constant_of(p, instruction_operand(f, in, 1), &constant) || constant < 0)
        return false;
    *at = (uint32_t)constant;
    return true;
}

struct tested {
    uint32_t function;
    const struct function *f;
    struct value value;
    enum compare compare;
};

static void add_test(struct lazy *l, const struct tested *t, int64_t constant)
{
    LAW(!value_is_constant(t->value) && t->value.id < t->f->instructions.count);
    const struct instruction *in = &t->f->instructions.data[t->value.id];
    struct graph_predicate n = {.compare = t->compare, .constant = constant};
    bool field = in->op == OP_LOAD && in->type.kind == TYPE_INT && in->type.width % 8 == 0 &&
                 offset_of(l->task->program, t->f, instruction_operand(t->f, in, 0), &n.at);
    n.kind = field ? PREDICATE_FIELD : PREDICATE_ROOT;
    if (field)
        n.bytes = in->type.width / 8;
    if (!field)
        n.function = t->function, n.instruction = t->value.id;
    add(l, n);
}

/* The constants that a value is one of, if it is a choice between some. */
static void add_choices(struct lazy *l, const struct tested *t, struct value other)
{
    int64_t constant;
    if (constant_of(l->task->program, other, &constant)) {
        add_test(l, t, constant);
        return;
    }
    if (value_is_constant(other))
        return;
    const struct instruction *in = &t->f->instructions.data[other.id];
    if (in->op != OP_PHI && in->op != OP_SELECT)
        return;
    for (uint32_t k = 0; k < in->count; k++)
        if (!instruction_operand_is_block(in, k) &&
            constant_of(l->task->program, instruction_operand(t->f, in, k), &constant))
            add_test(l, t, constant);
}

static void look_at(struct lazy *l, uint32_t function, const struct instruction *in)
{
    static const enum compare turned[] = {
        [COMPARE_EQ] = COMPARE_EQ,   [COMPARE_NE] = COMPARE_NE,   [COMPARE_ULT] = COMPARE_UGT,
        [COMPARE_ULE] = COMPARE_UGE, [COMPARE_UGT] = COMPARE_ULT, [COMPARE_UGE] = COMPARE_ULE,
        [COMPARE_SLT] = COMPARE_SGT, [COMPARE_SLE] = COMPARE_SGE, [COMPARE_SGT] = COMPARE_SLT,
        [COMPARE_SGE] = COMPARE_SLE,
    };
    const struct function *f = &l->task->program->functions.data[function];
    if (in->op != OP_ICMP || in->block == UINT32_MAX)
        return;
    struct value x = instruction_operand(f, in, 0), y = instruction_operand(f, in, 1);
    LAW(in->sub < sizeof turned / sizeof *turned);
    struct tested left = {function, f, x, in->sub}, right = {function, f, y, turned[in->sub]};
    if (!value_is_constant(x) && f->instructions.data[x.id].type.kind == TYPE_INT)
        add_choices(l, &left, y);
    if (!value_is_constant(y) && f->instructions.data[y.id].type.kind == TYPE_INT)
        add_choices(l, &right, x);
}

void lazy_find_candidates(struct lazy *l)
{
    LAW(!l->precision.all.count && !l->precision.heads.count);
    const struct program *p = l->task->program;
    for (uint32_t i = 0; i < p->functions.count; i++)
        for (size_t k = 0;
             k < p->functions.data[i].instructions.count && p->functions.data[i].has_body;
             k++)
            look_at(l, i, &p->functions.data[i].instructions.data[k]);
}
