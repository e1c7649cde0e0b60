/* bitcode: source positions, debug declarations in both forms, nodes of debug information. */
#include "assembled.h"

static const char text[] = LP64
    "@g = global [4 x i8] zeroinitializer, !dbg !20\n"
    "define i32 @f(i32 %x) !dbg !5 {\n"
    "  %v = alloca i32, align 4\n"
    "    #dbg_declare(ptr %v, !9, !DIExpression(), !11)\n"
    "  store i32 %x, ptr %v, align 4\n"
    "  %l = load i32, ptr %v, align 4, !dbg !12\n"
    "  %m = add i32 %l, 1, !dbg !12\n"
    "    #dbg_value(i32 %m, !9, !DIExpression(), !11)\n"
    "  ret i32 %l, !dbg !13\n"
    "}\n"
    "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!3, !4}\n"
    "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug, "
    "globals: !21)\n"
    "!1 = !DIFile(filename: \"dir/a.c\", directory: \"/\")\n"
    "!2 = !DIFile(filename: \"a.h\", directory: \"/\")\n"
    "!3 = !{i32 2, !\"Debug Info Version\", i32 3}\n!4 = !{i32 7, !\"Dwarf Version\", i32 "
    "5}\n"
    "!5 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, line: 3, type: !6, unit: "
    "!0, "
    "spFlags: DISPFlagDefinition)\n"
    "!6 = !DISubroutineType(types: !7)\n!7 = !{!8, null}\n"
    "!8 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
    "!9 = !DILocalVariable(name: \"v\", scope: !10, file: !1, line: 4, type: !8)\n"
    "!10 = distinct !DILexicalBlock(scope: !5, file: !2, line: 4, column: 1)\n"
    "!11 = !DILocation(line: 4, column: 7, scope: !10)\n"
    "!12 = !DILocation(line: 5, column: 9, scope: !5)\n"
    "!13 = !DILocation(line: 60, column: 0, scope: !10)\n"
    "!20 = !DIGlobalVariableExpression(var: !22, expr: !DIExpression())\n!21 = !{!20}\n"
    "!22 = distinct !DIGlobalVariable(name: \"g\", scope: !0, file: !1, line: 1, type: !23, "
    "isDefinition: "
    "true)\n"
    "!23 = !DICompositeType(tag: DW_TAG_array_type, baseType: !25, size: 32, elements: !24)\n"
    "!24 = !{!26, !27}\n"
    "!25 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"colour\", baseType: !8, "
    "size: 8, elements: "
    "!28)\n"
    "!26 = !DISubrange(count: 4)\n!27 = !DISubrange(count: !9)\n!28 = !{!29, !30}\n"
    "!29 = !DIEnumerator(name: \"red\", value: -2)\n"
    "!30 = !DIEnumerator(name: \"blue\", value: 4294967295, isUnsigned: true)\n";

static void check_body(enum debug_format format)
{
    struct assembled a;
    assembled_init(&a);
    assert_true(assembled_add_as(&a, text, IR_UNIT, format));
    assembled_link(&a);
    struct ir_body b = assembled_body(&a, "f");
    const struct ir_instruction *const *i =
        (const struct ir_instruction *const *)b.instructions;
    assert_int_equal(b.instruction_count, 6);
    assert_true(i[0]->value.op == IR_ALLOCA && !i[0]->line && !i[0]->file);
    assert_int_equal(i[1]->value.op, IR_DECLARE);
    assert_ptr_equal(i[1]->operands[0], i[0]);
    assert_string_equal(i[1]->variable->name, "v");
    assert_int_equal(i[1]->variable->kind, IR_NODE_VARIABLE);
    assert_string_equal(ir_child(i[1]->variable, i[1]->variable->type)->name, "int");
    assert_true(i[1]->line == 4 && i[1]->column == 7 && !i[1]->within && i[3]->within);
    assert_string_equal(i[1]->file->name, "a.h");
    assert_true(i[2]->value.op == IR_STORE && !i[2]->line);
    assert_true(i[3]->line == 5 && i[3]->column == 9 && i[4]->line == 5 && i[4]->column == 9);
    assert_string_equal(i[4]->file->name, "dir/a.c");
    assert_true(i[5]->value.op == IR_RET && i[5]->line == 60 && i[5]->column == 0);
    assert_string_equal(i[5]->file->name, "a.h");
    assert_true(b.subprogram && b.subprogram->line == 3);
    assert_string_equal(b.subprogram->name, "f");
    const struct ir_node *signature = ir_child(b.subprogram, b.subprogram->type);
    const struct ir_node *types = ir_child(signature, signature->elements);
    assert_true(signature->tag == 0x15 && types->count == 2 && types->items[1] == 0);
    assert_ptr_equal(ir_child(types, types->items[0]),
                     ir_child(i[1]->variable, i[1]->variable->type));
    struct ir_body again = assembled_body(&a, "f");
    assert_ptr_equal(again.subprogram, b.subprogram);
    assembled_release(&a);
}

static void positions_and_declarations(void **state)
{
    (void)state;
    check_body(DEBUG_RECORDS);
    check_body(DEBUG_CALLS);
}

static void types_of_globals(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(&a, text, IR_UNIT);
    assembled_link(&a);
    const struct ir_node *g = assembled_global(&a, "g")->variable;
    assert_string_equal(g->name, "g");
    const struct ir_node *array = ir_child(g, g->type),
                         *ranges = ir_child(array, array->elements);
    assert_true(array->tag == 1 && array->size_bits == 32 && ranges->count == 2);
    assert_true(ir_child(ranges, ranges->items[0])->value == 4);
    assert_true(ir_child(ranges, ranges->items[1])->value == -1);
    const struct ir_node *colour = ir_child(array, array->type),
                         *names = ir_child(colour, colour->elements);
    assert_string_equal(colour->name, "colour");
    assert_true(colour->tag == 4 && ir_child(colour, colour->type)->encoding == 5);
    assert_string_equal(ir_child(names, names->items[0])->name, "red");
    assert_true(ir_child(names, names->items[0])->value == -2);
    assert_true(ir_child(names, names->items[1])->value == 4294967295);
    assembled_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_and_declarations),
        cmocka_unit_test(types_of_globals),
    };
    return ASSEMBLED_RUN("debug", tests);
}
