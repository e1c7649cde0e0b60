/* What the program computes of one number, as forms of facts: its tests (`x % 2 = 0`, `(x & 12) != 4`) may hold of all
 * elements, its functions (`3 - x`, `2 * x + 1`) may lead from an element to the next one, or from a counter to it. */
#include "engine/shapes/shapes.h"

#include <stdio.h>

enum { MOST_FORMS = 8, MOST_STEPS = 6, WIDEST = 64 };

struct reading {
    struct shapes *s;
    const struct function *f;
    struct value leaf; /* the one number; none: not met yet */
    unsigned steps;
};

static struct term hole_of(struct shapes *s, unsigned width)
{
    char name[32];
    snprintf(name, sizeof name, "computed!of%u", width);
    return term_var(s->terms, sort_bv(s->terms, width), name);
}

static bool is_number(struct type t)
{
    return t.kind == TYPE_INT && t.width <= WIDEST;
}

static bool read_constant(struct reading *r, struct value v, struct term *out)
{
    const struct constant *c = program_constant(r->s->program, v);
    if (c->kind != CONSTANT_BITS || !is_number(c->type)) return false;
    *out = term_bv(r->s->terms, c->type.width, constant_low_bits(c));
    return true;
}

static bool read_leaf(struct reading *r, struct value v, struct type type, struct term *out)
{
    if (!value_is_none(r->leaf) && r->leaf.id != v.id) return false;
    r->leaf = v;
    *out = hole_of(r->s, type.width);
    return true;
}

static bool read_value(struct reading *r, struct value v, struct term *out)
{
    if (value_is_none(v)) return false;
    if (value_is_constant(v)) return read_constant(r, v, out);
    const struct instruction *in = &r->f->instructions.data[v.id];
    if (!is_number(in->type)) return false;
    if (!shapes_has_term(in)) return read_leaf(r, v, in->type, out);
    if (++r->steps > MOST_STEPS) return false;
    struct term operands[2] = {TERM_NONE, TERM_NONE};
    for (uint32_t k = 0; k < in->count; k++)
        if (!read_value(r, instruction_operand(r->f, in, k), &operands[k])) return false;
    return shapes_make_term(r->s, in, operands[0], operands[1], out);
}

static void note(graph_forms *forms, struct term hole, struct term of)
{
    for (size_t i = 0; i < forms->count; i++)
        if (term_same(forms->data[i].of, of)) return;
    if (forms->count < MOST_FORMS) VECTOR_PUSH(forms, ((struct graph_form){hole, of}));
}

/* A comparison of the number itself is a bound, which is a form of its own. */
static bool is_bound(struct shapes *s, struct term test, struct term hole)
{
    if (term_op(s->terms, test) == TERM_NOT) test = term_arg(s->terms, test, 0);
    for (size_t i = 0; i < term_count(s->terms, test); i++)
        if (term_same(term_arg(s->terms, test, i), hole)) return true;
    return false;
}

/* So is a number that is one more or less. */
static bool is_neighbour(struct shapes *s, struct term t, struct term hole)
{
    struct term one = term_bv(s->terms, term_width(s->terms, hole), 1);
    return term_same(t, hole) || term_same(t, term_2(s->terms, TERM_BV_ADD, hole, one)) ||
           term_same(t, term_2(s->terms, TERM_BV_SUB, hole, one));
}

void shapes_note_computed(struct shapes *s, const struct function *f, uint32_t id)
{
    struct reading r = {.s = s, .f = f, .leaf = VALUE_NONE};
    const struct instruction *in = &f->instructions.data[id];
    struct term t;
    if (!is_number(in->type) || !shapes_has_term(in) || !read_value(&r, (struct value){id}, &t)) return;
    if (value_is_none(r.leaf) || term_is_const(s->terms, t)) return;
    unsigned width = f->instructions.data[r.leaf.id].type.width;
    struct term hole = hole_of(s, width);
    if (width == 1) return;
    if (in->op == OP_ICMP) {
        struct term test = shapes_true_bit(s, t);
        if (!term_is_const(s->terms, test) && !is_bound(s, test, hole)) note(&s->tests, hole, test);
    } else if (in->type.width == width && !is_neighbour(s, t, hole)) {
        note(&s->maps, hole, t);
    }
}

struct term shapes_apply(struct shapes *s, const struct graph_form *form, struct term to)
{
    LAW(term_sort(s->terms, to).id == term_sort(s->terms, form->hole).id);
    struct map map = {0};
    map_set(&map, form->hole.id, to.id);
    struct term t = term_substitute(s->terms, form->of, &map);
    map_release(&map);
    return t;
}
