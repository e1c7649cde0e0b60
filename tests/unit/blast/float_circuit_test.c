/* Float circuits against base/softfloat: every operator on all arguments of tiny formats and
 * on random and corner arguments of larger ones, 64 cases at a time, with a symbolic rounding
 * mode. A number as argument multiplies the random cases; `gates` prints the sizes of the
 * circuits. */
#include "base/arena.h"
#include "blast/float/circuit.h"

#include "../../support/float_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <cmocka.h>

static unsigned effort = 1;

/* A circuit with its inputs, and 64 values of every node at once. */
struct bench {
    struct float_operation operation;
    struct aig aig;
    struct arena arena;
    struct bits mode, arguments[3], result;
    unsigned count;
    uint64_t *values;
};

static unsigned argument_width(const struct float_operation *o)
{
    return case_takes_integer(o->op) ? o->width : softfloat_width(o->format);
}

static void bench_init(struct bench *b, const struct float_operation *o)
{
    *b = (struct bench){.operation = *o, .count = float_op_arguments(o->op)};
    aig_init(&b->aig);
    arena_init(&b->arena);
    struct circuit c = {&b->aig, &b->arena};
    b->mode = bits_inputs(&c, 3);
    for (unsigned i = 0; i < b->count; i++)
        b->arguments[i] = bits_inputs(&c, argument_width(o));
    b->result = float_circuit(&c, o, b->mode, b->arguments);
    assert_int_equal(b->result.width, float_result_width(o));
    b->values = calloc(b->aig.count, sizeof *b->values);
}

static void bench_release(struct bench *b)
{
    free(b->values);
    aig_release(&b->aig);
    arena_release(&b->arena);
}

static uint64_t value_of(const struct bench *b, literal a)
{
    return b->values[literal_node(a)] ^ (literal_negated(a) ? ~0ull : 0);
}

static void simulate(struct bench *b)
{
    b->values[0] = 0;
    for (uint32_t node = 1; node < b->aig.count; node++)
        if (!aig_is_input(&b->aig, node))
            b->values[node] =
                value_of(b, b->aig.nodes[node].left) & value_of(b, b->aig.nodes[node].right);
}

static void set(struct bench *b, struct bits word, unsigned lane, const uint32_t *bits)
{
    for (unsigned i = 0; i < word.width; i++) {
        uint64_t *value = &b->values[literal_node(word.at[i])],
                 bit = bits[i / 32] >> i % 32 & 1;
        *value = (*value & ~(1ull << lane)) | bit << lane;
    }
}

static void check_lane(struct bench *b, const struct float_case *c, unsigned lane)
{
    uint32_t want[CASE_LIMBS], got[CASE_LIMBS] = {0};
    case_apply(c, want);
    for (unsigned i = 0; i < b->result.width; i++)
        case_put(got, i, value_of(b, b->result.at[i]) >> lane & 1);
    if (!memcmp(got, want, (b->result.width + 31) / 32 * sizeof *got))
        return;
    case_print(c);
    fprintf(stderr, ": circuit ");
    case_print_limbs(got, b->result.width);
    fprintf(stderr, ", evaluation ");
    case_print_limbs(want, b->result.width);
    fprintf(stderr, "\n");
    fail();
}

/* Circuits other than FP_FROM_BITS are promised canonical NaNs. */
static void make_canonical(struct float_case *c)
{
    const struct float_operation *o = &c->operation;
    if (case_takes_integer(o->op) || o->op == TERM_FP_FROM_BITS)
        return;
    for (unsigned i = 0; i < 3; i++)
        softfloat_canonical(o->format, c->values[i], c->values[i]);
}

static void check_cases(struct bench *b, struct float_case *cases, unsigned count)
{
    for (unsigned lane = 0; lane < count; lane++) {
        uint32_t mode = cases[lane].operation.mode;
        make_canonical(&cases[lane]);
        set(b, b->mode, lane, &mode);
        for (unsigned i = 0; i < b->count; i++)
            set(b, b->arguments[i], lane, cases[lane].values[i]);
    }
    simulate(b);
    for (unsigned lane = 0; lane < count; lane++)
        check_lane(b, &cases[lane], lane);
}

static void check_random(const struct float_operation *o, unsigned rounds)
{
    struct bench b;
    struct float_case cases[64];
    memset(cases, 0, sizeof cases);
    bench_init(&b, o);
    for (unsigned round = 0; round < rounds; round++) {
        for (unsigned lane = 0; lane < 64; lane++) {
            cases[lane].operation = *o;
            cases[lane].operation.mode = (enum rounding)case_below(5);
            case_arguments(&cases[lane]);
        }
        check_cases(&b, cases, 64);
    }
    bench_release(&b);
}

/* every value of every argument and every mode; the arguments have `total` bits together */
static void check_all(const struct float_operation *o)
{
    struct bench b;
    struct float_case cases[64];
    memset(cases, 0, sizeof cases);
    bench_init(&b, o);
    unsigned width = argument_width(o), modes = float_op_rounds(o->op) ? 5 : 1, lane = 0;
    for (uint64_t all = 0; all < modes * (1ull << width * b.count); all++) {
        struct float_case *c = &cases[lane];
        c->operation = *o;
        c->operation.mode = (enum rounding)(all % modes);
        uint64_t rest = all / modes;
        for (unsigned i = 0; i < b.count; i++, rest >>= width)
            c->values[i][0] = rest & ((1u << width) - 1);
        if (++lane < 64)
            continue;
        check_cases(&b, cases, lane);
        lane = 0;
    }
    check_cases(&b, cases, lane);
    bench_release(&b);
}

static const struct float_format tiny[] = {{3, 4}, {2, 3}, {2, 5}, {4, 3}, {3, 2}};

static void all_arguments_of_tiny_formats(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        for (int op = TERM_FP_ADD; op <= TERM_FP_TO_UBV; op++) {
            struct float_operation o = {.op = (enum term_op)op, .format = tiny[i]};
            if (op == TERM_FP_FMA && softfloat_width(tiny[i]) > 6)
                continue;
            for (unsigned k = 0; k < 5; k++) {
                o.to = tiny[k];
                o.width = 1 + 2 * k;
                check_all(&o);
                if (op < TERM_FP_FROM_FP)
                    break;
            }
        }
    }
}

static void small_formats_at_random(void **state)
{
    (void)state;
    const struct float_format formats[] = {{3, 4},  {4, 5},  {5, 3}, {6, 9},
                                           {3, 12}, {5, 11}, {8, 8}};
    for (unsigned i = 0; i < 7; i++) {
        for (int op = TERM_FP_ADD; op <= TERM_FP_TO_UBV; op++) {
            struct float_operation o = {.op = (enum term_op)op, .format = formats[i]};
            o.to = formats[case_below(7)];
            o.width = 1 + case_below(40);
            check_random(&o, 40 * effort);
        }
    }
}

static void machine_formats_at_random(void **state)
{
    (void)state;
    const struct float_format formats[] = {FLOAT_SINGLE, FLOAT_DOUBLE, FLOAT_X87, FLOAT_QUAD};
    for (unsigned i = 0; i < 4; i++) {
        for (int op = TERM_FP_ADD; op <= TERM_FP_TO_UBV; op++) {
            struct float_operation o = {.op = (enum term_op)op, .format = formats[i]};
            if (op == TERM_FP_REM && i > 0)
                continue; /* a million gates and more: see remainder_of_doubles */
            o.to = formats[case_below(4)];
            o.width = case_below(2) ? 64 : 1 + case_below(128);
            check_random(&o, (i < 2 ? 30 : 8) * effort);
        }
    }
}

static void remainder_of_doubles(void **state)
{
    (void)state;
    struct float_operation o = {.op = TERM_FP_REM, .format = FLOAT_DOUBLE};
    check_random(&o, 3 * effort);
}

/* formats with many bits of exponent take another way */
static void remainder_by_powers(void **state)
{
    (void)state;
    const struct float_format many[] = {{12, 3}, {13, 8}, {14, 11}, FLOAT_X87};
    for (unsigned i = 0; i < 4; i++) {
        struct float_operation o = {.op = TERM_FP_REM, .format = many[i]};
        check_random(&o, (i < 3 ? 60 : 1) * effort);
    }
}

static void print_gates(void)
{
    const struct float_format formats[] = {{3, 4},       FLOAT_HALF, FLOAT_SINGLE,
                                           FLOAT_DOUBLE, FLOAT_X87,  FLOAT_QUAD};
    static const char *names[] = {
#define OP(name, smt, arity, parameters) #name,
#include "term/op.def"
#undef OP
    };
    printf("%-16s      3/4     half   single   double      x87     quad\n", "gates");
    for (int op = TERM_FP_ADD; op <= TERM_FP_TO_UBV; op++) {
        printf("%-16s", names[op]);
        for (unsigned i = 0; i < 6; i++) {
            struct float_operation o = {
                .op = (enum term_op)op, .format = formats[i], .width = 32};
            o.to = formats[i == 3 ? 2 : 3];
            struct bench b;
            bench_init(&b, &o);
            printf(" %8llu", (unsigned long long)b.aig.gates);
            bench_release(&b);
        }
        printf("\n");
    }
}

int main(int count, char **arguments)
{
    if (count > 1 && !strcmp(arguments[1], "gates")) {
        print_gates();
        return 0;
    }
    if (count > 1)
        effort = (unsigned)atoi(arguments[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_arguments_of_tiny_formats),
        cmocka_unit_test(small_formats_at_random),
        cmocka_unit_test(machine_formats_at_random),
        cmocka_unit_test(remainder_of_doubles),
        cmocka_unit_test(remainder_by_powers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
