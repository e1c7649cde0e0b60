/* bitcode: instructions, forward references, flags, attributes. */
#include "assembled.h"

static void reads_loops_and_forward_references(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "define i32 @f(i32 %n, i1 %c) {\nentry:\n  br label %loop\n"
        "loop:\n  %i = phi i32 [ 0, %entry ], [ %next, %back ]\n  br i1 %c, label %back, "
        "label %out\n"
        "back:\n  %next = add nsw i32 %i, %n\n  br label %loop\n"
        "out:\n  switch i32 %i, label %end [ i32 -7, label %back2\n    i32 9, label %end ]\n"
        "back2:\n  unreachable\nend:\n  ret i32 %i\n}\n",
        IR_UNIT);
    assembled_link(&a);
    struct ir_body b = assembled_body(&a, "f");
    assert_int_equal(b.argument_count, 2);
    assert_int_equal(b.block_count, 6);
    assert_int_equal(b.instruction_count, 8);
    assert_int_equal(b.value_count, 10);
    for (uint32_t i = 0; i < b.instruction_count; i++)
        assert_int_equal(b.instructions[i]->value.number, 2 + i);
    const struct ir_instruction *phi = b.instructions[1], *next = b.instructions[3],
                                *sw = b.instructions[5];
    assert_true(phi->value.op == IR_PHI && phi->count == 2 && phi->targets[0] == 0 &&
                phi->targets[1] == 2);
    assert_ptr_equal(phi->operands[1], next);
    assert_true(next->value.op == IR_ADD && next->value.flags == IR_FLAG_NSW);
    assert_ptr_equal(next->operands[0], phi);
    assert_ptr_equal(next->operands[1], b.arguments[0]);
    assert_true(b.instructions[2]->targets[0] == 2 && b.instructions[2]->targets[1] == 3);
    assert_true(sw->value.op == IR_SWITCH && sw->count == 3 && sw->target_count == 3);
    assert_true(sw->targets[0] == 5 && sw->targets[1] == 4 && sw->targets[2] == 5);
    assert_true(ir_signed(sw->operands[1]) == -7 && ir_signed(sw->operands[2]) == 9);
    assert_true(b.blocks[3].first == 5 && b.blocks[3].count == 1);
    assembled_release(&a);
}

static void reads_memory_and_atomics(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64 "define void @f(ptr %p, i64 %n) {\n  %v = alloca [3 x i16], i64 %n, align 32\n"
             "  %l = load volatile i32, ptr %p, align 2\n  store atomic i32 %l, ptr %p "
             "release, align 4\n"
             "  %g = getelementptr { i8, [4 x i32] }, ptr %p, i64 %n, i32 1, i64 2\n"
             "  %x = cmpxchg ptr %g, i32 1, i32 %l seq_cst monotonic\n"
             "  %o = extractvalue { i32, i1 } %x, 1\n  %r = atomicrmw umax ptr %p, i32 %l "
             "acquire\n"
             "  fence seq_cst\n  %vec = load <4 x i16>, ptr %p\n"
             "  %s = shufflevector <4 x i16> %vec, <4 x i16> poison, <3 x i32> <i32 2, i32 "
             "poison, i32 0>\n"
             "  %q = icmp slt <4 x i16> %vec, zeroinitializer\n  ret void\n}\n",
        IR_UNIT);
    assembled_link(&a);
    struct ir_body b = assembled_body(&a, "f");
    const struct ir_instruction *const *i =
        (const struct ir_instruction *const *)b.instructions;
    assert_true(i[0]->value.op == IR_ALLOCA && i[0]->alignment == 32 &&
                i[0]->subject->kind == IR_ARRAY);
    assert_ptr_equal(i[0]->operands[0], b.arguments[1]);
    assert_true(i[1]->value.flags == IR_FLAG_VOLATILE && i[1]->alignment == 2);
    assert_true(i[2]->value.flags == IR_FLAG_ATOMIC && i[2]->operands[0] == &i[1]->value);
    assert_ptr_equal(i[2]->operands[1], b.arguments[0]);
    assert_true(i[3]->value.op == IR_GEP && i[3]->count == 4 &&
                i[3]->subject->kind == IR_STRUCT);
    assert_true(i[4]->value.op == IR_CMPXCHG && i[4]->value.type->kind == IR_STRUCT &&
                i[4]->count == 3);
    assert_true(i[5]->target_count == 1 && i[5]->indices[0] == 1 &&
                i[5]->value.type->bits == 1);
    assert_true(i[6]->value.op == IR_ATOMICRMW && i[6]->value.predicate == IR_RMW_UMAX);
    assert_true(i[7]->value.op == IR_FENCE && i[7]->value.type->kind == IR_VOID);
    assert_true(i[9]->value.type->count == 3 && i[9]->indices[0] == 2 &&
                i[9]->indices[1] == IR_NO_INDEX);
    assert_true(i[10]->value.predicate == 40 && i[10]->value.type->kind == IR_VECTOR);
    assembled_release(&a);
}

static void reads_calls(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "%s = type { i64, i64, i64 }\ndeclare void @stop() noreturn\n"
        "declare i32 @print(ptr, ...)\ndeclare void @take(ptr byval(%s) align 16)\n"
        "define void @f(ptr %p, double %d, ptr byval(%s) align 8 %copy) {\n"
        "  %r = call i32 (ptr, ...) @print(ptr %p, double %d, i32 3)\n"
        "  call void @take(ptr byval(%s) align 16 %p)\n  call void %p(i32 %r)\n"
        "  call void asm sideeffect \"nop\", \"~{memory}\"()\n  call void @stop() noreturn\n"
        "  unreachable\n}\n",
        IR_UNIT);
    assembled_link(&a);
    const struct ir_function *f = assembled_function(&a, "f");
    struct ir_body b = assembled_body(&a, "f");
    const struct ir_instruction *const *i =
        (const struct ir_instruction *const *)b.instructions;
    assert_true(f->attributes->count == 3 && f->attributes->parameters[2].alignment == 8);
    assert_true(f->attributes->parameters[2].byval->size == 24 &&
                !f->attributes->parameters[0].byval);
    assert_true(i[0]->count == 3 && i[0]->subject->variadic &&
                i[0]->operands[1] == b.arguments[1]);
    assert_ptr_equal(i[0]->callee, assembled_function(&a, "print"));
    assert_true(i[1]->attributes->parameters[0].alignment == 16 &&
                i[1]->attributes->parameters[0].byval);
    assert_ptr_equal(i[2]->callee, b.arguments[0]);
    assert_ptr_equal(i[2]->operands[0], i[0]);
    assert_int_equal(i[3]->callee->kind, IR_ASSEMBLY);
    assert_string_equal(((const struct ir_assembly *)i[3]->callee)->constraints, "~{memory}");
    assert_true(i[4]->value.flags == IR_FLAG_NO_RETURN && i[3]->value.flags == 0);
    assert_true(assembled_function(&a, "stop")->attributes->no_return &&
                !f->attributes->no_return);
    assembled_release(&a);
}

static void reads_addresses_of_blocks(void **state)
{
    (void)state;
    struct assembled a;
    assembled_init(&a);
    assembled_add(
        &a,
        LP64
        "@t = global [2 x ptr] [ptr blockaddress(@f, %one), ptr blockaddress(@f, %two)]\n"
        "define i32 @f(ptr %p) {\n  indirectbr ptr %p, [label %one, label %two]\n"
        "one:\n  ret i32 1\ntwo:\n  ret i32 2\n}\n",
        IR_UNIT);
    assembled_link(&a);
    struct ir_body b = assembled_body(&a, "f");
    assert_true(b.instructions[0]->value.op == IR_INDIRECTBR &&
                b.instructions[0]->target_count == 2);
    const struct ir_block_address *two = (const struct ir_block_address *)ir_element(
        &a.store, &a.arena, assembled_global(&a, "t")->initializer, 1);
    assert_true(two->value.kind == IR_BLOCK_ADDRESS && two->block == 2);
    assert_ptr_equal(two->function, assembled_function(&a, "f"));
    assembled_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_loops_and_forward_references),
        cmocka_unit_test(reads_memory_and_atomics),
        cmocka_unit_test(reads_calls),
        cmocka_unit_test(reads_addresses_of_blocks),
    };
    return ASSEMBLED_RUN("body", tests);
}
