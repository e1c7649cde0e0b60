/* Changed structures (T23 7.2.1): fields correspond by name when a structure's layout
 * changed.
 *
 * Notation: a path is what a getelementptr walks through: fields and array indices. Two paths
 * agree if their fields have the same names in structures of the same name, or if a field was
 * renamed in place (neither name occurs in the other version), and their indices are equal.
 * Nothing is said about structures whose layout is unchanged: bytes decide there, so that
 * exchanged names are not taken for moved fields. Results that needed more than equal offsets
 * and names rest on the layout assumption. Sizes of such structures correspond in calls that
 * allocate, copy or fill memory. */
#include "diff/patterns/pattern.h"

#include "base/text.h"
#include "diff/match/attempt.h"
#include "diff/project/source.h"

#include <llvm-c/Target.h>
#include <string.h>

static const struct type_structure *structure_of(struct match *m, enum side side,
                                                 LLVMTypeRef type)
{
    const struct type_table *table = types_of(m->comparer, side, m->body[side]);
    return table ? type_table_structure(table, type) : NULL;
}

/* Both are the named structure, in its two versions, and its layout changed. */
static bool changed(const struct type_structure *a, const struct type_structure *b)
{
    return a && b && !strcmp(a->name, b->name) && a->is_union == b->is_union &&
           !type_structure_same_layout(a, b);
}

static bool types(struct match *m, LLVMTypeRef a, LLVMTypeRef b)
{
    if (!changed(structure_of(m, OLD, a), structure_of(m, NEW, b)))
        return false;
    m->assumptions |= ASSUME_LAYOUT;
    return true;
}

/* The absolute position matters if the pointer becomes a number or is moved by bytes. */
static bool has_arithmetic(LLVMValueRef pointer)
{
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAPtrToIntInst(user))
            return true;
        if (!LLVMIsAGetElementPtrInst(user) || LLVMGetOperand(user, 0) != pointer)
            continue;
        LLVMTypeRef type = LLVMGetGEPSourceElementType(user);
        if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
            LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
            !LLVMIsNull(LLVMGetOperand(user, 1)))
            return true;
    }
    return false;
}

static enum pattern_answer fields_agree(struct match *m, const struct type_structure *s,
                                        const struct type_structure *t, uint64_t x,
                                        uint64_t y)
{
    LAW(changed(s, t));
    const struct type_field *f = type_structure_at(s, x), *g = type_structure_at(t, y);
    if (!f || !g)
        return x == y ? PATTERN_EQUAL : PATTERN_UNEQUAL;
    if (!strcmp(f->name, g->name)) {
        if (strcmp(f->type, g->type))
            return PATTERN_UNEQUAL;
        if (x != y)
            m->assumptions |= ASSUME_LAYOUT;
        return PATTERN_EQUAL;
    }
    bool renamed = x == y && f->size == g->size && !type_structure_field(s, g->name) &&
                   !type_structure_field(t, f->name);
    if (renamed)
        m->assumptions |= ASSUME_LAYOUT;
    return renamed ? PATTERN_EQUAL : PATTERN_UNEQUAL;
}

static LLVMTargetDataRef layout_of(struct match *m, enum side side)
{
    return LLVMGetModuleDataLayout(LLVMGetGlobalParent(m->body[side]));
}

static bool walks_changed(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(address_is_step(a) && address_is_step(b));
    LLVMTypeRef x = address_step_type(a), y = address_step_type(b);
    unsigned count = address_step_count(a);
    if (count != address_step_count(b))
        return false;
    for (unsigned i = 1; i < count; i++) {
        if (changed(structure_of(m, OLD, x), structure_of(m, NEW, y)))
            return true;
        LLVMTypeKind kind = LLVMGetTypeKind(x);
        if (i + 1 == count || kind != LLVMGetTypeKind(y))
            return false;
        if (kind == LLVMStructTypeKind) {
            x = LLVMStructGetTypeAtIndex(
                x, (unsigned)LLVMConstIntGetZExtValue(address_step_operand(a, i + 1)));
            y = LLVMStructGetTypeAtIndex(
                y, (unsigned)LLVMConstIntGetZExtValue(address_step_operand(b, i + 1)));
        } else if (kind == LLVMArrayTypeKind) {
            x = LLVMGetElementType(x);
            y = LLVMGetElementType(y);
        } else {
            return false;
        }
    }
    return false;
}

/* One step through structures X and Y with these field numbers. */
static enum pattern_answer field_step(struct match *m, LLVMTypeRef x, unsigned i,
                                      LLVMTypeRef y, unsigned j)
{
    LAW(LLVMGetTypeKind(x) == LLVMStructTypeKind && LLVMGetTypeKind(y) == LLVMStructTypeKind);
    LAW(i < LLVMCountStructElementTypes(x) && j < LLVMCountStructElementTypes(y));
    const struct type_structure *s = structure_of(m, OLD, x), *t = structure_of(m, NEW, y);
    if (!changed(s, t))
        return i == j && types_equal(m, x, y) ? PATTERN_EQUAL : PATTERN_UNEQUAL;
    return fields_agree(m, s, t, 8 * LLVMOffsetOfElement(layout_of(m, OLD), x, i),
                        8 * LLVMOffsetOfElement(layout_of(m, NEW), y, j));
}

static enum pattern_answer paths_agree(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LAW(address_step_count(a) == address_step_count(b));
    LLVMTypeRef x = address_step_type(a), y = address_step_type(b);
    unsigned count = address_step_count(a), before = m->assumptions;
    if (!value_equal(m, address_step_operand(a, 0), address_step_operand(b, 0)))
        return PATTERN_UNEQUAL;
    if (!value_equal(m, address_step_operand(a, 1), address_step_operand(b, 1)))
        return PATTERN_UNEQUAL;
    bool indexed = !LLVMIsConstant(address_step_operand(a, 1)) ||
                   !LLVMIsNull(address_step_operand(a, 1));
    if (indexed && !types_equal(m, x, y))
        return PATTERN_UNEQUAL;
    for (unsigned i = 2; i < count; i++) {
        LLVMValueRef p = address_step_operand(a, i), q = address_step_operand(b, i);
        LLVMTypeKind kind = LLVMGetTypeKind(x);
        if (kind != LLVMGetTypeKind(y))
            return PATTERN_UNEQUAL;
        if (kind == LLVMStructTypeKind) {
            unsigned f = (unsigned)LLVMConstIntGetZExtValue(p),
                     g = (unsigned)LLVMConstIntGetZExtValue(q);
            if (field_step(m, x, f, y, g) != PATTERN_EQUAL)
                return PATTERN_UNEQUAL;
            x = LLVMStructGetTypeAtIndex(x, f);
            y = LLVMStructGetTypeAtIndex(y, g);
        } else {
            x = LLVMGetElementType(x);
            y = LLVMGetElementType(y);
            if (!value_equal(m, p, q) || !types_equal(m, x, y))
                return PATTERN_UNEQUAL;
        }
    }
    if (m->assumptions != before && (has_arithmetic(a) || has_arithmetic(b)))
        return PATTERN_UNEQUAL;
    return PATTERN_EQUAL;
}

/* A byte offset into a global object, as LLVM folds accesses to globals, or its first field.
 */
static bool offset_in_global(LLVMValueRef v, LLVMValueRef *global, uint64_t *offset)
{
    LAW(address_is_step(v));
    *global = LLVMGetOperand(v, 0);
    *offset = 0;
    if (!LLVMIsAGlobalVariable(*global))
        return false;
    if (field_structure(v))
        return true;
    if (LLVMGetNumOperands(v) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)) ||
        LLVMGetTypeKind(LLVMGetGEPSourceElementType(v)) != LLVMIntegerTypeKind)
        return false;
    *offset = 8 * LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
    return true;
}

static enum pattern_answer folded_agree(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    LLVMValueRef g, h;
    uint64_t x, y;
    if (!offset_in_global(a, &g, &x) || !offset_in_global(b, &h, &y))
        return PATTERN_SILENT;
    const struct type_structure *s = structure_of(m, OLD, LLVMGlobalGetValueType(g));
    const struct type_structure *t = structure_of(m, NEW, LLVMGlobalGetValueType(h));
    if (!changed(s, t))
        return PATTERN_SILENT;
    if (!value_equal(m, g, h))
        return PATTERN_UNEQUAL;
    return fields_agree(m, s, t, x, y);
}

static enum pattern_answer addresses(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    if (!address_is_step(a) || !address_is_step(b))
        return PATTERN_SILENT;
    if (!walks_changed(m, a, b))
        return folded_agree(m, a, b);
    enum pattern_answer answer = paths_agree(m, a, b);
    if (answer == PATTERN_UNEQUAL) {
        const struct type_structure *s = structure_of(m, OLD, address_step_type(a));
        match_hint(m, CAUSE_TYPE, s ? s->name : NULL,
                   "another field of the structure is used");
    }
    return answer;
}

static const char *const memory_functions[] = {
    "malloc",        "calloc",        "realloc",        "memset",       "memcpy",
    "memmove",       "memcmp",        "bzero",          "kmalloc",      "kzalloc",
    "__kmalloc",     "vmalloc",       "vzalloc",        "kmemdup",      "memdup_user",
    "kmalloc_trace", "alloca",        "copy_from_user", "copy_to_user", "_copy_from_user",
    "_copy_to_user", "aligned_alloc",
};

static bool is_memory_function(LLVMValueRef function)
{
    const char *name = LLVMGetValueName(function);
    if (text_starts(name, "llvm.mem"))
        return true;
    for (size_t i = 0; i < sizeof memory_functions / sizeof *memory_functions; i++)
        if (text_same(name, memory_functions[i]))
            return true;
    return false;
}

/* The number itself must not be written where the size is used. */
static bool written_as_number(struct match *m, LLVMValueRef a, LLVMValueRef b, int64_t x,
                              int64_t y)
{
    struct compare_place p = place_of(m->comparer, a, m->body[OLD]),
                         q = place_of(m->comparer, b, m->body[NEW]);
    return source_has_number(m->comparer, p.file, p.line, p.line, x) == SOURCE_YES ||
           source_has_number(m->comparer, q.file, q.line, q.line, y) == SOURCE_YES;
}

static bool argument(struct match *m, LLVMValueRef a, LLVMValueRef b, unsigned index)
{
    LLVMValueRef p = LLVMGetOperand(a, index), q = LLVMGetOperand(b, index);
    LLVMValueRef f = call_target(m->comparer, OLD, a), g = call_target(m->comparer, NEW, b);
    if (!LLVMIsAConstantInt(p) || !LLVMIsAConstantInt(q) || !f || !g)
        return false;
    if (!globals_named_alike(m->comparer, f, g) || !is_memory_function(f))
        return false;
    uint64_t x = LLVMConstIntGetZExtValue(p), y = LLVMConstIntGetZExtValue(q);
    const struct type_table *old_types = types_of(m->comparer, OLD, m->body[OLD]);
    const struct type_table *new_types = types_of(m->comparer, NEW, m->body[NEW]);
    if (!old_types || !new_types || written_as_number(m, a, b, (int64_t)x, (int64_t)y))
        return false;
    for (size_t i = 0; i < old_types->structures.count; i++) {
        const struct type_structure *s = &old_types->structures.data[i];
        uint64_t other;
        if (s->size != 8 * x || !text_map_get(&new_types->by_name, s->name, &other))
            continue;
        if (new_types->structures.data[other].size != 8 * y)
            continue;
        m->assumptions |= ASSUME_LAYOUT;
        return true;
    }
    return false;
}

static LLVMValueRef initial_field(struct match *m, enum side side, LLVMValueRef constant,
                                  const struct type_structure *s, const char *name)
{
    const struct type_field *field = type_structure_field(s, name);
    if (!field)
        return NULL;
    LLVMTypeRef type = LLVMTypeOf(constant);
    unsigned index = LLVMElementAtOffset(layout_of(m, side), type, field->offset / 8);
    bool starts = LLVMOffsetOfElement(layout_of(m, side), type, index) * 8 == field->offset;
    return starts ? LLVMGetAggregateElement(constant, index) : NULL;
}

/* Fields of both versions agree by name; an added or removed one must be zero. */
static bool initialisers(struct match *m, LLVMValueRef a, LLVMValueRef b)
{
    const struct type_structure *s = structure_of(m, OLD, LLVMTypeOf(a)),
                                *t = structure_of(m, NEW, LLVMTypeOf(b));
    if (!changed(s, t) || s->is_union)
        return false;
    for (size_t i = 0; i < s->fields.count; i++) {
        const char *name = s->fields.data[i].name;
        LLVMValueRef p = initial_field(m, OLD, a, s, name);
        if (!p)
            return false;
        if (!type_structure_field(t, name)) {
            if (!LLVMIsNull(p))
                return false;
            continue;
        }
        LLVMValueRef q = initial_field(m, NEW, b, t, name);
        if (!q || !constant_equal(m, p, q))
            return false;
    }
    for (size_t i = 0; i < t->fields.count; i++) {
        if (type_structure_field(s, t->fields.data[i].name))
            continue;
        LLVMValueRef q = initial_field(m, NEW, b, t, t->fields.data[i].name);
        if (!q || !LLVMIsNull(q))
            return false;
    }
    m->assumptions |= ASSUME_LAYOUT;
    return true;
}

static bool uses_changed(struct comparer *comparer, enum side side, LLVMValueRef body,
                         const struct type_table *other)
{
    const struct type_table *here = types_of(comparer, side, body);
    if (!here)
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(body); b;
         b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!address_is_step(i))
                continue;
            const struct type_structure *s = type_table_structure(here, address_step_type(i));
            uint64_t index;
            if (!s || !text_map_get(&other->by_name, s->name, &index))
                continue;
            if (!type_structure_same_layout(s, &other->structures.data[index]))
                return true;
        }
    }
    return false;
}

/* Field accesses by bytes would not show that another name is used. */
static bool forbids_bytes(struct comparer *comparer, const struct attempt *attempt)
{
    for (int side = OLD; side <= NEW; side++) {
        const struct type_table *other =
            types_of(comparer, (enum side) !side, attempt->body[!side]);
        if (other && uses_changed(comparer, (enum side)side, attempt->body[side], other))
            return true;
    }
    return false;
}

const struct diff_pattern pattern_layout = {
    .name = "layout",
    .summary = "fields added to, removed from, moved or renamed in structures",
    .assumption = ASSUME_LAYOUT,
    .types = types,
    .addresses = addresses,
    .argument = argument,
    .initialisers = initialisers,
    .forbids_bytes = forbids_bytes,
};
