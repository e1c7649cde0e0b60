/* Terms to Z3 expressions: Booleans, bit-vectors, arrays, calls. Overflow is decided on wider
 * words. */
#include "solver/z3_translate.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/vector.h"
#include "term/limbs.h"

#include <stdlib.h>

static void report(Z3_context context, Z3_error_code code)
{
    BUG("Z3: %s", Z3_get_error_msg(context, code));
}

void z3_terms_init(struct z3_terms *z, struct terms *terms)
{
    *z = (struct z3_terms){.terms = terms};
    Z3_global_param_set("model.compact", "false"); /* arrays as tables, not as lambdas */
    Z3_config config = Z3_mk_config();
    z->context = Z3_mk_context(config);
    Z3_del_config(config);
    Z3_set_error_handler(z->context, report);
}

void z3_terms_release(struct z3_terms *z)
{
    map_release(&z->expressions);
    map_release(&z->sorts);
    Z3_del_context(z->context);
}

Z3_sort z3_sort(struct z3_terms *z, struct sort sort)
{
    uint64_t known;
    if (map_get(&z->sorts, sort.id, &known))
        return (Z3_sort)(uintptr_t)known;
    Z3_sort made = NULL;
    switch (sort_kind(z->terms, sort)) {
    case SORT_BOOL:
        made = Z3_mk_bool_sort(z->context);
        break;
    case SORT_BV:
        made = Z3_mk_bv_sort(z->context, sort_width(z->terms, sort));
        break;
    case SORT_FLOAT:
        made = Z3_mk_fpa_sort(z->context, sort_exponent(z->terms, sort),
                              sort_significand(z->terms, sort));
        break;
    case SORT_ROUNDING:
        made = Z3_mk_fpa_rounding_mode_sort(z->context);
        break;
    case SORT_ARRAY:
        made = Z3_mk_array_sort(z->context, z3_sort(z, sort_index(z->terms, sort)),
                                z3_sort(z, sort_element(z->terms, sort)));
        break;
    }
    map_set(&z->sorts, sort.id, (uint64_t)(uintptr_t)made);
    return made;
}

static unsigned width_of(struct z3_terms *z, Z3_ast a)
{
    return Z3_get_bv_sort_size(z->context, Z3_get_sort(z->context, a));
}

static Z3_ast bits(struct z3_terms *z, unsigned width, const uint32_t *limbs)
{
    bool *list = calloc(width, sizeof *list);
    if (!list)
        BUG("out of memory");
    for (unsigned i = 0; i < width; i++)
        list[i] = limbs_bit(limbs, i);
    Z3_ast a = Z3_mk_bv_numeral(z->context, width, list);
    free(list);
    return a;
}

static Z3_ast leaf(struct z3_terms *z, struct term t)
{
    struct terms *terms = z->terms;
    Z3_context c = z->context;
    switch ((enum term_leaf_op)term_op(terms, t)) {
    case TERM_TRUE:
        return Z3_mk_true(c);
    case TERM_FALSE:
        return Z3_mk_false(c);
    case TERM_CONST:
        return bits(z, term_width(terms, t), term_limbs(terms, t));
    case TERM_FLOAT:
        return Z3_mk_fpa_to_fp_bv(c, bits(z, term_width(terms, t), term_limbs(terms, t)),
                                  z3_sort(z, term_sort(terms, t)));
    case TERM_ROUNDING:
        switch ((enum rounding)term_parameter(terms, t, 0)) {
        case ROUND_NEAREST_EVEN:
            return Z3_mk_fpa_rne(c);
        case ROUND_NEAREST_AWAY:
            return Z3_mk_fpa_rna(c);
        case ROUND_UP:
            return Z3_mk_fpa_rtp(c);
        case ROUND_DOWN:
            return Z3_mk_fpa_rtn(c);
        case ROUND_ZERO:
            return Z3_mk_fpa_rtz(c);
        }
        break;
    case TERM_VAR:
        return Z3_mk_const(c, Z3_mk_string_symbol(c, term_name(terms, t)),
                           z3_sort(z, term_sort(terms, t)));
    }
    BUG("not a leaf");
}

static Z3_ast bit_is_one(struct z3_terms *z, Z3_ast a, unsigned at)
{
    Z3_ast bit = Z3_mk_extract(z->context, at, at, a);
    return Z3_mk_eq(z->context, bit,
                    Z3_mk_unsigned_int64(z->context, 1, Z3_get_sort(z->context, bit)));
}

/* The operation on operands extended by `more` bits does not fit the old width again. */
static Z3_ast overflows(struct z3_terms *z, Z3_ast (*operation)(Z3_context, Z3_ast, Z3_ast),
                        bool is_signed, unsigned more, Z3_ast a, Z3_ast b)
{
    Z3_context c = z->context;
    Z3_ast (*extend)(Z3_context, unsigned, Z3_ast) =
        is_signed ? Z3_mk_sign_ext : Z3_mk_zero_ext;
    Z3_ast wide = operation(c, extend(c, more, a), extend(c, more, b));
    Z3_ast narrow = Z3_mk_extract(c, width_of(z, a) - 1, 0, wide);
    return Z3_mk_not(c, Z3_mk_eq(c, wide, extend(c, more, narrow)));
}

static Z3_ast is_minimum(struct z3_terms *z, Z3_ast a)
{
    unsigned width = width_of(z, a);
    Z3_ast sign = bit_is_one(z, a, width - 1);
    if (width == 1)
        return sign;
    Z3_ast rest = Z3_mk_extract(z->context, width - 2, 0, a);
    Z3_ast zero = Z3_mk_unsigned_int64(z->context, 0, Z3_get_sort(z->context, rest));
    return Z3_mk_and(z->context, 2, (Z3_ast[]){sign, Z3_mk_eq(z->context, rest, zero)});
}

static Z3_ast overflow(struct z3_terms *z, enum term_op op, const Z3_ast *a)
{
    Z3_context c = z->context;
    switch ((enum term_overflow_op)op) {
    case TERM_BV_NEGO:
        return is_minimum(z, a[0]);
    case TERM_BV_UADDO:
        return overflows(z, Z3_mk_bvadd, false, 1, a[0], a[1]);
    case TERM_BV_SADDO:
        return overflows(z, Z3_mk_bvadd, true, 1, a[0], a[1]);
    case TERM_BV_USUBO:
        return overflows(z, Z3_mk_bvsub, false, 1, a[0], a[1]);
    case TERM_BV_SSUBO:
        return overflows(z, Z3_mk_bvsub, true, 1, a[0], a[1]);
    case TERM_BV_UMULO:
        return overflows(z, Z3_mk_bvmul, false, width_of(z, a[0]), a[0], a[1]);
    case TERM_BV_SMULO:
        return overflows(z, Z3_mk_bvmul, true, width_of(z, a[0]), a[0], a[1]);
    case TERM_BV_SDIVO: {
        Z3_ast minus_one = Z3_mk_bvnot(c, Z3_mk_unsigned_int64(c, 0, Z3_get_sort(c, a[1])));
        return Z3_mk_and(c, 2, (Z3_ast[]){is_minimum(z, a[0]), Z3_mk_eq(c, a[1], minus_one)});
    }
    }
    BUG("not an overflow predicate");
}

static Z3_ast logic(Z3_context c, enum term_op op, const Z3_ast *a, size_t count)
{
    switch ((enum term_logic_op)op) {
    case TERM_NOT:
        return Z3_mk_not(c, a[0]);
    case TERM_AND:
        return Z3_mk_and(c, (unsigned)count, a);
    case TERM_OR:
        return Z3_mk_or(c, (unsigned)count, a);
    case TERM_XOR:
        return Z3_mk_xor(c, a[0], a[1]);
    case TERM_IMPLIES:
        return Z3_mk_implies(c, a[0], a[1]);
    case TERM_ITE:
        return Z3_mk_ite(c, a[0], a[1], a[2]);
    case TERM_EQ:
        return Z3_mk_eq(c, a[0], a[1]);
    }
    BUG("not a logical operator");
}

static Z3_ast order(Z3_context c, enum term_op op, const Z3_ast *a)
{
    switch ((enum term_order_op)op) {
    case TERM_BV_ULT:
        return Z3_mk_bvult(c, a[0], a[1]);
    case TERM_BV_ULE:
        return Z3_mk_bvule(c, a[0], a[1]);
    case TERM_BV_UGT:
        return Z3_mk_bvugt(c, a[0], a[1]);
    case TERM_BV_UGE:
        return Z3_mk_bvuge(c, a[0], a[1]);
    case TERM_BV_SLT:
        return Z3_mk_bvslt(c, a[0], a[1]);
    case TERM_BV_SLE:
        return Z3_mk_bvsle(c, a[0], a[1]);
    case TERM_BV_SGT:
        return Z3_mk_bvsgt(c, a[0], a[1]);
    case TERM_BV_SGE:
        return Z3_mk_bvsge(c, a[0], a[1]);
    }
    BUG("not a comparison");
}

static Z3_ast word(Z3_context c, enum term_op op, const Z3_ast *a, const unsigned *p)
{
    switch ((enum term_word_op)op) {
    case TERM_BV_NEG:
        return Z3_mk_bvneg(c, a[0]);
    case TERM_BV_ADD:
        return Z3_mk_bvadd(c, a[0], a[1]);
    case TERM_BV_SUB:
        return Z3_mk_bvsub(c, a[0], a[1]);
    case TERM_BV_MUL:
        return Z3_mk_bvmul(c, a[0], a[1]);
    case TERM_BV_UDIV:
        return Z3_mk_bvudiv(c, a[0], a[1]);
    case TERM_BV_UREM:
        return Z3_mk_bvurem(c, a[0], a[1]);
    case TERM_BV_SDIV:
        return Z3_mk_bvsdiv(c, a[0], a[1]);
    case TERM_BV_SREM:
        return Z3_mk_bvsrem(c, a[0], a[1]);
    case TERM_BV_SMOD:
        return Z3_mk_bvsmod(c, a[0], a[1]);
    case TERM_BV_NOT:
        return Z3_mk_bvnot(c, a[0]);
    case TERM_BV_AND:
        return Z3_mk_bvand(c, a[0], a[1]);
    case TERM_BV_OR:
        return Z3_mk_bvor(c, a[0], a[1]);
    case TERM_BV_XOR:
        return Z3_mk_bvxor(c, a[0], a[1]);
    case TERM_BV_NAND:
        return Z3_mk_bvnand(c, a[0], a[1]);
    case TERM_BV_NOR:
        return Z3_mk_bvnor(c, a[0], a[1]);
    case TERM_BV_XNOR:
        return Z3_mk_bvxnor(c, a[0], a[1]);
    case TERM_BV_COMP: {
        Z3_sort one_bit = Z3_mk_bv_sort(c, 1);
        return Z3_mk_ite(c, Z3_mk_eq(c, a[0], a[1]), Z3_mk_unsigned_int64(c, 1, one_bit),
                         Z3_mk_unsigned_int64(c, 0, one_bit));
    }
    case TERM_BV_SHL:
        return Z3_mk_bvshl(c, a[0], a[1]);
    case TERM_BV_LSHR:
        return Z3_mk_bvlshr(c, a[0], a[1]);
    case TERM_BV_ASHR:
        return Z3_mk_bvashr(c, a[0], a[1]);
    case TERM_BV_CONCAT:
        return Z3_mk_concat(c, a[0], a[1]);
    case TERM_BV_EXTRACT:
        return Z3_mk_extract(c, p[0], p[1], a[0]);
    case TERM_BV_ZEXT:
        return Z3_mk_zero_ext(c, p[0], a[0]);
    case TERM_BV_SEXT:
        return Z3_mk_sign_ext(c, p[0], a[0]);
    case TERM_BV_REPEAT:
        return Z3_mk_repeat(c, p[0], a[0]);
    case TERM_BV_ROTL:
        return Z3_mk_rotate_left(c, p[0], a[0]);
    case TERM_BV_ROTR:
        return Z3_mk_rotate_right(c, p[0], a[0]);
    }
    BUG("not an operator of words");
}

static Z3_ast array(struct z3_terms *z, enum term_op op, struct sort result, const Z3_ast *a)
{
    Z3_context c = z->context;
    switch ((enum term_array_op)op) {
    case TERM_SELECT:
        return Z3_mk_select(c, a[0], a[1]);
    case TERM_STORE:
        return Z3_mk_store(c, a[0], a[1], a[2]);
    case TERM_ARRAY_CONST:
        return Z3_mk_const_array(c, z3_sort(z, sort_index(z->terms, result)), a[0]);
    }
    BUG("not an operator of arrays");
}

Z3_ast z3_application(struct z3_terms *z, enum term_op op, struct sort result,
                      const Z3_ast *a, size_t count, const unsigned *p)
{
    switch (term_class(op)) {
    case TERM_CLASS_LOGIC:
        return logic(z->context, op, a, count);
    case TERM_CLASS_WORD:
        return word(z->context, op, a, p);
    case TERM_CLASS_ORDER:
        return order(z->context, op, a);
    case TERM_CLASS_OVERFLOW:
        return overflow(z, op, a);
    case TERM_CLASS_ARRAY:
        return array(z, op, result, a);
    case TERM_CLASS_FLOAT:
        return z3_float_application(z, op, result, a, p);
    case TERM_CLASS_FLOAT_TEST:
        return z3_float_test(z, op, a);
    case TERM_CLASS_LEAF:
    case TERM_CLASS_APPLY:
        break;
    }
    BUG("operator %d is not an application of this kind", (int)op);
}

static Z3_ast call(struct z3_terms *z, struct term t, const Z3_ast *args)
{
    unsigned count = (unsigned)term_count(z->terms, t);
    Z3_sort *domain = calloc(count + 1, sizeof *domain);
    if (!domain)
        BUG("out of memory");
    for (unsigned i = 0; i < count; i++)
        domain[i] = Z3_get_sort(z->context, args[i]);
    Z3_symbol name = Z3_mk_string_symbol(z->context, term_name(z->terms, t));
    Z3_func_decl function =
        Z3_mk_func_decl(z->context, name, count, domain, z3_sort(z, term_sort(z->terms, t)));
    free(domain);
    return Z3_mk_app(z->context, function, count, args);
}

static bool is_translated(void *context, struct term t)
{
    return map_has(&((struct z3_terms *)context)->expressions, t.id);
}

static void translate(void *context, struct term t)
{
    struct z3_terms *z = context;
    size_t count = term_count(z->terms, t);
    VECTOR(Z3_ast) args = {0};
    for (size_t i = 0; i < count; i++)
        VECTOR_PUSH(&args, (Z3_ast)(uintptr_t)map_or(&z->expressions,
                                                     term_arg(z->terms, t, i).id, 0));
    Z3_ast made;
    enum term_op op = term_op(z->terms, t);
    if (op <= TERM_VAR)
        made = leaf(z, t);
    else if (op == TERM_CALL)
        made = call(z, t, args.data);
    else
        made = z3_application(
            z, op, term_sort(z->terms, t), args.data, count,
            (unsigned[]){term_parameter(z->terms, t, 0), term_parameter(z->terms, t, 1)});
    map_set(&z->expressions, t.id, (uint64_t)(uintptr_t)made);
    VECTOR_RELEASE(&args);
}

Z3_ast z3_expression(struct z3_terms *z, struct term t)
{
    term_walk(z->terms, t, is_translated, translate, z);
    return (Z3_ast)(uintptr_t)map_or(&z->expressions, t.id, 0);
}
