/* Source locations (T23 7.2.4): arguments of warning functions that only say where the code
 * stands or what the message is. Anything else that depends on __LINE__ or __FILE__ stays a
 * difference. */
#include "diff/patterns/pattern.h"

#include "base/failure.h"
#include "base/text.h"

#include <string.h>

/* Bit i: argument i says where the warning stands or what it tells. */
static const struct {
    const char *function;
    unsigned arguments;
} warnings[] = {
    {"__assert_fail", 0xf},     {"__assert", 0x7},           {"__assert_rtn", 0xf},
    {"warn_slowpath_fmt", 0x3}, {"warn_slowpath_null", 0x3}, {"__warn", 0x3},
    {"__warn_printk", 0x1},     {"__might_sleep", 0x3},      {"___might_sleep", 0x3},
    {"__might_resched", 0x3},   {"__might_fault", 0x3},      {"lockdep_rcu_suspicious", 0x7},
    {"__cant_sleep", 0x3},      {"__cant_migrate", 0x3},     {"__WARN_printf", 0x1},
};

static bool is_location(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) || LLVMIsAGlobalVariable(v);
}

/* The kernel's bug table entries carry file and line as operands of assembly. */
static bool is_bug_table(LLVMValueRef called)
{
    size_t length;
    const char *text =
        LLVMIsAInlineAsm(called) ? LLVMGetInlineAsmAsmString(called, &length) : NULL;
    return text && memmem(text, length, "__bug_table", 11);
}

static bool is_warning(const char *name, unsigned index)
{
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++)
        if (text_same(warnings[i].function, name))
            return index < 32 && (warnings[i].arguments >> index & 1);
    return false;
}

static bool argument(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned index)
{
    LAW(index < LLVMGetNumArgOperands(a) && index < LLVMGetNumArgOperands(b));
    if (!is_location(LLVMGetOperand(a, index)) || !is_location(LLVMGetOperand(b, index)))
        return false;
    LLVMValueRef f = call_target(m->comparer, OLD, a), g = call_target(m->comparer, NEW, b);
    bool accepted =
        f && g
            ? globals_named_alike(m->comparer, f, g) && is_warning(LLVMGetValueName(f), index)
            : is_bug_table(LLVMGetCalledValue(a)) && is_bug_table(LLVMGetCalledValue(b));
    if (accepted)
        m->assumptions |= ASSUME_LOCATION;
    return accepted;
}

const struct diff_pattern pattern_location = {
    .name = "location",
    .summary = "file names, line numbers and messages of warnings",
    .assumption = ASSUME_LOCATION,
    .argument = argument,
};
