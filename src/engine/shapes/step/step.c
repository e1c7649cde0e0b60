/* One instruction on one graph: what changes neither memory nor calls. */
#include "engine/shapes/precision.h"

#include "base/failure.h"

struct graph_value shapes_value(struct shapes *s, struct graph *g, struct value v)
{
    LAW(value_is_constant(v) || v.id < g->frame->f->instructions.count);
    if (!value_is_constant(v))
        return g->frame->values[v.id];
    const struct constant *c = program_constant(s->program, v);
    switch ((enum constant_kind)c->kind) {
    case CONSTANT_BITS:
        return shapes_of_bits(s, term_bv_limbs(s->terms, c->type.width, c->limbs), c->type);
    case CONSTANT_NULL:
        return graph_pointer(0, 0, shapes_offset(s, 0));
    case CONSTANT_GLOBAL:
        return graph_pointer(shapes_global(s, g, c->index), 0, shapes_offset(s, c->offset));
    case CONSTANT_FUNCTION:
        return (struct graph_value){
            .kind = GRAPH_FUNCTION, .object = c->index, .term = shapes_offset(s, c->offset)};
    case CONSTANT_BLOCK:
        return (struct graph_value){.kind = GRAPH_FUNCTION,
                                    .object = c->index,
                                    .term = shapes_offset(s, constant_label_offset(c))};
    case CONSTANT_UNDEF:
        break;
    }
    return shapes_any(s, c->type);
}

enum step_result shapes_split(struct shapes *s, struct graph *g, struct term condition)
{
    LAW(sort_kind(s->terms, term_sort(s->terms, condition)) == SORT_BOOL);
    struct term otherwise = term_not(s->terms, condition);
    if (shapes_possible(s, g, otherwise)) {
        struct graph *other = graph_copy(&s->arena, g);
        shapes_assume(s, other, otherwise);
        VECTOR_PUSH(&s->stack, other);
    }
    if (!shapes_possible(s, g, condition))
        return STEP_OVER;
    shapes_assume(s, g, condition);
    return STEP_MOVED;
}

/* --- control --- */

enum step_result shapes_enter(struct shapes *s, struct graph *g, uint32_t to)
{
    LAW(to < g->frame->f->blocks.count);
    struct graph_frame *fr = g->frame;
    const struct block *b = &fr->f->blocks.data[to];
    uint32_t from = fr->block, n = exec_phi_count(fr->f, to);
    struct graph_value *in = ARENA_ARRAY(&s->arena, struct graph_value, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const struct instruction *phi = &fr->f->instructions.data[b->instructions.data[i]];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(fr->f, phi, k + 1).id == from) {
                in[i] = shapes_value(s, g, instruction_operand(fr->f, phi, k));
                break;
            }
    }
    for (uint32_t i = 0; i < n; i++)
        fr->values[b->instructions.data[i]] = in[i];
    fr->block = to;
    fr->position = n;
    if (s->precision && !precision_step(s, g))
        return STEP_OVER;
    if (!shapes_is_head(s, fr, to) || shapes_passes(s, g))
        return STEP_MOVED;
    if (s->follow)
        precision_apply(s, g);
    else
        shapes_arrive(s, g);
    return STEP_OVER;
}

static enum step_result branch(struct shapes *s, struct graph *g,
                               const struct instruction *in)
{
    struct term bit = shapes_value(s, g, instruction_operand(g->frame->f, in, 0)).term;
    struct term condition = shapes_true_bit(s, bit);
    if (term_is_true(s->terms, condition))
        return shapes_enter(s, g, in->target[0]);
    if (term_is_false(s->terms, condition))
        return shapes_enter(s, g, in->target[1]);
    struct term otherwise = term_not(s->terms, condition);
    bool yes = shapes_possible(s, g, condition),
         no = !yes || shapes_possible(s, g, otherwise);
    if (yes && no) {
        struct graph *other = graph_copy(&s->arena, g);
        shapes_assume(s, other, otherwise);
        if (shapes_enter(s, other, in->target[1]) == STEP_MOVED)
            VECTOR_PUSH(&s->stack, other);
    } else if (no) {
        return shapes_enter(s, g, in->target[1]);
    }
    shapes_assume(s, g, condition);
    return shapes_enter(s, g, in->target[0]);
}

/* --- checks --- */

static enum step_result check(struct shapes *s, struct graph *g, const struct instruction *in)
{
    enum violation kind;
    struct term good =
        shapes_true_bit(s, shapes_value(s, g, instruction_operand(g->frame->f, in, 0)).term);
    if (term_is_true(s->terms, good))
        return STEP_ON;
    bool wanted =
        violation_of_check(in->sub, &kind) && (s->open & ~s->alarms & VIOLATION_BIT(kind));
    if (wanted && !shapes_prove(s, g, good)) {
        if (!shapes_possible(s, g, term_bool(s->terms, true)))
            return STEP_OVER;
        shapes_alarm(s, g, kind);
    }
    bool access =
        in->sub == CHECK_INDEX && (s->task->violations & VIOLATION_BIT(VIOLATION_DEREF));
    bool ends = in->sub == CHECK_ASSERTION || in->sub == CHECK_UNREACHABLE || access;
    if (!ends)
        return STEP_ON;
    if (!shapes_possible(s, g, good))
        return STEP_OVER;
    return shapes_assume(s, g, good) ? STEP_ON : STEP_OVER;
}

static enum step_result assume(struct shapes *s, struct graph *g,
                               const struct instruction *in)
{
    struct term c =
        shapes_true_bit(s, shapes_value(s, g, instruction_operand(g->frame->f, in, 0)).term);
    if (term_is_true(s->terms, c))
        return STEP_ON;
    if (!shapes_possible(s, g, c))
        return STEP_OVER;
    return shapes_assume(s, g, c) ? STEP_ON : STEP_OVER;
}

/* --- values --- */

static enum step_result select_value(struct shapes *s, struct graph *g,
                                     const struct instruction *in, uint32_t id)
{
    const struct function *f = g->frame->f;
    struct term c =
        shapes_true_bit(s, shapes_value(s, g, instruction_operand(f, in, 0)).term);
    struct graph_value yes = shapes_value(s, g, instruction_operand(f, in, 1));
    struct graph_value no = shapes_value(s, g, instruction_operand(f, in, 2));
    struct graph_value *out = &g->frame->values[id];
    if (graph_value_same(yes, no) || term_is_true(s->terms, c)) {
        *out = yes;
    } else if (term_is_false(s->terms, c)) {
        *out = no;
    } else if (yes.kind == GRAPH_NUMBER && no.kind == GRAPH_NUMBER) {
        *out = graph_number(term_ite(s->terms, c, yes.term, no.term));
    } else if (yes.kind == no.kind && yes.object == no.object && yes.end == no.end) {
        *out = yes;
        out->term = term_ite(s->terms, c, yes.term, no.term);
    } else {
        if (shapes_prove(s, g, c))
            *out = yes;
        else if (shapes_prove(s, g, term_not(s->terms, c)))
            *out = no;
        else
            return shapes_split(s, g, c);
    }
    return STEP_ON;
}

static enum step_result move_pointer(struct shapes *s, struct graph *g,
                                     const struct instruction *in, uint32_t id)
{
    struct graph_value p = shapes_value(s, g, instruction_operand(g->frame->f, in, 0));
    if (shapes_resolve(s, g, p))
        return STEP_OVER;
    struct term by = shapes_value(s, g, instruction_operand(g->frame->f, in, 1)).term;
    uint64_t distance;
    bool stays = term_const_u64(s->terms, by, &distance) && !distance;
    if (p.kind == GRAPH_POINTER || p.kind == GRAPH_FUNCTION)
        p.term = term_2(s->terms, TERM_BV_ADD, p.term, by);
    else if (p.kind == GRAPH_DANGLING && !stays)
        p.kind = GRAPH_WILD;
    g->frame->values[id] = p;
    return STEP_ON;
}

static enum step_result cast(struct shapes *s, struct graph *g, const struct instruction *in,
                             uint32_t id)
{
    struct graph_value v = shapes_value(s, g, instruction_operand(g->frame->f, in, 0));
    struct graph_value out;
    if (in->op == OP_INTTOPTR) {
        if (!shapes_from_address(s, g, term_resize(s->terms, v.term, s->width), &out))
            return STEP_OVER;
    } else {
        struct term t;
        if (shapes_unfold(s, g, v) || !shapes_address(s, g, v, &t))
            return STEP_OVER;
        out = graph_number(term_resize(s->terms, t, in->type.width));
    }
    g->frame->values[id] = out;
    return STEP_ON;
}

static enum step_result pure(struct shapes *s, struct graph *g, const struct instruction *in,
                             uint32_t id)
{
    struct graph_value operands[4], out;
    for (uint32_t k = 0; k < in->count && k < 4; k++) {
        operands[k] = shapes_value(s, g, instruction_operand(g->frame->f, in, k));
        if (operands[k].kind == GRAPH_NUMBER)
            continue;
        shapes_give_up(s, g, "number of unknown origin");
        return STEP_OVER;
    }
    if (!shapes_pure(s, g, in, id, operands, &out))
        return STEP_OVER;
    g->frame->values[id] = out;
    return STEP_ON;
}

static bool compares_pointers(struct shapes *s, const struct graph *g,
                              const struct instruction *in)
{
    return value_type(s->program, g->frame->f, instruction_operand(g->frame->f, in, 0))
               .kind == TYPE_POINTER;
}

static enum step_result integer(struct shapes *s, struct graph *g,
                                const struct instruction *in, uint32_t id)
{
    if (in->op == OP_ICMP && compares_pointers(s, g, in))
        return shapes_compare(s, g, in, id);
    return in->op == OP_SUB ? shapes_subtract(s, g, in, id) : pure(s, g, in, id);
}

static enum step_result meaning(struct shapes *s, struct graph *g,
                                const struct instruction *in, uint32_t id)
{
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        return check(s, g, in);
    case MEANING_ASSUME:
        return assume(s, g, in);
    case MEANING_INPUT:
        g->frame->values[id] = shapes_anything(s, in->type);
        return STEP_ON;
    case MEANING_NOTE:
        return STEP_ON;
    case MEANING_UNSUPPORTED:
        shapes_give_up(s, g, in->text ? in->text : "unsupported");
        return STEP_OVER;
    }
    BUG("instruction %u says nothing", in->op);
}

static enum step_result flow(struct shapes *s, struct graph *g, const struct instruction *in)
{
    switch ((enum flow_op)in->op) {
    case FLOW_JUMP:
        return shapes_enter(s, g, in->target[0]);
    case FLOW_BRANCH:
        return branch(s, g, in);
    case FLOW_RETURN:
        return shapes_return(s, g, in);
    case FLOW_STOP:
        if (in->sub == STOP_EXIT)
            return shapes_end_program(s, g);
        return in->sub == STOP_QUIT ? shapes_program_over(s, g) : STEP_OVER;
    case FLOW_SWITCH: /* lowered */
        break;
    }
    BUG("instruction %u does not go on", in->op);
}

static enum step_result run(struct shapes *s, struct graph *g, const struct instruction *in,
                            uint32_t id)
{
    switch (op_class(in->op)) {
    case CLASS_START:
        return STEP_ON;
    case CLASS_INTEGER:
        return integer(s, g, in, id);
    case CLASS_FLOAT:
        return pure(s, g, in, id);
    case CLASS_ANY:
        return in->op == OP_SELECT ? select_value(s, g, in, id) : pure(s, g, in, id);
    case CLASS_ADDRESS:
        return in->op == OP_PTRADD ? move_pointer(s, g, in, id) : cast(s, g, in, id);
    case CLASS_MEMORY:
        return shapes_step_memory(s, g, in, id);
    case CLASS_CALL: /* results are known since their call */
        return in->op == OP_CALL ? shapes_call(s, g, in, id) : STEP_ON;
    case CLASS_MEANING:
        return meaning(s, g, in, id);
    case CLASS_FLOW:
        return flow(s, g, in);
    }
    BUG("instruction %u has no class", in->op);
}

enum step_result shapes_step(struct shapes *s, struct graph *g)
{
    struct graph_frame *fr = g->frame;
    const struct block *b = &fr->f->blocks.data[fr->block];
    CHECK_LAW(fr->position < b->instructions.count);
    uint32_t id = b->instructions.data[fr->position];
    enum step_result r = run(s, g, &fr->f->instructions.data[id], id);
    if (r == STEP_ON)
        g->frame->position++;
    return r;
}
