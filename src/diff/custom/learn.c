/* Learns a pattern from two versions of a function: aligns their blocks, finds the change and
 * its borders. The module is built in learn_build.c. */
#include "diff/custom/learn.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/custom/custom_internal.h"
#include "diff/custom/learn_internal.h"
#include "diff/project/llvm_extra.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_INSTRUCTIONS = 4000, MOST_ROUNDS = 50 };

static bool same_global(LLVMValueRef a, LLVMValueRef b)
{
    size_t n = 0, k = 0;
    const char *x = LLVMGetValueName2(a, &n), *y = LLVMGetValueName2(b, &k);
    n = project_symbol_base(x);
    return n == project_symbol_base(y) && !strncmp(x, y, n);
}

static bool is_local(LLVMValueRef v)
{
    return LLVMIsAInstruction(v) || LLVMIsAArgument(v);
}

static bool same_constant(LLVMValueRef a, LLVMValueRef b)
{
    return a == b || (LLVMIsAGlobalValue(a) && LLVMIsAGlobalValue(b) && same_global(a, b));
}

/* The same operation, leaving out what it is applied to in the function itself. */
static bool looks_alike(LLVMValueRef a, LLVMValueRef b)
{
    bool merges = LLVMIsAPHINode(a) && LLVMIsAPHINode(b);
    if ((!merges && !custom_same_operation(a, b)) || LLVMTypeOf(a) != LLVMTypeOf(b))
        return false;
    if (merges)
        return LLVMCountIncoming(a) == LLVMCountIncoming(b);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++) {
        LLVMValueRef x = LLVMGetOperand(a, i), y = LLVMGetOperand(b, i);
        if (LLVMIsConstant(x) && LLVMIsConstant(y) && !same_constant(x, y))
            return false;
    }
    return true;
}

static void pair_up(struct learning *l, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMTypeOf(a) == LLVMTypeOf(b));
    map_set(&l->partner[0], (uintptr_t)a, (uintptr_t)b);
    map_set(&l->partner[1], (uintptr_t)b, (uintptr_t)a);
}

static void part(struct learning *l, LLVMValueRef a)
{
    uint64_t b = map_or(&l->partner[0], (uintptr_t)a, 0);
    LAW(b && map_or(&l->partner[1], b, 0) == (uintptr_t)a); /* partners know each other */
    map_remove(&l->partner[0], (uintptr_t)a);
    map_remove(&l->partner[1], b);
}

LLVMValueRef learn_partner(const struct learning *l, int side, LLVMValueRef v)
{
    return (LLVMValueRef)(uintptr_t)map_or(&l->partner[side], (uintptr_t)v, 0);
}

/* ---- alignment ---- */

static size_t list_block(LLVMBasicBlockRef block, LLVMValueRef *list)
{
    size_t n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && n < MOST_INSTRUCTIONS;
         i = LLVMGetNextInstruction(i))
        list[n++] = i;
    return n;
}

/* Pairs the instructions of two blocks by a longest common subsequence. */
static bool align_block(struct learning *l, LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
    static LLVMValueRef x[MOST_INSTRUCTIONS], y[MOST_INSTRUCTIONS];
    size_t n = list_block(a, x), m = list_block(b, y);
    if (n * m > (size_t)16 << 20 || n == MOST_INSTRUCTIONS || m == MOST_INSTRUCTIONS)
        return false;
    unsigned short *length = calloc((n + 1) * (m + 1), sizeof *length);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            unsigned short down = length[(i + 1) * (m + 1) + k],
                           right = length[i * (m + 1) + k + 1];
            unsigned short both = (unsigned short)(length[(i + 1) * (m + 1) + k + 1] + 1);
            unsigned short one = down > right ? down : right;
            length[i * (m + 1) + k] = looks_alike(x[i], y[k]) ? both : one;
        }
    for (size_t i = 0, k = 0; i < n && k < m;) {
        if (looks_alike(x[i], y[k]))
            pair_up(l, x[i++], y[k++]);
        else if (length[(i + 1) * (m + 1) + k] >= length[i * (m + 1) + k + 1])
            i++;
        else
            k++;
    }
    free(length);
    return true;
}

static bool align(struct learning *l, struct failure *f)
{
    unsigned count = LLVMCountBasicBlocks(l->function[0]);
    if (count != LLVMCountBasicBlocks(l->function[1]))
        return failure_set(f, FAILURE_UNSUPPORTED, "the change adds or removes branches");
    if (LLVMGlobalGetValueType(l->function[0]) != LLVMGlobalGetValueType(l->function[1]))
        return failure_set(f, FAILURE_UNSUPPORTED, "the parameters or the result changed");
    for (unsigned i = 0; i < LLVMCountParams(l->function[0]); i++)
        pair_up(l, LLVMGetParam(l->function[0], i), LLVMGetParam(l->function[1], i));
    LLVMBasicBlockRef a = LLVMGetFirstBasicBlock(l->function[0]),
                      b = LLVMGetFirstBasicBlock(l->function[1]);
    for (; a; a = LLVMGetNextBasicBlock(a), b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef x = LLVMGetBasicBlockTerminator(a), y = LLVMGetBasicBlockTerminator(b);
        if (LLVMGetInstructionOpcode(x) != LLVMGetInstructionOpcode(y) ||
            LLVMGetNumSuccessors(x) != LLVMGetNumSuccessors(y))
            return failure_set(f, FAILURE_UNSUPPORTED, "the change alters branches");
        if (!align_block(l, a, b))
            return failure_set(f, FAILURE_UNSUPPORTED, "a block is too large to align");
        pair_up(l, x, y);
    }
    return true;
}

/* ---- the borders of the change ---- */

static bool is_changed(const struct learning *l, int side, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && !learn_partner(l, side, v);
}

static void add_output(struct learning *l, LLVMValueRef a, LLVMValueRef b)
{
    for (size_t i = 0; i < l->outputs.count; i++)
        if (l->outputs.data[i].value[0] == a && l->outputs.data[i].value[1] == b)
            return;
    VECTOR_PUSH(&l->outputs, (struct learn_pair){{a, b}});
}

static void add_input(struct learning *l, LLVMValueRef a, LLVMValueRef b)
{
    for (size_t i = 0; i < l->inputs.count; i++)
        if (l->inputs.data[i].value[0] == a)
            return;
    VECTOR_PUSH(&l->inputs, (struct learn_pair){{a, b}});
}

/* Operands of a pair must be partners, equal constants, or come out of the change. */
static bool operands_agree(struct learning *l, LLVMValueRef a, LLVMValueRef b)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(a); i++) {
        LLVMValueRef x = LLVMGetOperand(a, i), y = LLVMGetOperand(b, i);
        if (LLVMValueIsBasicBlock(x))
            continue;
        if (is_changed(l, 0, x) || is_changed(l, 1, y)) {
            add_output(l, x, y);
            continue;
        }
        if (is_local(x) ? learn_partner(l, 0, x) != y : is_local(y) || !same_constant(x, y))
            return false;
    }
    return true;
}

static bool settle_once(struct learning *l)
{
    bool changed = false;
    VECTOR_CLEAR(&l->outputs);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function[0]); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef other = learn_partner(l, 0, i);
            if (!other || operands_agree(l, i, other))
                continue;
            part(l, i);
            changed = true;
        }
    return changed;
}

static bool collect(struct learning *l, int side, struct failure *f)
{
    LLVMBasicBlockRef place = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->function[side]); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!is_changed(l, side, i))
                continue;
            if ((place && place != b) || LLVMIsATerminatorInst(i) || LLVMIsAPHINode(i))
                return failure_set(f, FAILURE_UNSUPPORTED,
                                   "the change is spread over several blocks");
            place = b;
            VECTOR_PUSH(&l->change[side], i);
        }
    return true;
}

static bool collect_inputs(struct learning *l, int side, struct failure *f)
{
    for (size_t k = 0; k < l->change[side].count; k++) {
        LLVMValueRef i = l->change[side].data[k];
        for (unsigned n = 0; n < (unsigned)LLVMGetNumOperands(i); n++) {
            LLVMValueRef v = LLVMGetOperand(i, n), other = learn_partner(l, side, v);
            if (!is_local(v) || is_changed(l, side, v))
                continue;
            if (!other)
                return failure_set(f, FAILURE_UNSUPPORTED,
                                   "the change uses a value that one version does not have");
            add_input(l, side ? other : v, side ? v : other);
        }
    }
    return true;
}

/* An output that the change does not compute on one side is an input there, or a constant. */
static void outputs_as_inputs(struct learning *l)
{
    for (size_t i = 0; i < l->outputs.count; i++)
        for (int side = 0; side < 2; side++) {
            LLVMValueRef v = l->outputs.data[i].value[side],
                         other = learn_partner(l, side, v);
            if (is_local(v) && !is_changed(l, side, v) && other)
                add_input(l, side ? other : v, side ? v : other);
        }
}

static bool find_change(struct learning *l, struct failure *f)
{
    if (!align(l, f))
        return false;
    for (int round = 0; settle_once(l); round++)
        if (round == MOST_ROUNDS)
            return failure_set(f, FAILURE_LIMIT, "the versions cannot be aligned");
    for (int side = 0; side < 2; side++)
        if (!collect(l, side, f))
            return false;
    if (!l->change[0].count && !l->change[1].count)
        return failure_set(f, FAILURE_INPUT, "the function does not change");
    for (int side = 0; side < 2; side++)
        if (!collect_inputs(l, side, f))
            return false;
    outputs_as_inputs(l);
    return true;
}

LLVMModuleRef learn_pattern(LLVMValueRef old_function, LLVMValueRef new_function,
                            const char *name, struct failure *f)
{
    struct extra_pipeline *passes =
        extra_pipeline_new("mem2reg,instsimplify,simplifycfg,adce");
    struct learning l = {.function = {extra_clone(old_function), extra_clone(new_function)}};
    for (int side = 0; side < 2; side++) {
        extra_drop_variable_records(l.function[side]);
        extra_pipeline_run(passes, l.function[side]);
    }
    LLVMModuleRef module = find_change(&l, f) ? learn_build(&l, name) : NULL;
    for (int side = 0; side < 2; side++) {
        LLVMDeleteFunction(l.function[side]);
        map_release(&l.partner[side]);
        VECTOR_RELEASE(&l.change[side]);
    }
    VECTOR_RELEASE(&l.inputs);
    VECTOR_RELEASE(&l.outputs);
    extra_pipeline_free(passes);
    return module;
}
