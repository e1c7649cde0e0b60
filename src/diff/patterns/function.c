/* Code moved into functions, out of them, or into functions with added or reordered
 * parameters (T23 7.2.2): where the bodies part at a call of a function with a body, the call
 * is inlined and the result simplified.
 */
#include "diff/match/attempt.h"
#include "diff/patterns/pattern.h"

static bool exists(const struct comparer *comparer, enum side side, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    length = project_symbol_base(name);
    const char *base = arena_text_range((struct arena *)&comparer->arena, name, length);
    return project_function(comparer->project[side], base, NULL) != NULL;
}

static LLVMValueRef target_of(const struct comparer *comparer, enum side side,
                              LLVMValueRef instruction)
{
    return instruction && LLVMIsACallInst(instruction)
               ? call_target(comparer, side, instruction)
               : NULL;
}

static bool repair(struct comparer *comparer, const struct difference *difference,
                   struct attempt *attempt)
{
    LLVMValueRef f = target_of(comparer, OLD, difference->instruction[OLD]);
    LLVMValueRef g = target_of(comparer, NEW, difference->instruction[NEW]);
    bool inline_old = f && !LLVMIsDeclaration(f), inline_new = g && !LLVMIsDeclaration(g);
    if (inline_old && inline_new && !globals_named_alike(comparer, f, g)) {
        bool f_stays = exists(comparer, NEW, f), g_stays = exists(comparer, OLD, g);
        if (f_stays && !g_stays)
            inline_old = false;
        if (g_stays && !f_stays)
            inline_new = false;
    }
    bool changed =
        inline_old && attempt_inline(attempt, comparer, OLD, difference->instruction[OLD]);
    if (inline_new && attempt_inline(attempt, comparer, NEW, difference->instruction[NEW]))
        changed = true;
    return changed;
}

const struct diff_pattern pattern_function = {
    .name = "function",
    .summary = "code moved into functions or out of them",
    .repair = repair,
};
