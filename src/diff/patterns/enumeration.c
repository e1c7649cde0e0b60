/* Changed values of enumerators (T23 7.2.3): two different constants are equal if both
 * versions have an enumerator of one name and type with these values. A number that only
 * happens to be such a value is told apart by the source: the name must stand where the
 * constant is used, and the number must not. Without sources the assumption has to do. It
 * covers equality, switches and assignment only. */
#include "diff/patterns/pattern.h"
#include "diff/project/source.h"

#include <string.h>

struct range {
    const char *file;
    unsigned from, to;
};

static struct range line_of(struct match *m, enum side side)
{
    struct compare_place place = place_of(m->comparer, m->site[side], m->body[side]);
    return (struct range){place.file, place.line, place.line};
}

static struct range whole_function(struct match *m, enum side side)
{
    struct compare_place place = place_of(m->comparer, NULL, m->body[side]);
    struct range range = {place.file, place.line, place.line};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(m->body[side]); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            struct compare_place at = place_of(m->comparer, i, m->body[side]);
            if (at.file && range.file && !strcmp(at.file, range.file) && at.line > range.to)
                range.to = at.line;
        }
    }
    return range;
}

static bool confirmed_in(struct match *m, struct range old_range, struct range new_range,
                         const char *name, int64_t x, int64_t y)
{
    struct comparer *c = m->comparer;
    enum source_evidence p =
        source_mentions(c, old_range.file, old_range.from, old_range.to, name);
    enum source_evidence q =
        source_mentions(c, new_range.file, new_range.from, new_range.to, name);
    if (p == SOURCE_UNAVAILABLE || q == SOURCE_UNAVAILABLE)
        return true;
    return p == SOURCE_YES && q == SOURCE_YES &&
           source_has_number(c, old_range.file, old_range.from, old_range.to, x) !=
               SOURCE_YES &&
           source_has_number(c, new_range.file, new_range.from, new_range.to, y) !=
               SOURCE_YES;
}

static bool is_enumerator(const struct type_table *table, const struct type_enumerator *one,
                          int64_t value)
{
    for (size_t i = 0; i < table->enumerators.count; i++) {
        const struct type_enumerator *other = &table->enumerators.data[i];
        if (other->value == value && !strcmp(other->name, one->name) &&
            !strcmp(other->type, one->type))
            return true;
    }
    return false;
}

/* Names stand for values only where these are compared for equality or handed on: order,
 * arithmetic, masks and indices depend on the numbers. */
static bool uses_as_name(LLVMValueRef site)
{
    switch ((int)LLVMGetInstructionOpcode(site)) {
    case LLVMICmp:
        return LLVMGetICmpPredicate(site) == LLVMIntEQ ||
               LLVMGetICmpPredicate(site) == LLVMIntNE;
    case LLVMSwitch:
    case LLVMStore:
    case LLVMRet:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMCall:
        return true;
    default:
        return false;
    }
}

static bool constants(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (LLVMGetIntTypeWidth(LLVMTypeOf(a)) > 64 || !m->site[OLD] || !m->site[NEW])
        return false;
    if (!m->contents && (!uses_as_name(m->site[OLD]) || !uses_as_name(m->site[NEW])))
        return false;
    int64_t x = LLVMConstIntGetSExtValue(a), y = LLVMConstIntGetSExtValue(b);
    const struct type_table *old_types = types_of(m->comparer, OLD, m->body[OLD]);
    const struct type_table *new_types = types_of(m->comparer, NEW, m->body[NEW]);
    if (!old_types || !new_types)
        return false;
    for (size_t i = 0; i < old_types->enumerators.count; i++) {
        const struct type_enumerator *one = &old_types->enumerators.data[i];
        if (one->value != x || !is_enumerator(new_types, one, y))
            continue;
        if (confirmed_in(m, line_of(m, OLD), line_of(m, NEW), one->name, x, y) ||
            confirmed_in(m, whole_function(m, OLD), whole_function(m, NEW), one->name, x,
                         y)) {
            m->assumptions |= ASSUME_ENUM;
            return true;
        }
    }
    return false;
}

const struct diff_pattern pattern_enumeration = {
    .name = "enum",
    .summary = "changed values of enumerators",
    .assumption = ASSUME_ENUM,
    .constants = constants,
};
