/* Equality of addresses: a chain of getelementptr is a base, a constant offset and a list of
 * scaled indices, so that different ways to reach the same byte are equal (T23 7.2.1, third
 * variant). Where structures are involved, names decide too: see patterns/layout.c. */
#include "diff/match/compare_internal.h"
#include "diff/patterns/pattern.h"

#include <llvm-c/Target.h>

#define MAX_TERMS 16

struct address {
    LLVMValueRef base;
    int64_t offset; /* bytes */
    size_t count;
    struct {
        LLVMValueRef index;
        uint64_t scale;
    } terms[MAX_TERMS];
};

/* Adds one index into TYPE; false if it does not fit the form. */
static bool add_index(struct address *address, LLVMValueRef index, uint64_t scale)
{
    if (LLVMIsAConstantInt(index)) {
        address->offset += (int64_t)((uint64_t)LLVMConstIntGetSExtValue(index) * scale);
        return true;
    }
    if (address->count == MAX_TERMS)
        return false;
    address->terms[address->count].index = index;
    address->terms[address->count++].scale = scale;
    return true;
}

static bool add_step(struct address *address, LLVMTargetDataRef layout, LLVMValueRef gep)
{
    if (field_structure(gep))
        return true;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned count = (unsigned)LLVMGetNumOperands(gep);
    if (LLVMGetTypeKind(LLVMTypeOf(gep)) != LLVMPointerTypeKind)
        return false;
    if (!add_index(address, LLVMGetOperand(gep, 1), LLVMABISizeOfType(layout, type)))
        return false;
    for (unsigned i = 2; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            address->offset += (int64_t)LLVMOffsetOfElement(layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else if (kind == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
            if (!add_index(address, index, LLVMABISizeOfType(layout, type)))
                return false;
        } else {
            return false;
        }
    }
    return true;
}

/* An integer as wide as a pointer plus a constant. */
static bool is_moved(struct match *m, LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd &&
           LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMTypeOf(v)) == match_pointer_width(m) &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1));
}

static bool flatten(struct match *m, struct address *address, LLVMTargetDataRef layout,
                    LLVMValueRef value)
{
    for (value = behind_casts(m, value);; value = behind_casts(m, LLVMGetOperand(value, 0))) {
        if (is_moved(m, value))
            address->offset += LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
        else if (!address_is_step(value))
            break;
        else if (!add_step(address, layout, value))
            return false;
    }
    address->base = value;
    return true;
}

static LLVMTargetDataRef layout_of(struct match *m, enum side side)
{
    return LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->body[side]));
}

static bool terms_equal(struct match *m, const struct address *a, const struct address *b)
{
    if (a->count != b->count)
        return false;
    bool used[MAX_TERMS] = {false};
    for (size_t i = 0; i < a->count; i++) {
        size_t j = 0;
        while (j < b->count && (used[j] || a->terms[i].scale != b->terms[j].scale ||
                                !value_equal(m, a->terms[i].index, b->terms[j].index)))
            j++;
        if (j == b->count)
            return false;
        used[j] = true;
    }
    return true;
}

/* Equal pointers, moved alike by the last step: the way to tell when an earlier step is equal
 * by name only.
 */
static bool last_step_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef p = LLVMGetOperand(a, 0), q = LLVMGetOperand(b, 0);
    if (!address_is_step(p) || !address_is_step(q))
        return false;
    struct address x = {0}, y = {0};
    if (!add_step(&x, layout_of(m, OLD), a) || !add_step(&y, layout_of(m, NEW), b))
        return false;
    return x.offset == y.offset && terms_equal(m, &x, &y) && value_equal(m, p, q);
}

bool address_equal(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!address_is_step(a) && !address_is_step(b))
        return false;
    struct match_mark mark = match_mark(m);
    if (address_is_step(a) && address_is_step(b)) {
        enum pattern_answer answer = pattern_addresses(m, a, b);
        if (answer != PATTERN_SILENT)
            return answer == PATTERN_EQUAL;
        match_undo(m, mark);
    }
    struct address x = {0}, y = {0};
    if (!flatten(m, &x, layout_of(m, OLD), a) || !flatten(m, &y, layout_of(m, NEW), b))
        return false;
    if (x.offset == y.offset && value_equal(m, x.base, y.base) && terms_equal(m, &x, &y))
        return true;
    match_undo(m, mark);
    return address_is_step(a) && address_is_step(b) && last_step_equal(m, a, b);
}
