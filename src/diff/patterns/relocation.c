/* Relocated code (T23 7.2.6). Pure code and loads may stand anywhere anyway; this is about effects. An effect
 * may be executed before another of its block iff they touch memory in no conflicting way (read-write,
 * write-read and write-write), and neither is a call, a volatile or an atomic access, which could be seen or
 * not return. That every skipped effect finds its partner is ensured by block.c. */
#include "diff/patterns/pattern.h"

static bool swap(struct match *m, LLVMValueRef earlier, LLVMValueRef later)
{
    return extra_memory_independent(match_memory(m, OLD), earlier, later);
}

const struct diff_pattern pattern_relocation = {
    .name = "relocation",
    .summary = "independent code in another order",
    .swap = swap,
};
