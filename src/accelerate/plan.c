#include "accelerate/plan.h"

#include "base/failure.h"

void rounds_plan_release(struct rounds_plan *p)
{
    recurrence_release(&p->recurrence);
    VECTOR_RELEASE(&p->tests);
    VECTOR_RELEASE(&p->values);
    VECTOR_RELEASE(&p->accesses);
}

/* --- tests --- */

static bool is_order(uint8_t compare)
{
    return compare != COMPARE_EQ && compare != COMPARE_NE;
}

/* Pointers are compared by their addresses. */
static void make_numbers(struct path *path, struct test *t)
{
    uint32_t width = path->program->pointer_width;
    if (t->a.kind != WALKED_POINTER)
        return;
    t->a = (struct walked){
        .kind = WALKED_NUMBER, .width = width, .number = path_address(path, &t->a)};
    t->b = (struct walked){
        .kind = WALKED_NUMBER, .width = width, .number = path_address(path, &t->b)};
}

static bool plan_test(struct rounds_plan *p, struct test t)
{
    struct planned_test out = {.test = t};
    struct recurrence *r = &p->recurrence;
    make_numbers(p->path, &out.test);
    const struct walked *a = &out.test.a, *b = &out.test.b;
    uint32_t width = a->width;
    LAW(a->kind == WALKED_NUMBER && b->kind == WALKED_NUMBER && b->width == width);
    if (!recurrence_is_linear(r, &a->number, width, &out.step_a))
        return false;
    if (!recurrence_is_linear(r, &b->number, width, &out.step_b))
        return false;
    bool fixed = polynomial_is_zero(&out.step_a) && polynomial_is_zero(&out.step_b);
    if (t.kind == TEST_NO_OVERFLOW) {
        bool product = t.compare == BITS_SMUL_OVERFLOW;
        if (product && !polynomial_is_zero(&out.step_b))
            return false;
        out.kind = product ? PLANNED_PRODUCT : PLANNED_SUM;
        if (fixed)
            out.kind = PLANNED_FIXED;
    } else if (fixed) {
        out.kind = PLANNED_FIXED;
    } else if (is_order(t.compare)) {
        out.kind = PLANNED_ORDER;
    } else {
        struct polynomial step = polynomial_minus(&out.step_a, &out.step_b, width);
        out.kind = PLANNED_MISSES;
        if (!polynomial_is_number(&step, &out.step))
            return false;
        if (!out.step)
            out.kind = PLANNED_FIXED;
        if (out.step && t.compare == COMPARE_EQ)
            return false;
    }
    VECTOR_PUSH(&p->tests, out);
    return true;
}

static bool plan_tests(struct rounds_plan *p)
{
    for (size_t i = 0; i < p->path->taken.count; i++)
        if (!plan_test(p, p->path->taken.data[i]))
            return false;
    return true;
}

/* --- values --- */

static bool stays(const struct planned_value *v)
{
    const struct closed *c = &v->closed;
    return c->kind == CLOSED_SUM && !c->late && c->count <= 1;
}

static bool close_pointer(struct rounds_plan *p, const struct walked *after, uint32_t self,
                          struct planned_value *v)
{
    struct polynomial none = {0};
    v->base = after->symbol;
    if (after->symbol == self) {
        v->closed = recurrence_close_pointer(&p->recurrence, self, &none);
    } else {
        v->closed = recurrence_close_pointer(&p->recurrence, after->symbol, &after->number);
        v->closed.late = true;
    }
    return v->closed.kind != CLOSED_NOT;
}

/* `self` is the symbol of what changes. */
static bool plan_value(struct rounds_plan *p, const struct walked *after, uint32_t self,
                       struct planned_value v, bool *changes)
{
    LAW(self < p->path->symbols.count);
    v.type = p->path->symbols.data[self].type;
    v.base = NO_SYMBOL;
    if (after->kind == WALKED_WHOLE)
        return after->symbol == self;
    if (after->kind == WALKED_POINTER) {
        if (!close_pointer(p, after, self, &v))
            return false;
    } else if (after->kind == WALKED_NUMBER) {
        struct polynomial number = polynomial_symbol(self);
        v.closed = recurrence_close(&p->recurrence, &number, v.type.width);
        if (v.closed.kind == CLOSED_NOT)
            return false;
    } else {
        return false;
    }
    if (v.base == self && v.closed.count == 1)
        return true; /* a pointer that stays */
    if (v.base == NO_SYMBOL && stays(&v))
        return true;
    *changes = true;
    VECTOR_PUSH(&p->values, v);
    return true;
}

static uint32_t phi_symbol(const struct path *path, uint32_t phi)
{
    for (uint32_t i = 0; i < path->symbols.count; i++) {
        const struct symbol *s = &path->symbols.data[i];
        if (s->kind == SYMBOL_VALUE && s->is_phi && s->value.id == phi)
            return i;
    }
    return NO_SYMBOL;
}

/* A condition that a phi holds is not followed from round to round. */
static bool plan_values(struct rounds_plan *p, bool *changes)
{
    for (size_t i = 0; i < p->path->phis.count; i++) {
        struct after a = p->path->phis.data[i];
        uint32_t self = phi_symbol(p->path, a.phi);
        struct planned_value v = {.phi = a.phi, .cell = UINT32_MAX};
        if (self == NO_SYMBOL || !plan_value(p, &a.value, self, v, changes))
            return false;
    }
    for (size_t i = 0; i < p->path->cells.count; i++) {
        struct cell c = p->path->cells.data[i];
        struct planned_value v = {.phi = UINT32_MAX, .cell = c.symbol};
        if (c.written && !plan_value(p, &c.value, c.symbol, v, changes))
            return false;
    }
    return true;
}

/* --- accesses --- */

static bool plan_store(struct rounds_plan *p, const struct array_store *s)
{
    LAW(s->offset.kind == WALKED_NUMBER);
    struct planned_access a = {.store = s, .base = s->base, .element = NO_SYMBOL};
    a.offset = recurrence_close_pointer(&p->recurrence, s->base, &s->offset.number);
    a.value =
        s->value.kind == WALKED_POINTER
            ? recurrence_close_pointer(&p->recurrence, s->value.symbol, &s->value.number)
            : recurrence_close(&p->recurrence, &s->value.number, s->value.width);
    if (a.offset.kind == CLOSED_NOT || a.value.kind == CLOSED_NOT || a.value.late)
        return false;
    VECTOR_PUSH(&p->accesses, a);
    return true;
}

static bool plan_accesses(struct rounds_plan *p, bool *changes)
{
    for (uint32_t i = 0; i < p->path->symbols.count; i++) {
        struct symbol s = p->path->symbols.data[i];
        if (s.kind != SYMBOL_ELEMENT)
            continue;
        struct planned_access a = {.element = i, .base = s.of};
        a.offset = recurrence_close_pointer(&p->recurrence, s.of, &s.inner);
        if (a.offset.kind == CLOSED_NOT)
            return false;
        VECTOR_PUSH(&p->accesses, a);
    }
    for (size_t i = 0; i < p->path->stores.count; i++) {
        if (!plan_store(p, &p->path->stores.data[i]))
            return false;
        *changes = true;
    }
    return true;
}

bool rounds_plan_make(struct rounds_plan *p, struct path *path)
{
    bool changes = false;
    *p = (struct rounds_plan){.path = path};
    recurrence_init(&p->recurrence, path);
    return plan_values(p, &changes) && plan_accesses(p, &changes) && plan_tests(p) && changes;
}
