/* Replaces code in which one side of a custom change pattern was found.
 *
 * Everything that was matched is executed at one point instead. That is the same as before if
 * the instructions between its first and last effect cannot notice, and if nothing before the
 * point uses an output. Pure instructions that others use too stay where they are. */
#include "diff/custom/custom_internal.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/project/project.h"

#include <llvm-c/Core.h>
#include <string.h>

static bool writes(LLVMValueRef i)
{
    if (LLVMIsALoadInst(i))
        return LLVMGetVolatile(i) || LLVMGetOrdering(i) > LLVMAtomicOrderingUnordered;
    return LLVMIsAStoreInst(i) || LLVMIsACallInst(i) || LLVMIsAAtomicRMWInst(i) ||
           LLVMIsAAtomicCmpXchgInst(i) || LLVMIsAFenceInst(i) || LLVMIsATerminatorInst(i);
}

static bool touches(LLVMValueRef i)
{
    return writes(i) || LLVMIsALoadInst(i);
}

/* Does i come before k in their block? */
static bool precedes(LLVMValueRef i, LLVMValueRef k)
{
    LAW(LLVMGetInstructionParent(i) == LLVMGetInstructionParent(k));
    for (LLVMValueRef n = LLVMGetNextInstruction(i); n; n = LLVMGetNextInstruction(n))
        if (n == k)
            return true;
    return false;
}

static LLVMValueRef last_of_block(const struct custom_site *s, LLVMBasicBlockRef block)
{
    LLVMValueRef last = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (custom_is_matched(s, i))
            last = i;
    return last;
}

static bool is_inner(const struct custom_site *s, LLVMValueRef i)
{
    for (size_t k = 0; k < s->inner.count; k++)
        if (s->inner.data[k] == LLVMGetInstructionParent(i))
            return true;
    return false;
}

/* In the block of the anchor, or in one that is the pattern's own. */
static bool belongs(const struct custom_site *s, LLVMValueRef i, LLVMBasicBlockRef block)
{
    return is_inner(s, i) || LLVMGetInstructionParent(i) == block ||
           LLVMGetInstructionParent(i) == s->exit;
}

/* No instruction between the effects of the site conflicts with them. */
static bool is_undisturbed(const struct custom_site *s, LLVMBasicBlockRef block,
                           LLVMValueRef last)
{
    bool site_writes = false, inside = false;
    for (size_t k = 0; k < s->matched.count; k++) {
        site_writes |= writes(s->matched.data[k]);
        if (touches(s->matched.data[k]) && !belongs(s, s->matched.data[k], block))
            return false;
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != last;
         i = LLVMGetNextInstruction(i)) {
        bool matched = custom_is_matched(s, i);
        inside |= matched && touches(i);
        if (inside && !matched && (writes(i) || (site_writes && touches(i))))
            return false;
    }
    return true;
}

static bool is_output(const struct custom_site *s, LLVMValueRef value)
{
    LLVMValueRef outputs[CUSTOM_MOST_OUTPUTS];
    size_t count = custom_outputs(s->pattern, outputs, CUSTOM_MOST_OUTPUTS);
    for (size_t i = 0; i < count; i++)
        if (map_or(&s->values, (uintptr_t)outputs[i], 0) == (uintptr_t)value)
            return true;
    return false;
}

/* What is inside is used inside, or is an output that is used after the point, or may stay.
 */
static bool is_closed(const struct custom_site *s, LLVMBasicBlockRef block,
                      LLVMValueRef point)
{
    for (size_t k = 0; k < s->matched.count; k++) {
        LLVMValueRef m = s->matched.data[k];
        bool output = is_output(s, m);
        if (output && !belongs(s, m, block))
            return false;
        for (LLVMUseRef use = LLVMGetFirstUse(m); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            bool ends_inner =
                LLVMIsAInstruction(user) && LLVMIsATerminatorInst(user) && is_inner(s, user);
            if (custom_is_matched(s, user) || ends_inner)
                continue;
            bool early = LLVMIsAInstruction(user) &&
                         LLVMGetInstructionParent(user) == block && !LLVMIsAPHINode(user) &&
                         precedes(user, point);
            bool goes = touches(m) || LLVMGetInstructionParent(m) !=
                                          block; /* with the region, or as an effect */
            if (output ? early : goes && (touches(m) || belongs(s, m, block)))
                return false;
        }
    }
    return true;
}

LLVMValueRef custom_point(const struct custom_site *s)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(s->anchor);
    bool region = custom_has_branches(s->pattern);
    LLVMValueRef last = region ? LLVMGetBasicBlockTerminator(block) : last_of_block(s, block);
    if (!last || !is_undisturbed(s, block, last) || !is_closed(s, block, last))
        return NULL;
    LAW(LLVMGetInstructionParent(last) == block);
    return region && !custom_region_is_closed(s) ? NULL : last;
}

static bool are_apart(const struct custom_site *s)
{
    for (size_t i = 0; i < s->matched.count; i++)
        for (size_t k = 0; k < i; k++)
            if (s->matched.data[i] == s->matched.data[k])
                return false;
    return true;
}

/* Outputs become the new values; what was matched goes, from the last on, unless something
 * still uses it. */
static void take_out(struct custom_site *s, const LLVMValueRef *outputs,
                     const LLVMValueRef *values, size_t count)
{
    bool region = custom_has_branches(s->pattern);
    LAW(are_apart(s));
    if (region)
        custom_region_remove(s);
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef old =
            (LLVMValueRef)(uintptr_t)map_or(&s->values, (uintptr_t)outputs[i], 0);
        if (old && custom_is_matched(s, old) && old != values[i])
            LLVMReplaceAllUsesWith(old, values[i]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t k = 0; k < s->matched.count; k++) {
            LLVMValueRef m = s->matched.data[k];
            if (!m || LLVMGetFirstUse(m))
                continue;
            LLVMInstructionEraseFromParent(m);
            s->matched.data[k] = NULL;
            changed = true;
        }
    }
    if (region)
        custom_region_drop_blocks(s);
}

/* ---- the other side's code ---- */

struct copying {
    struct custom_site *site;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    struct map values; /* value of the other side -> value of the body */
};

/* The global of the body's module that the pattern's global names: of that name, or a static
 * of it. */
static LLVMValueRef global_here(LLVMModuleRef module, LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    bool function = LLVMIsAFunction(global);
    LLVMValueRef found =
        function ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);
    for (LLVMValueRef g = function ? LLVMGetFirstFunction(module)
                                   : LLVMGetFirstGlobal(module);
         g && !found; g = function ? LLVMGetNextFunction(g) : LLVMGetNextGlobal(g)) {
        size_t k = 0;
        const char *other = LLVMGetValueName2(g, &k);
        if (project_symbol_base(other) == n && !strncmp(other, name, n))
            found = g;
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    if (found)
        return found;
    return function ? LLVMAddFunction(module, name, type) : LLVMAddGlobal(module, type, name);
}

static LLVMValueRef value_here(struct copying *c, LLVMValueRef value)
{
    uint64_t found;
    if (map_get(&c->values, (uintptr_t)value, &found))
        return (LLVMValueRef)(uintptr_t)found;
    if (LLVMIsAGlobalValue(value))
        return global_here(c->module, value);
    return LLVMIsConstant(value) && !LLVMIsAConstantExpr(value) ? value : NULL;
}

static LLVMTypeRef type_here(const struct custom_site *s, LLVMTypeRef type)
{
    for (size_t i = 0; i < s->type_count; i++)
        if (s->types[i][0] == type)
            return s->types[i][1];
    return type;
}

static LLVMValueRef copy_address(struct copying *c, LLVMValueRef i)
{
    LLVMValueRef indices[16];
    unsigned n = (unsigned)LLVMGetNumOperands(i) - 1;
    for (unsigned k = 0; k < n; k++)
        indices[k] = value_here(c, LLVMGetOperand(i, k + 1));
    return LLVMBuildGEP2(c->builder, type_here(c->site, LLVMGetGEPSourceElementType(i)),
                         value_here(c, LLVMGetOperand(i, 0)), indices, n, "");
}

static LLVMValueRef copy_instruction(struct copying *c, LLVMValueRef i)
{
    if (LLVMGetInstructionOpcode(i) == LLVMGetElementPtr && LLVMGetNumOperands(i) <= 16)
        return copy_address(c, i);
    LLVMValueRef copy = LLVMInstructionClone(i);
    LLVMInsertIntoBuilder(c->builder, copy);
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
        LLVMSetOperand(copy, k, value_here(c, LLVMGetOperand(i, k)));
    return copy;
}

/* Every operand on the other side can be had here. */
static bool can_copy(struct copying *c, LLVMValueRef other)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(other)); i;
         i = LLVMGetNextInstruction(i))
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++) {
            LLVMValueRef operand = LLVMGetOperand(i, k);
            if (LLVMIsAInstruction(operand))
                continue;
            if (LLVMIsAArgument(operand) ? !map_has(&c->values, (uintptr_t)operand)
                                         : LLVMIsAConstantExpr(operand) != NULL)
                return false;
        }
    return true;
}

/* An output that the site does not compute (an input, a constant) can only stand for itself.
 */
static bool outputs_fit(struct copying *c, LLVMValueRef other)
{
    LLVMValueRef outputs[CUSTOM_MOST_OUTPUTS], others[CUSTOM_MOST_OUTPUTS];
    size_t count = custom_outputs(c->site->pattern, outputs, CUSTOM_MOST_OUTPUTS);
    custom_outputs(other, others, CUSTOM_MOST_OUTPUTS);
    for (size_t i = 0; i < count; i++) {
        if (LLVMIsAInstruction(outputs[i]))
            continue;
        uint64_t here = LLVMIsAArgument(outputs[i])
                            ? map_or(&c->site->values, (uintptr_t)outputs[i], 0)
                            : (uintptr_t)outputs[i];
        if (LLVMIsAInstruction(others[i]) || (uintptr_t)value_here(c, others[i]) != here)
            return false;
    }
    return true;
}

bool custom_rewrite(struct custom_site *s, LLVMValueRef point, LLVMValueRef other)
{
    LAW(LLVMGlobalGetValueType(other) == LLVMGlobalGetValueType(s->pattern));
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(point)));
    struct copying c = {.site = s, .module = module};
    for (unsigned i = 0; i < LLVMCountParams(other); i++) {
        uint64_t bound;
        if (map_get(&s->values, (uintptr_t)LLVMGetParam(s->pattern, i), &bound))
            map_set(&c.values, (uintptr_t)LLVMGetParam(other, i), bound);
    }
    bool good = can_copy(&c, other) && outputs_fit(&c, other);
    if (good) {
        c.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
        LLVMPositionBuilderBefore(c.builder, point);
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(other)); i;
             i = LLVMGetNextInstruction(i))
            if (!LLVMIsATerminatorInst(i) && !custom_is_output(i))
                map_set(&c.values, (uintptr_t)i, (uintptr_t)copy_instruction(&c, i));
        LLVMValueRef outputs[CUSTOM_MOST_OUTPUTS], others[CUSTOM_MOST_OUTPUTS];
        size_t count = custom_outputs(s->pattern, outputs, CUSTOM_MOST_OUTPUTS);
        custom_outputs(other, others, CUSTOM_MOST_OUTPUTS);
        for (size_t i = 0; i < count; i++)
            others[i] = value_here(&c, others[i]);
        take_out(s, outputs, others, count);
        LLVMDisposeBuilder(c.builder);
    }
    map_release(&c.values);
    return good;
}

/* ---- an unknown function ---- */

enum { MOST_INPUTS = 32 };

bool custom_abstract(struct custom_site *s, LLVMValueRef point, const char *name)
{
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(point)));
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef inputs[MOST_INPUTS], outputs[CUSTOM_MOST_OUTPUTS],
        values[CUSTOM_MOST_OUTPUTS];
    LLVMTypeRef input_types[MOST_INPUTS], output_types[CUSTOM_MOST_OUTPUTS];
    unsigned count = LLVMCountParams(s->pattern);
    size_t output_count = custom_outputs(s->pattern, outputs, CUSTOM_MOST_OUTPUTS);
    if (count > MOST_INPUTS)
        return false;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef parameter = LLVMGetParam(s->pattern, i);
        inputs[i] = (LLVMValueRef)(uintptr_t)map_or(&s->values, (uintptr_t)parameter, 0);
        if (!inputs[i])
            inputs[i] = LLVMConstNull(LLVMTypeOf(parameter));
        input_types[i] = LLVMTypeOf(parameter);
    }
    for (size_t i = 0; i < output_count; i++)
        output_types[i] = LLVMTypeOf(outputs[i]);
    LLVMTypeRef result = output_count ? LLVMStructTypeInContext(context, output_types,
                                                                (unsigned)output_count, false)
                                      : LLVMVoidTypeInContext(context);
    LLVMTypeRef type = LLVMFunctionType(result, input_types, count, false);
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function)
        function = LLVMAddFunction(module, name, type);
    if (LLVMGlobalGetValueType(function) != type)
        return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, point);
    LLVMValueRef call = LLVMBuildCall2(builder, type, function, inputs, count, "");
    for (size_t i = 0; i < output_count; i++)
        values[i] = LLVMBuildExtractValue(builder, call, (unsigned)i, "");
    LLVMDisposeBuilder(builder);
    take_out(s, outputs, values, output_count);
    return true;
}
