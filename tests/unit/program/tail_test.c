/* program: functions that call themselves and each other at their ends, and elsewhere, mean
 * the same once they are loops. SOOTH_ROUNDS and SOOTH_SEED as in meaning_test.c. */
#include "check_meaning.h"

enum { PARAMETERS = 2, MOST_VALUES = 24 };

struct maker {
    struct text text;
    uint32_t next, blocks, functions, calls_elsewhere;
    uint32_t values[MOST_VALUES], count;
};

static uint32_t pick(uint32_t n)
{
    return (uint32_t)rand() % n;
}

static void add_value(struct maker *m)
{
    uint32_t id = m->next++;
    m->values[m->count < MOST_VALUES ? m->count++ : PARAMETERS + pick(8)] = id;
}

static const char *operand(struct maker *m, char *buffer)
{
    static const int constants[] = {0, 1, -1, 2, 100};
    if (m->count && pick(4))
        sprintf(buffer, "%%%u", m->values[pick(m->count)]);
    else
        sprintf(buffer, "i32 %d", constants[pick(5)]);
    return buffer;
}

static void add_call(struct maker *m)
{
    char a[24], b[24];
    text_add(&m->text, "  %%%u = call i32 @f%u, %s, %s {1}\n", m->next, pick(m->functions),
             operand(m, a), operand(m, b));
}

static void add_instruction(struct maker *m)
{
    char a[24], b[24];
    switch (pick(m->calls_elsewhere ? 6 : 5)) {
    case 0:
        text_add(&m->text, "  %%%u = add i32 %s, %s\n", m->next, operand(m, a),
                 operand(m, b));
        break;
    case 1:
        text_add(&m->text, "  %%%u = input i32 \"x\"\n", m->next);
        break;
    case 2:
        text_add(&m->text, "  %%%u = load i32 $g {4}\n", m->next);
        break;
    case 3:
        text_add(&m->text, "  store $g, %s {4}\n", operand(m, a));
        return;
    case 4:
        text_add(&m->text, "  %%%u = call i32 @__sooth_putchar, i32 1, %s {1}\n", m->next,
                 operand(m, a));
        break;
    default:
        add_call(m);
    }
    add_value(m);
}

/* The last block returns what the others bring: some of them call first. */
static void add_end(struct maker *m, uint32_t block, struct text *brought)
{
    char a[24], b[24];
    uint32_t x = block + 1 + pick(m->blocks - block), y = block + 1 + pick(m->blocks - block);
    switch (pick(5)) {
    case 0:
        add_call(m);
        text_add(&m->text, "  return %%%u\n", m->next++);
        break;
    case 1:
        add_call(m);
        text_add(brought, " [%%%u b%u]", m->next++, block);
        text_add(&m->text, "  jump b%u\n", m->blocks);
        break;
    case 2:
        text_add(&m->text, "  return %s\n", operand(m, a));
        break;
    case 3:
        text_add(brought, " [%s b%u]", operand(m, a), block);
        text_add(&m->text, "  jump b%u\n", m->blocks);
        break;
    default:
        if (x == m->blocks || y == m->blocks || x == y) {
            text_add(&m->text, "  return %s\n", operand(m, a));
            break;
        }
        text_add(&m->text, "  %%%u = icmp.%s i1 %s, %s\n", m->next,
                 op_sub_text(OP_ICMP, pick(10)), operand(m, a), operand(m, b));
        text_add(&m->text, "  branch %%%u b%u b%u\n", m->next++, x, y);
    }
}

static void make_function(struct maker *m, uint32_t number)
{
    struct text brought = {0};
    m->blocks = 3 + pick(5);
    m->next = m->count = 0;
    text_add(&m->text, "function @f%u(i32, i32) -> (i32) {\n", number);
    for (uint32_t b = 0; b < m->blocks; b++) {
        text_add(&m->text, "b%u:\n", b);
        if (!b)
            for (int k = 0; k < PARAMETERS; k++) {
                text_add(&m->text, "  %%%u = param i32 {%d}\n", m->next, k);
                add_value(m);
            }
        text_add(&m->text, "  %%%u = input i32 \"x\"\n", m->next); /* so that runs end */
        add_value(m);
        for (uint32_t k = pick(5); k > 0; k--)
            add_instruction(m);
        add_end(m, b, &brought);
        m->count = PARAMETERS; /* what other blocks make need not be made */
    }
    text_add(&m->text, "b%u:\n", m->blocks);
    if (brought.count) {
        text_add(&m->text, "  %%%u = phi i32%s\n", m->next, text_of(&brought));
        text_add(&m->text, "  return %%%u\n", m->next++);
    } else {
        text_put(&m->text, "  return i32 5\n");
    }
    text_put(&m->text, "}\n");
    text_release(&brought);
}

static void make_program(struct maker *m)
{
    m->functions = 1 + pick(4);
    m->calls_elsewhere = !pick(3);
    text_put(&m->text, "program 64 entry @main\nglobal $g size 4 align 4\n"
                       "function @__sooth_putchar(i32, i32) -> (i32)\n");
    for (uint32_t k = 0; k < m->functions; k++)
        make_function(m, k);
    text_put(&m->text, "function @main() -> (i32) {\nb0:\n  %0 = input i32 \"x\"\n"
                       "  %1 = call i32 @f0, %0, i32 3 {1}\n");
    text_add(&m->text, "  %%2 = call i32 @f%u, %%1, i32 4 {1}\n", m->functions - 1);
    text_put(&m->text, "  return %2\n}\n");
}

static void tail_calls_keep_the_meaning(void **state)
{
    (void)state;
    uint32_t rounds = getenv("SOOTH_ROUNDS") ? (uint32_t)atoi(getenv("SOOTH_ROUNDS")) : 3000;
    uint32_t first = getenv("SOOTH_SEED") ? (uint32_t)atoi(getenv("SOOTH_SEED")) : 1;
    uint32_t recursive = 0, left = 0;
    for (uint32_t seed = first; seed < first + rounds; seed++) {
        struct maker m = {0};
        srand(seed);
        make_program(&m);
        struct program *before = parse_good(text_of(&m.text)),
                       *after = parse_good(text_of(&m.text));
        program_clean(before);
        program_clean(after);
        program_loop_tail_calls(after);
        check_good(after);
        compare(before, after, seed, "tail calls");
        compare(before, after, seed + 1000000, "tail calls");
        recursive += program_recurs(before);
        left += program_recurs(after);
        program_free(before);
        program_free(after);
        text_release(&m.text);
    }
    assert_true(left < recursive - recursive / 3); /* many of them are loops now */
    assert_true(left > 0);                         /* and those that must stay do */
}

static bool recurs(const char *text)
{
    struct program *p = parse_good(text);
    program_link(p);
    program_loop_tail_calls(p);
    check_good(p);
    bool still = program_recurs(p);
    program_free(p);
    return still;
}

static void what_is_no_loop(void **state)
{
    (void)state;
    assert_false(recurs("program 64\nfunction @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n"
                        "  %1 = call i32 @f, %0 {1}\n  return %1\n}\n"));
    /* a local of each activation */
    assert_true(recurs("program 64\nfunction @f(ptr) -> (i32) {\nb0:\n  %0 = param ptr\n"
                       "  %1 = alloca ptr i64 4 {4}\n  %2 = call i32 @f, %1 {1}\n"
                       "  return %2\n}\n"));
    /* something else is returned */
    assert_true(recurs("program 64\nfunction @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n"
                       "  %1 = call i32 @f, %0 {1}\n  return %0\n}\n"));
    /* something happens after the call */
    assert_true(recurs("program 64\nglobal $g size 4 align 4\n"
                       "function @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n"
                       "  %1 = call i32 @f, %0 {1}\n  store $g, %1 {4}\n  return %1\n}\n"));
    /* the second call is not the last thing */
    assert_true(recurs("program 64\nfunction @f(i32) -> (i32) {\nb0:\n  %0 = param i32\n"
                       "  %1 = call i32 @f, %0 {1}\n  %2 = call i32 @f, %1 {1}\n"
                       "  return %2\n}\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tail_calls_keep_the_meaning),
                                       cmocka_unit_test(what_is_no_loop)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
