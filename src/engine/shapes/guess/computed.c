/* What the program computes of one or two numbers, as forms of facts: its tests (`x % 2 = 0`,
 * `x + y <= 128`) may hold of all elements, its functions of one (`3 - x`, `2 * x + 1`) may
 * lead from an element to the next one, or from a counter. */
#include "engine/shapes/shapes.h"

#include <stdio.h>

enum { MOST_FORMS = 8, MOST_STEPS = 6, WIDEST = 64 };

struct reading {
    struct shapes *s;
    const struct function *f;
    struct value leaves[2]; /* the numbers; none: not met yet */
    unsigned steps;
};

static struct term hole_of(struct shapes *s, unsigned which, unsigned width)
{
    char name[40];
    snprintf(name, sizeof name, "computed!%u_%u", which, width);
    return term_var(s->terms, sort_bv(s->terms, width), name);
}

static bool is_number(struct type t)
{
    return t.kind == TYPE_INT && t.width <= WIDEST;
}

static bool read_constant(struct reading *r, struct value v, struct term *out)
{
    const struct constant *c = program_constant(r->s->program, v);
    if (c->kind != CONSTANT_BITS || !is_number(c->type))
        return false;
    *out = term_bv(r->s->terms, c->type.width, constant_low_bits(c));
    return true;
}

static bool read_leaf(struct reading *r, struct value v, struct type type, struct term *out)
{
    for (unsigned i = 0; i < 2; i++) {
        if (!value_is_none(r->leaves[i]) && r->leaves[i].id != v.id)
            continue;
        r->leaves[i] = v;
        *out = hole_of(r->s, i, type.width);
        return true;
    }
    return false;
}

static bool read_value(struct reading *r, struct value v, struct term *out)
{
    if (value_is_none(v))
        return false;
    if (value_is_constant(v))
        return read_constant(r, v, out);
    const struct instruction *in = &r->f->instructions.data[v.id];
    if (!is_number(in->type))
        return false;
    if (!shapes_has_term(in))
        return read_leaf(r, v, in->type, out);
    if (++r->steps > MOST_STEPS)
        return false;
    struct term operands[2] = {TERM_NONE, TERM_NONE};
    for (uint32_t k = 0; k < in->count; k++)
        if (!read_value(r, instruction_operand(r->f, in, k), &operands[k]))
            return false;
    return shapes_make_term(r->s, in, operands[0], operands[1], out);
}

static void note(graph_forms *forms, struct graph_form form)
{
    for (size_t i = 0; i < forms->count; i++)
        if (term_same(forms->data[i].of, form.of))
            return;
    if (forms->count < MOST_FORMS)
        VECTOR_PUSH(forms, form);
}

static bool is_hole(const struct graph_form *f, struct term t)
{
    return term_same(t, f->hole) || (term_is(f->second) && term_same(t, f->second));
}

/* A comparison of a number with a constant, or of two, is a form of its own. */
static bool is_usual(struct shapes *s, const struct graph_form *f)
{
    struct term test = f->of;
    if (term_op(s->terms, test) == TERM_NOT)
        test = term_arg(s->terms, test, 0);
    bool usual = true;
    for (size_t i = 0; i < term_count(s->terms, test); i++) {
        struct term t = term_arg(s->terms, test, i);
        usual &= is_hole(f, t) || term_is_const(s->terms, t);
    }
    return usual;
}

/* So is a number that is one more or less. */
static bool is_neighbour(struct shapes *s, const struct graph_form *f)
{
    struct term one = term_bv(s->terms, term_width(s->terms, f->hole), 1);
    return term_same(f->of, f->hole) ||
           term_same(f->of, term_2(s->terms, TERM_BV_ADD, f->hole, one)) ||
           term_same(f->of, term_2(s->terms, TERM_BV_SUB, f->hole, one));
}

static unsigned width_of(const struct function *f, struct value v)
{
    return f->instructions.data[v.id].type.width;
}

void shapes_note_computed(struct shapes *s, const struct function *f, uint32_t id)
{
    struct reading r = {.s = s, .f = f, .leaves = {VALUE_NONE, VALUE_NONE}};
    const struct instruction *in = &f->instructions.data[id];
    struct graph_form form = {.second = TERM_NONE};
    if (!is_number(in->type) || !shapes_has_term(in) ||
        !read_value(&r, (struct value){id}, &form.of))
        return;
    if (value_is_none(r.leaves[0]) || term_is_const(s->terms, form.of))
        return;
    bool two = !value_is_none(r.leaves[1]);
    unsigned width = width_of(f, r.leaves[0]);
    form.hole = hole_of(s, 0, width);
    if (width == 1 || (two && width_of(f, r.leaves[1]) == 1))
        return;
    if (two)
        form.second = hole_of(s, 1, width_of(f, r.leaves[1]));
    if (in->op == OP_ICMP) {
        form.of = shapes_true_bit(s, form.of);
        if (!term_is_const(s->terms, form.of) && !is_usual(s, &form))
            note(two ? &s->pair_tests : &s->tests, form);
    } else if (!two && in->type.width == width && !is_neighbour(s, &form)) {
        note(&s->maps, form);
    }
}

static bool fits(struct shapes *s, struct term hole, struct term to)
{
    return term_sort(s->terms, to).id == term_sort(s->terms, hole).id;
}

bool shapes_form_fits(struct shapes *s, const struct graph_form *f, struct term to,
                      struct term second)
{
    return fits(s, f->hole, to) && (!term_is(f->second) || fits(s, f->second, second));
}

struct term shapes_apply(struct shapes *s, const struct graph_form *f, struct term to,
                         struct term second)
{
    LAW(shapes_form_fits(s, f, to, second));
    struct map map = {0};
    map_set(&map, f->hole.id, to.id);
    if (term_is(f->second))
        map_set(&map, f->second.id, second.id);
    struct term t = term_substitute(s->terms, f->of, &map);
    map_release(&map);
    return t;
}
