/* Instructions that compute values: arithmetic, comparisons, casts, selection; others are
 * passed on to their files. Vector operations are done leaf by leaf. */
#include "load/translate/translate.h"

#include "base/failure.h"
#include "base/text.h"
#include "program/library.h"

static const uint8_t binary_op[] = {
    [IR_ADD] = OP_ADD,   [IR_SUB] = OP_SUB,   [IR_MUL] = OP_MUL,   [IR_UDIV] = OP_UDIV,
    [IR_SDIV] = OP_SDIV, [IR_UREM] = OP_UREM, [IR_SREM] = OP_SREM, [IR_SHL] = OP_SHL,
    [IR_LSHR] = OP_LSHR, [IR_ASHR] = OP_ASHR, [IR_AND] = OP_AND,   [IR_OR] = OP_OR,
    [IR_XOR] = OP_XOR,   [IR_FADD] = OP_FADD, [IR_FSUB] = OP_FSUB, [IR_FMUL] = OP_FMUL,
    [IR_FDIV] = OP_FDIV, [IR_FREM] = OP_FREM,
};
static const uint8_t cast_op[] = {
    [IR_TRUNC] = OP_TRUNC,       [IR_ZEXT] = OP_ZEXT,         [IR_SEXT] = OP_SEXT,
    [IR_FPTOUI] = OP_FTOUI,      [IR_FPTOSI] = OP_FTOSI,      [IR_UITOFP] = OP_UITOF,
    [IR_SITOFP] = OP_SITOF,      [IR_FPTRUNC] = OP_FTRUNC,    [IR_FPEXT] = OP_FEXT,
    [IR_PTRTOINT] = OP_PTRTOINT, [IR_INTTOPTR] = OP_INTTOPTR, [IR_BITCAST] = OP_BITCAST,
};
/* LLVM's integer predicates count from 32. */
enum { FIRST_PREDICATE = 32 };
static const uint8_t compare_of[] = {COMPARE_EQ,  COMPARE_NE,  COMPARE_UGT, COMPARE_UGE,
                                     COMPARE_ULT, COMPARE_ULE, COMPARE_SGT, COMPARE_SGE,
                                     COMPARE_SLT, COMPARE_SLE};

static bool has_nsw(enum ir_op op)
{
    return op == IR_ADD || op == IR_SUB || op == IR_MUL || op == IR_SHL;
}

/* Amounts that are constants in range. */
static bool shifts_within(struct translator *t, struct parts amounts)
{
    for (uint32_t i = 0; i < amounts.count; i++) {
        struct value v = part(amounts, i);
        if (!value_is_constant(v))
            return false;
        const struct constant *c = program_constant(t->program, v);
        if (c->kind != CONSTANT_BITS || c->type.width > 64 ||
            constant_low_bits(c) >= c->type.width)
            return false;
    }
    return true;
}

/* clang places no traps for vectors, whose elements may be signed or not. */
static bool may_overflow_in_vector(struct translator *t, const struct ir_instruction *v,
                                   struct parts second)
{
    if (v->value.type->kind != IR_VECTOR)
        return false;
    bool right = v->value.op == IR_LSHR || v->value.op == IR_ASHR;
    return has_nsw(v->value.op) || (right && !shifts_within(t, second));
}

static void translate_binary(struct translator *t, const struct ir_instruction *v)
{
    struct parts a = parts_of(t, v->operands[0]), b = parts_of(t, v->operands[1]);
    enum op op = binary_op[v->value.op];
    if (t->overflow_sites && may_overflow_in_vector(t, v, b))
        emit_unsupported(t, type_void(), "overflow of vector arithmetic");
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++) {
        struct instruction made = instruction_make(op, type_of(t, part(a, i)));
        if (has_nsw(v->value.op) && (v->value.flags & IR_FLAG_NSW))
            made.flags |= FLAG_NSW;
        if (op == OP_SDIV || op == OP_SREM || op == OP_UDIV || op == OP_UREM)
            check_division(t, part(a, i), part(b, i), op == OP_SDIV || op == OP_SREM);
        ids[i] = emit(t, made, (uint32_t[]){part(a, i).id, part(b, i).id}, 2);
    }
    bind_parts(t, &v->value, ids, a.count);
}

static uint8_t predicate_of(const struct ir_instruction *v)
{
    LAW(v->value.op == IR_ICMP || v->value.op == IR_FCMP);
    if (v->value.op == IR_FCMP)
        return v->value.predicate; /* ours are numbered alike */
    unsigned k = v->value.predicate - (unsigned)FIRST_PREDICATE;
    if (k >= sizeof compare_of)
        BUG("integer predicate %u", k + FIRST_PREDICATE);
    return compare_of[k];
}

static void translate_compare(struct translator *t, const struct ir_instruction *v,
                              enum op op)
{
    struct parts a = parts_of(t, v->operands[0]), b = parts_of(t, v->operands[1]);
    struct instruction made = instruction_make(op, type_int(1));
    made.sub = predicate_of(v);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = emit(t, made, (uint32_t[]){part(a, i).id, part(b, i).id}, 2);
    bind_parts(t, &v->value, ids, a.count);
}

struct value cast_value(struct translator *t, enum ir_op op, struct value v, struct type to)
{
    if (op == IR_ADDRSPACECAST || (op == IR_BITCAST && type_same(type_of(t, v), to)))
        return v;
    if (op < IR_TRUNC || op > IR_BITCAST)
        return emit_unsupported(t, to, "cast");
    return emit_unary(t, cast_op[op], to, v);
}

static const struct ir_instruction *made_by(const struct ir_value *v)
{
    return v->kind == IR_INSTRUCTION ? (const struct ir_instruction *)v : NULL;
}

/* In clang's unoptimised output the bits of a float as a number come from nothing but
 * signbit, tests of classes from nothing but isnan and the like. */
static bool is_float_test(const struct ir_instruction *in)
{
    if (in->value.op == IR_CALL)
        return in->callee->kind == IR_FUNCTION &&
               text_starts(((const struct ir_symbol *)in->callee)->name, "llvm.is.fpclass.");
    if (in->value.op != IR_ICMP)
        return false;
    const struct ir_instruction *bits = made_by(in->operands[0]);
    return bits && bits->value.op == IR_BITCAST && bits->operands[0]->type->kind == IR_FLOAT;
}

/* Is it the int that such a test gives, and not one that a conversion to _Bool gave? The test
 * stands at its place. */
static bool is_open_truth(const struct ir_instruction *v)
{
    const struct ir_instruction *test =
        v->value.op == IR_ZEXT ? made_by(v->operands[0]) : NULL;
    return test && is_float_test(test) && test->line == v->line && test->column == v->column;
}

/* clang places traps for those of scalars only. */
static bool converts_float_vector(const struct ir_instruction *v)
{
    return v->value.type->kind == IR_VECTOR &&
           (v->value.op == IR_FPTOSI || v->value.op == IR_FPTOUI);
}

static void translate_cast(struct translator *t, const struct ir_instruction *v)
{
    if (t->overflow_sites && converts_float_vector(v))
        emit_unsupported(t, type_void(), "conversion of a vector of floats");
    if (v->value.op == IR_ZEXT || v->value.op == IR_UITOFP)
        check_atomic_sign(t, v);
    struct parts a = parts_of(t, v->operands[0]);
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = cast_value(t, v->value.op, part(a, i), shape->leaves[i].type).id;
    if (a.count == 1 && is_open_truth(v) && !value_is_constant((struct value){ids[0]}))
        t->function->instructions.data[ids[0]].flags |= FLAG_TRUTH;
    bind_parts(t, &v->value, ids, a.count);
}

/* All leaves side by side in one integer, the first lowest. */
static struct value join_bits(struct translator *t, struct parts p, struct type whole)
{
    struct value sum = constant_int(t->program, whole, 0);
    uint32_t at = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        struct type leaf = type_of(t, part(p, i));
        struct value v = part(p, i);
        if (leaf.kind == TYPE_FLOAT)
            v = emit_unary(t, OP_BITCAST, type_int(leaf.width), v);
        v = emit_resize(t, v, whole, OP_ZEXT);
        if (at)
            v = emit_binary(t, OP_SHL, whole, v, constant_int(t->program, whole, at));
        sum = i ? emit_binary(t, OP_OR, whole, sum, v) : v;
        at += leaf.width;
    }
    return sum;
}

static void split_bits(struct translator *t, struct value whole, const struct shape *shape,
                       uint32_t *ids)
{
    LAW(shape->count > 0);
    struct type type = type_of(t, whole);
    uint32_t at = 0;
    for (uint32_t i = 0; i < shape->count; i++) {
        struct type leaf = shape->leaves[i].type;
        struct value v = whole;
        if (at)
            v = emit_binary(t, OP_LSHR, type, v, constant_int(t->program, type, at));
        v = emit_resize(t, v, type_int(leaf.width), OP_ZEXT);
        if (leaf.kind == TYPE_FLOAT)
            v = emit_unary(t, OP_BITCAST, leaf, v);
        ids[i] = v.id;
        at += leaf.width;
    }
}

static bool holds_pointer(const struct shape *shape)
{
    for (uint32_t i = 0; i < shape->count; i++)
        if (shape->leaves[i].type.kind == TYPE_POINTER)
            return true;
    return false;
}

struct value bitcast_value(struct translator *t, const struct ir_value *from, struct type to)
{
    const struct shape *shape = shape_of(t, from->type);
    if (shape->count == 1)
        return cast_value(t, IR_BITCAST, value_of(t, from), to);
    if (holds_pointer(shape) || to.kind == TYPE_POINTER)
        return emit_unsupported(t, to, "bitcast of pointer vectors");
    struct value whole = join_bits(t, parts_of(t, from), type_int(to.width));
    return to.kind == TYPE_FLOAT ? emit_unary(t, OP_BITCAST, to, whole) : whole;
}

static void translate_bitcast(struct translator *t, const struct ir_instruction *v)
{
    const struct ir_type *from_type = v->operands[0]->type;
    const struct shape *from = shape_of(t, from_type), *to = shape_of(t, v->value.type);
    bool alike = from->count == to->count;
    for (uint32_t i = 0; alike && i < from->count; i++)
        alike = from->leaves[i].type.width == to->leaves[i].type.width;
    if (alike) {
        translate_cast(t, v);
        return;
    }
    uint32_t few[FEW], *ids = room_for(t, few, to->count);
    if (holds_pointer(from) || holds_pointer(to)) {
        for (uint32_t i = 0; i < to->count; i++)
            ids[i] = emit_unsupported(t, to->leaves[i].type, "bitcast of pointer vectors").id;
    } else {
        struct type whole = type_int((uint32_t)ir_layout(t->store, from_type)->size_bits);
        split_bits(t, join_bits(t, parts_of(t, v->operands[0]), whole), to, ids);
    }
    bind_parts(t, &v->value, ids, to->count);
}

static void translate_select(struct translator *t, const struct ir_instruction *v)
{
    struct parts condition = parts_of(t, v->operands[0]);
    struct parts then = parts_of(t, v->operands[1]), otherwise = parts_of(t, v->operands[2]);
    uint32_t few[FEW], *ids = room_for(t, few, then.count);
    for (uint32_t i = 0; i < then.count; i++)
        ids[i] = emit_select(t, part(condition, condition.count == 1 ? 0 : i), part(then, i),
                             part(otherwise, i))
                     .id;
    bind_parts(t, &v->value, ids, then.count);
}

static void translate_negation(struct translator *t, const struct ir_instruction *v)
{
    struct parts a = parts_of(t, v->operands[0]);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = emit_unary(t, OP_FNEG, type_of(t, part(a, i)), part(a, i)).id;
    bind_parts(t, &v->value, ids, a.count);
}

static void copy_operand(struct translator *t, const struct ir_instruction *v)
{
    struct parts a = parts_of(t, v->operands[0]);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++)
        ids[i] = part(a, i).id;
    bind_parts(t, &v->value, ids, a.count);
}

/* Freezing an undefined value makes it one value for all uses. */
static void translate_freeze(struct translator *t, const struct ir_instruction *v)
{
    struct parts a = parts_of(t, v->operands[0]);
    uint32_t few[FEW], *ids = room_for(t, few, a.count);
    for (uint32_t i = 0; i < a.count; i++) {
        struct value p = part(a, i);
        bool undefined =
            value_is_constant(p) && program_constant(t->program, p)->kind == CONSTANT_UNDEF;
        ids[i] = undefined ? emit_input(t, type_of(t, p), "uninitialised value").id : p.id;
    }
    bind_parts(t, &v->value, ids, a.count);
}

static bool type_supported(struct translator *t, const struct ir_type *type)
{
    return type->kind == IR_INTEGER || type->kind == IR_VOID || shape_of(t, type)->supported;
}

static bool types_supported(struct translator *t, const struct ir_instruction *v)
{
    if (!type_supported(t, v->value.type))
        return false;
    for (uint32_t i = 0; i < v->count; i++)
        if (!type_supported(t, v->operands[i]->type))
            return false;
    return true;
}

static void give_up(struct translator *t, const struct ir_instruction *v, const char *what)
{
    const struct shape *shape = shape_of(t, v->value.type);
    uint32_t few[FEW], *ids = room_for(t, few, shape->count);
    if (!shape->count)
        emit_unsupported(t, type_void(), "%s", what);
    for (uint32_t i = 0; i < shape->count; i++)
        ids[i] = emit_unsupported(t, shape->leaves[i].type, "%s", what).id;
    bind_parts(t, &v->value, ids, shape->count);
}

/* A variable of the C library that the value names, perhaps inside an expression; null: none.
 */
static const char *library_variable_in(const struct ir_value *v)
{
    const char *name = NULL;
    if (v && v->kind == IR_GLOBAL) {
        const struct ir_global *g = (const struct ir_global *)v;
        return !g->symbol.defined && library_variable(g->symbol.name) ? g->symbol.name : NULL;
    }
    if (!v || v->kind != IR_EXPRESSION)
        return NULL;
    const struct ir_constant *c = (const struct ir_constant *)v;
    for (uint32_t i = 0; i < c->count && !name; i++)
        name = library_variable_in(c->operands[i]);
    return name;
}

static void leave_out_library_variables(struct translator *t, const struct ir_instruction *v)
{
    for (uint32_t i = 0; i < v->count; i++) {
        const char *name = library_variable_in(v->operands[i]);
        if (name)
            emit_unsupported(t, type_void(), "library variable %s", name);
    }
}

void translate_instruction(struct translator *t, const struct ir_instruction *v)
{
    if (!types_supported(t, v)) {
        give_up(t, v, "value of an unsupported type");
        return;
    }
    if (v->value.op != IR_DECLARE)
        leave_out_library_variables(t, v);
    enum ir_op op = v->value.op;
    switch (op) {
    case IR_RET:
    case IR_BR:
    case IR_SWITCH:
    case IR_INDIRECTBR:
    case IR_UNREACHABLE:
        translate_terminator(t, v);
        return;
    case IR_FNEG:
        translate_negation(t, v);
        return;
    case IR_ICMP:
        translate_compare(t, v, OP_ICMP);
        return;
    case IR_FCMP:
        translate_compare(t, v, OP_FCMP);
        return;
    case IR_BITCAST:
        translate_bitcast(t, v);
        return;
    case IR_SELECT:
        translate_select(t, v);
        return;
    case IR_FREEZE:
        translate_freeze(t, v);
        return;
    case IR_CALL:
        translate_call(t, v);
        return;
    case IR_EXTRACTELEMENT:
    case IR_INSERTELEMENT:
    case IR_SHUFFLEVECTOR:
    case IR_EXTRACTVALUE:
    case IR_INSERTVALUE:
        translate_aggregate(t, v);
        return;
    case IR_ALLOCA:
    case IR_LOAD:
    case IR_STORE:
    case IR_GEP:
    case IR_CMPXCHG:
    case IR_ATOMICRMW:
        translate_memory(t, v);
        return;
    case IR_FENCE:
        return; /* one thread: every order is the order of the program */
    case IR_DECLARE:
        debug_declare(t, v);
        scope_declare(t, v);
        return;
    case IR_ADDRSPACECAST:
        copy_operand(t, v);
        return;
    case IR_EXCEPTION:
        give_up(t, v, "exception handling");
        return;
    case IR_CALLBR:
        give_up(t, v, "inline assembly with labels");
        return;
    case IR_VAARG:
        give_up(t, v, "va_arg instruction");
        return;
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_SEXT:
    case IR_FPTOUI:
    case IR_FPTOSI:
    case IR_UITOFP:
    case IR_SITOFP:
    case IR_FPTRUNC:
    case IR_FPEXT:
    case IR_PTRTOINT:
    case IR_INTTOPTR:
        translate_cast(t, v);
        return;
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_FADD:
    case IR_FSUB:
    case IR_FMUL:
    case IR_FDIV:
    case IR_FREM:
        translate_binary(t, v);
        return;
    case IR_NOP:
    case IR_PHI: /* made with its block */
    case IR_OTHER_OP:
        break;
    }
    give_up(t, v, "instruction");
}
