/* The registry of built-in patterns: a new one adds a declaration and a line here. */
#include "diff/patterns/pattern.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/patterns/pattern_names.h"

extern const struct diff_pattern pattern_layout, pattern_function, pattern_enumeration,
    pattern_location, pattern_inverse, pattern_relocation, pattern_custom;

const struct diff_pattern *const diff_pattern_list[] = {
    &pattern_custom, /* before its code is inlined */
    &pattern_layout,
    &pattern_function,
    &pattern_enumeration,
    &pattern_location,
    &pattern_inverse,
    &pattern_relocation,
    NULL,
};

int diff_pattern_index(const char *name)
{
    for (int i = 0; diff_pattern_list[i]; i++)
        if (text_same(diff_pattern_list[i]->name, name))
            return i;
    return -1;
}

static bool is_on(const struct comparer *comparer, size_t index)
{
    const struct diff_pattern *pattern = diff_pattern_list[index];
    LAW(index < 8 * sizeof comparer->options.patterns_off);
    if (comparer->options.strict && pattern->assumption)
        return false;
    return !(comparer->options.patterns_off >> index & 1);
}

#define FIRST_YES(comparer_, member, m, ...)                                                 \
    do {                                                                                     \
        for (size_t i_ = 0; diff_pattern_list[i_]; i_++) {                                   \
            const struct diff_pattern *p_ = diff_pattern_list[i_];                           \
            if (p_->member && is_on(comparer_, i_) && p_->member(m, __VA_ARGS__))            \
                return true;                                                                 \
        }                                                                                    \
        return false;                                                                        \
    } while (0)

bool pattern_constants(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    FIRST_YES(m->comparer, constants, m, a, b);
}
bool pattern_types(struct match *m, LLVMTypeRef a, LLVMTypeRef b)
{
    FIRST_YES(m->comparer, types, m, a, b);
}
enum pattern_answer pattern_addresses(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    for (size_t i = 0; diff_pattern_list[i]; i++) {
        const struct diff_pattern *p = diff_pattern_list[i];
        enum pattern_answer answer =
            p->addresses && is_on(m->comparer, i) ? p->addresses(m, a, b) : PATTERN_SILENT;
        if (answer != PATTERN_SILENT)
            return answer;
    }
    return PATTERN_SILENT;
}

bool pattern_argument(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned index)
{
    FIRST_YES(m->comparer, argument, m, a, b, index);
}
bool pattern_negated(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    FIRST_YES(m->comparer, negated, m, a, b);
}
bool pattern_initialisers(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    FIRST_YES(m->comparer, initialisers, m, a, b);
}
bool pattern_swap(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    FIRST_YES(m->comparer, swap, m, a, b);
}
bool pattern_repair(struct comparer *comparer, const struct difference *difference,
                    struct attempt *attempt)
{
    FIRST_YES(comparer, repair, comparer, difference, attempt);
}

bool pattern_relocate(struct comparer *comparer, struct trial *trial, struct attempt *attempt)
{
    FIRST_YES(comparer, relocate, trial, attempt);
}

bool pattern_forbids_bytes(struct comparer *comparer, const struct attempt *attempt)
{
    FIRST_YES(comparer, forbids_bytes, comparer, attempt);
}
