/* program: every pass keeps the meaning of random programs under the interpreter: same
 * outputs, same inputs asked for, same end. SOOTH_ROUNDS sets how many programs
 * (tests/fuzz/passes runs more), SOOTH_SEED where to start. */
#include "check_meaning.h"

enum { SCALARS = 5, FIELDS = 3 };

/* --- random programs --- */

struct maker {
    struct text text;
    uint32_t next;                /* number of the next value */
    uint32_t values[64];          /* i32 values of this block */
    uint32_t value_count, shared; /* the first `shared` are of the entry block */
    uint32_t blocks;
};

static uint32_t pick(uint32_t n)
{
    return (uint32_t)rand() % n;
}

static void add_value(struct maker *m, uint32_t id)
{
    m->values[m->value_count < 64 ? m->value_count++ : 8 + pick(56)] = id;
}

/* A random operand: a value or a constant. */
static const char *operand(struct maker *m, char *buffer)
{
    static const int constants[] = {0, 1, -1, 2, 7, 255, 65536, 2147483647, -2147483647 - 1};
    if (m->value_count && pick(4))
        sprintf(buffer, "%%%u", m->values[pick(m->value_count)]);
    else
        sprintf(buffer, "i32 %d", constants[pick(9)]);
    return buffer;
}

/* The address of a scalar (their slots are values 0 ..) or of a field of the struct behind
 * them. */
static uint32_t address(struct maker *m)
{
    uint32_t k = pick(SCALARS + FIELDS);
    if (k < SCALARS)
        return k;
    text_add(&m->text, "  %%%u = ptradd ptr %%%u, i64 %u\n", m->next, SCALARS,
             4 * (k - SCALARS));
    return m->next++;
}

static void add_arithmetic(struct maker *m)
{
    static const char *const ops[] = {"add", "sub", "mul", "and", "or", "xor"};
    char a[24], b[24];
    text_add(&m->text, "  %%%u = %s i32 %s, %s\n", m->next, ops[pick(6)], operand(m, a),
             operand(m, b));
    add_value(m, m->next++);
}

static void add_narrow(struct maker *m)
{
    static const char *const shifts[] = {"shl", "lshr", "ashr"};
    char a[24], b[24], c[24];
    switch (pick(4)) {
    case 0:
        text_add(&m->text, "  %%%u = trunc i8 %%%u\n", m->next,
                 m->values[pick(m->value_count)]);
        text_add(&m->text, "  %%%u = %s i32 %%%u\n", m->next + 1, pick(2) ? "zext" : "sext",
                 m->next);
        break;
    case 1:
        text_add(&m->text, "  %%%u = and i32 %s, i32 31\n", m->next, operand(m, a));
        text_add(&m->text, "  %%%u = %s i32 %s, %%%u\n", m->next + 1, shifts[pick(3)],
                 operand(m, a), m->next);
        break;
    case 2:
        text_add(&m->text, "  %%%u = icmp.%s i1 %s, %s\n", m->next,
                 op_sub_text(OP_ICMP, pick(10)), operand(m, a), operand(m, b));
        text_add(&m->text, "  %%%u = select i32 %%%u, %s, %s\n", m->next + 1, m->next,
                 operand(m, a), operand(m, c));
        break;
    default:
        text_add(&m->text, "  %%%u = icmp.%s i1 %s, %s\n", m->next,
                 op_sub_text(OP_ICMP, pick(10)), operand(m, a), operand(m, b));
        text_add(&m->text, "  %%%u = zext i32 %%%u\n", m->next + 1, m->next);
        break;
    }
    m->next++;
    add_value(m, m->next++);
}

/* A global is mostly read and converted, as lengths are, and written now and then. */
static void add_global(struct maker *m)
{
    unsigned k = pick(2);
    if (!pick(4)) {
        text_add(&m->text, "  %%%u = trunc i16 %%%u\n", m->next,
                 m->values[pick(m->value_count)]);
        text_add(&m->text, "  store $g%u, %%%u {2}\n", k, m->next++);
        return;
    }
    text_add(&m->text, "  %%%u = load i16 $g%u {2}\n", m->next, k);
    text_add(&m->text, "  %%%u = %s i32 %%%u\n", m->next + 1, pick(2) ? "zext" : "sext",
             m->next);
    m->next++;
    add_value(m, m->next++);
}

static void add_instruction(struct maker *m)
{
    char a[24];
    uint32_t at;
    switch (pick(11)) {
    case 0:
    case 1:
        add_arithmetic(m);
        break;
    case 2:
        add_narrow(m);
        break;
    case 3:
    case 4:
        at = address(m);
        text_add(&m->text, "  %%%u = load i32 %%%u {4}\n", m->next, at);
        add_value(m, m->next++);
        break;
    case 5:
    case 6:
        at = address(m);
        text_add(&m->text, "  store %%%u, %s {4}\n", at, operand(m, a));
        break;
    case 7:
    case 8:
        add_global(m);
        break;
    case 9:
        text_add(&m->text, "  %%%u = call i32 @__sooth_putchar, i32 1, %s {1}\n", m->next++,
                 operand(m, a));
        break;
    default:
        if (!pick(4))
            text_add(&m->text, "  lifestart %%%u\n", pick(SCALARS + 1));
        if (!pick(8))
            text_add(&m->text, "  memset %%%u, i8 %u, i64 %u\n", SCALARS, pick(256),
                     4 * FIELDS);
        break;
    }
}

static void add_end(struct maker *m)
{
    char a[24], b[24];
    uint32_t x = 1 + pick(m->blocks - 1), y = 1 + pick(m->blocks - 1),
             z = 1 + pick(m->blocks - 1);
    switch (pick(7)) {
    case 0:
        text_add(&m->text, "  return %s\n", operand(m, a));
        break;
    case 1:
        text_add(&m->text, "  jump b%u\n", x);
        break;
    case 2:
        text_add(
            &m->text,
            "  switch %s [i32 0 b%u] [i32 1 b%u] [i32 2 b%u] [i32 3 b%u] [i32 -1 b%u] b%u\n",
            operand(m, a), x, y, x, x, z, pick(2) ? y : 1 + pick(m->blocks - 1));
        break;
    default:
        text_add(&m->text, "  %%%u = icmp.%s i1 %s, %s\n", m->next,
                 op_sub_text(OP_ICMP, pick(10)), operand(m, a), operand(m, b));
        text_add(&m->text, "  branch %%%u b%u b%u\n", m->next++, x, y);
        break;
    }
}

/* Every block asks for an input, so that a run ends when the inputs do. */
static void make_program(struct maker *m)
{
    m->blocks = 2 + pick(14);
    text_put(&m->text,
             "program 64 entry @main\nvariable 0 \"v\"\nglobal $g0 size 2 align 2\n"
             "global $g1 size 2 align 2\n"
             "function @__sooth_putchar(i32, i32) -> (i32)\nfunction @main() -> (i32) {\n");
    for (uint32_t b = 0; b < m->blocks; b++) {
        text_add(&m->text, "b%u:\n", b);
        m->value_count = m->shared;
        if (!b) {
            for (; m->next < SCALARS; m->next++)
                text_add(&m->text, "  %%%u = alloca ptr i64 4 {4} var 0\n", m->next);
            text_add(&m->text, "  %%%u = alloca ptr i64 %d {4} var 0\n", m->next++,
                     4 * FIELDS);
        }
        text_add(&m->text, "  %%%u = input i32 \"x\"\n", m->next);
        add_value(m, m->next++);
        for (uint32_t k = pick(9); k > 0; k--)
            add_instruction(m);
        if (!b)
            m->shared = m->value_count < 8 ? m->value_count : 8;
        add_end(m);
    }
    text_put(&m->text, "}\n");
}

static void reduce_all(struct program *p)
{
    struct arena arena;
    arena_init(&arena);
    for (size_t k = 0; k < p->functions.count; k++) {
        struct function *f = &p->functions.data[k];
        struct dominators d;
        struct loop_forest forest;
        if (!f->has_body || !function_make_reducible(p, f))
            continue;
        dominators_find(f, &arena, &d);
        loops_find(f, &d, &arena, &forest);
        for (uint32_t l = 0; l < forest.count; l++)
            assert_false(forest.loops[l].irreducible);
    }
    arena_release(&arena);
}

static void read_back(struct program *p)
{
    struct text a = {0}, b = {0};
    program_print(p, &a);
    struct program *again = parse_good(text_of(&a));
    program_print(again, &b);
    assert_string_equal(text_of(&a), text_of(&b));
    text_release(&a);
    text_release(&b);
    program_free(again);
}

static void passes_keep_the_meaning(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*pass)(struct program *);
    } passes[] = {
        {"lower", program_lower_switches}, {"split", program_split_aggregates},
        {"promote", program_promote},      {"print", read_back},
        {"clean", program_clean},          {"reduce", reduce_all},
        {"clean again", program_clean},    {"hoist", program_hoist},
    };
    uint32_t rounds = getenv("SOOTH_ROUNDS") ? (uint32_t)atoi(getenv("SOOTH_ROUNDS")) : 1500;
    uint32_t first = getenv("SOOTH_SEED") ? (uint32_t)atoi(getenv("SOOTH_SEED")) : 1;
    for (uint32_t seed = first; seed < first + rounds; seed++) {
        struct maker m = {0};
        srand(seed);
        make_program(&m);
        struct program *before = parse_good(text_of(&m.text)),
                       *after = parse_good(text_of(&m.text));
        uint32_t mixed =
            pick(3); /* some programs keep their switches or variables in memory longer */
        for (size_t k = mixed == 1 ? 1 : 0; k < sizeof passes / sizeof *passes; k++) {
            if (mixed == 2 && k == 1 + seed % 2)
                continue;
            passes[k].pass(after);
            check_good(after);
            compare(before, after, seed, passes[k].name);
        }
        program_free(before);
        program_free(after);
        text_release(&m.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(passes_keep_the_meaning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
