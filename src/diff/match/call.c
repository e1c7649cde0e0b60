/* Equality of calls: the same external function with equal arguments, or two functions with
 * bodies that are themselves the same, whatever their names (T23 Algorithm 3, lines 9-11).
 * Indirect calls compare the pointer, assembly its text. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#include <string.h>

LLVMValueRef call_target(const struct comparer *comparer, enum side side, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    if (!LLVMIsAGlobalValue(called))
        return NULL;
    called = global_definition(comparer, side, called);
    return LLVMIsAFunction(called) ? called : NULL;
}

static bool argument_equal(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned i,
                           unsigned j)
{
    struct match_mark mark = match_mark(m);
    if (value_equal(m, LLVMGetOperand(a, i), LLVMGetOperand(b, j)))
        return true;
    match_undo(m, mark);
    if (i == j && pattern_argument(m, a, b, i))
        return true;
    if (!m->hint_reason)
        match_hint(m, CAUSE_CODE, NULL, "argument %u of the call differs", i + 1);
    return false;
}

static bool arguments_equal(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned from)
{
    unsigned count = LLVMGetNumArgOperands(a);
    if (count != LLVMGetNumArgOperands(b))
        return match_hint(m, CAUSE_SIGNATURE, NULL, "another number of arguments is passed");
    for (unsigned i = from; i < count; i++)
        if (!argument_equal(m, a, b, i, i))
            return false;
    return true;
}

static bool text_equal(const char *a, size_t n, const char *b, size_t k)
{
    return n == k && !memcmp(a, b, n);
}

static bool assembly_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    size_t n, k;
    const char *x = LLVMGetInlineAsmAsmString(a, &n), *y = LLVMGetInlineAsmAsmString(b, &k);
    if (!text_equal(x, n, y, k))
        return match_hint(m, CAUSE_CODE, NULL, "the inline assembly differs");
    x = LLVMGetInlineAsmConstraintString(a, &n);
    y = LLVMGetInlineAsmConstraintString(b, &k);
    if (!text_equal(x, n, y, k))
        return match_hint(m, CAUSE_CODE, NULL, "the constraints of inline assembly differ");
    return LLVMGetInlineAsmHasSideEffects(a) == LLVMGetInlineAsmHasSideEffects(b) &&
           LLVMGetInlineAsmDialect(a) == LLVMGetInlineAsmDialect(b) &&
           LLVMGetInlineAsmNeedsAlignedStack(a) == LLVMGetInlineAsmNeedsAlignedStack(b);
}

/* Two functions with bodies: the arguments that matter, then the bodies. */
static bool defined_call_equal(struct match *m, LLVMValueRef a, LLVMValueRef b,
                               LLVMValueRef f, LLVMValueRef g)
{
    struct comparer *comparer = m->comparer;
    normalise_function(&comparer->normaliser, f);
    normalise_function(&comparer->normaliser, g);
    struct parameter_pairs pairs;
    const char *name = base_name(&comparer->arena, f);
    if (!parameters_pair(f, g, &pairs))
        return match_hint(m, CAUSE_SIGNATURE, name,
                          "the parameters of the called function differ");
    for (size_t i = 0; i < pairs.count; i++) {
        if (pairs.index[OLD][i] >= LLVMGetNumArgOperands(a) ||
            pairs.index[NEW][i] >= LLVMGetNumArgOperands(b))
            return false;
        if (!argument_equal(m, a, b, pairs.index[OLD][i], pairs.index[NEW][i]))
            return false;
    }
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) &&
        !arguments_equal(m, a, b, LLVMCountParams(f)))
        return false;
    size_t pair = pair_compare(comparer, m->pair, f, g);
    unsigned used = comparer->pairs.data[pair].assumptions;
    m->assumptions |= used & FACT_CALLS_PARAMETER ? used | FACT_CALLS_POINTER : used;
    if (pair_verdict(comparer, pair) == COMPARE_SAME)
        return true;
    m->hint_callee = pair;
    return match_hint(m, CAUSE_CODE, name, "the called function differs");
}

/* The same function, whose body is not known: it may call what it finds. */
static bool unknown_call_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef f = LLVMGetCalledValue(a), g = LLVMGetCalledValue(b);
    const char *convention = call_difference(a, b);
    if (convention)
        return match_hint(m, CAUSE_SIGNATURE, NULL, "%s", convention);
    if (!LLVMGetIntrinsicID(f))
        m->assumptions |= FACT_CALLS_POINTER;
    if (normalise_promises_more(f, g))
        m->assumptions |= ASSUME_PROMISE;
    if (LLVMIsAMemIntrinsic(a) && LLVMIsAMemIntrinsic(b) && !copies_agree(m, a, b))
        return false;
    return arguments_equal(m, a, b, 0);
}

static bool direct_call_equal(struct match *m, LLVMValueRef a, LLVMValueRef b, LLVMValueRef f,
                              LLVMValueRef g)
{
    const char *name = base_name(&m->comparer->arena, f);
    bool replaceable = project_is_replaceable(f) || project_is_replaceable(g);
    if (replaceable && !globals_named_alike(m->comparer, f, g))
        return match_hint(m, CAUSE_CODE, name,
                          "another function that the linker may replace is called");
    if (!LLVMIsDeclaration(f) && !LLVMIsDeclaration(g))
        return defined_call_equal(m, a, b, f, g);
    if (!globals_named_alike(m->comparer, f, g))
        return match_hint(m, CAUSE_CODE, name, "another function is called: %s",
                          base_name(&m->comparer->arena, g));
    if (LLVMIsDeclaration(f) != LLVMIsDeclaration(g))
        return match_hint(m, CAUSE_MISSING, name,
                          "the body of the called function is known in one version only");
    return unknown_call_equal(m, a, b);
}

bool call_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(LLVMIsACallInst(a) && LLVMIsACallInst(b));
    if (LLVMGetNumOperandBundles(a) || LLVMGetNumOperandBundles(b))
        return false;
    if (LLVMGetInstructionCallConv(a) != LLVMGetInstructionCallConv(b))
        return false;
    if (!same_bits(m, LLVMTypeOf(a), LLVMTypeOf(b)))
        return match_hint(m, CAUSE_SIGNATURE, NULL, "the call's type differs");
    LLVMValueRef x = LLVMGetCalledValue(a), y = LLVMGetCalledValue(b);
    if (LLVMIsAInlineAsm(x) || LLVMIsAInlineAsm(y))
        return LLVMIsAInlineAsm(x) && LLVMIsAInlineAsm(y) && assembly_equal(m, x, y) &&
               arguments_equal(m, a, b, 0);
    if (LLVMIsAFunction(x) && LLVMIsAFunction(y) && globals_external_alike(m->comparer, x, y))
        return unknown_call_equal(m, a, b);
    LLVMValueRef f = call_target(m->comparer, OLD, a), g = call_target(m->comparer, NEW, b);
    if (f && g)
        return direct_call_equal(m, a, b, f, g);
    if (f || g)
        return match_hint(m, CAUSE_CODE, NULL,
                          "a call through a pointer became a direct one or the reverse");
    const char *convention = call_difference(a, b);
    if (convention)
        return match_hint(m, CAUSE_SIGNATURE, NULL, "%s", convention);
    m->assumptions |= LLVMIsAArgument(x) ? FACT_CALLS_PARAMETER : FACT_CALLS_POINTER;
    return value_equal(m, x, y) && arguments_equal(m, a, b, 0);
}
