/* bitcode: which symbol of a name is chosen, and what of the library is kept. */
#include "assembled.h"

static uint64_t number(const struct assembled *a, const char *name)
{
    const struct ir_global *g = assembled_global(a, name);
    assert_non_null(g);
    assert_non_null(g->initializer);
    return ir_unsigned(g->initializer);
}

static const struct ir_value *content(const struct assembled *a, const char *name)
{
    return assembled_global(a, name)->initializer;
}

static void definitions_win_over_declarations(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "@x = external global i32\n@px = global ptr @x\n@array = external global [0 x i8]\n"
        "@pa = global ptr @array\n@nowhere = extern_weak global i8\n@pn = global ptr "
        "@nowhere\n"
        "declare i32 @f(i32)\n@pf = global ptr @f\n",
        IR_UNIT);
    assembled_add(
        &a,
        LP64 "@x = global i32 7\n@array = global [3 x i8] c\"abc\"\n@nowhere = external "
             "global i8\n"
             "@pn2 = global ptr @nowhere\ndefine i32 @f(i32 %n) noreturn { unreachable }\n",
        IR_UNIT);
    assembled_link(&a);
    assert_int_equal(number(&a, "x"), 7);
    assert_ptr_equal(content(&a, "px"), assembled_global(&a, "x"));
    assert_int_equal(assembled_global(&a, "array")->symbol.content->count, 3);
    assert_ptr_equal(content(&a, "pn"), content(&a, "pn2"));
    assert_int_equal(assembled_global(&a, "nowhere")->symbol.linkage, IR_EXTERNAL);
    assert_ptr_equal(content(&a, "pf"), assembled_function(&a, "f"));
    assert_true(assembled_function(&a, "f")->symbol.defined &&
                assembled_function(&a, "f")->attributes->no_return);
    assembled_release(&a);
}

static void weaker_definitions_give_way(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a,
                  LP64 "@w = weak global i32 1\n@first = linkonce_odr global i32 1\n@big = "
                       "common global [2 x i8] "
                       "zeroinitializer\n@c = common global i32 0\n"
                       "define available_externally i32 @inline_only() { ret i32 1 }\n"
                       "define i32 @user() { %r = call i32 @inline_only() ret i32 %r }\n",
                  IR_UNIT);
    assembled_add(&a,
                  LP64 "@w = global i32 2\n@first = weak global i32 2\n@big = common global "
                       "[9 x i8] zeroinitializer\n"
                       "@c = global i32 5\ndefine i32 @inline_only() { ret i32 2 }\n",
                  IR_UNIT);
    assembled_link(&a);
    assert_int_equal(number(&a, "w"), 2);
    assert_int_equal(number(&a, "first"), 1);
    assert_int_equal(number(&a, "c"), 5);
    assert_int_equal(assembled_global(&a, "big")->symbol.content->count, 9);
    struct ir_body body = assembled_body(&a, "inline_only");
    assert_int_equal(ir_unsigned(body.instructions[0]->operands[0]), 2);
    body = assembled_body(&a, "user");
    assert_ptr_equal(body.instructions[0]->callee, assembled_function(&a, "inline_only"));
    assembled_release(&a);
}

static void local_names_stay_apart(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a,
                  LP64 "@s = internal global i32 1\n@p1 = global ptr @s\n@llvm.used = "
                       "appending global [1 x ptr] "
                       "[ptr @s], section \"llvm.metadata\"\nmodule asm \"one\"\n",
                  IR_UNIT);
    assembled_add(
        &a,
        LP64 "@s = private global i32 2\n@p2 = global ptr @s\n@al = weak alias i32, ptr @s\n"
             "@llvm.used = appending global [1 x ptr] [ptr @s], section \"llvm.metadata\"\n"
             "module asm \"two\"\n",
        IR_UNIT);
    assembled_link(&a);
    const struct ir_global *one = (const struct ir_global *)content(&a, "p1");
    const struct ir_global *two = (const struct ir_global *)content(&a, "p2");
    assert_true(ir_unsigned(one->initializer) == 1 && ir_unsigned(two->initializer) == 2);
    assert_int_equal(a.store.globals.count, 4);
    assert_int_equal(a.store.appending.count, 2);
    assert_int_equal(a.store.aliases.count, 1);
    assert_ptr_equal(a.store.aliases.data[0]->aliasee, two);
    assert_string_equal(a.store.assembly, "one\n\ntwo\n");
    assembled_release(&a);
}

static void two_strong_definitions_do_not_link(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a, LP64 "@x = global i32 1\n", IR_UNIT);
    assembled_add(&a, LP64 "@x = global i32 1\n", IR_UNIT);
    assert_false(ir_store_link(&a.store, &a.failure));
    assert_non_null(strstr(a.failure.message, "x is defined in unit0"));
    assembled_release(&a);
}

static void targets_must_agree(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a, LP64 "@x = external global i32\n@p = global ptr @x\n", IR_UNIT);
    assert_false(assembled_add_as(&a, ILP32 "@y = global i32 1\n", IR_UNIT, DEBUG_RECORDS));
    assembled_release(&a);
    assembled_init(&a);
    assembled_add(&a, LP64 "@x = external global i32\n@p = global ptr @x\n", IR_UNIT);
    assembled_add(&a, ILP32 "@x = global i32 1\n", IR_LIBRARY);
    assembled_link(&a);
    assert_false(assembled_global(&a, "x")->symbol.defined);
    assert_int_equal(a.store.pointer_bits, 64);
    assembled_release(&a);
}

static void the_library_gives_only_what_is_needed(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "declare i32 @wanted(i32)\ndefine i32 @own() { ret i32 1 }\n@flag = global i32 3\n"
        "define available_externally i32 @modelled() { ret i32 1 }\ndefine i32 @soft() { ret "
        "i32 1 }\n"
        "define i32 @main() { %r = call i32 @wanted(i32 1) %m = call i32 @modelled() ret i32 "
        "%r }\n",
        IR_UNIT);
    assembled_add(
        &a,
        LP64 "@flag = global i32 4\n@state = internal global i32 5\n@table = internal global "
             "[1 x ptr] "
             "[ptr @through_table]\n@unused_state = global i32 6\ndeclare i32 @outside()\n"
             "define i32 @own() { ret i32 2 }\ndefine i32 @modelled() { ret i32 2 }\n"
             "define weak i32 @soft() { ret i32 2 }\n"
             "define i32 @wanted(i32 %n) {\n  %a = call i32 @helper()\n  %f = load i32, ptr "
             "@flag\n"
             "  ret i32 %a\n}\n"
             "define internal i32 @helper() {\n  %s = load i32, ptr @state\n  %p = load ptr, "
             "ptr @table\n"
             "  %o = call i32 @own()\n  %w = call i32 @soft()\n  ret i32 %s\n}\n"
             "define i32 @through_table() {\n  %x = call i32 @outside()\n  ret i32 %x\n}\n"
             "define i32 @unused() {\n  %u = load i32, ptr @unused_state\n  ret i32 %u\n}\n",
        IR_LIBRARY);
    assembled_link(&a);
    assert_int_equal(number(&a, "flag"), 3);
    assert_int_equal(number(&a, "state"), 5);
    assert_non_null(assembled_global(&a, "table"));
    assert_null(assembled_global(&a, "unused_state"));
    assert_null(assembled_function(&a, "unused"));
    assert_non_null(assembled_function(&a, "helper"));
    assert_false(assembled_function(&a, "outside")->symbol.defined);
    assert_int_equal(a.store.functions.count, 9);
    struct ir_body body = assembled_body(&a, "own");
    assert_int_equal(ir_unsigned(body.instructions[0]->operands[0]), 1);
    body = assembled_body(&a, "modelled");
    assert_int_equal(ir_unsigned(body.instructions[0]->operands[0]), 2);
    body = assembled_body(&a, "helper");
    assert_ptr_equal(body.instructions[3]->callee, assembled_function(&a, "soft"));
    const struct ir_symbol *called = ir_symbol(body.instructions[2]->callee);
    assert_ptr_not_equal(
        called, assembled_function(&a, "own")); /* but the library's own one of that name */
    assert_string_equal(called->name, "own");
    assert_int_equal(called->linkage, IR_INTERNAL);
    body = assembled_body(&a, "main");
    assert_ptr_equal(body.instructions[0]->callee, assembled_function(&a, "wanted"));
    assembled_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_win_over_declarations),
        cmocka_unit_test(weaker_definitions_give_way),
        cmocka_unit_test(local_names_stay_apart),
        cmocka_unit_test(two_strong_definitions_do_not_link),
        cmocka_unit_test(targets_must_agree),
        cmocka_unit_test(the_library_gives_only_what_is_needed),
    };
    return ASSEMBLED_RUN("link", tests);
}
