/* program: a function without calls does what it did: random programs whose functions hand
 * each other addresses of locals. SOOTH_ROUNDS and SOOTH_SEED as in meaning_test.c. */
#include "check_meaning.h"

enum { MOST_VALUES = 16, FUNCTIONS = 4 };

struct maker {
    struct text text;
    uint32_t next, values[MOST_VALUES], count;
};

static uint32_t pick(uint32_t n)
{
    return (uint32_t)rand() % n;
}

static uint32_t made(struct maker *m)
{
    uint32_t id = m->next++;
    m->values[m->count < MOST_VALUES ? m->count++ : pick(MOST_VALUES)] = id;
    return id;
}

static const char *number(struct maker *m, char *buffer)
{
    if (m->count && pick(4))
        sprintf(buffer, "%%%u", m->values[pick(m->count)]);
    else
        sprintf(buffer, "i32 %d", (int)pick(5) - 1);
    return buffer;
}

/* %1 is the parameter, %2 a local of the function's own. */
static const char *address(bool is_main)
{
    static const char *const words[] = {"%1", "%2", "$g"};
    return is_main ? words[1 + pick(2)] : words[pick(3)];
}

static void add_instruction(struct maker *m, uint32_t function, bool is_main)
{
    char a[24], b[24];
    switch (pick(6)) {
    case 0:
        text_add(&m->text, "  %%%u = add i32 %s, %s\n", m->next, number(m, a), number(m, b));
        break;
    case 1:
        text_add(&m->text, "  %%%u = input i32 \"x\"\n", m->next);
        break;
    case 2:
        text_add(&m->text, "  %%%u = load i32 %s {4}\n", m->next, address(is_main));
        break;
    case 3:
        text_add(&m->text, "  store %s, %s {4}\n", address(is_main), number(m, a));
        m->next++;
        return;
    case 4:
        text_add(&m->text, "  %%%u = call i32 @__sooth_putchar, i32 1, %s {1}\n", m->next,
                 number(m, a));
        break;
    default:
        if (function + 1 >= FUNCTIONS)
            return;
        text_add(&m->text, "  %%%u = call i32 @f%u, %s, %s {1}\n", m->next,
                 function + 1 + pick(FUNCTIONS - function - 1), number(m, a),
                 address(is_main));
    }
    made(m);
}

static void add_instructions(struct maker *m, uint32_t function, bool is_main)
{
    for (uint32_t k = 1 + pick(5); k > 0; k--)
        add_instruction(m, function, is_main);
}

/* A loop that goes on while the input says so, and two ways to return. */
static void add_body(struct maker *m, uint32_t function, bool is_main)
{
    char a[24], b[24];
    uint32_t front = m->count;
    add_instructions(m, function, is_main);
    text_put(&m->text, "  jump b1\nb1:\n");
    m->next++;
    uint32_t before = m->count;
    add_instructions(m, function, is_main);
    text_add(&m->text, "  %%%u = input i32 \"again\"\n", m->next);
    text_add(&m->text, "  %%%u = icmp.sgt i1 %%%u, i32 2\n", m->next + 1, m->next);
    text_add(&m->text, "  branch %%%u b1 b2\nb2:\n", m->next + 1);
    m->next += 3;
    text_add(&m->text, "  %%%u = icmp.slt i1 %s, %s\n", m->next, number(m, a), number(m, b));
    text_add(&m->text, "  branch %%%u b3 b4\nb3:\n  return %s\nb4:\n", m->next, number(m, a));
    m->next += 3;
    m->count = before > front ? before : front;
    add_instructions(m, function, is_main);
    text_add(&m->text, "  return %s\n}\n", number(m, a));
}

static void make_function(struct maker *m, uint32_t function)
{
    text_add(&m->text,
             "function @f%u(i32, ptr) -> (i32) {\nb0:\n  %%0 = param i32\n"
             "  %%1 = param ptr {1}\n  %%2 = alloca ptr i64 4 {4}\n",
             function);
    m->next = 0;
    m->count = 0;
    made(m);
    m->next = 3;
    text_put(&m->text, "  store %2, i32 7 {4}\n");
    m->next++;
    add_body(m, function, false);
}

static void make_program(struct maker *m)
{
    text_put(&m->text, "program 64 entry @main\nglobal $g size 4 align 4\n"
                       "function @__sooth_putchar(i32, i32) -> (i32)\n");
    for (uint32_t k = 0; k < FUNCTIONS; k++)
        make_function(m, k);
    text_put(&m->text, "function @main() -> (i32) {\nb0:\n  %0 = input i32 \"x\"\n"
                       "  %1 = input i32 \"y\"\n  %2 = alloca ptr i64 4 {4}\n"
                       "  store %2, %0 {4}\n");
    m->next = 0;
    m->count = 0;
    made(m);
    made(m);
    m->next = 4;
    add_body(m, UINT32_MAX, true);
}

static bool has_calls(const struct program *p)
{
    const struct function *f = &p->functions.data[p->entry];
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_CALL)
            continue;
        const struct constant *c = program_constant(p, instruction_operand(f, in, 0));
        if (p->functions.data[c->index].has_body)
            return true;
    }
    return false;
}

static void it_does_what_it_did(void **state)
{
    (void)state;
    uint32_t rounds = getenv("SOOTH_ROUNDS") ? (uint32_t)atoi(getenv("SOOTH_ROUNDS")) : 1000;
    uint32_t first = getenv("SOOTH_SEED") ? (uint32_t)atoi(getenv("SOOTH_SEED")) : 1;
    uint32_t flat = 0;
    for (uint32_t seed = first; seed < first + rounds; seed++) {
        struct maker m = {0};
        srand(seed);
        make_program(&m);
        struct program *before = parse_good(text_of(&m.text));
        struct failure failure = {0};
        program_clean(before);
        struct program *after = program_flatten(before, before->entry, true, &failure);
        if (after) {
            check_good(after);
            assert_false(has_calls(after));
            compare(before, after, seed, "flattening");
            compare(before, after, seed + 1000000, "flattening");
            flat++;
            program_free(after);
        }
        program_free(before);
        text_release(&m.text);
    }
    assert_true(flat > rounds / 2);
}

static bool flattens(const char *text)
{
    struct failure failure = {0};
    struct program *p = parse_good(text);
    program_link(p);
    struct program *flat = program_flatten(p, p->entry, true, &failure);
    bool good = flat != NULL;
    if (flat)
        program_free(flat);
    program_free(p);
    return good;
}

static void what_stays_as_it_is(void **state)
{
    (void)state;
    assert_true(flattens("program 64 entry @main\nfunction @f(i32) -> (i32) {\nb0:\n"
                         "  %0 = param i32\n  return %0\n}\n"
                         "function @main() -> (i32) {\nb0:\n  %0 = call i32 @f, i32 1 {1}\n"
                         "  return %0\n}\n"));
    /* recursion */
    assert_false(flattens("program 64 entry @main\nfunction @f(i32) -> (i32) {\nb0:\n"
                          "  %0 = param i32\n  %1 = call i32 @f, %0 {1}\n  %2 = add i32 %1, "
                          "i32 1\n  return %2\n}\n"
                          "function @main() -> (i32) {\nb0:\n  %0 = call i32 @f, i32 1 {1}\n"
                          "  return %0\n}\n"));
    /* a callee's local is read when the callee is over */
    assert_false(flattens("program 64 entry @main\nfunction @f() -> (ptr) {\nb0:\n"
                          "  %0 = alloca ptr i64 4 {4}\n  store %0, i32 5 {4}\n"
                          "  return %0\n}\n"
                          "function @main() -> (i32) {\nb0:\n  %0 = call ptr @f {1}\n"
                          "  %1 = load i32 %0 {4}\n  return %1\n}\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_does_what_it_did),
        cmocka_unit_test(what_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
