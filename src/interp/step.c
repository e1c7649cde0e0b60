/* Single instructions that are too rare or too long for the loop in run.c. */
#include "interp/interp_internal.h"

static enum interp_error check_error(uint8_t kind)
{
    switch ((enum check_kind)kind) {
    case CHECK_ASSERTION:
        return INTERP_ASSERTION;
    case CHECK_OVERFLOW:
    case CHECK_SHIFT_VALUE:
        return INTERP_OVERFLOW;
    case CHECK_SHIFT_AMOUNT:
        return INTERP_SHIFT;
    case CHECK_DIVISION:
        return INTERP_DIVISION;
    case CHECK_FLOAT_CAST:
        return INTERP_FLOAT_CAST;
    case CHECK_INDEX:
        return INTERP_BOUNDS;
    case CHECK_UNREACHABLE:
        return INTERP_UNREACHABLE;
    case CHECK_KIND_COUNT:
        break;
    }
    return INTERP_ASSERTION;
}

void step_check_failed(struct interp *t, const struct code *pc)
{
    enum interp_error error = check_error(pc->sub);
    const struct function *f = &t->program->functions.data[t->frame->function->function];
    const char *text = f->instructions.data[pc->source].text;
    static const char *const sentence[] = {
        [CHECK_ASSERTION] = "assertion fails",
        [CHECK_OVERFLOW] = "signed overflow",
        [CHECK_SHIFT_VALUE] = "the result of a left shift is not representable",
        [CHECK_SHIFT_AMOUNT] = "a shift amount is negative or not below the width",
        [CHECK_DIVISION] = "division by zero",
        [CHECK_FLOAT_CAST] = "conversion of a float to an integer out of range",
        [CHECK_INDEX] = "an index times the size of an element leaves the address space",
        [CHECK_UNREACHABLE] = "code that must not be reached is reached",
    };
    bool ends =
        error == INTERP_UNREACHABLE || error == INTERP_DIVISION || error == INTERP_BOUNDS;
    if (!ends && !error_wanted(t, error))
        return;
    if (text && pc->sub == CHECK_INDEX)
        stop_error(t, error, "%s", text);
    stop_error(t, error, "%s%s%s", sentence[pc->sub], text ? ": " : "", text ? text : "");
}

_Noreturn void step_stop(struct interp *t, uint8_t kind)
{
    switch ((enum stop_kind)kind) {
    case STOP_ERROR:
        stop_error(t, INTERP_ASSERTION, "the error function is reached");
    case STOP_UNREACHABLE: /* what is wrong has a check in front of it */
        stop_end(t, INTERP_ABORTED, "behind a function that does not return");
    case STOP_TRAP:
        stop_end(t, INTERP_ABORTED, "trap");
    case STOP_ABORT:
    case STOP_EXIT:
    case STOP_QUIT:
        break;
    }
    stop_end(t, INTERP_ABORTED, "abort");
}

_Noreturn void step_unsupported(struct interp *t, const struct code *pc)
{
    const struct function *f = &t->program->functions.data[t->frame->function->function];
    const struct instruction *i = &f->instructions.data[pc->source];
    stop_end(t, INTERP_UNSUPPORTED, "%s",
             i->text ? i->text : "this use of integers wider than 128 bits");
}

slot step_input(struct interp *t, const struct code *pc)
{
    const struct function *f = &t->program->functions.data[t->frame->function->function];
    const struct instruction *i = &f->instructions.data[pc->source];
    bool undefined = i->text && !strncmp(i->text, "uninitialised", 13);
    slot r = choose(t, undefined ? INTERP_CHOICE_UNINITIALISED : INTERP_CHOICE_INPUT, i->type,
                    i->text);
    bool stays =
        error_wanted(t, INTERP_UNINITIALISED) ||
        (i->type.kind == TYPE_POINTER && t->options->external != INTERP_EXTERNAL_FOLLOW);
    return undefined && stays ? slot_undefined_of(r, i->type) : r;
}

void step_life_start(struct interp *t, slot p)
{
    struct object *o = &t->memory.objects[pointer_object(p)];
    if (o->kind != OBJECT_STACK || o->generation != pointer_generation(p) ||
        o->state == OBJECT_RETURNED)
        return;
    o->state = OBJECT_ALIVE;
    o->size = o->full_size;
    object_make_undefined(o);
}

void step_life_end(struct interp *t, slot p, uint8_t kind)
{
    struct object *o = &t->memory.objects[pointer_object(p)];
    if (o->kind != OBJECT_STACK || o->generation != pointer_generation(p))
        return;
    if (o->state != OBJECT_ALIVE && o->state != OBJECT_DOUBTED)
        return;
    o->state = kind == LIFE_MAY_END ? OBJECT_DOUBTED : OBJECT_ENDED;
    o->size = 0;
    memory_pop_scoped(t);
}

slot step_alloca(struct interp *t, slot size, uint32_t alignment, bool scoped)
{
    if (size.high)
        use_undefined(t, "a size");
    uint32_t index = memory_add_stack(t, size.low, alignment);
    t->memory.objects[index].scoped = scoped;
    return (slot){t->memory.objects[index].base, object_word(&t->memory, index)};
}

slot step_signed_division(struct interp *t, const struct code *pc, slot a, slot b)
{
    int64_t x = sign_shift(a.low, pc->shift), y = sign_shift(b.low, pc->shift);
    uint64_t mask = mask_shift(pc->shift), r;
    if (b.high)
        use_undefined(t, "a divisor");
    if (!y)
        stop_error(t, INTERP_DIVISION, "division by zero");
    if (y == -1)
        r = pc->op == CODE_SDIV ? -a.low : 0; /* wraps */
    else
        r = (uint64_t)(pc->op == CODE_SDIV ? x / y : x % y);
    return (slot){r & mask, a.high | b.high ? mask : 0};
}

slot step_unsigned_division(struct interp *t, const struct code *pc, slot a, slot b)
{
    if (b.high)
        use_undefined(t, "a divisor");
    if (!b.low)
        stop_error(t, INTERP_DIVISION, "division by zero");
    return (slot){pc->op == CODE_UDIV ? a.low / b.low : a.low % b.low,
                  a.high | b.high ? mask_shift(pc->shift) : 0};
}
