/* From  a1*x1 + ... + c = 0  to two sums that are equal: factors that are negative (as signed
 * numbers) go to the right. */
#include "engine/kiki/equation.h"

#include "base/failure.h"

enum { LARGEST_FACTOR = 1 << 20, NO_REGISTER = 255 };

struct builder {
    struct relation *out;
    const struct coordinate *coordinates;
    const struct variable_view *views;
    bool fits;
    uint8_t sum[2]; /* the registers of both sides so far */
};

static uint8_t add_step(struct builder *b, enum term_op op, uint8_t x, uint8_t y)
{
    LAW(b->out->steps <= RELATION_STEPS);
    struct relation *r = b->out;
    unsigned before = r->variables + r->constants;
    for (unsigned i = 0; i < r->steps; i++)
        if (r->step[i].op == op && r->step[i].a == x && r->step[i].b == y)
            return (uint8_t)(before + i);
    if (r->steps == RELATION_STEPS) {
        b->fits = false;
        return 0;
    }
    r->step[r->steps] = (struct relation_step){op, x, y};
    return (uint8_t)(before + r->steps++);
}

static void note_constant(struct builder *b, uint64_t number)
{
    struct relation *r = b->out;
    for (unsigned i = 0; i < r->constants; i++)
        if (r->constant[i] == number)
            return;
    if (r->constants == RELATION_CONSTANTS)
        b->fits = false;
    else
        r->constant[r->constants++] = number;
}

static uint8_t constant_register(const struct builder *b, uint64_t number)
{
    for (unsigned i = 0; i < b->out->constants; i++)
        if (b->out->constant[i] == number)
            return (uint8_t)(b->out->variables + i);
    BUG("no such constant");
}

static void add_to(struct builder *b, enum equation_side side, uint8_t what)
{
    LAW(what < RELATION_VARIABLES + RELATION_CONSTANTS + RELATION_STEPS);
    if (b->sum[side] == NO_REGISTER)
        b->sum[side] = what;
    else
        b->sum[side] = add_step(b, TERM_BV_ADD, b->sum[side], what);
}

enum equation_side equation_side(const struct affine *a, uint64_t factor, uint64_t *size)
{
    LAW(a->width && a->width <= 64);
    bool negative = factor >> (a->width - 1) & 1;
    uint64_t minus = 0 - factor;
    if (a->width < 64)
        minus &= (1ull << a->width) - 1;
    *size = negative ? minus : factor;
    return negative ? EQUATION_RIGHT : EQUATION_LEFT;
}

static void note_variable(struct builder *b, uint64_t name)
{
    struct relation *r = b->out;
    for (unsigned i = 0; i < r->variables; i++)
        if (r->variable[i] == name)
            return;
    if (r->variables == RELATION_VARIABLES)
        b->fits = false;
    else
        r->variable[r->variables++] = name;
}

static uint8_t variable_register(const struct builder *b, uint64_t name)
{
    for (unsigned i = 0; i < b->out->variables; i++)
        if (b->out->variable[i] == name)
            return (uint8_t)i;
    BUG("no such variable");
}

static void note_coordinate(struct builder *b, const struct coordinate *c, uint64_t size)
{
    LAW(c->degree >= 1 && c->degree <= COORDINATE_DEGREE);
    for (unsigned i = 0; i < c->degree; i++)
        note_variable(b, b->views[c->view[i]].name);
    if (size != 1)
        note_constant(b, size);
}

/* Variables and constants have the first registers, so they are noted before any step. */
static bool note_all(struct builder *b, const struct affine *a,
                     const struct affine_equation *e)
{
    bool used[2] = {false, false};
    uint64_t size;
    for (unsigned i = 0; i < a->variables; i++) {
        if (!e->factor[i])
            continue;
        used[equation_side(a, e->factor[i], &size)] = true;
        if (size > LARGEST_FACTOR)
            return false;
        note_coordinate(b, &b->coordinates[i], size);
    }
    if (!b->out->variables)
        return false;
    uint64_t constant = e->factor[a->variables];
    if (constant) {
        enum equation_side side = equation_side(a, constant, &size);
        used[side] = true;
        note_constant(b, size);
    }
    if (!used[EQUATION_LEFT] || !used[EQUATION_RIGHT])
        note_constant(b, 0);
    return b->fits;
}

static uint8_t build_product(struct builder *b, const struct coordinate *c)
{
    uint8_t product = variable_register(b, b->views[c->view[0]].name);
    for (unsigned i = 1; i < c->degree; i++)
        product = add_step(b, TERM_BV_MUL, product,
                           variable_register(b, b->views[c->view[i]].name));
    return product;
}

static void build(struct builder *b, const struct affine *a, const struct affine_equation *e)
{
    uint64_t size;
    for (unsigned i = 0; i < a->variables; i++) {
        if (!e->factor[i])
            continue;
        enum equation_side side = equation_side(a, e->factor[i], &size);
        uint8_t what = build_product(b, &b->coordinates[i]);
        if (size != 1)
            what = add_step(b, TERM_BV_MUL, what, constant_register(b, size));
        add_to(b, side, what);
    }
    if (e->factor[a->variables]) {
        enum equation_side side = equation_side(a, e->factor[a->variables], &size);
        add_to(b, side, constant_register(b, size));
    }
    for (enum equation_side side = EQUATION_LEFT; side <= EQUATION_RIGHT; side++)
        if (b->sum[side] == NO_REGISTER)
            b->sum[side] = constant_register(b, 0);
}

bool equation_relation(const struct affine *a, const struct affine_equation *e,
                       const struct coordinate *coordinates,
                       const struct variable_view *views, struct relation *out)
{
    struct builder b = {out, coordinates, views, true, {NO_REGISTER, NO_REGISTER}};
    *out = (struct relation){.width = a->width};
    if (!note_all(&b, a, e))
        return false;
    build(&b, a, e);
    out->left = b.sum[EQUATION_LEFT];
    out->right = b.sum[EQUATION_RIGHT];
    return b.fits;
}
