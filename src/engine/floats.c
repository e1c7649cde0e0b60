#include "engine/floats.h"

#include "base/failure.h"

#include <math.h>
#include <string.h>

enum { MOST_FLOATS = 32 };

/* --- what is compared --- */

static bool is_plain(struct type t)
{
    return t.kind == TYPE_FLOAT && (t.width == 32 || t.width == 64);
}

static double number_of(uint64_t bits, uint32_t width)
{
    double number;
    float narrow;
    uint32_t low = (uint32_t)bits;
    memcpy(&number, &bits, sizeof number);
    memcpy(&narrow, &low, sizeof narrow);
    return width == 32 ? (double)narrow : number;
}

static void insert(compared_floats *out, double number)
{
    size_t at = 0;
    while (at < out->count && out->data[at] < number)
        at++;
    if (out->count >= MOST_FLOATS || (at < out->count && out->data[at] == number))
        return;
    VECTOR_PUSH(out, number);
    memmove(&out->data[at + 1], &out->data[at], (out->count - 1 - at) * sizeof number);
    out->data[at] = number;
}

static void note(const struct program *p, struct value v, compared_floats *out)
{
    if (!value_is_constant(v))
        return;
    const struct constant *c = program_constant(p, v);
    if (c->kind != CONSTANT_BITS || !is_plain(c->type))
        return;
    double number = number_of(constant_low_bits(c), c->type.width);
    if (!isnan(number))
        insert(out, number);
}

void floats_compared(const struct program *p, compared_floats *out)
{
    for (size_t f = 0; f < p->functions.count; f++)
        for (size_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->block == UINT32_MAX || in->op != OP_FCMP)
                continue;
            for (uint32_t k = 0; k < in->count; k++)
                note(p, instruction_operand(&p->functions.data[f], in, k), out);
        }
}

bool floats_are_inputs(const struct program *p)
{
    for (size_t f = 0; f < p->functions.count; f++)
        for (size_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &p->functions.data[f].instructions.data[i];
            if (in->block != UINT32_MAX && in->op == OP_INPUT && is_plain(in->type))
                return true;
        }
    return false;
}

/* --- drawing --- */

static uint64_t bits_of(double number, uint32_t width)
{
    uint64_t bits = 0;
    float narrow = (float)number;
    if (width == 32)
        memcpy(&bits, &narrow, sizeof narrow);
    else
        memcpy(&bits, &number, sizeof number);
    return bits;
}

static double neighbour(double number, uint32_t width, double towards)
{
    if (width == 32)
        return (double)nextafterf((float)number, (float)towards);
    return nextafter(number, towards);
}

static double within(double least, double most, uint64_t random)
{
    double part = (double)(random >> 11) * 0x1p-53;
    return least + part * (most - least);
}

/* Somewhere between a constant and the next one; beyond the last one up to twice as far. */
static double between(const compared_floats *floats, size_t at, uint64_t random)
{
    double least = floats->data[at];
    double most = at + 1 < floats->count ? floats->data[at + 1] : 2 * fabs(least) + 1;
    return within(least, most, random);
}

uint64_t floats_draw(const compared_floats *floats, uint32_t width, const uint64_t random[3])
{
    enum { WAYS = 8, SMALL = 16 };
    LAW(width == 32 || width == 64);
    size_t at = floats->count ? random[1] % floats->count : 0;
    uint64_t way = random[0] % WAYS;
    if (way < 1)
        return bits_of((double)(int)(random[1] % SMALL) - (double)(random[2] % 2 * SMALL),
                       width);
    if (way < 2)
        return width == 32 ? random[1] & UINT32_MAX : random[1];
    if (!floats->count)
        return bits_of(within(-1000, 1000, random[1]), width);
    if (way < 3)
        return bits_of(floats->data[at], width);
    if (way < 4)
        return bits_of(neighbour(floats->data[at], width, INFINITY), width);
    if (way < 5)
        return bits_of(neighbour(floats->data[at], width, -INFINITY), width);
    return bits_of(between(floats, at, random[2]), width);
}
