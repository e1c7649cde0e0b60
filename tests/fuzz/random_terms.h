/* Random operators for the term fuzzers: which operators there are, what arguments they take,
 * random numbers.
 */
#ifndef FUZZ_RANDOM_TERMS_H
#define FUZZ_RANDOM_TERMS_H
#include "term/limbs.h"
#include "term/term.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * UINT64_C(0x2545F4914F6CDD1D) >> 7;
}
static inline unsigned random_below(unsigned n)
{
    return (unsigned)(random_word() % n);
}

/* Arguments: b Boolean; v bit-vectors, all of one width; w a bit-vector of any width; x
 * anything, y the same sort as x. */
struct random_operator {
    enum term_op op;
    const char *arguments;
};

static const struct random_operator random_operators[] = {
    {TERM_NOT, "b"},       {TERM_AND, "bb"},       {TERM_AND, "bbb"},
    {TERM_OR, "bb"},       {TERM_OR, "bbbb"},      {TERM_XOR, "bb"},
    {TERM_IMPLIES, "bb"},  {TERM_ITE, "bxy"},      {TERM_EQ, "xy"},
    {TERM_BV_NEG, "v"},    {TERM_BV_ADD, "vv"},    {TERM_BV_SUB, "vv"},
    {TERM_BV_MUL, "vv"},   {TERM_BV_UDIV, "vv"},   {TERM_BV_UREM, "vv"},
    {TERM_BV_SDIV, "vv"},  {TERM_BV_SREM, "vv"},   {TERM_BV_SMOD, "vv"},
    {TERM_BV_NOT, "v"},    {TERM_BV_AND, "vv"},    {TERM_BV_OR, "vv"},
    {TERM_BV_XOR, "vv"},   {TERM_BV_NAND, "vv"},   {TERM_BV_NOR, "vv"},
    {TERM_BV_XNOR, "vv"},  {TERM_BV_COMP, "vv"},   {TERM_BV_SHL, "vv"},
    {TERM_BV_LSHR, "vv"},  {TERM_BV_ASHR, "vv"},   {TERM_BV_ULT, "vv"},
    {TERM_BV_ULE, "vv"},   {TERM_BV_UGT, "vv"},    {TERM_BV_UGE, "vv"},
    {TERM_BV_SLT, "vv"},   {TERM_BV_SLE, "vv"},    {TERM_BV_SGT, "vv"},
    {TERM_BV_SGE, "vv"},   {TERM_BV_CONCAT, "ww"}, {TERM_BV_EXTRACT, "w"},
    {TERM_BV_ZEXT, "w"},   {TERM_BV_SEXT, "w"},    {TERM_BV_REPEAT, "w"},
    {TERM_BV_ROTL, "w"},   {TERM_BV_ROTR, "w"},    {TERM_BV_NEGO, "v"},
    {TERM_BV_UADDO, "vv"}, {TERM_BV_SADDO, "vv"},  {TERM_BV_USUBO, "vv"},
    {TERM_BV_SSUBO, "vv"}, {TERM_BV_UMULO, "vv"},  {TERM_BV_SMULO, "vv"},
    {TERM_BV_SDIVO, "vv"},
};
enum { RANDOM_OPERATORS = sizeof random_operators / sizeof *random_operators };

/* Integer parameters for an operator on a bit-vector of that width, such that the result is
 * no wider than `most`. */
static inline bool random_parameters(enum term_op op, unsigned width, unsigned most,
                                     unsigned *p)
{
    p[0] = p[1] = 0;
    if (op == TERM_BV_EXTRACT) {
        p[0] = random_below(width);
        p[1] = random_below(p[0] + 1);
    } else if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT) {
        if (width >= most)
            return false;
        p[0] = random_below(most - width < 9 ? most - width + 1 : 9);
    } else if (op == TERM_BV_REPEAT) {
        p[0] = 1 + random_below(3);
        return width * p[0] <= most;
    } else if (op == TERM_BV_ROTL || op == TERM_BV_ROTR) {
        p[0] = random_below(2 * width);
    }
    return true;
}

/* A constant that is often at an edge. */
static inline struct term random_constant(struct terms *terms, unsigned width)
{
    uint32_t limbs[8] = {0};
    for (size_t i = 0; i < LIMBS(width); i++)
        limbs[i] = (uint32_t)random_word();
    limbs_trim(limbs, width);
    switch (random_below(8)) {
    case 0:
        return term_bv(terms, width, random_below(4));
    case 1:
        return term_bv_signed(terms, width, -(int)random_below(4));
    case 2:
        limbs_zero(limbs, width);
        limbs_set_bit(limbs, random_below(width), true);
        break;
    case 3:
        limbs_ones(limbs, width);
        limbs_set_bit(limbs, width - 1, false);
        break;
    case 4:
        return term_bv(terms, width, random_below(2 * width)); /* a shift amount */
    default:
        break;
    }
    return term_bv_limbs(terms, width, limbs);
}

#endif
