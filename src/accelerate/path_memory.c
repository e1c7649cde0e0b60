/* Loads and stores of a path: scalars at addresses that stay are parts of the state, like
 * phis; what is read at an address that changes is taken to be the same in all rounds. */
#include "accelerate/path_internal.h"

#include "base/failure.h"

static struct walked of_cell(const struct path *p, uint32_t symbol)
{
    LAW(p->symbols.data[symbol].kind == SYMBOL_CELL);
    struct type t = p->symbols.data[symbol].type;
    if (t.kind == TYPE_POINTER)
        return (struct walked){.kind = WALKED_POINTER, .width = t.width, .symbol = symbol};
    return walked_number(polynomial_symbol(symbol), t.width);
}

/* Does a polynomial stay the same from round to round, as far as can be seen before the round
 * is over? */
static bool seems_fixed(const struct path *p, const struct polynomial *number)
{
    uint64_t value;
    if (polynomial_is_number(number, &value))
        return true;
    for (int i = 0; i < number->count; i++)
        for (int k = 0; k < MOST_DEGREE && number->parts[i].monomial.symbols[k] != NO_SYMBOL;
             k++) {
            const struct symbol *s = &p->symbols.data[number->parts[i].monomial.symbols[k]];
            if (s->kind == SYMBOL_EXTENDED && !seems_fixed(p, &s->inner))
                return false;
            if (s->kind != SYMBOL_EXTENDED && (s->kind != SYMBOL_VALUE || s->is_phi))
                return false;
        }
    return true;
}

static bool base_is_fixed(const struct path *p, uint32_t base)
{
    LAW(base < p->symbols.count);
    const struct symbol *s = &p->symbols.data[base];
    return s->kind == SYMBOL_GLOBAL || (s->kind == SYMBOL_VALUE && !s->is_phi);
}

static struct cell *find_cell(struct path *p, const struct walked *at, struct type type)
{
    struct symbol s = {
        .kind = SYMBOL_CELL, .type = type, .of = at->symbol, .inner = at->number};
    uint32_t symbol = path_symbol(p, &s);
    if (symbol == NO_SYMBOL)
        return NULL;
    for (size_t i = 0; i < p->cells.count; i++)
        if (p->cells.data[i].symbol == symbol)
            return &p->cells.data[i];
    VECTOR_PUSH(&p->cells, (struct cell){.symbol = symbol, .value = of_cell(p, symbol)});
    return &VECTOR_LAST(&p->cells);
}

static bool is_scalar(struct type t)
{
    return t.kind == TYPE_POINTER ||
           (t.kind == TYPE_INT && t.width <= 64 && t.width % 8 == 0);
}

static bool is_cell(const struct path *p, const struct walked *at)
{
    return base_is_fixed(p, at->symbol) && seems_fixed(p, &at->number);
}

/* Cells and elements of one object are not told apart. */
static bool cell_overlaps(const struct path *p, uint32_t base)
{
    for (size_t i = 0; i < p->cells.count; i++)
        if (p->symbols.data[p->cells.data[i].symbol].of == base)
            return true;
    return false;
}

static bool store_overlaps(const struct path *p, uint32_t base)
{
    for (size_t i = 0; i < p->stores.count; i++)
        if (p->stores.data[i].base == base)
            return true;
    return false;
}

/* Another cell of the same object, whose bytes may be among those of this one. */
static bool cells_clash(const struct path *p, const struct walked *at, struct type type)
{
    uint64_t from, other;
    for (size_t i = 0; i < p->cells.count; i++) {
        const struct symbol *s = &p->symbols.data[p->cells.data[i].symbol];
        if (s->of != at->symbol)
            continue;
        bool same = polynomial_same(&s->inner, &at->number);
        if (same && type_same(s->type, type))
            continue;
        if (same || !polynomial_is_number(&s->inner, &other) ||
            !polynomial_is_number(&at->number, &from))
            return true;
        if (from < other + type_bytes(s->type) && other < from + type_bytes(type))
            return true;
    }
    return false;
}

static struct walked element(struct path *p, struct activation *a, uint32_t id,
                             const struct walked *at, struct type type)
{
    struct symbol s = {.kind = SYMBOL_ELEMENT,
                       .type = type,
                       .of = at->symbol,
                       .inner = at->number,
                       .function = a->function,
                       .instruction = id};
    uint32_t symbol = path_symbol(p, &s);
    if (symbol == NO_SYMBOL || type.kind != TYPE_INT)
        return walked_not();
    p->guesses = true;
    return walked_number(polynomial_symbol(symbol), type.width);
}

bool path_load(struct path *p, struct activation *a, uint32_t id, struct walked *out)
{
    const struct function *f = &p->program->functions.data[a->function];
    const struct instruction *in = &f->instructions.data[id];
    LAW(in->op == OP_LOAD);
    struct walked room, at = *activation_value(p, a, instruction_operand(f, in, 0), &room);
    if (at.kind != WALKED_POINTER || !is_scalar(in->type) || (in->flags & FLAG_VOLATILE))
        return false;
    VECTOR_PUSH(&p->loads, (struct asking){a->function, id, NO_SYMBOL});
    if (is_cell(p, &at)) {
        if (store_overlaps(p, at.symbol) || cells_clash(p, &at, in->type))
            return false;
        struct cell *c = find_cell(p, &at, in->type);
        if (!c)
            return false;
        *out = c->value;
        return true;
    }
    if (cell_overlaps(p, at.symbol))
        return false;
    *out = element(p, a, id, &at, in->type);
    if (out->kind == WALKED_NUMBER)
        VECTOR_LAST(&p->loads).symbol = out->number.parts[0].monomial.symbols[0];
    return true;
}

bool path_store(struct path *p, struct activation *a, uint32_t id)
{
    const struct function *f = &p->program->functions.data[a->function];
    const struct instruction *in = &f->instructions.data[id];
    LAW(in->op == OP_STORE);
    struct walked room, at = *activation_value(p, a, instruction_operand(f, in, 0), &room);
    struct walked value = *activation_value(p, a, instruction_operand(f, in, 1), &room);
    struct type type = value_type(p->program, f, instruction_operand(f, in, 1));
    if (at.kind != WALKED_POINTER || !is_scalar(type) || (in->flags & FLAG_VOLATILE))
        return false;
    if (value.kind == WALKED_NOT || value.kind == WALKED_CONDITION)
        return false;
    if (is_cell(p, &at)) {
        if (store_overlaps(p, at.symbol) || cells_clash(p, &at, type))
            return false;
        struct cell *c = find_cell(p, &at, type);
        if (!c)
            return false;
        c->value = value;
        c->written = true;
        return true;
    }
    if (cell_overlaps(p, at.symbol) || value.kind == WALKED_WHOLE)
        return false;
    struct walked offset = walked_number(at.number, at.width);
    if (store_overlaps(p, at.symbol))
        p->guesses = true;
    VECTOR_PUSH(&p->stores,
                (struct array_store){at.symbol, offset, value, type, a->function, id});
    return true;
}
