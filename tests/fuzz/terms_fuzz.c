/* Random terms over every Boolean, bit-vector and array operator, widths 1 to 128, each
 * evaluated four ways: folding of constants, evaluation of the rewritten symbolic term,
 * simulation of its circuit, and Z3's simplifier on the operators as they were drawn.
 * Arguments: number of terms, seed. Exits 1 at the first disagreement. */
#include "base/failure.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "blast/blaster.h"
#include "random_terms.h"
#include "solver/z3_translate.h"

enum { MOST_BITS = 128, OPERATORS_PER_STORE = 24 };

struct item {
    struct term symbolic, constant; /* over variables; over their values */
    Z3_ast z3;                      /* over their values, simplified */
    char from[64];
};

struct fuzz {
    struct terms *terms;
    struct z3_terms z3;
    struct map values; /* variable id to constant id */
    VECTOR(struct item) items;
    bool grown; /* a rewrite made a term larger */
};

static struct term value_of(void *context, struct term t)
{
    return (struct term){(uint32_t)map_or(&((struct fuzz *)context)->values, t.id, 0)};
}

static struct term random_value(struct fuzz *f, struct sort sort)
{
    struct terms *terms = f->terms;
    if (sort_kind(terms, sort) == SORT_BOOL)
        return term_bool(terms, random_below(2));
    if (sort_kind(terms, sort) == SORT_BV)
        return random_constant(terms, sort_width(terms, sort));
    struct term t = term_array_const(terms, sort, random_value(f, sort_element(terms, sort)));
    for (unsigned n = random_below(5); n > 0; n--)
        t = term_store(terms, t, random_value(f, sort_index(terms, sort)),
                       random_value(f, sort_element(terms, sort)));
    return t;
}

static struct item leaf(struct fuzz *f, struct sort sort)
{
    struct item item = {.constant = random_value(f, sort), .from = "leaf"};
    item.symbolic = random_below(4) ? term_fresh(f->terms, sort, "v") : item.constant;
    if (!term_same(item.symbolic, item.constant))
        map_set(&f->values, item.symbolic.id, item.constant.id);
    item.z3 = z3_expression(&f->z3, item.constant);
    VECTOR_PUSH(&f->items, item);
    return item;
}

static unsigned random_width(void)
{
    switch (random_below(5)) {
    case 0:
        return 1 + random_below(4);
    case 1:
        return 1 + random_below(128);
    case 2:
        return (unsigned[]){8, 16, 32, 64}[random_below(4)];
    default:
        return 1 + random_below(34);
    }
}

static struct sort random_sort(struct fuzz *f)
{
    if (random_below(4) == 0)
        return sort_bool(f->terms);
    if (random_below(6) == 0)
        return sort_array(f->terms, sort_bv(f->terms, 1 + random_below(4)),
                          sort_bv(f->terms, random_width()));
    return sort_bv(f->terms, random_width());
}

/* An item of the kind (and, if `like` is a sort, of exactly that). */
static struct item pick(struct fuzz *f, enum sort_kind kind, struct sort like)
{
    for (unsigned tries = random_below(6); tries > 0 && f->items.count; tries--) {
        struct item *item = &f->items.data[random_below((unsigned)f->items.count)];
        struct sort sort = term_sort(f->terms, item->symbolic);
        if (sort_kind(f->terms, sort) == kind && (like.id == 0 || sort.id == like.id))
            return *item;
    }
    if (like.id == 0)
        like = kind == SORT_BOOL ? sort_bool(f->terms) : sort_bv(f->terms, random_width());
    return leaf(f, like);
}

static void pick_arguments(struct fuzz *f, const char *shape, struct item *args)
{
    struct sort none = {0};
    for (size_t i = 0; shape[i]; i++) {
        size_t leader = shape[0] == 'b' && shape[1] == 'x';
        struct sort first = i > leader ? term_sort(f->terms, args[leader].symbolic) : none;
        switch (shape[i]) {
        case 'b':
            args[i] = pick(f, SORT_BOOL, none);
            break;
        case 'v':
            args[i] = pick(f, SORT_BV, first);
            break;
        case 'w':
            args[i] = pick(f, SORT_BV, none);
            break;
        case 'x': {
            struct sort sort = random_sort(f);
            args[i] = pick(f, sort_kind(f->terms, sort), sort);
            break;
        }
        default:
            args[i] = pick(f, sort_kind(f->terms, first), first);
            break;
        }
    }
}

static struct text message;

static int disagree(struct fuzz *f, const struct item *item, const char *what,
                    struct term got)
{
    fprintf(stderr, "%s disagrees on item %s\nZ3 says %s\n", what, item->from,
            Z3_ast_to_string(f->z3.context, item->z3));
    text_clear(&message);
    term_print(f->terms, item->symbolic, &message);
    text_put(&message, "\ngot ");
    if (term_is(got))
        term_print(f->terms, got, &message);
    text_put(&message, "\nunder");
    for (size_t i = 0; i < f->items.count; i++) {
        struct item *leaf_item = &f->items.data[i];
        if (term_op(f->terms, leaf_item->symbolic) != TERM_VAR)
            continue;
        text_add(&message, " %s=", term_name(f->terms, leaf_item->symbolic));
        term_print(f->terms, leaf_item->constant, &message);
    }
    fprintf(stderr, "%s\n", text_of(&message));
    return 1;
}

/* Operators in the tree of the term; negation is free (it costs no gate). */
static double tree_size(const struct terms *terms, struct term t)
{
    enum term_op op = term_op(terms, t);
    double size = op == TERM_NOT || op == TERM_BV_NOT || term_count(terms, t) == 0 ? 0 : 1;
    for (size_t i = 0; i < term_count(terms, t); i++)
        size += tree_size(terms, term_arg(terms, t, i));
    return size;
}

static void apply(struct fuzz *f, enum term_op op, const struct item *args, size_t count,
                  const unsigned *p)
{
    struct term symbolic[4], constant[4];
    Z3_ast z3[4];
    for (size_t i = 0; i < count; i++)
        symbolic[i] = args[i].symbolic, constant[i] = args[i].constant, z3[i] = args[i].z3;
    struct item item = {.symbolic = term_make(f->terms, op, symbolic, count, p),
                        .constant = term_make(f->terms, op, constant, count, p)};
    item.z3 = z3_application(&f->z3, op, term_sort(f->terms, item.symbolic), z3, count, p);
    item.z3 = Z3_simplify(f->z3.context, item.z3);
    snprintf(item.from, sizeof item.from, "operator %d parameters %u %u", (int)op, p[0],
             p[1]);
    double most = 1;
    for (size_t i = 0; i < count; i++)
        most += tree_size(f->terms, symbolic[i]);
    if (tree_size(f->terms, item.symbolic) > most)
        f->grown = disagree(f, &item, "the size of the arguments", TERM_NONE);
    VECTOR_PUSH(&f->items, item);
}

static void random_application(struct fuzz *f)
{
    struct item args[4];
    unsigned p[2] = {0};
    if (random_below(12) == 0) { /* arrays */
        struct sort sort = sort_array(f->terms, sort_bv(f->terms, 1 + random_below(4)),
                                      sort_bv(f->terms, random_width()));
        args[0] = pick(f, SORT_ARRAY, sort);
        args[1] = pick(f, SORT_BV, sort_index(f->terms, sort));
        args[2] = pick(f, SORT_BV, sort_element(f->terms, sort));
        apply(f, TERM_STORE, args, 3, p);
        args[0] = VECTOR_LAST(&f->items);
        args[1] = pick(f, SORT_BV, sort_index(f->terms, sort));
        apply(f, TERM_SELECT, args, 2, p);
        return;
    }
    const struct random_operator *o = &random_operators[random_below(RANDOM_OPERATORS)];
    pick_arguments(f, o->arguments, args);
    if (o->arguments[0] == 'w' &&
        !random_parameters(o->op, term_width(f->terms, args[0].symbolic), MOST_BITS, p))
        return;
    if (o->op == TERM_BV_CONCAT &&
        term_width(f->terms, args[0].symbolic) + term_width(f->terms, args[1].symbolic) >
            MOST_BITS)
        return;
    apply(f, o->op, args, strlen(o->arguments), p);
}

/* A variable of the same sort, so that the equality of both shows the term in a Boolean. */
static struct term partner(struct fuzz *f, struct term t)
{
    char name[32];
    snprintf(name, sizeof name, "other %u", term_sort(f->terms, t).id);
    return term_var(f->terms, term_sort(f->terms, t), name);
}

/* Printing and reading gives the same term again. */
static int check_text(struct fuzz *f)
{
    struct term wanted[256] = {TERM_NONE}, *got = NULL;
    size_t count = 0, read = 0;
    for (size_t i = 0; i < f->items.count && count < 256; i++) {
        struct term t = f->items.data[i].symbolic;
        wanted[count++] = sort_kind(f->terms, term_sort(f->terms, t)) == SORT_BOOL
                              ? t
                              : term_eq(f->terms, t, partner(f, t));
    }
    struct text script = {0};
    term_print_script(f->terms, wanted, count, &script);
    struct failure failure = {0};
    bool ok =
        term_read_script(f->terms, text_of(&script), &got, &read, &failure) && read == count;
    for (size_t i = 0; ok && i < count; i++)
        ok = term_same(wanted[i], got[i]);
    if (!ok)
        fprintf(stderr, "reading back fails: %s\n%s\n", failure.message, text_of(&script));
    text_release(&script);
    free(got);
    return !ok;
}

static void set_inputs(struct fuzz *f, uint8_t *values)
{
    for (size_t i = 0; i < f->items.count; i++) {
        struct item *item = &f->items.data[i];
        if (term_op(f->terms, item->symbolic) != TERM_VAR ||
            sort_kind(f->terms, term_sort(f->terms, item->symbolic)) == SORT_ARRAY)
            continue;
        struct bits inputs = blaster_inputs(blaster_of(f->terms), item->symbolic);
        bool boolean = sort_kind(f->terms, term_sort(f->terms, item->symbolic)) == SORT_BOOL;
        for (unsigned b = 0; b < inputs.width; b++)
            values[literal_node(inputs.at[b])] =
                boolean ? term_is_true(f->terms, item->constant)
                        : limbs_bit(term_limbs(f->terms, item->constant), b);
    }
}

/* Circuits of all items under the values of the variables. */
static int check_circuits(struct fuzz *f)
{
    struct blaster *blaster = blaster_of(f->terms);
    for (size_t i = 0; i < f->items.count; i++)
        if (!blaster_needs_lemmas(blaster, f->items.data[i].symbolic))
            blaster_bits(blaster, f->items.data[i].symbolic);
    size_t count = blaster_aig(blaster)->count;
    uint8_t *values = calloc(count, 1);
    set_inputs(f, values);
    aig_simulate(blaster_aig(blaster), values, count);
    int bad = 0;
    for (size_t i = 0; i < f->items.count && !bad; i++) {
        struct item *item = &f->items.data[i];
        if (blaster_needs_lemmas(blaster, item->symbolic))
            continue;
        struct bits bits = blaster_bits(blaster, item->symbolic);
        uint32_t limbs[8] = {0};
        for (unsigned b = 0; b < bits.width; b++)
            limbs_set_bit(limbs, b, aig_value(values, bits.at[b]));
        struct term got = blaster_value(f->terms, term_sort(f->terms, item->symbolic), limbs);
        if (!term_same(got, item->constant))
            bad = disagree(f, item, "the circuit", got);
    }
    free(values);
    return bad;
}

static int check_values(struct fuzz *f)
{
    struct map memo = {0};
    int bad = 0;
    for (size_t i = 0; i < f->items.count && !bad; i++) {
        struct item *item = &f->items.data[i];
        struct term expected =
            z3_constant(&f->z3, NULL, item->z3, term_sort(f->terms, item->symbolic));
        struct term normal = term_is(expected) ? term_normal(f->terms, expected) : TERM_NONE;
        if (term_is(expected) && !term_same(term_normal(f->terms, item->constant), normal))
            bad = disagree(f, item, "folding", item->constant);
        struct term got = term_evaluate_memo(f->terms, item->symbolic, &memo, value_of, f);
        if (!term_is_true(f->terms, term_eq(f->terms, got, item->constant)))
            bad = disagree(f, item, "evaluation", got);
    }
    map_release(&memo);
    return bad;
}

int main(int argc, char **argv)
{
    uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : 1000, done = 0;
    if (argc > 2)
        random_state ^= strtoull(argv[2], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15);
    int bad = 0;
    while (done < wanted && !bad) {
        struct fuzz f = {.terms = terms_new()};
        z3_terms_init(&f.z3, f.terms);
        for (unsigned i = 0; i < OPERATORS_PER_STORE; i++)
            random_application(&f);
        bad = f.grown || check_values(&f) || check_circuits(&f) || check_text(&f);
        done += OPERATORS_PER_STORE;
        VECTOR_RELEASE(&f.items);
        map_release(&f.values);
        z3_terms_release(&f.z3);
        terms_free(f.terms);
    }
    text_release(&message);
    printf("%llu terms evaluated four ways, %s\n", (unsigned long long)done,
           bad ? "a disagreement" : "all agree");
    return bad;
}
