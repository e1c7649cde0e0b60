/* Z3's values as constant terms: numerals, floats by their bits, arrays from their stores or
 * function tables.
 */
#include "solver/z3_translate.h"

#include "base/failure.h"
#include "base/vector.h"
#include "term/limbs.h"

#include <stdlib.h>
#include <string.h>

static struct term from_numeral(struct z3_terms *z, Z3_ast a, unsigned width)
{
    if (Z3_get_ast_kind(z->context, a) != Z3_NUMERAL_AST)
        return TERM_NONE;
    const char *digits = Z3_get_numeral_string(z->context, a); /* decimal */
    size_t n = LIMBS(width);
    uint32_t *limbs = calloc(n, sizeof *limbs);
    if (!limbs)
        BUG("out of memory");
    for (; *digits; digits++) {
        uint64_t carry = (uint64_t)(*digits - '0');
        for (size_t i = 0; i < n; i++) {
            carry += (uint64_t)limbs[i] * 10;
            limbs[i] = (uint32_t)carry;
            carry >>= 32;
        }
    }
    struct term t = term_bv_limbs(z->terms, width, limbs);
    free(limbs);
    return t;
}

static struct term from_float(struct z3_terms *z, Z3_model model, Z3_ast a, struct sort sort)
{
    unsigned width = sort_width(z->terms, sort);
    if (Z3_fpa_is_numeral_nan(z->context, a)) {
        uint32_t *ones = calloc(LIMBS(width), sizeof *ones);
        if (!ones)
            BUG("out of memory");
        limbs_ones(ones, width); /* some NaN; the constructor makes it canonical */
        struct term t = term_float_bits(z->terms, sort, ones);
        free(ones);
        return t;
    }
    Z3_ast bits = Z3_simplify(z->context, Z3_mk_fpa_to_ieee_bv(z->context, a));
    if (Z3_get_ast_kind(z->context, bits) != Z3_NUMERAL_AST && model)
        Z3_model_eval(z->context, model, bits, true, &bits);
    struct term t = from_numeral(z, bits, width);
    return term_is(t) ? term_float_bits(z->terms, sort, term_limbs(z->terms, t)) : t;
}

static struct term from_rounding(struct z3_terms *z, Z3_ast a)
{
    switch ((int)Z3_get_decl_kind(z->context,
                                  Z3_get_app_decl(z->context, Z3_to_app(z->context, a)))) {
    case Z3_OP_FPA_RM_NEAREST_TIES_TO_EVEN:
        return term_rounding(z->terms, ROUND_NEAREST_EVEN);
    case Z3_OP_FPA_RM_NEAREST_TIES_TO_AWAY:
        return term_rounding(z->terms, ROUND_NEAREST_AWAY);
    case Z3_OP_FPA_RM_TOWARD_POSITIVE:
        return term_rounding(z->terms, ROUND_UP);
    case Z3_OP_FPA_RM_TOWARD_NEGATIVE:
        return term_rounding(z->terms, ROUND_DOWN);
    case Z3_OP_FPA_RM_TOWARD_ZERO:
        return term_rounding(z->terms, ROUND_ZERO);
    default:
        return TERM_NONE;
    }
}

static struct term from_function(struct z3_terms *z, Z3_model model, Z3_func_decl function,
                                 struct sort sort)
{
    Z3_context c = z->context;
    struct sort index = sort_index(z->terms, sort), element = sort_element(z->terms, sort);
    Z3_func_interp table = Z3_model_get_func_interp(c, model, function);
    if (!table)
        return term_default(z->terms, sort);
    struct term otherwise = z3_constant(z, model, Z3_func_interp_get_else(c, table), element);
    if (!term_is(otherwise))
        return TERM_NONE;
    struct term t = term_array_const(z->terms, sort, otherwise);
    for (unsigned i = 0; i < Z3_func_interp_get_num_entries(c, table); i++) {
        Z3_func_entry entry = Z3_func_interp_get_entry(c, table, i);
        struct term at = z3_constant(z, model, Z3_func_entry_get_arg(c, entry, 0), index);
        struct term value = z3_constant(z, model, Z3_func_entry_get_value(c, entry), element);
        if (!term_is(at) || !term_is(value))
            return TERM_NONE;
        t = term_store(z->terms, t, at, value);
    }
    return t;
}

static struct term from_array(struct z3_terms *z, Z3_model model, Z3_ast a, struct sort sort)
{
    Z3_context c = z->context;
    if (Z3_is_as_array(c, a))
        return from_function(z, model, Z3_get_as_array_func_decl(c, a), sort);
    VECTOR(Z3_ast) stores = {0};
    struct term t = TERM_NONE;
    while (Z3_get_ast_kind(c, a) == Z3_APP_AST) {
        Z3_app app = Z3_to_app(c, a);
        Z3_decl_kind kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, app));
        if (kind == Z3_OP_STORE) {
            VECTOR_PUSH(&stores, a);
            a = Z3_get_app_arg(c, app, 0);
            continue;
        }
        if (Z3_is_as_array(c, a))
            t = from_function(z, model, Z3_get_as_array_func_decl(c, a), sort);
        if (kind == Z3_OP_CONST_ARRAY) {
            struct term element = z3_constant(z, model, Z3_get_app_arg(c, app, 0),
                                              sort_element(z->terms, sort));
            if (term_is(element))
                t = term_array_const(z->terms, sort, element);
        }
        break;
    }
    for (size_t i = stores.count; i-- > 0 && term_is(t);) {
        Z3_app app = Z3_to_app(c, stores.data[i]);
        struct term at =
            z3_constant(z, model, Z3_get_app_arg(c, app, 1), sort_index(z->terms, sort));
        struct term value =
            z3_constant(z, model, Z3_get_app_arg(c, app, 2), sort_element(z->terms, sort));
        t = term_is(at) && term_is(value) ? term_store(z->terms, t, at, value) : TERM_NONE;
    }
    VECTOR_RELEASE(&stores);
    return t;
}

struct term z3_constant(struct z3_terms *z, Z3_model model, Z3_ast a, struct sort sort)
{
    switch (sort_kind(z->terms, sort)) {
    case SORT_BOOL: {
        Z3_lbool value = Z3_get_bool_value(z->context, a);
        return value == Z3_L_UNDEF ? TERM_NONE : term_bool(z->terms, value == Z3_L_TRUE);
    }
    case SORT_BV:
        return from_numeral(z, a, sort_width(z->terms, sort));
    case SORT_FLOAT:
        return from_float(z, model, a, sort);
    case SORT_ROUNDING:
        return from_rounding(z, a);
    case SORT_ARRAY:
        return from_array(z, model, a, sort);
    }
    BUG("no such sort");
}
