/* Symbols of a path, and what symbols of one width are in another. */
#include "accelerate/path_internal.h"

#include "base/failure.h"

static bool walked_same(const struct walked *a, const struct walked *b)
{
    return a->kind == b->kind && a->width == b->width && a->symbol == b->symbol &&
           a->negated == b->negated && polynomial_same(&a->number, &b->number);
}

static bool symbol_same(const struct symbol *a, const struct symbol *b)
{
    if (a->kind != b->kind || !type_same(a->type, b->type))
        return false;
    switch (a->kind) {
    case SYMBOL_VALUE:
        return value_same(a->value, b->value);
    case SYMBOL_GLOBAL:
    case SYMBOL_TRUNCATED:
    case SYMBOL_ADDRESS:
        return a->of == b->of;
    case SYMBOL_CELL:
        return a->of == b->of && polynomial_same(&a->inner, &b->inner);
    case SYMBOL_EXTENDED:
        return a->inner_width == b->inner_width && a->is_signed == b->is_signed &&
               polynomial_same(&a->inner, &b->inner);
    case SYMBOL_INPUT:
    case SYMBOL_ELEMENT:
        return false; /* each time another one */
    case SYMBOL_CLONE:
        break;
    }
    if (a->instruction != b->instruction || a->function != b->function)
        return false;
    for (uint32_t k = 0; k < a->operand_count; k++)
        if (!walked_same(&a->operands[k], &b->operands[k]))
            return false;
    return true;
}

uint32_t path_symbol(struct path *p, const struct symbol *s)
{
    for (uint32_t i = 0; i < p->symbols.count; i++)
        if (symbol_same(&p->symbols.data[i], s))
            return i;
    if (p->symbols.count >= MOST_SYMBOLS)
        return NO_SYMBOL;
    VECTOR_PUSH(&p->symbols, *s);
    return (uint32_t)p->symbols.count - 1;
}

static struct polynomial of_symbol(uint32_t symbol)
{
    return symbol == NO_SYMBOL ? polynomial_failed() : polynomial_symbol(symbol);
}

struct polynomial path_extended(struct path *p, const struct polynomial *from, uint32_t width,
                                uint32_t to, bool is_signed)
{
    LAW(width >= 1 && width <= to);
    uint64_t value;
    if (from->fails || to > 64)
        return polynomial_failed();
    if (width == to)
        return *from;
    if (polynomial_is_number(from, &value))
        return polynomial_number(is_signed ? (uint64_t)signed_of(value, width) : value, to);
    struct symbol s = {.kind = SYMBOL_EXTENDED,
                       .type = type_int(to),
                       .inner = *from,
                       .inner_width = width,
                       .is_signed = is_signed};
    return of_symbol(path_symbol(p, &s));
}

static struct polynomial truncated_symbol(struct path *p, uint32_t symbol, uint32_t to)
{
    LAW(symbol < p->symbols.count);
    struct symbol wide = p->symbols.data[symbol];
    LAW(to <= wide.type.width);
    if (wide.type.width == to)
        return polynomial_symbol(symbol);
    if (wide.kind == SYMBOL_EXTENDED && wide.inner_width >= to)
        return path_truncated(p, &wide.inner, to);
    if (wide.kind == SYMBOL_EXTENDED)
        return path_extended(p, &wide.inner, wide.inner_width, to, wide.is_signed);
    if (wide.kind == SYMBOL_TRUNCATED)
        return truncated_symbol(p, wide.of, to);
    struct symbol s = {.kind = SYMBOL_TRUNCATED, .type = type_int(to), .of = symbol};
    return of_symbol(path_symbol(p, &s));
}

struct polynomial path_truncated(struct path *p, const struct polynomial *from, uint32_t to)
{
    struct polynomial sum = {.fails = from->fails};
    for (int i = 0; i < from->count; i++) {
        const struct part *part = &from->parts[i];
        struct polynomial product = polynomial_number(part->factor, to);
        for (int k = 0; k < MOST_DEGREE && part->monomial.symbols[k] != NO_SYMBOL; k++) {
            struct polynomial symbol = truncated_symbol(p, part->monomial.symbols[k], to);
            product = polynomial_times(&product, &symbol, to);
        }
        sum = polynomial_plus(&sum, &product, to);
    }
    return sum;
}

struct polynomial path_address(struct path *p, const struct walked *pointer)
{
    LAW(pointer->kind == WALKED_POINTER);
    uint32_t width = p->program->pointer_width;
    struct symbol s = {
        .kind = SYMBOL_ADDRESS, .type = type_int(width), .of = pointer->symbol};
    struct polynomial base = of_symbol(path_symbol(p, &s));
    return polynomial_plus(&base, &pointer->number, width);
}
