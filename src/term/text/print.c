/* Terms as SMT-LIB. Parts that are shared, and parts at some depth, get a name of their own
 * (`let` for one term, `define-fun` in a script), so that neither printing nor reading has to
 * go deep.
 *
 * What SMT-LIB 2.6 does not have (overflow predicates, the bits of a float, conversions that
 * are total) is printed as a function with the widths in its name, such as bvsaddo.32; a
 * script defines those it uses (print_extra.c). */
#include "term/text/print_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "term/limbs.h"

#include <stdlib.h>
#include <string.h>

enum { INLINE_DEPTH = 24 };

static const struct {
    const char *name;
    unsigned parameters;
} operators[] = {
#define OP(name, smt, arity, parameters) {smt, parameters},
#include "term/op.def"
};

void print_symbol(const char *name, struct text *out)
{
    bool plain = *name && !(*name >= '0' && *name <= '9');
    for (const char *c = name; *c; c++)
        plain &= (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                 (*c >= '0' && *c <= '9') || strchr("~!@$^&*_-+=<>.?/", *c);
    if (plain && name[0] != '?' && name[0] != '@' && name[0] != '.') {
        text_put(out, name);
        return;
    }
    text_put(out, "|");
    for (const char *c = name; *c; c++) {
        if (*c == '|' || *c == '\\' || *c == '%')
            text_add(out, "%%%02x", (unsigned)*c); /* the reader turns these back */
        else
            text_put_range(out, c, 1);
    }
    text_put(out, "|");
}

void print_sort(const struct terms *terms, struct sort sort, struct text *out)
{
    switch (sort_kind(terms, sort)) {
    case SORT_BOOL:
        text_put(out, "Bool");
        return;
    case SORT_ROUNDING:
        text_put(out, "RoundingMode");
        return;
    case SORT_BV:
        text_add(out, "(_ BitVec %u)", sort_width(terms, sort));
        return;
    case SORT_FLOAT:
        text_add(out, "(_ FloatingPoint %u %u)", sort_exponent(terms, sort),
                 sort_significand(terms, sort));
        return;
    case SORT_ARRAY:
        text_put(out, "(Array ");
        print_sort(terms, sort_index(terms, sort), out);
        text_put(out, " ");
        print_sort(terms, sort_element(terms, sort), out);
        text_put(out, ")");
        return;
    }
}

static void print_bits(const uint32_t *limbs, unsigned high, unsigned low, struct text *out)
{
    LAW(low <= high);
    if (low == 0 && (high + 1) % 4 == 0) {
        text_put(out, "#x");
        for (unsigned i = (high + 1) / 4; i-- > 0;)
            text_add(out, "%x", limbs[i / 8] >> (i % 8 * 4) & 15);
        return;
    }
    text_put(out, "#b");
    for (unsigned i = high + 1; i-- > low;)
        text_put(out, limbs_bit(limbs, i) ? "1" : "0");
}

static void print_float(const struct terms *terms, struct term t, struct text *out)
{
    unsigned width = term_width(terms, t),
             fraction = sort_significand(terms, term_sort(terms, t)) - 1;
    const uint32_t *limbs = term_limbs(terms, t);
    text_put(out, limbs_bit(limbs, width - 1) ? "(fp #b1 #b" : "(fp #b0 #b");
    for (unsigned i = width - 1; i-- > fraction;)
        text_put(out, limbs_bit(limbs, i) ? "1" : "0");
    text_put(out, " #b");
    for (unsigned i = fraction; i-- > 0;)
        text_put(out, limbs_bit(limbs, i) ? "1" : "0");
    text_put(out, ")");
}

static void print_leaf(const struct terms *terms, struct term t, struct text *out)
{
    static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
    LAW(term_class(op_of(terms, t)) == TERM_CLASS_LEAF);
    switch ((enum term_leaf_op)op_of(terms, t)) {
    case TERM_TRUE:
    case TERM_FALSE:
        text_put(out, operators[op_of(terms, t)].name);
        return;
    case TERM_CONST:
        print_bits(term_limbs(terms, t), term_width(terms, t) - 1, 0, out);
        return;
    case TERM_FLOAT:
        print_float(terms, t, out);
        return;
    case TERM_ROUNDING:
        text_put(out, modes[term_parameter(terms, t, 0)]);
        return;
    case TERM_VAR:
        print_symbol(term_name(terms, t), out);
        return;
    }
}

/* The name with its integer parameters, if it has any. */
static void print_operator(const struct terms *terms, struct term t, struct text *out)
{
    enum term_op op = op_of(terms, t);
    const char *name = operators[op].name;
    LAW(operators[op].parameters <= 2);
    if (!operators[op].parameters) {
        text_put(out, name);
        return;
    }
    text_add(out, "(_ %s", name);
    for (unsigned i = 0; i < operators[op].parameters; i++)
        text_add(out, " %u", term_parameter(terms, t, i));
    text_put(out, ")");
}

/* What stands after the opening parenthesis of an application. */
static void print_head(const struct terms *terms, struct term t, struct text *out)
{
    enum term_op op = op_of(terms, t);
    if (print_is_extra(op)) {
        print_extra_name(terms, t, out);
    } else if (op == TERM_CALL) {
        print_symbol(term_name(terms, t), out);
    } else if (op == TERM_ARRAY_CONST) {
        text_put(out, "(as const ");
        print_sort(terms, term_sort(terms, t), out);
        text_put(out, ")");
    } else {
        print_operator(terms, t, out);
    }
}

/* --- which parts get a name --- */

struct printing {
    const struct terms *terms;
    struct map uses;  /* term to how often it is used, or to SIZE_MAX when it has a name */
    struct map depth; /* of what is printed in place */
    VECTOR(struct term) order;
};

static bool is_counted(void *context, struct term t)
{
    return map_has(&((struct printing *)context)->depth, t.id);
}

static void count_one(void *context, struct term t)
{
    struct printing *p = context;
    uint64_t depth = 0;
    for (size_t i = 0; i < term_count(p->terms, t); i++) {
        struct term arg = arg_of(p->terms, t, i);
        LAW(map_has(&p->depth, arg.id)); /* parts come before what they are part of */
        uint64_t below = map_or(&p->depth, arg.id, 0);
        map_set(&p->uses, arg.id, map_or(&p->uses, arg.id, 0) + 1);
        if (below + 1 > depth)
            depth = below + 1;
    }
    if (depth >= INLINE_DEPTH) {
        map_set(&p->uses, t.id, 2);
        depth = 0;
    }
    map_set(&p->depth, t.id, depth);
    VECTOR_PUSH(&p->order, t);
}

static bool is_named(const struct printing *p, struct term t)
{
    return term_count(p->terms, t) > 0 && map_or(&p->uses, t.id, 0) > 1;
}

static void print_in_place(const struct printing *p, struct term t, bool top,
                           struct text *out)
{
    if (!top && is_named(p, t)) {
        text_add(out, "?%u", t.id);
        return;
    }
    size_t count = term_count(p->terms, t);
    if (count == 0 && op_of(p->terms, t) == TERM_CALL) {
        print_symbol(term_name(p->terms, t), out);
        return;
    }
    if (count == 0) {
        print_leaf(p->terms, t, out);
        return;
    }
    text_put(out, "(");
    print_head(p->terms, t, out);
    for (size_t i = 0; i < count; i++) {
        text_put(out, " ");
        print_in_place(p, arg_of(p->terms, t, i), false, out);
    }
    text_put(out, ")");
}

static void printing_release(struct printing *p)
{
    map_release(&p->uses);
    map_release(&p->depth);
    VECTOR_RELEASE(&p->order);
}

void term_print(const struct terms *terms, struct term t, struct text *out)
{
    struct printing p = {.terms = terms};
    term_walk(terms, t, is_counted, count_one, &p);
    size_t lets = 0;
    for (size_t i = 0; i < p.order.count; i++) {
        struct term part = p.order.data[i];
        if (term_same(part, t) || !is_named(&p, part))
            continue;
        text_add(out, "(let ((?%u ", part.id);
        print_in_place(&p, part, true, out);
        text_put(out, ")) ");
        lets++;
    }
    print_in_place(&p, t, true, out);
    while (lets--)
        text_put(out, ")");
    printing_release(&p);
}

/* --- scripts --- */

static void print_declaration(const struct printing *p, struct term t,
                              struct text_map *declared, struct text *out)
{
    uint64_t known;
    enum term_op op = op_of(p->terms, t);
    if (op != TERM_VAR && op != TERM_CALL)
        return;
    const char *name = term_name(p->terms, t);
    if (text_map_get(declared, name, &known)) {
        LAW(known == term_sort(p->terms, t).id);
        return;
    }
    text_map_set(declared, name, term_sort(p->terms, t).id);
    text_put(out, "(declare-fun ");
    print_symbol(name, out);
    text_put(out, " (");
    for (size_t i = 0; i < term_count(p->terms, t); i++) {
        if (i)
            text_put(out, " ");
        print_sort(p->terms, term_sort(p->terms, arg_of(p->terms, t, i)), out);
    }
    text_put(out, ") ");
    print_sort(p->terms, term_sort(p->terms, t), out);
    text_put(out, ")\n");
}

void print_script_part(struct script *script, const struct terms *terms, struct term t,
                       struct text *out)
{
    struct printing p = {.terms = terms};
    term_walk(terms, t, is_counted, count_one, &p);
    struct text body = {0};
    for (size_t i = 0; i < p.order.count; i++) {
        struct term part = p.order.data[i];
        print_declaration(&p, part, &script->declared, out);
        if (print_is_extra(op_of(terms, part)))
            print_extra_definition(script, terms, part, out);
        if (!is_named(&p, part) || map_has(&script->defined, part.id))
            continue;
        map_set(&script->defined, part.id, 1);
        text_add(&body, "(define-fun ?%u () ", part.id);
        print_sort(terms, term_sort(terms, part), &body);
        text_put(&body, " ");
        print_in_place(&p, part, true, &body);
        text_put(&body, ")\n");
    }
    LAW(!is_named(&p, t) || map_has(&script->defined, t.id));
    text_put(out, text_of(&body));
    text_clear(&script->last);
    print_in_place(&p, t, false, &script->last);
    text_release(&body);
    printing_release(&p);
}

void script_release(struct script *script)
{
    text_map_release(&script->declared);
    map_release(&script->defined);
    text_map_release(&script->extras);
    arena_release(&script->arena);
    text_release(&script->last);
}

void term_print_script(const struct terms *terms, const struct term *asserts, size_t count,
                       struct text *out)
{
    struct script script = {0};
    arena_init(&script.arena);
    text_put(out, "(set-logic ALL)\n");
    for (size_t i = 0; i < count; i++) {
        print_script_part(&script, terms, asserts[i], out);
        text_add(out, "(assert %s)\n", text_of(&script.last));
    }
    text_put(out, "(check-sat)\n");
    script_release(&script);
}
