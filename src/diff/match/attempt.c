/* Copies of bodies, with calls inlined, for one attempt (T23 Algorithm 4: inline and
 * simplify). */
#include "diff/match/attempt.h"

#include "diff/patterns/pattern.h"

#define MAX_CALLEE 600        /* instructions of a callee that is inlined on demand */
#define MAX_BODY 6000         /* instructions of a body that still grows */
#define MAX_STRONG_CALLEE 400 /* the same for strong normalisation */
#define MAX_STRONG_BODY 1200
#define MAX_STRONGER_BODY 300
#define MAX_STRONG_CALLS 60

/* The body to work on. */
static LLVMValueRef form_of(struct comparer *comparer, LLVMValueRef function)
{
    return comparer->mode.watched_on ? normalise_watched(&comparer->normaliser, function)
                                     : function;
}

void attempt_init(struct attempt *attempt, struct comparer *comparer,
                  LLVMValueRef old_function, LLVMValueRef new_function)
{
    LAW(LLVMIsAFunction(old_function) && LLVMIsAFunction(new_function));
    *attempt = (struct attempt){
        .body = {form_of(comparer, old_function), form_of(comparer, new_function)},
        .function = {old_function, new_function}};
}

void attempt_release(struct attempt *attempt)
{
    for (int side = OLD; side <= NEW; side++)
        if (attempt->owned[side])
            LLVMDeleteFunction(attempt->body[side]);
}

void attempt_copy(struct attempt *copy, const struct attempt *attempt, enum side side)
{
    LAW(side == OLD || side == NEW);
    *copy = *attempt;
    copy->body[side] = extra_clone(attempt->body[side]);
    copy->owned[side] = true;
    copy->owned[!side] = false;
}

void attempt_replace(struct attempt *attempt, struct attempt *copy)
{
    LAW(attempt->function[OLD] == copy->function[OLD] &&
        attempt->function[NEW] == copy->function[NEW]);
    for (int side = OLD; side <= NEW; side++) {
        if (!copy->owned[side])
            continue;
        if (attempt->owned[side])
            LLVMDeleteFunction(attempt->body[side]);
        attempt->body[side] = copy->body[side];
        attempt->owned[side] = true;
        copy->owned[side] = false;
    }
}

static size_t position_of(LLVMValueRef function, LLVMValueRef instruction)
{
    size_t n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
             i = LLVMGetNextInstruction(i), n++)
            if (i == instruction)
                return n;
    return (size_t)-1;
}

static LLVMValueRef instruction_at(LLVMValueRef function, size_t position)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (position-- == 0)
                return i;
    return NULL;
}

LLVMValueRef attempt_same_place(const struct attempt *copy, const struct attempt *attempt,
                                enum side side, LLVMValueRef instruction)
{
    return instruction_at(copy->body[side], position_of(attempt->body[side], instruction));
}

static void own(struct attempt *attempt, enum side side)
{
    LAW(side == OLD || side == NEW);
    if (attempt->owned[side])
        return;
    attempt->body[side] = extra_clone(attempt->body[side]);
    attempt->owned[side] = true;
}

LLVMValueRef attempt_own(struct attempt *attempt, enum side side, LLVMValueRef instruction)
{
    size_t position = position_of(attempt->body[side], instruction);
    LAW(position != (size_t)-1); /* it is one of the body */
    own(attempt, side);
    return instruction_at(attempt->body[side], position);
}

/* The callee of a direct call if it has a body of at most LIMIT instructions that may be
 * inlined; else null.
 */
static LLVMValueRef inlinable(const struct attempt *attempt, struct comparer *comparer,
                              enum side side, LLVMValueRef call, unsigned limit)
{
    if (!LLVMIsACallInst(call))
        return NULL;
    LLVMValueRef target = call_target(comparer, side, call);
    if (!target || LLVMIsDeclaration(target) || target == attempt->function[side])
        return NULL;
    if (project_is_replaceable(target))
        return NULL;
    normalise_function(&comparer->normaliser, target);
    if (extra_instruction_count(target) > limit || extra_is_varargs_user(target))
        return NULL;
    return LLVMGlobalGetValueType(target) == LLVMGetCalledFunctionType(call) ? target : NULL;
}

static bool inline_call(struct comparer *comparer, LLVMValueRef call, LLVMValueRef function)
{
    LLVMValueRef target = form_of(comparer, function);
    comparer->mode.inlined = true;
    LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    if (LLVMGetGlobalParent(target) != module)
        target = extra_import(target, module);
    if (!target)
        return false;
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, target);
    return extra_inline(call);
}

bool attempt_inline(struct attempt *attempt, struct comparer *comparer, enum side side,
                    LLVMValueRef instruction)
{
    if (!instruction || !inlinable(attempt, comparer, side, instruction, MAX_CALLEE))
        return false;
    if (extra_instruction_count(attempt->body[side]) > MAX_BODY)
        return false;
    size_t position = position_of(attempt->body[side], instruction);
    own(attempt, side);
    LLVMValueRef call = instruction_at(attempt->body[side], position);
    LLVMValueRef target = inlinable(attempt, comparer, side, call, MAX_CALLEE);
    if (!inline_call(comparer, call, target))
        return false;
    normalise_again(&comparer->normaliser, attempt->body[side], NORMALISE_LIGHT);
    return true;
}

static bool calls_itself(LLVMValueRef function)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) == function)
            return true;
    }
    return false;
}

/* Makes calls of FROM inside BODY calls of TO. */
static void redirect_calls(LLVMValueRef body, LLVMValueRef from, LLVMValueRef to)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == from)
                LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, to);
}

/* Normalises strongly with calls of the function itself visible as such, so that tail
 * recursion becomes a loop. */
static void strengthen_recursive(struct comparer *comparer, LLVMValueRef copy,
                                 LLVMValueRef original, enum normalise_strength strength)
{
    redirect_calls(copy, original, copy);
    normalise_again(&comparer->normaliser, copy, strength);
    redirect_calls(copy, copy, original);
}

/* A function to inline in place of a recursive one: a copy in which the recursion became a
 * loop, else null.
 */
static LLVMValueRef without_recursion(struct comparer *comparer, LLVMValueRef target)
{
    uint64_t key = (uint64_t)(uintptr_t)target, known;
    if (map_get(&comparer->loops_of, key, &known))
        return (LLVMValueRef)(uintptr_t)known;
    LLVMValueRef copy = extra_clone(target);
    redirect_calls(copy, target, copy);
    normalise_again(&comparer->normaliser, copy, NORMALISE_STRONGER);
    if (calls_itself(copy)) {
        redirect_calls(copy, copy, target);
        LLVMDeleteFunction(copy);
        copy = NULL;
    }
    map_set(&comparer->loops_of, key, (uint64_t)(uintptr_t)copy);
    return copy;
}

static bool inline_one_small(struct attempt *attempt, struct comparer *comparer,
                             enum side side)
{
    LLVMValueRef body = attempt->body[side];
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef target = inlinable(attempt, comparer, side, i, MAX_STRONG_CALLEE);
            if (target && calls_itself(target))
                target = without_recursion(comparer, target);
            if (target && inline_call(comparer, i, target))
                return true;
        }
    }
    return false;
}

bool attempt_strengthen(struct attempt *attempt, struct comparer *comparer,
                        enum normalise_strength strength, enum attempt_trust trust)
{
    unsigned limit = strength == NORMALISE_STRONG ? MAX_STRONG_BODY : MAX_STRONGER_BODY;
    for (int side = OLD; side <= NEW; side++)
        if (extra_instruction_count(attempt->body[side]) > limit)
            return false;
    for (int side = OLD; side <= NEW; side++) {
        own(attempt, (enum side)side);
        for (int n = 0;
             n < MAX_STRONG_CALLS && extra_instruction_count(attempt->body[side]) < limit;
             n++)
            if (!inline_one_small(attempt, comparer, (enum side)side))
                break;
    }
    if (pattern_forbids_bytes(comparer, attempt))
        return false;
    if (trust == TRUST_OLD)
        normalise_trust(attempt->body[OLD]);
    for (int side = OLD; side <= NEW; side++)
        strengthen_recursive(comparer, attempt->body[side], attempt->function[side],
                             strength);
    return true;
}
