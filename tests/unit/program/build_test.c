/* program: interning, pools, links and the printed form of a program made through the
 * builder. */
#include "base/text.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void constants_are_interned(void **state)
{
    (void)state;
    struct program *p = program_new(64);
    struct value five = constant_int(p, type_int(32), 5);
    assert_true(value_same(five, constant_int(p, type_int(32), 5)));
    assert_false(value_same(five, constant_int(p, type_int(33), 5)));
    assert_true(
        value_same(constant_int(p, type_int(8), 0x1ff), constant_int(p, type_int(8), 0xff)));
    assert_false(
        value_same(constant_int(p, type_int(32), 0), constant_int(p, type_float(32), 0)));
    assert_false(value_same(constant_null(p), constant_global(p, 0, 0)));
    for (uint64_t k = 0; k < 5000; k++) {
        struct value v = constant_int(p, type_int(64), k * 0x100000001u);
        assert_int_equal(program_constant(p, v)->limbs[1], k);
        assert_true(value_same(v, constant_int(p, type_int(64), k * 0x100000001u)));
    }
    uint32_t wide[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0xffffffff};
    struct value big = constant_bits(p, type_int(290), wide);
    assert_int_equal(program_constant(p, big)->limbs[9], 3);
    program_free(p);
}

static void places_are_interned(void **state)
{
    (void)state;
    struct program *p = program_new(64);
    uint32_t file = program_file(p, "a.c");
    assert_int_equal(file, program_file(p, "a.c"));
    uint32_t place = program_place(p, (struct place){file, 3, 4});
    assert_int_equal(place, program_place(p, (struct place){file, 3, 4}));
    assert_int_not_equal(place, program_place(p, (struct place){file, 4, 3}));
    assert_int_equal(program_place(p, (struct place){0, 0, 0}), 0);
    char buffer[32];
    assert_string_equal(place_text(p, &p->places.data[place], buffer, sizeof buffer),
                        "a.c:3");
    program_free(p);
}

static uint32_t add(struct function *f, uint32_t block, enum op op, struct type type,
                    uint32_t count, const uint32_t *operands)
{
    return function_add(f, block, instruction_make(op, type), operands, count);
}

static void program_of_a_branch_prints(void **state)
{
    (void)state;
    struct program *p = program_new(64);
    uint32_t index = program_add_function(p, "main");
    p->entry = index;
    struct function *f = &p->functions.data[index];
    static struct type i32 = {TYPE_INT, 32};
    f->params = f->results = &i32;
    f->param_count = f->result_count = 1;
    for (int b = 0; b < 3; b++)
        function_add_block(p, f, b == 1 ? "then" : NULL);
    uint32_t x = add(f, 0, OP_PARAM, i32, 0, NULL);
    struct instruction compare = instruction_make(OP_ICMP, type_int(1));
    compare.sub = COMPARE_SLT;
    compare.place = program_place(p, (struct place){program_file(p, "a.c"), 2, 7});
    uint32_t c = function_add(f, 0, compare,
                              (uint32_t[]){x, constant_int(p, i32, (uint64_t)-5).id}, 2);
    struct instruction branch = instruction_make(OP_BRANCH, type_void());
    branch.target[0] = 1;
    branch.target[1] = 2;
    function_add(f, 0, branch, &c, 1);
    struct instruction jump = instruction_make(OP_JUMP, type_void());
    jump.target[0] = 2;
    function_add(f, 1, jump, NULL, 0);
    uint32_t seven = constant_int(p, i32, 7).id;
    uint32_t y = function_insert(f, 2, 0, instruction_make(OP_PHI, i32),
                                 (uint32_t[]){x, 0, seven, 1}, 4);
    add(f, 2, OP_RETURN, type_void(), 1, &y);
    program_link(p);
    assert_int_equal(f->blocks.data[2].predecessors.count, 2);
    assert_int_equal(program_find_function(p, "main"), 0);
    assert_int_equal(program_find_function(p, "other"), UINT32_MAX);
    struct text out = {0};
    program_print(p, &out);
    assert_string_equal(text_of(&out), "program 64 entry @main\n"
                                       "file 1 \"a.c\"\n"
                                       "function @main(i32) -> (i32) {\n"
                                       "b0:\n"
                                       "  %0 = param i32\n"
                                       "  %1 = icmp.slt i1 %0, i32 -5 !1:2:7\n"
                                       "  branch %1 b1 b2\n"
                                       "b1 \"then\":\n"
                                       "  jump b2\n"
                                       "b2:\n"
                                       "  %4 = phi i32 [%0 b0] [i32 7 b1]\n"
                                       "  return %4\n"
                                       "}\n");
    text_release(&out);
    program_free(p);
}

static void builtins_by_name(void **state)
{
    (void)state;
    assert_int_equal(builtin_find("__VERIFIER_nondet_int"), BUILTIN_INPUT);
    assert_int_equal(builtin_find("__VERIFIER_nondet_memory"), BUILTIN_NONE);
    assert_int_equal(builtin_find("malloc"), BUILTIN_MALLOC);
    assert_int_equal(builtin_find("mallocx"), BUILTIN_NONE);
    assert_int_equal(builtin_find(""), BUILTIN_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_interned),
        cmocka_unit_test(places_are_interned),
        cmocka_unit_test(program_of_a_branch_prints),
        cmocka_unit_test(builtins_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
