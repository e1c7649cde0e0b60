/* Terms: hash-consed formulae over Booleans, bit-vectors, arrays and IEEE floats.
 *
 * A term is a 32-bit handle into a store (`struct terms`); equal terms of one store have
 * equal handles. Constructors fold constants and rewrite; a rewrite never grows a term.
 * Arguments must have the sorts the operator asks for (a broken sort calls BUG). Terms live
 * as long as their store. Handle 0 is "no term". */
#ifndef TERM_TERM_H
#define TERM_TERM_H
#include "base/float/rounding.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct terms;
struct text;
struct failure;

struct term {
    uint32_t id;
};
struct sort {
    uint32_t id;
};

#define TERM_NONE ((struct term){0})
static inline bool term_is(struct term t)
{
    return t.id != 0;
} /* not "no term" */
static inline bool term_same(struct term a, struct term b)
{
    return a.id == b.id;
}

enum sort_kind { SORT_BOOL, SORT_BV, SORT_ARRAY, SORT_FLOAT, SORT_ROUNDING };

enum term_op {
#define OP(name, smt, arity, parameters) TERM_##name,
#include "term/op.def"
    TERM_OP_COUNT
};
/* Classes, and the operators of each, so that a switch over one class can be whole: switch
 * ((enum term_word_op)op). */
enum term_class {
    TERM_CLASS_LEAF,
    TERM_CLASS_LOGIC,    /* Boolean; also if-then-else and equality of any sort */
    TERM_CLASS_WORD,     /* bit-vectors to a bit-vector */
    TERM_CLASS_ORDER,    /* comparisons of bit-vectors */
    TERM_CLASS_OVERFLOW, /* does the operation overflow? */
    TERM_CLASS_ARRAY,
    TERM_CLASS_FLOAT,      /* arithmetic and conversions */
    TERM_CLASS_FLOAT_TEST, /* floats to a Boolean */
    TERM_CLASS_APPLY       /* of an uninterpreted function */
};
enum term_leaf_op {
#define TERM_LEAF_OP(name, smt, arity, parameters) TERM_LEAF_##name = TERM_##name,
#include "term/op.def"
};
enum term_logic_op {
#define TERM_LOGIC_OP(name, smt, arity, parameters) TERM_LOGIC_##name = TERM_##name,
#include "term/op.def"
};
enum term_word_op {
#define TERM_WORD_OP(name, smt, arity, parameters) TERM_WORD_##name = TERM_##name,
#include "term/op.def"
};
enum term_order_op {
#define TERM_ORDER_OP(name, smt, arity, parameters) TERM_ORDER_##name = TERM_##name,
#include "term/op.def"
};
enum term_overflow_op {
#define TERM_OVERFLOW_OP(name, smt, arity, parameters) TERM_OVERFLOW_##name = TERM_##name,
#include "term/op.def"
};
enum term_array_op {
#define TERM_ARRAY_OP(name, smt, arity, parameters) TERM_ARRAY_##name = TERM_##name,
#include "term/op.def"
};
enum term_float_op {
#define TERM_FLOAT_OP(name, smt, arity, parameters) TERM_FLOAT_##name = TERM_##name,
#include "term/op.def"
};
enum term_float_test_op {
#define TERM_FLOAT_TEST_OP(name, smt, arity, parameters) TERM_FLOAT_TEST_##name = TERM_##name,
#include "term/op.def"
};

struct terms *terms_new(void);
void terms_free(struct terms *);
size_t terms_count(const struct terms *); /* how many distinct terms there are */
/* One thing that lives as long as the store and is released with it (the shared blaster of
 * blast/). */
void terms_attach(struct terms *, void *attachment, void (*release)(void *));
void *terms_attachment(const struct terms *); /* null if there is none */

/* --- sorts --- */
struct sort sort_bool(struct terms *);
struct sort sort_bv(struct terms *, unsigned width); /* width >= 1 */
struct sort sort_array(struct terms *, struct sort index, struct sort element);
/* SMT-LIB eb, sb (hidden bit counts) */
struct sort sort_float(struct terms *, unsigned exponent, unsigned significand);
struct sort sort_rounding(struct terms *);
enum sort_kind sort_kind(const struct terms *, struct sort);
/* of a bit-vector, or of a float's bits */
unsigned sort_width(const struct terms *, struct sort);
struct sort sort_index(const struct terms *, struct sort); /* of an array */
struct sort sort_element(const struct terms *, struct sort);
unsigned sort_exponent(const struct terms *, struct sort); /* of a float */
unsigned sort_significand(const struct terms *, struct sort);

/* --- leaves --- */
struct term term_bool(struct terms *, bool);
/* value truncated or zero-extended to width */
struct term term_bv(struct terms *, unsigned width, uint64_t value);
/* sign-extended to width */
struct term term_bv_signed(struct terms *, unsigned width, int64_t value);
/* (width+31)/32 limbs, low first */
struct term term_bv_limbs(struct terms *, unsigned width, const uint32_t *limbs);
/* IEEE bits, low limb first */
struct term term_float_bits(struct terms *, struct sort, const uint32_t *limbs);
struct term term_float(struct terms *, float);
struct term term_double(struct terms *, double);
struct term term_rounding(struct terms *, enum rounding);
/* the one variable of that name; sort must agree */
struct term term_var(struct terms *, struct sort, const char *name);
/* a new variable, named hint!N */
struct term term_fresh(struct terms *, struct sort, const char *hint);

struct term term_default(
    struct terms *,
    struct sort); /* the constant false, 0, +0, nearest-even, or an array of those */

/* --- applications --- */
/* Any operator; `parameters` are the integer parameters of op.def (null when there are none).
 */
struct term term_make(struct terms *, enum term_op, const struct term *arguments,
                      size_t count, const unsigned *parameters);
struct term term_call(struct terms *, const char *function, struct sort result,
                      const struct term *arguments, size_t count);
struct term term_array_const(struct terms *, struct sort array, struct term element);

struct term term_not(struct terms *, struct term);
struct term term_and(struct terms *, struct term, struct term);
struct term term_or(struct terms *, struct term, struct term);
struct term term_and_n(struct terms *, const struct term *, size_t); /* of none: true */
struct term term_or_n(struct terms *, const struct term *, size_t);  /* of none: false */
struct term term_implies(struct terms *, struct term, struct term);
struct term term_ite(struct terms *, struct term c, struct term a, struct term b);
struct term term_eq(struct terms *, struct term, struct term);
struct term term_ne(struct terms *, struct term, struct term);
struct term term_1(struct terms *, enum term_op, struct term);
struct term term_2(struct terms *, enum term_op, struct term, struct term);
struct term term_3(struct terms *, enum term_op, struct term, struct term, struct term);
struct term term_extract(struct terms *, struct term, unsigned high, unsigned low);
/* to that width, which is at least its own */
struct term term_zext(struct terms *, struct term, unsigned width);
struct term term_sext(struct terms *, struct term, unsigned width);
/* truncates or zero-extends */
struct term term_resize(struct terms *, struct term, unsigned width);
struct term term_concat(struct terms *, struct term high, struct term low);
struct term term_select(struct terms *, struct term array, struct term index);
struct term term_store(struct terms *, struct term array, struct term index,
                       struct term value);

/* --- looking at terms --- */
enum term_op term_op(const struct terms *, struct term);
enum term_class term_class(enum term_op);
struct sort term_sort(const struct terms *, struct term);
unsigned term_width(const struct terms *, struct term); /* of a bit-vector or a float */
size_t term_count(const struct terms *, struct term);   /* number of arguments */
struct term term_arg(const struct terms *, struct term, size_t);
unsigned term_parameter(const struct terms *, struct term, unsigned which);
/* of a variable or the function of a call */
const char *term_name(const struct terms *, struct term);
bool term_is_true(const struct terms *, struct term);
bool term_is_false(const struct terms *, struct term);
bool term_is_const(const struct terms *, struct term); /* a constant leaf of any sort */
/* false if not a constant of <= 64 bits */
bool term_const_u64(const struct terms *, struct term, uint64_t *value);
const uint32_t *term_limbs(
    const struct terms *,
    struct term); /* bits of a CONST or FLOAT, low limb first; never moves */
/* An upper bound of a bit-vector's unsigned value that its structure shows; UINT64_MAX if it
 * is wider than 64 bits. */
uint64_t term_most(const struct terms *, struct term);
/* The least and the most that a bit-vector of at most 64 bits is, as unsigned number, where
 * most(context, s) bounds each part s of it (UINT64_MAX: it does not). */
struct term_range {
    uint64_t least, most;
};
struct term_range term_range(const struct terms *, struct term,
                             uint64_t (*most)(void *context, struct term), void *context);
/* The most that t is where the literal, a comparison with a constant, holds; UINT64_MAX: it
 * does not say. */
uint64_t term_most_by(const struct terms *, struct term literal, struct term t);
/* A constant, or an array value: STOREs of constants over an ARRAY_CONST of a constant. */
bool term_is_value(const struct terms *, struct term);

/* --- whole terms --- */
struct map;
/* Replaces terms (keys and values are handle ids) bottom-up; `from_to` also memoises and may
 * be reused. */
struct term term_substitute(struct terms *, struct term, struct map *from_to);
/* The variables (and function applications) below t are handed to `see` once each. */
void term_variables(const struct terms *, struct term,
                    void (*see)(void *context, struct term), void *context);
/* Value of t, as a constant term of the same store, when every variable v has the constant
 * value(context, v) (TERM_NONE: zero). Array values are nested STOREs over ARRAY_CONST. */
struct term term_evaluate(struct terms *, struct term,
                          struct term (*value)(void *context, struct term variable),
                          void *context);

/* The same, with the values of terms kept in `memo` (handle ids to handle ids): for many
 * terms under one assignment, or with values of inner terms given beforehand. An array value
 * in the memo or returned need not be in its smallest form. */
struct term term_evaluate_memo(struct terms *, struct term, struct map *memo,
                               struct term (*value)(void *context, struct term variable),
                               void *context);
/* words.c: the same for truths and numbers of at most 64 bits, without making terms. False if
 * something below t is neither, or no operator that it knows. Between two calls of
 * term_words_begin variables have the same values. */
struct term_words {
    uint64_t *values;
    uint32_t *stamps, stamp;
    size_t room;
};
void term_words_begin(struct term_words *);
bool term_word(const struct terms *, struct term, struct term_words *,
               bool (*value)(void *context, struct term variable, uint64_t *out),
               void *context, uint64_t *out);
void term_words_release(struct term_words *);
/* A value in its smallest form: for arrays sorted by index, without elements that equal the
 * default. */
struct term term_normal(struct terms *, struct term value);
/* Below and including t, arguments first, without recursion: calls visit(t) for terms of
 * which done(t) does not hold; afterwards it must hold. Terms below a done one are not looked
 * at. */
void term_walk(const struct terms *, struct term, bool (*done)(void *context, struct term),
               void (*visit)(void *context, struct term), void *context);

/* --- equations (rewrite/polynomial.c) --- */
/* Equations: is the difference of the first one's sides a sum of multiples of those of the
 * others, as polynomials modulo 2^width? False says nothing. */
bool term_equation_follows(const struct terms *, struct term goal, const struct term *known,
                           size_t count);

/* --- multiples (multiple.c) --- */
/* Guesses q and r < stride so that t is q * stride + r; facts may say what variables are.
 * Nothing follows from it before term_is_multiple is shown, which says so, and that nothing
 * wraps around. */
bool term_guess_multiple(struct terms *, struct term, uint64_t stride,
                         const struct term *facts, size_t count, struct term *quotient,
                         uint64_t *rest);
struct term term_is_multiple(struct terms *, struct term, uint64_t stride,
                             struct term quotient, uint64_t rest);
/* What all that is not constant in a sum is multiplied with; 0: it is constant. Also a guess:
 * a product may wrap around. */
uint64_t term_factor(struct terms *, struct term);

/* --- text --- */
/* one term, shared parts by `let` */
void term_print(const struct terms *, struct term, struct text *);
/* a whole SMT-LIB script */
void term_print_script(const struct terms *, const struct term *asserts, size_t,
                       struct text *);
/* Reads a script of the subset that we print; the asserted terms are appended to asserts. */
bool term_read_script(struct terms *, const char *text, struct term **asserts, size_t *count,
                      struct failure *);

#endif
