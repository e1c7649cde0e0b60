/* What a function returns, as far as its constants tell. */
#include "caller/once/once.h"

enum { MOST_DEPTH = 8 };

struct span {
    int64_t least, most;
};

static bool span_of(const struct program *, uint32_t function, struct value, int depth,
                    struct span *);

static bool span_of_results(const struct program *p, uint32_t function, int depth,
                            struct span *out)
{
    const struct function *f = &p->functions.data[function];
    bool any = false;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        struct span s;
        if (i->block == UINT32_MAX || i->op != OP_RETURN || !i->count)
            continue;
        if (!span_of(p, function, instruction_operand(f, i, 0), depth + 1, &s))
            return false;
        out->least = any && out->least < s.least ? out->least : s.least;
        out->most = any && out->most > s.most ? out->most : s.most;
        any = true;
    }
    return any;
}

static bool span_of_constant(const struct program *p, struct value v, struct span *out)
{
    const struct constant *c = program_constant(p, v);
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    uint32_t up = 64 - c->type.width;
    int64_t value = (int64_t)(constant_low_bits(c) << up) >> up;
    *out = (struct span){value, value};
    return true;
}

static bool span_of_choice(const struct program *p, uint32_t function,
                           const struct instruction *i, int depth, struct span *out)
{
    const struct function *f = &p->functions.data[function];
    uint32_t first = i->op == OP_SELECT ? 1 : 0, step = i->op == OP_PHI ? 2 : 1;
    for (uint32_t k = first; k < i->count; k += step) {
        struct span s;
        if (!span_of(p, function, instruction_operand(f, i, k), depth + 1, &s))
            return false;
        out->least = k > first && out->least < s.least ? out->least : s.least;
        out->most = k > first && out->most > s.most ? out->most : s.most;
    }
    return i->count > first;
}

static bool span_of_call(const struct program *p, const struct function *f,
                         const struct instruction *i, int depth, struct span *out)
{
    struct value v = instruction_operand(f, i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    return c && c->kind == CONSTANT_FUNCTION && p->functions.data[c->index].has_body &&
           span_of_results(p, c->index, depth + 2, out);
}

/* As signed numbers of their widths. */
static bool span_of(const struct program *p, uint32_t function, struct value v, int depth,
                    struct span *out)
{
    const struct function *f = &p->functions.data[function];
    if (depth > MOST_DEPTH)
        return false;
    if (value_is_constant(v))
        return span_of_constant(p, v, out);
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_PHI || i->op == OP_SELECT)
        return span_of_choice(p, function, i, depth, out);
    if (i->op == OP_CALL)
        return span_of_call(p, f, i, depth, out);
    if (i->op != OP_ZEXT && i->op != OP_SEXT)
        return false;
    uint32_t width = value_type(p, f, instruction_operand(f, i, 0)).width;
    if (width > 32 || !width)
        return false;
    int64_t half = (int64_t)1 << (width - 1);
    *out = i->op == OP_ZEXT ? (struct span){0, 2 * half - 1} : (struct span){-half, half - 1};
    return true;
}

bool once_result_range(const struct program *p, uint32_t function, int64_t *least,
                       int64_t *most)
{
    struct span s;
    const struct function *f = &p->functions.data[function];
    if (f->result_count != 1 || f->results[0].kind != TYPE_INT ||
        !span_of_results(p, function, 0, &s))
        return false;
    *least = s.least;
    *most = s.most;
    LAW(s.least <= s.most);
    return true;
}

/* --- null --- */

static bool may_be_null(const struct once *o, uint32_t function, struct value v, int depth)
{
    const struct program *p = o->program;
    const struct function *f = &p->functions.data[function];
    if (value_is_constant(v))
        return program_constant(p, v)->kind != CONSTANT_GLOBAL;
    const struct instruction *i = &f->instructions.data[v.id];
    if (depth > MOST_DEPTH)
        return true;
    if (i->op == OP_PTRADD)
        return may_be_null(o, function, instruction_operand(f, i, 0), depth + 1);
    if (i->op == OP_PHI || i->op == OP_SELECT) {
        uint32_t first = i->op == OP_SELECT ? 1 : 0, step = i->op == OP_PHI ? 2 : 1;
        for (uint32_t k = first; k < i->count; k += step)
            if (may_be_null(o, function, instruction_operand(f, i, k), depth + 1))
                return true;
        return false;
    }
    if (i->op == OP_LOAD) /* from far memory, as mark.c fills it */
        return far_is_tested(f, v.id) ||
               flow_of(o->flow, function, instruction_operand(f, i, 0)) & FLOW_OTHER;
    struct value callee = i->op == OP_CALL ? instruction_operand(f, i, 0) : VALUE_NONE;
    if (value_is_none(callee) || !value_is_constant(callee))
        return true;
    const struct constant *c = program_constant(p, callee);
    return c->kind != CONSTANT_FUNCTION || c->index != far_function(p, "sooth_far");
}

bool once_may_return_null(const struct once *o, uint32_t function)
{
    const struct function *f = &o->program->functions.data[function];
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->block != UINT32_MAX && i->op == OP_RETURN && i->count &&
            may_be_null(o, function, instruction_operand(f, i, 0), 0))
            return true;
    }
    return false;
}
