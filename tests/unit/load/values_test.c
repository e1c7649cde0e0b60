/* bitcode: layouts of types in both data models, and constants. */
#include "assembled.h"

static const char types[] = "@a = global { i8, i64, i1 } zeroinitializer\n"
                            "@b = global <{ i8, i64, [2 x x86_fp80] }> zeroinitializer\n"
                            "@c = global { x86_fp80, i8 } zeroinitializer\n"
                            "@d = global { double, i128, ptr } zeroinitializer\n"
                            "@e = global { i8, <3 x i32>, <4 x i1>, i17 } zeroinitializer\n"
                            "@f = global [3 x { i16, {}, half }] zeroinitializer\n"
                            "@g = global { i8, fp128, [0 x i64] } zeroinitializer\n"
                            "@h = global { i64, i1, ptr addrspace(270) } zeroinitializer\n";

struct expected {
    const char *name;
    uint64_t size, alignment;
    uint64_t offsets[3];
};

static void check_layout(const char *layout, const struct expected *e, size_t count)
{
    struct assembled a;
    char *text = malloc(strlen(layout) + sizeof types);
    strcpy(text, layout);
    strcat(text, types);
    assembled_init(&a);
    assembled_add(&a, text, IR_UNIT);
    assembled_link(&a);
    for (size_t i = 0; i < count; i++) {
        const struct ir_global *g = assembled_global(&a, e[i].name);
        const struct ir_type *t = ir_layout(&a.store, g->symbol.content);
        assert_true(t->sized && t->laid_out);
        assert_int_equal(t->size, e[i].size);
        assert_int_equal(t->alignment, e[i].alignment);
        for (size_t k = 0; t->kind == IR_STRUCT && k < 3 && k < t->count; k++)
            assert_int_equal(t->offsets[k], e[i].offsets[k]);
    }
    assembled_release(&a);
    free(text);
}

static void lays_out_as_the_target_says(void **state)
{
    (void)state;
    check_layout(LP64,
                 (const struct expected[]){{"a", 24, 8, {0, 8, 16}},
                                           {"b", 41, 1, {0, 1, 9}},
                                           {"c", 32, 16, {0, 16}},
                                           {"d", 48, 16, {0, 16, 32}},
                                           {"e", 48, 16, {0, 16, 32}},
                                           {"f", 12, 2, {0}},
                                           {"g", 32, 16, {0, 16, 32}},
                                           {"h", 16, 8, {0, 8, 12}}},
                 8);
    check_layout(ILP32,
                 (const struct expected[]){{"a", 16, 4, {0, 4, 12}},
                                           {"b", 33, 1, {0, 1, 9}},
                                           {"c", 16, 4, {0, 12}},
                                           {"d", 48, 16, {0, 16, 32}},
                                           {"e", 48, 16, {0, 16, 32}},
                                           {"f", 12, 2, {0}},
                                           {"g", 32, 16, {0, 16, 32}},
                                           {"h", 16, 4, {0, 8, 12}}},
                 8);
}

static void makes_each_type_once(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a,
                  LP64
                  "%x = type { i32, ptr }\n%y = type { i32, ptr }\n%p = type <{ i32, ptr }>\n"
                  "@a = global %x zeroinitializer\n@b = global %y zeroinitializer\n"
                  "@c = global %p zeroinitializer\n",
                  IR_UNIT);
    assembled_add(&a, LP64 "@d = global { i32, ptr } zeroinitializer\n", IR_UNIT);
    assembled_link(&a);
    const struct ir_type *t = assembled_global(&a, "a")->symbol.content;
    assert_ptr_equal(t, assembled_global(&a, "b")->symbol.content);
    assert_ptr_equal(t, assembled_global(&a, "d")->symbol.content);
    assert_ptr_not_equal(t, assembled_global(&a, "c")->symbol.content);
    assembled_release(&a);
}

static const uint64_t *words(const struct assembled *a, const char *name)
{
    const struct ir_value *v = assembled_global(a, name)->initializer;
    assert_int_equal(v->kind, IR_NUMBER);
    return ((const struct ir_number *)v)->words;
}

static void reads_numbers_bit_by_bit(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a,
                  LP64 "@small = global i8 -3\n@least = global i64 -9223372036854775808\n"
                       "@wide = global i128 -5\n@odd = global i65 -1\n"
                       "@x87 = global x86_fp80 0xKC000C123456789ABCDEF\n"
                       "@quad = global fp128 0xL0123456789ABCDEF4000000000000001\n"
                       "@half = global half 0xH3E00\n@one = global float 1.0\n"
                       "@nan = global double 0x7FF8000000000123\n@zero = global double 0.0\n",
                  IR_UNIT);
    assembled_link(&a);
    assert_true(words(&a, "small")[0] == 0xfd);
    assert_true(ir_signed(assembled_global(&a, "small")->initializer) == -3);
    assert_true(ir_unsigned(assembled_global(&a, "small")->initializer) == 0xfd);
    assert_true(ir_signed(assembled_global(&a, "least")->initializer) == INT64_MIN);
    assert_true(words(&a, "wide")[0] == (uint64_t)-5 && words(&a, "wide")[1] == UINT64_MAX);
    assert_true(words(&a, "odd")[0] == UINT64_MAX && words(&a, "odd")[1] == 1);
    assert_true(words(&a, "x87")[0] == 0xC123456789ABCDEFu && words(&a, "x87")[1] == 0xC000);
    assert_true(words(&a, "quad")[0] == 0x0123456789ABCDEFu &&
                words(&a, "quad")[1] == 0x4000000000000001u);
    assert_true(words(&a, "half")[0] == 0x3e00 && words(&a, "one")[0] == 0x3f800000);
    assert_true(words(&a, "nan")[0] == 0x7FF8000000000123u);
    assert_true(words(&a, "zero")[0] == 0 &&
                ir_is_null(assembled_global(&a, "zero")->initializer));
    assert_false(ir_is_null(assembled_global(&a, "nan")->initializer));
    assembled_release(&a);
}

static const struct ir_value *element(struct assembled *a, const struct ir_value *v,
                                      uint64_t k)
{
    return ir_element(&a->store, &a->arena, v, k);
}

static void reads_aggregates_and_expressions(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "@text = constant [4 x i8] c\"ab_\\00\"\n@bytes = constant [2 x i8] c\"\\FF\\01\"\n"
        "@shorts = constant [3 x i16] [i16 -1, i16 2, i16 3]\n"
        "@floats = constant [2 x double] [double 1.0, double -2.0]\n"
        "@vector = constant <2 x i32> <i32 7, i32 8>\n"
        "@record = global { i32, ptr, { i8, [2 x i16] } } { i32 5, ptr @record, { i8, [2 x "
        "i16] } "
        "{ i8 poison, [2 x i16] zeroinitializer } }\n"
        "@inner = global ptr getelementptr inbounds ([3 x i16], ptr @shorts, i64 0, i64 2)\n"
        "@distance = global i64 sub nsw (i64 ptrtoint (ptr @text to i64), i64 4)\n",
        IR_UNIT);
    assembled_link(&a);
    const struct ir_data *text =
        (const struct ir_data *)assembled_global(&a, "text")->initializer;
    assert_int_equal(text->value.kind, IR_DATA);
    assert_int_equal(text->bytes, 4);
    assert_memory_equal(text->data, "ab_", 4);
    assert_memory_equal(
        ((const struct ir_data *)assembled_global(&a, "bytes")->initializer)->data, "\377\1",
        2);
    assert_true(ir_signed(element(&a, assembled_global(&a, "shorts")->initializer, 0)) == -1);
    assert_true(ir_unsigned(element(&a, assembled_global(&a, "floats")->initializer, 1)) ==
                0xc000000000000000u);
    assert_true(ir_unsigned(element(&a, assembled_global(&a, "vector")->initializer, 1)) ==
                8);
    assert_null(element(&a, assembled_global(&a, "vector")->initializer, 2));

    const struct ir_value *record = assembled_global(&a, "record")->initializer;
    assert_true(ir_unsigned(element(&a, record, 0)) == 5);
    assert_ptr_equal(element(&a, record, 1), assembled_global(&a, "record"));
    assert_int_equal(element(&a, element(&a, record, 2), 0)->kind, IR_UNDEFINED);
    assert_true(ir_is_null(element(&a, element(&a, element(&a, record, 2), 1), 1)));

    const struct ir_constant *inner =
        (const struct ir_constant *)assembled_global(&a, "inner")->initializer;
    assert_true(inner->value.kind == IR_EXPRESSION && inner->value.op == IR_GEP &&
                inner->count == 3);
    assert_ptr_equal(inner->operands[0], assembled_global(&a, "shorts"));
    assert_true(ir_unsigned(inner->operands[2]) == 2 && inner->subject->kind == IR_ARRAY);
    const struct ir_constant *distance =
        (const struct ir_constant *)assembled_global(&a, "distance")->initializer;
    assert_true(distance->value.op == IR_ADD || distance->value.op == IR_SUB);
    assert_int_equal(distance->operands[0]->op, IR_PTRTOINT);
    assembled_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lays_out_as_the_target_says),
        cmocka_unit_test(makes_each_type_once),
        cmocka_unit_test(reads_numbers_bit_by_bit),
        cmocka_unit_test(reads_aggregates_and_expressions),
    };
    return ASSEMBLED_RUN("values", tests);
}
