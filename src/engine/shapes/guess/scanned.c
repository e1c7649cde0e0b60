/* Loops over bytes that are known, such as those of literals: strlen, strcpy. The loop is
 * gone through in advance with what is constant in the graph; where all its branches are
 * decided, and it is left after a few rounds, it counts as one that counts. Stores are not
 * made: a loop that reads what it wrote may be taken for one that it is not, which costs time
 * and nothing else. */
#include "engine/shapes/shapes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 24 };

struct scan {
    struct shapes *s;
    struct graph *g;
    const struct function *f;
    const struct loop_forest *loops;
    uint32_t loop;
    struct graph_value *values; /* by instruction; NONE: not known */
    bool reads;                 /* some byte of memory */
    bool text;                  /* one by one */
};

static struct graph_value value_of(struct scan *c, struct value v)
{
    return value_is_constant(v) ? shapes_value(c->s, c->g, v) : c->values[v.id];
}

static bool is_known(struct scan *c, struct graph_value v)
{
    return (v.kind == GRAPH_NUMBER || v.kind == GRAPH_POINTER) &&
           term_is_const(c->s->terms, v.term);
}

static struct graph_value load(struct scan *c, const struct instruction *in)
{
    struct graph_value p = value_of(c, instruction_operand(c->f, in, 0)), v, none = {0};
    uint64_t at;
    if (!graph_is_pointer(p) || !term_const_u64(c->s->terms, p.term, &at))
        return none;
    const struct graph_object *o = c->g->objects[p.object];
    uint32_t bytes = type_bytes(in->type);
    bool inside = o->kind == GRAPH_REGION && o->alive && !o->parted &&
                  o->bytes != UINT64_MAX && at + bytes <= o->bytes;
    if (!inside || in->type.kind != TYPE_INT || (in->flags & FLAG_VOLATILE))
        return none;
    c->reads = true;
    c->text |= in->type.width == 8;
    if (!shapes_peek(c->s, o, (uint32_t)at, bytes, &v) || v.kind != GRAPH_NUMBER)
        return none;
    return graph_number(shapes_bits_of(c->s, v, in->type.width));
}

static struct graph_value move(struct scan *c, const struct instruction *in)
{
    struct graph_value p = value_of(c, instruction_operand(c->f, in, 0));
    struct graph_value by = value_of(c, instruction_operand(c->f, in, 1));
    if (p.kind != GRAPH_POINTER || !is_known(c, by))
        return (struct graph_value){0};
    p.term = term_2(c->s->terms, TERM_BV_ADD, p.term, by.term);
    return p;
}

static struct graph_value compute(struct scan *c, const struct instruction *in, uint32_t id)
{
    struct graph_value operands[4], out, none = {0};
    enum op_class class = op_class(in->op);
    if (in->op == OP_LOAD)
        return load(c, in);
    if (in->op == OP_PTRADD)
        return move(c, in);
    if (class != CLASS_INTEGER || in->count > 4)
        return none;
    for (uint32_t k = 0; k < in->count; k++) {
        operands[k] = value_of(c, instruction_operand(c->f, in, k));
        if (operands[k].kind != GRAPH_NUMBER || !is_known(c, operands[k]))
            return none;
    }
    return shapes_pure(c->s, c->g, in, id, operands, &out) ? out : none;
}

static void enter(struct scan *c, uint32_t from, uint32_t to)
{
    const struct block *b = &c->f->blocks.data[to];
    uint32_t count = exec_phi_count(c->f, to);
    struct graph_value *in = ARENA_ARRAY(&c->s->arena, struct graph_value, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const struct instruction *phi = &c->f->instructions.data[b->instructions.data[i]];
        for (uint32_t k = 0; k + 1 < phi->count; k += 2)
            if (instruction_operand(c->f, phi, k + 1).id == from)
                in[i] = value_of(c, instruction_operand(c->f, phi, k));
    }
    for (uint32_t i = 0; i < count; i++)
        c->values[b->instructions.data[i]] = in[i];
}

/* Where control goes from the end of the block; UINT32_MAX: that is not known. */
static uint32_t next_block(struct scan *c, uint32_t block)
{
    const struct block *b = &c->f->blocks.data[block];
    const struct instruction *in = &c->f->instructions.data[VECTOR_LAST(&b->instructions)];
    uint64_t bit;
    if (in->op == OP_JUMP)
        return in->target[0];
    if (in->op != OP_BRANCH)
        return UINT32_MAX;
    struct graph_value v = value_of(c, instruction_operand(c->f, in, 0));
    if (v.kind != GRAPH_NUMBER || !term_const_u64(c->s->terms, v.term, &bit))
        return UINT32_MAX;
    return in->target[bit ? 0 : 1];
}

static bool runs_out(struct scan *c, uint32_t block)
{
    uint32_t head = block;
    for (uint32_t rounds = 0; rounds <= MOST_ROUNDS;) {
        const struct block *b = &c->f->blocks.data[block];
        for (size_t i = exec_phi_count(c->f, block); i < b->instructions.count; i++) {
            uint32_t id = b->instructions.data[i];
            c->values[id] = compute(c, &c->f->instructions.data[id], id);
        }
        uint32_t to = next_block(c, block);
        if (to == UINT32_MAX)
            return false;
        if (!loop_contains(c->loops, c->loop, to))
            return c->reads;
        enter(c, block, to);
        rounds += to == head;
        block = to;
    }
    return false;
}

static bool scans(struct shapes *s, struct graph *g, bool text)
{
    const struct graph_frame *fr = g->frame;
    const struct function_facts *facts = facts_of(s->facts, fr->function);
    if (!shapes_is_short(s, fr))
        return false;
    size_t count = fr->f->instructions.count;
    struct scan c = {.s = s,
                     .g = g,
                     .f = fr->f,
                     .loops = &facts->loops,
                     .loop = facts->child_of[fr->block]};
    c.values = malloc((count + 1) * sizeof *c.values);
    if (!c.values)
        abort();
    memcpy(c.values, fr->values, count * sizeof *c.values);
    bool out = runs_out(&c, fr->block) && (c.text || !text);
    free(c.values);
    return out;
}

bool shapes_scans(struct shapes *s, struct graph *g)
{
    return scans(s, g, false);
}

bool shapes_scans_text(struct shapes *s, struct graph *g)
{
    return scans(s, g, true);
}
