/* From SMT-LIB names to operators: op.def's names, those with widths in the name
 * (print_extra.c), and the few spellings that other tools use (distinct, bvadd of many,
 * fp.gt). */
#include "term/text/smtlib.h"

#include "base/failure.h"
#include "base/text.h"
#include "term/term_internal.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned parameters;
} operators[] = {
#define OP(name, smt, arity, parameters) {smt, parameters},
#include "term/op.def"
};

static struct term make_checked(struct terms *terms, enum term_op op, const struct term *args,
                                size_t count, const unsigned *p)
{
    if (terms_result_sort(terms, op, args, count, p).id == 0)
        return TERM_NONE;
    return term_make(terms, op, args, count, p);
}

/* bvsaddo.32 and the like: the name up to the first dot after which only numbers follow; the
 * last one is a width. */
static size_t plain_length(const char *name, unsigned *last)
{
    size_t n = strlen(name), end = n;
    while (end > 0 &&
           ((name[end - 1] >= '0' && name[end - 1] <= '9') || name[end - 1] == '.'))
        end--;
    while (end < n && name[end] != '.')
        end++;
    const char *dot = strrchr(name, '.');
    *last = end < n && dot ? (unsigned)strtoul(dot + 1, NULL, 10) : 0;
    return end;
}

/* The four operators that share the name to_fp are told apart by their arguments. */
static enum term_op to_float(struct terms *terms, const struct term *args, size_t count)
{
    LAW(count > 0);
    if (count == 1)
        return TERM_FP_FROM_BITS;
    bool from_float = count == 2 && sort_kind(terms, term_sort(terms, args[1])) == SORT_FLOAT;
    return from_float ? TERM_FP_FROM_FP : TERM_FP_FROM_SBV;
}

static struct term chain(struct terms *terms, enum term_op op, const struct term *args,
                         size_t count)
{
    struct term all = term_bool(terms, true);
    for (size_t i = 0; i + 1 < count; i++) {
        struct term link = make_checked(terms, op, args + i, 2, NULL);
        if (!term_is(link))
            return TERM_NONE;
        all = term_and(terms, all, link);
    }
    return all;
}

static struct term distinct(struct terms *terms, const struct term *args, size_t count)
{
    struct term all = term_bool(terms, true);
    for (size_t i = 0; i < count; i++) {
        for (size_t j = i + 1; j < count; j++) {
            if (term_sort(terms, args[i]).id != term_sort(terms, args[j]).id)
                return TERM_NONE;
            all = term_and(terms, all, term_ne(terms, args[i], args[j]));
        }
    }
    return all;
}

static bool is_associative(enum term_op op)
{
    return op == TERM_BV_ADD || op == TERM_BV_MUL || op == TERM_BV_AND || op == TERM_BV_OR ||
           op == TERM_BV_XOR || op == TERM_BV_CONCAT || op == TERM_XOR;
}

static struct term fold_left(struct terms *terms, enum term_op op, const struct term *args,
                             size_t count)
{
    LAW(count > 0 && is_associative(op));
    struct term t = args[0];
    for (size_t i = 1; i < count && term_is(t); i++)
        t = make_checked(terms, op, (struct term[]){t, args[i]}, 2, NULL);
    return t;
}

/* (fp sign exponent fraction) of bit-vectors */
static struct term float_of_parts(struct terms *terms, const struct term *args, size_t count)
{
    if (count != 3)
        return TERM_NONE;
    for (size_t i = 0; i < 3; i++)
        if (sort_kind(terms, term_sort(terms, args[i])) != SORT_BV)
            return TERM_NONE;
    unsigned p[2] = {term_width(terms, args[1]), term_width(terms, args[2]) + 1};
    struct term bits = term_concat(terms, term_concat(terms, args[0], args[1]), args[2]);
    return make_checked(terms, TERM_FP_FROM_BITS, &bits, 1, p);
}

static struct term special(struct terms *terms, const char *name, const struct term *args,
                           size_t count)
{
    if (text_same(name, "distinct"))
        return distinct(terms, args, count);
    if (text_same(name, "fp"))
        return float_of_parts(terms, args, count);
    if (count != 2)
        return TERM_NONE;
    struct term swapped[] = {args[1], args[0]};
    if (text_same(name, "fp.gt"))
        return make_checked(terms, TERM_FP_LT, swapped, 2, NULL);
    if (text_same(name, "fp.geq"))
        return make_checked(terms, TERM_FP_LE, swapped, 2, NULL);
    return TERM_NONE;
}

/* The first operator of that name, TERM_CALL: none. */
static enum term_op find(const char *name, size_t length)
{
    enum term_op op = TERM_NOT;
    while (op < TERM_CALL &&
           (strlen(operators[op].name) != length || memcmp(operators[op].name, name, length)))
        op++;
    return op;
}

static bool is_special(const char *name)
{
    return text_same(name, "distinct") || text_same(name, "fp") || text_same(name, "fp.gt") ||
           text_same(name, "fp.geq");
}

bool smtlib_has(const char *name)
{
    unsigned width;
    return is_special(name) || find(name, plain_length(name, &width)) != TERM_CALL;
}

struct term smtlib_apply(struct terms *terms, const struct smtlib_head *head,
                         const struct term *args, size_t count)
{
    unsigned width, p[2] = {head->numbers[0], head->numbers[1]};
    if (count == 0)
        return TERM_NONE;
    enum term_op op = find(head->name, plain_length(head->name, &width));
    if (op == TERM_CALL)
        return special(terms, head->name, args, count);
    if (op == TERM_FP_FROM_BITS)
        op = to_float(terms, args, count);
    if (operators[op].parameters && head->number_count == 0)
        p[0] = width; /* fp.to_sbv.E.S.W */
    if (is_associative(op) && count > 2)
        return fold_left(terms, op, args, count);
    if (op == TERM_EQ && count > 2)
        return chain(terms, op, args, count);
    return make_checked(terms, op, args, count, p);
}
