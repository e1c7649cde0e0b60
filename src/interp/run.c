/* The loop that executes decoded code. Dispatch is by computed goto; whole defined values
 * take the fast paths here, everything else goes to access.c, wide.c, bits.c, float.c and
 * call.c. Calls do not use the C stack.
 *
 * Notation: A, B, C are the operand slots; UNDEFINED(a, b) says that a bit of either is
 * undefined. Undefined bits spread upwards through + - *, bit by bit through & | ^ and shifts
 * by defined amounts, and to the whole result elsewhere. */
#include "interp/interp_internal.h"

#include "base/clock.h"

/* The lowest undefined bit and all above it: what a carry can reach. */
static uint64_t spread(uint64_t undefined, uint64_t mask)
{
    return undefined ? (undefined | -undefined) & mask : 0;
}

static float as_float(slot s)
{
    float x;
    memcpy(&x, &s.low, sizeof x);
    return x;
}

static double as_double(slot s)
{
    double x;
    memcpy(&x, &s.low, sizeof x);
    return x;
}

static slot float_slot(float x, uint64_t undefined)
{
    slot s = {0, undefined ? 0xffffffffu : 0};
    memcpy(&s.low, &x, sizeof x);
    return s;
}

static slot double_slot(double x, uint64_t undefined)
{
    slot s = {0, undefined ? ~UINT64_C(0) : 0};
    memcpy(&s.low, &x, sizeof x);
    return s;
}

static bool float_compare(uint8_t how, double a, double b)
{
    if (a != a || b != b)
        return how & 8;
    if (a == b)
        return how & 1;
    return a > b ? how & 2 : how & 4;
}

/* Equality of partly undefined values is defined where defined bits differ. */
static uint64_t equality_undefined(slot a, slot b)
{
    uint64_t undefined = a.high | b.high;
    return undefined && !((a.low ^ b.low) & ~undefined);
}

/* The order of partly undefined values is defined where it is the same whatever the undefined
 * bits are. `sign`: the sign bit of signed values, 0 for others. */
static bool is_below(slot a, slot b, uint64_t sign)
{
    return ((a.low ^ sign) | a.high) < ((b.low ^ sign) & ~b.high);
}

static bool is_at_most(slot a, slot b, uint64_t sign)
{
    return ((a.low ^ sign) | a.high) <= ((b.low ^ sign) & ~b.high);
}

static uint64_t below_undefined(slot a, slot b, uint64_t sign)
{
    return !is_below(a, b, sign) && !is_at_most(b, a, sign);
}

enum { STEPS_PER_LOOK = 1 << 15 }; /* at the clock */

static void limit_reached(struct interp *t)
{
    if (t->options->step_limit && t->steps > t->options->step_limit)
        stop_end(t, INTERP_LIMIT, "more than %llu steps",
                 (unsigned long long)t->options->step_limit);
    if (t->options->stop && *t->options->stop)
        stop_end(t, INTERP_LIMIT, "stopped");
    if (t->options->until > 0 && wall_now() > t->options->until)
        stop_end(t, INTERP_LIMIT, "the time for the run is over");
}

/* The next number of steps at which limits are looked at. */
static uint64_t next_look(const struct interp *t)
{
    uint64_t at = t->steps + (t->options->until > 0 ? STEPS_PER_LOOK : 1000000);
    return t->options->step_limit && t->options->step_limit < at ? t->options->step_limit
                                                                 : at;
}

static slot operation_argument(const struct operation *o, const slot *slots, uint32_t k,
                               uint32_t at)
{
    return k < o->count ? slots[at] : (slot){0, 0};
}

void run_frames(struct interp *t)
{
    static const void *const labels[] = {
#define CODE(name) &&L_##name,
#include "interp/code.def"
#undef CODE
    };
    struct frame *frame = t->frame;
    const struct code *pc = frame->pc;
    const struct code *code = frame->function->code;
    slot *slots = frame->slots;
    uint64_t look = next_look(t);
    const uint32_t width = t->program->pointer_width;
    const uint64_t pointer_mask = t->memory.pointer_mask;

#define A slots[pc->a]
#define B slots[pc->b]
#define C slots[pc->c]
#define DST slots[pc->dst]
#define RUN goto *labels[pc->op]
#define NEXT                                                                                 \
    do {                                                                                     \
        pc++;                                                                                \
        RUN;                                                                                 \
    } while (0)
#define SAVE (frame->pc = pc) /* before anything that may stop the run or ask */
#define MASK mask_shift(pc->shift)
#define LOOK                                                                                 \
    if (UNLIKELY((t->steps += pc->dst) > look)) {                                            \
        SAVE;                                                                                \
        limit_reached(t);                                                                    \
        look = next_look(t);                                                                 \
    }
#define ARITHMETIC(name, expression)                                                         \
    L_##name:                                                                                \
    {                                                                                        \
        const slot a = A, b = B;                                                             \
        DST = (slot){(expression) & MASK,                                                    \
                     UNLIKELY(a.high | b.high) ? spread(a.high | b.high, MASK) : 0};         \
        NEXT;                                                                                \
    }
#define COMPARISON(name, expression, undefined)                                              \
    L_##name:                                                                                \
    {                                                                                        \
        const slot a = A, b = B;                                                             \
        DST = (slot){expression, UNLIKELY(a.high | b.high) ? (undefined) : 0};               \
        NEXT;                                                                                \
    }
#define FUSED(name, expression, undefined)                                                   \
    L_##name:                                                                                \
    {                                                                                        \
        const slot a = A, b = B;                                                             \
        const bool holds = (expression);                                                     \
        const uint64_t unknown = UNLIKELY(a.high | b.high) ? (undefined) : 0;                \
        DST = (slot){holds, unknown};                                                        \
        pc++;                                                                                \
        if (UNLIKELY(unknown))                                                               \
            RUN;                                                                             \
        LOOK;                                                                                \
        pc = code + (holds ? pc->b : pc->c);                                                 \
        RUN;                                                                                 \
    }
#define SIGNED(x) sign_shift((x).low, pc->shift)
#define SIGN (UINT64_C(1) << (63 - pc->shift))
#define FLOATING(name, make, get, operator)                                                  \
    L_##name:                                                                                \
    {                                                                                        \
        const slot a = A, b = B;                                                             \
        DST = make(get(a) operator get(b), a.high | b.high);                                 \
        NEXT;                                                                                \
    }
#define LOAD(name, kind)                                                                     \
    L_##name:                                                                                \
    {                                                                                        \
        const slot p = A;                                                                    \
        const struct object *o = &t->memory.objects[pointer_object(p)];                      \
        const uint64_t offset = p.low - o->base;                                             \
        kind value, defined = (kind) - 1;                                                    \
        if (UNLIKELY(offset >= o->size || o->size - offset < sizeof value ||                 \
                     o->generation != pointer_generation(p)))                                \
            goto slow_load;                                                                  \
        if (o->defined)                                                                      \
            memcpy(&defined, o->defined + offset, sizeof value);                             \
        if (UNLIKELY(defined != (kind) - 1))                                                 \
            goto slow_load;                                                                  \
        memcpy(&value, o->bytes + offset, sizeof value);                                     \
        DST = (slot){value, 0};                                                              \
        NEXT;                                                                                \
    }
#define STORE(name, kind)                                                                    \
    L_##name:                                                                                \
    {                                                                                        \
        const slot p = A, v = B;                                                             \
        const struct object *o = &t->memory.objects[pointer_object(p)];                      \
        const uint64_t offset = p.low - o->base;                                             \
        const kind value = (kind)v.low, defined = (kind) - 1;                                \
        if (UNLIKELY(offset >= o->size || o->size - offset < sizeof value ||                 \
                     o->generation != pointer_generation(p) || v.high || o->read_only))      \
            goto slow_store;                                                                 \
        memcpy(o->bytes + offset, &value, sizeof value);                                     \
        if (o->provenance)                                                                   \
            memset(o->provenance + offset, 0, sizeof value * sizeof *o->provenance);         \
        if (o->defined)                                                                      \
            memcpy(o->defined + offset, &defined, sizeof value);                             \
        NEXT;                                                                                \
    }

    RUN;

L_MOVE:
    DST = A;
    NEXT;
    ARITHMETIC(ADD, a.low + b.low)
    ARITHMETIC(SUB, a.low - b.low)
    ARITHMETIC(MUL, a.low * b.low)
L_UDIV:
L_UREM:
    SAVE;
    DST = step_unsigned_division(t, pc, A, B);
    NEXT;
L_SDIV:
L_SREM:
    SAVE;
    DST = step_signed_division(t, pc, A, B);
    NEXT;
L_AND: {
    const slot a = A, b = B;
    DST = (slot){a.low & b.low, (a.high | b.high) & (a.low | a.high) & (b.low | b.high)};
    NEXT;
}
L_OR: {
    const slot a = A, b = B;
    DST = (slot){a.low | b.low, (a.high | b.high) & (~a.low | a.high) & (~b.low | b.high)};
    NEXT;
}
L_XOR: {
    const slot a = A, b = B;
    DST = (slot){a.low ^ b.low, a.high | b.high};
    NEXT;
}
L_SHL: {
    const slot a = A, b = B;
    if (UNLIKELY(b.high || b.low >= 64u - pc->shift))
        DST = (slot){0, MASK};
    else
        DST = (slot){a.low << b.low & MASK, a.high << b.low & MASK};
    NEXT;
}
L_LSHR: {
    const slot a = A, b = B;
    if (UNLIKELY(b.high || b.low >= 64u - pc->shift))
        DST = (slot){0, MASK};
    else
        DST = (slot){a.low >> b.low, a.high >> b.low};
    NEXT;
}
L_ASHR: {
    const slot a = A, b = B;
    if (UNLIKELY(b.high || b.low >= 64u - pc->shift))
        DST = (slot){0, MASK};
    else
        DST = (slot){(uint64_t)(SIGNED(a) >> b.low) & MASK,
                     (uint64_t)(sign_shift(a.high, pc->shift) >> b.low) & MASK};
    NEXT;
}
L_EQ: {
    const slot a = A, b = B;
    DST = (slot){a.low == b.low, equality_undefined(a, b)};
    NEXT;
}
L_NE: {
    const slot a = A, b = B;
    DST = (slot){a.low != b.low, equality_undefined(a, b)};
    NEXT;
}
    COMPARISON(ULT, a.low < b.low, below_undefined(a, b, 0))
    COMPARISON(ULE, a.low <= b.low, below_undefined(b, a, 0))
    COMPARISON(UGT, a.low > b.low, below_undefined(b, a, 0))
    COMPARISON(UGE, a.low >= b.low, below_undefined(a, b, 0))
    COMPARISON(SLT, SIGNED(a) < SIGNED(b), below_undefined(a, b, SIGN))
    COMPARISON(SLE, SIGNED(a) <= SIGNED(b), below_undefined(b, a, SIGN))
    COMPARISON(SGT, SIGNED(a) > SIGNED(b), below_undefined(b, a, SIGN))
    COMPARISON(SGE, SIGNED(a) >= SIGNED(b), below_undefined(a, b, SIGN))
    FUSED(BRANCH_EQ, a.low == b.low, equality_undefined(a, b))
    FUSED(BRANCH_NE, a.low != b.low, equality_undefined(a, b))
    FUSED(BRANCH_ULT, a.low < b.low, below_undefined(a, b, 0))
    FUSED(BRANCH_ULE, a.low <= b.low, below_undefined(b, a, 0))
    FUSED(BRANCH_SLT, SIGNED(a) < SIGNED(b), below_undefined(a, b, SIGN))
    FUSED(BRANCH_SLE, SIGNED(a) <= SIGNED(b), below_undefined(b, a, SIGN))
L_POINTER_COMPARE: {
    const slot a = A, b = B;
    bool undefined = pointer_object(a) == OBJECT_UNDEFINED_INDEX ||
                     pointer_object(b) == OBJECT_UNDEFINED_INDEX;
    DST = (slot){compare_holds(pc->sub, a.low, b.low, width), undefined};
    NEXT;
}
L_ZEXT:
    DST = A;
    NEXT;
L_SEXT: {
    const slot a = A;
    const uint64_t mask = mask_shift(pc->c);
    DST = (slot){(uint64_t)SIGNED(a) & mask, (uint64_t)sign_shift(a.high, pc->shift) & mask};
    NEXT;
}
L_TRUNC:
    DST = (slot){A.low & MASK, A.high & MASK};
    NEXT;
L_WIDE: {
    const struct operation *o = &frame->function->operations[pc->c];
    SAVE;
    DST = wide_operation(t, o, A, operation_argument(o, slots, 1, pc->b));
    NEXT;
}
L_BIG:
    SAVE;
    big_operation(t, &frame->function->operations[pc->c], &DST, &A, &B);
    NEXT;
L_BITS: {
    const struct operation *o = &frame->function->operations[pc->c];
    slot c = operation_argument(o, slots, 2, pc[o->count > 2].a);
    DST = bits_operation(o, A, operation_argument(o, slots, 1, pc->b), c);
    pc += o->count > 2;
    NEXT;
}
L_FLOAT: {
    const struct operation *o = &frame->function->operations[pc->c];
    slot c = operation_argument(o, slots, 2, pc[o->count > 2].a);
    DST = float_operation(o, A, operation_argument(o, slots, 1, pc->b), c);
    pc += o->count > 2;
    NEXT;
}
    FLOATING(FADD32, float_slot, as_float, +)
    FLOATING(FSUB32, float_slot, as_float, -)
    FLOATING(FMUL32, float_slot, as_float, *)
    FLOATING(FDIV32, float_slot, as_float, /)
    FLOATING(FADD64, double_slot, as_double, +)
    FLOATING(FSUB64, double_slot, as_double, -)
    FLOATING(FMUL64, double_slot, as_double, *)
    FLOATING(FDIV64, double_slot, as_double, /)
L_FCMP32:
    DST = (slot){float_compare(pc->sub, as_float(A), as_float(B)), (A.high | B.high) != 0};
    NEXT;
L_FCMP64:
    DST = (slot){float_compare(pc->sub, as_double(A), as_double(B)), (A.high | B.high) != 0};
    NEXT;
L_PTRADD: {
    const slot a = A, b = B;
    DST =
        (slot){(a.low + b.low) & pointer_mask, UNLIKELY(b.high) ? POINTER_UNDEFINED : a.high};
    NEXT;
}
L_PTRTOINT: {
    const slot a = A;
    DST = (slot){a.low & MASK, pointer_object(a) == OBJECT_UNDEFINED_INDEX ? MASK : 0};
    NEXT;
}
L_INTTOPTR: {
    const slot a = A;
    if (a.high)
        DST = (slot){a.low & pointer_mask, POINTER_UNDEFINED};
    else
        DST = pointer_from_address(t, a.low & pointer_mask);
    NEXT;
}
L_SELECT: {
    const slot a = A;
    SAVE;
    if (UNLIKELY(a.high))
        use_undefined(t, "a condition");
    DST = a.low ? B : C;
    NEXT;
}
L_ALLOCA:
    SAVE;
    DST = step_alloca(t, A, pc->c, pc->sub);
    NEXT;
L_LIFESTART:
    step_life_start(t, A);
    NEXT;
L_LIFEEND:
    step_life_end(t, A, pc->sub);
    NEXT;
L_STACKSAVE:
    DST = (slot){t->memory.stack.count, 0};
    NEXT;
L_STACKRESTORE:
    if (A.low >= frame->stack_mark && A.low < t->memory.stack.count)
        memory_pop_stack(t, (uint32_t)A.low);
    NEXT;
    LOAD(LOAD8, uint8_t)
    LOAD(LOAD16, uint16_t)
    LOAD(LOAD32, uint32_t)
    LOAD(LOAD64, uint64_t)
L_LOAD_POINTER:
L_LOAD_OTHER:
slow_load:
    SAVE;
    DST = access_load(t, A, (struct type){pc->sub, pc->c});
    NEXT;
    STORE(STORE8, uint8_t)
    STORE(STORE16, uint16_t)
    STORE(STORE32, uint32_t)
    STORE(STORE64, uint64_t)
L_STORE_POINTER:
L_STORE_OTHER:
slow_store:
    SAVE;
    access_store(t, A, B, (struct type){pc->sub, pc->c});
    NEXT;
L_MEMCPY:
L_MEMMOVE:
    SAVE;
    if (UNLIKELY(C.high))
        use_undefined(t, "a size");
    access_copy(t, A, B, C.low, pc->op == CODE_MEMCPY ? OP_MEMCPY : OP_MEMMOVE);
    NEXT;
L_MEMSET:
    SAVE;
    if (UNLIKELY(C.high))
        use_undefined(t, "a size");
    access_set(t, A, B, C.low);
    NEXT;
L_CALL_POINTER: {
    SAVE;
    uint32_t callee = call_callee(t, pc);
    if (callee == CALLEE_GIVEN) {
        call_given(t, pc);
        NEXT;
    }
    const struct function *called = &t->program->functions.data[callee];
    if (called->has_body && called->builtin == BUILTIN_NONE) {
        struct frame *next = frame_push(t, callee);
        uint32_t count = called->param_count;
        for (uint32_t k = 0; k < count; k++)
            next->slots[k] = slots[frame->function->list[pc->a + k]];
        next->results = pc->dst;
        goto enter;
    }
    call_builtin(t, pc, callee);
    if (t->frame != frame)
        goto enter;
    NEXT;
}
L_CALL: {
    SAVE;
    struct frame *next = frame_push(t, pc->c);
    const uint32_t *list = frame->function->list + pc->a;
    for (uint32_t k = 0; k < pc->b; k++)
        next->slots[k] = slots[list[k]];
    next->results = pc->dst;
    goto enter;
}
enter:
    frame = t->frame;
    slots = frame->slots;
    code = frame->function->code;
    pc = code;
    RUN;
L_CALL_BUILTIN:
    SAVE;
    call_builtin(t, pc, pc->c);
    if (UNLIKELY(t->frame != frame))
        goto enter;
    NEXT;
L_CHECK: {
    const slot a = A;
    if (UNLIKELY(a.high) && (pc->sub == CHECK_ASSERTION || pc->sub == CHECK_DIVISION)) {
        SAVE;
        use_undefined(t, pc->sub == CHECK_DIVISION ? "a divisor" : "an assertion");
    }
    if (UNLIKELY(!a.low)) {
        SAVE;
        if (a.high && t->options->external == INTERP_EXTERNAL_FOLLOW)
            use_undefined(t, "a check");
        step_check_failed(t, pc);
    }
    NEXT;
}
L_ASSUME:
    SAVE;
    if (A.high && !model_assumes(t))
        use_undefined(t, "an assumption");
    if (!A.low)
        stop_end(t, INTERP_ASSUMPTION, "an assumption is false");
    NEXT;
L_INPUT:
    SAVE;
    DST = step_input(t, pc);
    NEXT;
L_UNSUPPORTED:
    SAVE;
    step_unsupported(t, pc);
L_OBSERVE:
    SAVE;
    t->options->observe(t->options->context, t, frame->function->function, pc->source);
    if (UNLIKELY(t->options->stop && *t->options->stop))
        stop_end(t, INTERP_LIMIT, "stopped");
    NEXT;
L_GOTO:
    pc = code + pc->b;
    RUN;
L_JUMP:
    LOOK;
    pc = code + pc->b;
    RUN;
L_BRANCH: {
    const slot a = A;
    LOOK;
    if (UNLIKELY(a.high)) {
        SAVE;
        use_undefined(t, "a condition");
    }
    pc = code + (a.low ? pc->b : pc->c);
    RUN;
}
L_SWITCH: {
    const slot a = A;
    LOOK;
    SAVE;
    if (a.high)
        use_undefined(t, "a condition");
    const uint32_t *pairs = frame->function->list + pc->b;
    uint32_t target = pairs[2 * pc->c];
    for (uint32_t k = 0; k < pc->c; k++)
        if (slots[pairs[2 * k]].low == a.low) {
            target = pairs[2 * k + 1];
            break;
        }
    pc = code + target;
    RUN;
}
L_RETURN: {
    LOOK;
    SAVE;
    struct frame *caller = frame->caller;
    slot *results = caller ? caller->slots + frame->results : t->call_results;
    if (UNLIKELY(frame == t->exit_frame))
        program_finish(t);
    const uint32_t *list = frame->function->list + pc->a;
    if (results)
        for (uint32_t k = 0; k < pc->b; k++)
            results[k] = slots[list[k]];
    frame_pop(t);
    if (UNLIKELY(!caller))
        return;
    frame = caller;
    slots = frame->slots;
    code = frame->function->code;
    pc = frame->pc + 1;
    RUN;
}
L_STOP:
    SAVE;
    if (pc->sub == STOP_QUIT)
        program_quit(t, pc->b ? (int)A.low : 0);
    if (pc->sub != STOP_EXIT)
        step_stop(t, pc->sub);
    program_exit(t, pc->b ? (int)A.low : 0);
    goto enter;
}
