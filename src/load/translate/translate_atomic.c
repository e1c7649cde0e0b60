/* Compound assignments to atomic variables that clang 19 computes in a wider type (`s /= n`
 * of an _Atomic short, `i *= 0.5` of an _Atomic int): it widens the old value without its
 * sign, so that what it makes of a negative number is not what C says. */
#include "load/translate/translate.h"

#include <string.h>

static const struct ir_instruction *made_by(const struct ir_value *v, enum ir_op op)
{
    bool made = v->kind == IR_INSTRUCTION && v->op == op;
    return made ? (const struct ir_instruction *)v : NULL;
}

/* The exchange that is tried with this value until it meets it; null: none. */
static const struct ir_instruction *exchange_of(const struct ir_value *old)
{
    const struct ir_instruction *phi = made_by(old, IR_PHI);
    for (uint32_t i = 0; phi && i < phi->count; i++) {
        const struct ir_instruction *met = made_by(phi->operands[i], IR_EXTRACTVALUE);
        const struct ir_instruction *exchange =
            met ? made_by(met->operands[0], IR_CMPXCHG) : NULL;
        if (exchange && exchange->operands[1] == old)
            return exchange;
    }
    return NULL;
}

static uint32_t variable_at(const struct translator *t, struct value pointer)
{
    if (!value_is_constant(pointer))
        return t->function->instructions.data[pointer.id].variable;
    const struct constant *c = program_constant(t->program, pointer);
    return c->kind == CONSTANT_GLOBAL && !c->offset
               ? t->program->globals.data[c->index].variable
               : UINT32_MAX;
}

static bool has_no_sign(const struct translator *t, struct value pointer)
{
    uint32_t variable = variable_at(t, pointer);
    if (variable == UINT32_MAX)
        return false;
    uint32_t ctype = t->program->variables.data[variable].ctype;
    const struct ctype *c = &t->program->ctypes.data[ctype];
    return c->kind == CTYPE_UNSIGNED || c->kind == CTYPE_BOOL ||
           (c->kind == CTYPE_CHAR && !strcmp(c->name, "unsigned char"));
}

void check_atomic_sign(struct translator *t, const struct ir_instruction *cast)
{
    const struct ir_instruction *exchange = exchange_of(cast->operands[0]);
    if (!exchange || has_no_sign(t, value_of(t, exchange->operands[0])))
        return;
    struct value old = value_of(t, cast->operands[0]);
    struct value zero = constant_int(t->program, type_of(t, old), 0);
    emit_unsupported_unless(t, emit_compare(t, COMPARE_SGE, old, zero),
                            "a negative number in an atomic variable, widened");
}
