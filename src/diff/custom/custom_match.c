/* Finds one side of a custom change pattern in a body (T23 Algorithms 7-9).
 *
 * The anchor is unified with an instruction; what the anchor is computed from is the context
 * and is unified backwards through operands; the rest of the pattern is looked for forwards,
 * among the users of what is bound or further on in the block, so instructions that have
 * nothing to do with the pattern are skipped. */
#include "diff/custom/custom_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/project/project.h"

#include <llvm-c/Core.h>
#include <string.h>

enum { MOST_SKIPPED = 200 };

#define OUTPUT_FUNCTION "sooth_output"
#define ANY_TYPE "struct.any_"

bool custom_is_output(LLVMValueRef i)
{
    if (!LLVMIsACallInst(i))
        return false;
    LLVMValueRef callee = LLVMGetCalledValue(i);
    size_t n = 0;
    return LLVMIsAFunction(callee) &&
           text_same(LLVMGetValueName2(callee, &n), OUTPUT_FUNCTION);
}

size_t custom_outputs(LLVMValueRef function, LLVMValueRef *list, size_t limit)
{
    size_t count = 0;
    LLVMBasicBlockRef block = custom_exit(function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        for (unsigned k = 0;
             custom_is_output(i) && k < LLVMGetNumArgOperands(i) && count < limit; k++)
            list[count++] = LLVMGetOperand(i, k);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1 && count < limit)
        list[count++] = LLVMGetOperand(end, 0);
    return count;
}

bool custom_outputs_agree(const struct custom_pattern *p)
{
    LLVMValueRef lists[2][CUSTOM_MOST_OUTPUTS];
    size_t counts[2];
    for (int side = 0; side < 2; side++)
        counts[side] = custom_outputs(p->function[side], lists[side], CUSTOM_MOST_OUTPUTS);
    if (counts[0] != counts[1])
        return false;
    for (size_t i = 0; i < counts[0]; i++)
        if (LLVMTypeOf(lists[0][i]) != LLVMTypeOf(lists[1][i]))
            return false;
    return true;
}

static bool is_access(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
}

bool custom_same_operation(LLVMValueRef a, LLVMValueRef b)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(a);
    if (opcode != LLVMGetInstructionOpcode(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (opcode == LLVMICmp)
        return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
    if (opcode == LLVMFCmp)
        return LLVMGetFCmpPredicate(a) == LLVMGetFCmpPredicate(b);
    if (is_access(a))
        return LLVMGetVolatile(a) == LLVMGetVolatile(b) &&
               LLVMGetOrdering(a) == LLVMGetOrdering(b);
    if (opcode == LLVMAlloca)
        return LLVMGetAllocatedType(a) == LLVMGetAllocatedType(b);
    if (opcode == LLVMCall)
        return LLVMGetCalledFunctionType(a) == LLVMGetCalledFunctionType(b);
    if (opcode == LLVMExtractValue || opcode == LLVMInsertValue) {
        unsigned n = LLVMGetNumIndices(a);
        return n == LLVMGetNumIndices(b) &&
               !memcmp(LLVMGetIndices(a), LLVMGetIndices(b), n * sizeof(unsigned));
    }
    return opcode != LLVMPHI && opcode != LLVMAtomicRMW && opcode != LLVMAtomicCmpXchg &&
           opcode != LLVMFence;
}

/* ---- unification ---- */

/* Structure names get a number when several modules define them: struct.page.12 is
 * struct.page. */
static size_t plain_length(const char *name)
{
    size_t n = strlen(name), k = n;
    while (k && name[k - 1] >= '0' && name[k - 1] <= '9')
        k--;
    return k && k < n && name[k - 1] == '.' ? k - 1 : n;
}

static bool same_name(LLVMTypeRef a, LLVMTypeRef b)
{
    const char *x = LLVMGetStructName(a), *y = LLVMGetStructName(b);
    if (!x || !y)
        return false;
    size_t n = plain_length(x);
    return n == plain_length(y) && !strncmp(x, y, n);
}

static bool unify_type(struct custom_site *s, LLVMTypeRef pattern, LLVMTypeRef body)
{
    if (pattern == body)
        return true;
    if (LLVMGetTypeKind(pattern) != LLVMStructTypeKind ||
        LLVMGetTypeKind(body) != LLVMStructTypeKind)
        return false;
    const char *any = LLVMGetStructName(pattern);
    if (!any || !LLVMGetStructName(body))
        return false;
    if (!text_starts(any, ANY_TYPE))
        return same_name(pattern, body);
    for (size_t i = 0; i < s->type_count; i++)
        if (s->types[i][0] == pattern)
            return same_name(s->types[i][1], body);
    if (s->type_count == CUSTOM_MOST_TYPES)
        return false;
    s->types[s->type_count][0] = pattern;
    s->types[s->type_count++][1] = body;
    return true;
}

bool custom_types_agree(const struct custom_site *a, const struct custom_site *b)
{
    for (size_t i = 0; i < a->type_count; i++)
        for (size_t k = 0; k < b->type_count; k++)
            if (same_name(a->types[i][0], b->types[k][0]) &&
                !same_name(a->types[i][1], b->types[k][1]))
                return false;
    return true;
}

static bool unify(struct custom_site *, LLVMValueRef pattern, LLVMValueRef body);

static bool unify_global(LLVMValueRef pattern, LLVMValueRef body)
{
    size_t n = 0, k = 0;
    if (!LLVMIsAGlobalValue(body))
        return false;
    const char *a = LLVMGetValueName2(pattern, &n), *b = LLVMGetValueName2(body, &k);
    size_t base = project_symbol_base(b);
    return base == n && !strncmp(a, b, n);
}

static bool unify_constant(struct custom_site *s, LLVMValueRef pattern, LLVMValueRef body)
{
    if (pattern == body)
        return true;
    if (LLVMIsAGlobalValue(pattern))
        return unify_global(pattern, body);
    if (!LLVMIsAConstantExpr(pattern) || !LLVMIsAConstantExpr(body))
        return false;
    if (LLVMGetConstOpcode(pattern) != LLVMGetConstOpcode(body) ||
        LLVMGetNumOperands(pattern) != LLVMGetNumOperands(body))
        return false;
    if (LLVMGetConstOpcode(pattern) == LLVMGetElementPtr &&
        !unify_type(s, LLVMGetGEPSourceElementType(pattern),
                    LLVMGetGEPSourceElementType(body)))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(pattern); i++)
        if (!unify_constant(s, LLVMGetOperand(pattern, i), LLVMGetOperand(body, i)))
            return false;
    return true;
}

bool custom_unify_operand(struct custom_site *s, LLVMValueRef pattern, LLVMValueRef body)
{
    uint64_t bound;
    if (map_get(&s->values, (uintptr_t)pattern, &bound))
        return bound == (uintptr_t)body;
    if (LLVMIsAArgument(pattern)) {
        if (LLVMTypeOf(pattern) != LLVMTypeOf(body))
            return false;
        map_set(&s->values, (uintptr_t)pattern, (uintptr_t)body);
        return true;
    }
    if (LLVMIsAInstruction(pattern))
        return LLVMIsAInstruction(body) && unify(s, pattern, body);
    return LLVMIsConstant(pattern) && LLVMIsConstant(body) &&
           unify_constant(s, pattern, body);
}

/* One instruction of the body is one of the pattern's: two reads there are not one read here.
 */
static bool unify(struct custom_site *s, LLVMValueRef pattern, LLVMValueRef body)
{
    if (custom_is_matched(s, body))
        return false;
    if (!custom_same_operation(pattern, body) || LLVMTypeOf(pattern) != LLVMTypeOf(body))
        return false;
    if (LLVMGetInstructionOpcode(pattern) == LLVMGetElementPtr &&
        !unify_type(s, LLVMGetGEPSourceElementType(pattern),
                    LLVMGetGEPSourceElementType(body)))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(pattern); i++)
        if (!custom_unify_operand(s, LLVMGetOperand(pattern, i), LLVMGetOperand(body, i)))
            return false;
    map_set(&s->values, (uintptr_t)pattern, (uintptr_t)body);
    VECTOR_PUSH(&s->matched, body);
    return true;
}

/* ---- the rest of the pattern ---- */

bool custom_is_matched(const struct custom_site *s, LLVMValueRef body)
{
    for (size_t i = 0; i < s->matched.count; i++)
        if (s->matched.data[i] == body)
            return true;
    return false;
}

struct trial {
    size_t matched, types;
};

/* A failed unification may have bound some values: trials work on a copy of the map. */
bool custom_unify(struct custom_site *s, LLVMValueRef pattern, LLVMValueRef body)
{
    struct trial mark = {s->matched.count, s->type_count};
    struct map before = {0};
    for (size_t k = 0; k < s->values.capacity; k++)
        if (s->values.slots[k].used)
            map_set(&before, s->values.slots[k].key, s->values.slots[k].value);
    if (unify(s, pattern, body)) {
        map_release(&before);
        return true;
    }
    map_release(&s->values);
    s->values = before;
    s->matched.count = mark.matched;
    s->type_count = mark.types;
    return false;
}

static bool find_among_users(struct custom_site *s, LLVMValueRef pattern)
{
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(pattern); i++) {
        LLVMValueRef operand = LLVMGetOperand(pattern, i);
        uint64_t bound;
        if (!LLVMIsAInstruction(operand) || !map_get(&s->values, (uintptr_t)operand, &bound))
            continue;
        for (LLVMUseRef use = LLVMGetFirstUse((LLVMValueRef)(uintptr_t)bound); use;
             use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAInstruction(user) && custom_unify(s, pattern, user))
                return true;
        }
        return false;
    }
    return false;
}

static bool find_further_on(struct custom_site *s, LLVMValueRef pattern, LLVMValueRef from)
{
    int skipped = 0;
    for (LLVMValueRef i = LLVMGetNextInstruction(from); i && skipped < MOST_SKIPPED;
         i = LLVMGetNextInstruction(i), skipped++)
        if (custom_unify(s, pattern, i))
            return true;
    return false;
}

static bool has_effect(LLVMValueRef i)
{
    return LLVMIsALoadInst(i) || LLVMIsAStoreInst(i) || LLVMIsACallInst(i);
}

/* What touches memory in the pattern's entry does so in the same order in the body. */
static bool is_in_order(const struct custom_site *s)
{
    LLVMValueRef last = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->pattern)); i;
         i = LLVMGetNextInstruction(i)) {
        uint64_t body;
        if (!has_effect(i) || !map_get(&s->values, (uintptr_t)i, &body))
            continue;
        LLVMValueRef here = (LLVMValueRef)(uintptr_t)body;
        if (LLVMGetInstructionParent(here) != LLVMGetInstructionParent(s->anchor))
            return false;
        bool later = !last;
        for (LLVMValueRef n = last; n && !later; n = LLVMGetNextInstruction(n))
            later = n == here;
        if (!later)
            return false;
        last = here;
    }
    return true;
}

bool custom_find(struct custom_site *s, const struct custom_pattern *p, int side,
                 LLVMValueRef instruction)
{
    LAW(side == 0 || side == 1);
    *s = (struct custom_site){.pattern = p->function[side], .anchor = instruction};
    bool good = custom_unify(s, p->anchor[side], instruction);
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(s->pattern));
         good && i; i = LLVMGetNextInstruction(i)) {
        if (LLVMIsATerminatorInst(i) || custom_is_output(i) ||
            map_has(&s->values, (uintptr_t)i))
            continue;
        good = find_among_users(s, i) || find_further_on(s, i, instruction);
    }
    good = good && is_in_order(s) &&
           (!custom_has_branches(s->pattern) || custom_match_region(s));
    LAW(!good || custom_is_matched(s, instruction));
    if (!good)
        custom_site_release(s);
    return good;
}

void custom_site_release(struct custom_site *s)
{
    map_release(&s->values);
    VECTOR_RELEASE(&s->matched);
    map_release(&s->blocks);
    VECTOR_RELEASE(&s->inner);
}
