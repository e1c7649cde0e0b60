/* What a finding says about callers. Only what was guessed is changed, and only towards what
 * a caller would plausibly establish: a pointer that is not null, a larger constant size,
 * another length, a number that is an index into the buffer, a number that is small. What
 * still goes wrong in memory of callers is an open condition; everything else is the
 * function's own. */
#include "caller/once/once.h"
#include "caller/refine/refine_internal.h"
#include "interp/interp.h"

#include <stdlib.h>
#include <string.h>

void refine_note(struct refining *r, const char *what, const char *name)
{
    LAW(*r->view->message);
    struct caller *p = r->plan;
    const char *head = arena_format(&p->arena, "%s%s: ", name, what);
    for (size_t i = 0; i < p->conditions.count; i++)
        if (text_starts(p->conditions.data[i], head))
            return;
    const char *text = arena_format(&p->arena, "%s%s", head, r->view->message);
    VECTOR_PUSH(&p->conditions, text);
}

bool refine_is_source(const struct refining *r, const struct spot *s)
{
    return s->shape == SPOT_NUMBER && s->number != USE_NONE &&
           s->number < r->view->usage->numbers.count && r->sources.numbers[s->number];
}

bool refine_is_near(const struct refining *r, const struct spot *s)
{
    LAW(r->near.numbers != r->sources.numbers);
    return refine_is_source(r, s) && r->near.numbers[s->number];
}

bool refine_may_limit(const struct caller *c, const struct spot *number, uint32_t limit)
{
    LAW(limit < c->spots.count);
    for (size_t steps = 0; limit != SPOT_NONE && steps <= c->spots.count; steps++) {
        if (&c->spots.data[limit] == number)
            return false;
        limit = c->spots.data[limit].below;
    }
    return true;
}

/* --- null --- */

uint32_t refine_use(const struct refining *r)
{
    LAW(r->view->function < r->view->program->functions.count);
    LAW(r->view->instruction <
        r->view->program->functions.data[r->view->function].instructions.count);
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    uint64_t use;
    bool copies = i->op == OP_MEMCPY || i->op == OP_MEMMOVE;
    bool from = copies && strstr(r->view->message, ": read "); /* the second is what failed */
    bool called = i->op == OP_CALL && !value_is_constant(instruction_operand(f, i, 0));
    for (uint32_t k = from ? 1 : 0; k < i->count && k < (called ? 1 : 2); k++) {
        struct value v = instruction_operand(f, i, k);
        if (value_is_constant(v))
            continue;
        if (map_get(&r->view->usage->use_of, (uint64_t)r->view->function << 32 | v.id, &use))
            return (uint32_t)use;
    }
    return USE_NONE;
}

/* Null constants and addresses of locals: the pointer is the function's own, whatever callers
 * do. */
static bool is_own_pointer(const struct function *f, struct value v, int depth)
{
    if (value_is_constant(v))
        return true;
    if (depth > 6)
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (i->op == OP_ALLOCA)
        return true;
    if (i->op == OP_PTRADD)
        return is_own_pointer(f, instruction_operand(f, i, 0), depth + 1);
    if (i->op != OP_PHI)
        return false;
    for (uint32_t k = 0; k < i->count; k += 2)
        if (!is_own_pointer(f, instruction_operand(f, i, k), depth + 1))
            return false;
    return true;
}

static bool is_own_access(const struct refining *r)
{
    LAW(r->view->instruction <
        r->view->program->functions.data[r->view->function].instructions.count);
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    return i->count && i->op != OP_CALL && is_own_pointer(f, instruction_operand(f, i, 0), 0);
}

enum { MOST_SUCCESSORS = 64 };

static void mark_reached(const struct function *f, uint32_t block, bool *seen)
{
    LAW(block < f->blocks.count);
    uint32_t next[MOST_SUCCESSORS];
    if (seen[block])
        return;
    seen[block] = true;
    uint32_t count = block_successors(f, &f->blocks.data[block], next, MOST_SUCCESSORS);
    for (uint32_t i = 0; i < count && i < MOST_SUCCESSORS; i++)
        mark_reached(f, next[i], seen);
}

/* Some run may pass both blocks, the first one first. */
static bool may_follow(const struct function *f, uint32_t first, uint32_t then)
{
    bool *seen = calloc(f->blocks.count, sizeof *seen);
    mark_reached(f, first, seen);
    bool follows = seen[then];
    free(seen);
    return follows;
}

/* The pointer that an access starts from, without the steps to members. */
static struct value base_of_access(const struct function *f, const struct instruction *i)
{
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    while (!value_is_none(v) && !value_is_constant(v) &&
           f->instructions.data[v.id].op == OP_PTRADD)
        v = instruction_operand(f, &f->instructions.data[v.id], 0);
    return v;
}

/* A pointer that a loop or a branch chooses is tested where it is compared itself. */
static bool is_compared_itself(const struct function *f, struct value v)
{
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        if (i->op != OP_ICMP)
            continue;
        if (instruction_operand(f, i, 0).id == v.id ||
            instruction_operand(f, i, 1).id == v.id)
            return true;
    }
    return false;
}

/* The function itself, in which the access is, asks whether the pointer is null, on the way
 * there or after it. A test on another way says nothing. */
static bool is_tested_here(const struct refining *r, uint32_t use)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct function *verified = &r->plan->program->functions.data[r->plan->function];
    uint32_t access = f->instructions.data[r->view->instruction].block;
    if (use == USE_NONE || !text_same(f->name, verified->name))
        return false;
    struct value base = base_of_access(f, &f->instructions.data[r->view->instruction]);
    bool chosen = !value_is_none(base) && !value_is_constant(base) &&
                  f->instructions.data[base.id].op == OP_PHI;
    if (chosen && !is_compared_itself(f, base))
        return false;
    for (size_t i = 0; i < r->view->usage->tests.count; i++) {
        const struct null_test *t = &r->view->usage->tests.data[i];
        if (t->use == use &&
            (may_follow(f, t->block, access) || may_follow(f, access, t->block)))
            return true;
    }
    return false;
}

/* Is that instruction a call of the callee by its name? */
static bool is_call_of(const struct program *p, const struct function *f, uint32_t id,
                       uint32_t callee)
{
    const struct instruction *i = &f->instructions.data[id];
    if (i->op != OP_CALL || i->block == UINT32_MAX)
        return false;
    struct value v = instruction_operand(f, i, 0);
    const struct constant *c = value_is_constant(v) ? program_constant(p, v) : NULL;
    return c && c->kind == CONSTANT_FUNCTION && c->index == callee;
}

/* Does some call in the function give a result of that function, which is compared? */
static bool tests_result(const struct program *p, const struct function *f, uint32_t callee)
{
    for (uint32_t k = 0; k < f->instructions.count; k++)
        if (is_call_of(p, f, k, callee) && is_compared_itself(f, (struct value){k}))
            return true;
    return false;
}

bool refine_is_result_tested(const struct caller *c, uint32_t callee)
{
    struct arena arena;
    bool any = false;
    arena_init(&arena);
    const bool *reached = caller_reached(c, &arena);
    for (uint32_t n = 0; n < c->program->functions.count; n++)
        any |= reached[n] && tests_result(c->program, &c->program->functions.data[n], callee);
    arena_release(&arena);
    return any;
}

/* What was made up for a function without body is null, which the function never asks: the
 * result always leads to something. */
static bool keep_result(struct refining *r)
{
    if (!r->plan->quiet_externs || !r->sources.called)
        return false;
    uint32_t callee = r->sources.called - 1;
    LAW(callee < r->view->program->functions.count);
    struct extern_result *e =
        caller_extern(r->plan, r->view->program->functions.data[callee].name);
    if (!e || e->memory || e->never_null || refine_is_result_tested(r->plan, e->function))
        return false;
    if (r->view->program->functions.data[callee].results[0].kind != TYPE_POINTER)
        return false;
    e->never_null = true;
    refine_note(r, " returns no null", r->plan->program->functions.data[e->function].name);
    return true;
}

/* The memory that holds the pointer which the call goes through; USE_NONE: it is none of
 * callers. */
static uint32_t use_called(const struct refining *r, uint32_t function, uint32_t call)
{
    const struct function *f = &r->view->program->functions.data[function];
    const struct instruction *i = &f->instructions.data[call];
    uint64_t use;
    if (i->op != OP_CALL || i->block == UINT32_MAX)
        return USE_NONE;
    struct value callee = instruction_operand(f, i, 0);
    if (value_is_constant(callee) ||
        !map_get(&r->view->usage->use_of, (uint64_t)function << 32 | callee.id, &use))
        return USE_NONE;
    return (uint32_t)use;
}

/* Some result of the function of callers is compared. */
static bool is_callback_tested(const struct refining *r, uint32_t use)
{
    const struct program *p = r->view->program;
    for (uint32_t n = 0; n < p->functions.count; n++)
        for (uint32_t k = 0; k < p->functions.data[n].instructions.count; k++)
            if (use_called(r, n, k) == use &&
                is_compared_itself(&p->functions.data[n], (struct value){k}))
                return true;
    return false;
}

/* A function of callers returned the null, and nobody asks for that: it returns none. */
static bool keep_callback_result(struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    struct value base = base_of_access(f, &f->instructions.data[r->view->instruction]);
    if (!r->plan->quiet_callbacks || value_is_none(base) || value_is_constant(base))
        return false;
    uint32_t use = use_called(r, r->view->function, base.id);
    for (size_t i = 0; use != USE_NONE && i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape != SPOT_FUNCTION || s->use != use || s->sure_result || s->by_contract)
            continue;
        if (is_callback_tested(r, use))
            return false;
        s->sure_result = true;
        refine_note(r, " returns no null", s->name);
        return true;
    }
    return false;
}

static enum refinement refine_null(struct refining *r)
{
    if (is_own_access(r))
        return REFINE_REAL;
    if (keep_result(r) || keep_callback_result(r))
        return REFINED;
    uint32_t use = refine_use(r);
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->by_contract || !s->may_be_null || s->use != use)
            continue;
        if (is_tested_here(r, use))
            return REFINE_REAL;
        s->may_be_null = false;
        refine_note(r, " is not null", s->name);
        return REFINED;
    }
    if (use != USE_NONE && caller_look_deeper(r->plan, use))
        return REFINED;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->by_contract || !s->may_be_null)
            continue;
        s->may_be_null = false;
        changed = true;
    }
    if (changed)
        refine_note(r, "pointers are not null", "");
    if (changed || caller_look_deeper(r->plan, USE_NONE))
        return REFINED;
    return refine_globals(r);
}

/* --- numbers --- */

bool refine_narrow(struct caller *p, struct spot *s, __int128 least, __int128 most)
{
    LAW(s->shape == SPOT_NUMBER);
    LAW(least <= most);
    const struct ctype *t = &p->program->ctypes.data[s->ctype];
    uint32_t width = (uint32_t)t->bytes * 8;
    bool is_signed = t->kind == CTYPE_SIGNED ||
                     (t->kind == CTYPE_CHAR && strcmp(t->name, "unsigned char"));
    __int128 low = is_signed ? -((__int128)1 << (width - 1)) : 0;
    __int128 high = ((__int128)1 << (is_signed ? width - 1 : width)) - 1;
    if (least < low)
        least = low;
    if (most > high)
        most = high;
    if (s->has_range && least < s->least)
        least = s->least;
    if (s->has_range && most > s->most)
        most = s->most;
    if (least > most)
        return false;
    bool tighter =
        least > (s->has_range ? s->least : low) || most < (s->has_range ? s->most : high);
    LAW(low <= least && most <= high);
    s->has_range = true;
    s->least = least;
    s->most = most;
    return tighter;
}

bool refine_narrow_more(struct caller *p, struct spot *s)
{
    LAW(s->shape == SPOT_NUMBER);
    const struct ctype *t = &p->program->ctypes.data[s->ctype];
    uint32_t width = (uint32_t)t->bytes * 8;
    while (s->rung < 4) {
        __int128 one = 1;
        switch (s->rung++) {
        case 0:
            if (refine_narrow(p, s, -(one << (width - 2)), one << (width - 2)))
                return true;
            break;
        case 1:
            if (refine_narrow(p, s, 0, one << (width - 2)))
                return true;
            break;
        case 2:
            if (refine_narrow(p, s, 0, (one << (width / 2 - 1)) - 1))
                return true;
            break;
        default:
            if (refine_narrow(p, s, 0, 1000))
                return true;
        }
    }
    return false;
}

enum { LEAST_INT_WIDTH = 32 };

/* The function's own test is there to keep amounts as small as they must be, or lets some
 * pass that are larger; of a signed one it may have said nothing about what is below 0. */
static bool is_tested_enough(const struct refining *r, const struct spot *s, int64_t most)
{
    const struct number *n = &r->plan->usage.numbers.data[s->number];
    bool is_unsigned = r->plan->program->ctypes.data[s->ctype].kind == CTYPE_UNSIGNED;
    return n->has_limit &&
           (n->limit > most || (n->limit == most && (is_unsigned || n->has_least)));
}

/* The number itself is what the failing check compares with the width, and the function's own
 * test is what fails: callers establish nothing. */
static bool lets_amount_pass(const struct refining *r, const struct spot *s)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *check = &f->instructions.data[r->view->instruction];
    if (check->op != OP_CHECK || check->sub != CHECK_SHIFT_AMOUNT)
        return false;
    struct value v = instruction_operand(f, check, 0);
    if (value_is_constant(v) || f->instructions.data[v.id].op != OP_ICMP)
        return false;
    const struct instruction *compare = &f->instructions.data[v.id];
    struct value amount = instruction_operand(f, compare, 0);
    uint64_t number;
    if (value_is_constant(amount) ||
        !map_get(&r->view->usage->number_of, (uint64_t)r->view->function << 32 | amount.id,
                 &number))
        return false;
    struct value most = instruction_operand(f, compare, 1);
    return number == s->number && value_is_constant(most) &&
           is_tested_enough(
               r, s, (int64_t)constant_low_bits(program_constant(r->view->program, most)));
}

/* An amount to shift by: less than the width of what is shifted, and not 0 where what is left
 * of the width is an amount, too (rotations). */
static bool narrow_shift(struct refining *r, struct spot *s)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    uint32_t width = 32;
    if (i->count)
        width = value_type(r->view->program, f, instruction_operand(f, i, 0)).width;
    if (width < 8)
        width = 32;
    return refine_narrow(r->plan, s, 0, width - 1) ||
           refine_narrow(r->plan, s, 1, width - 1) || refine_narrow(r->plan, s, 1, 31) ||
           refine_narrow(r->plan, s, 1, 7);
}

/* What is shifted into the sign bit is not representable. */
static bool is_shifted_out(const struct refining *r)
{
    const struct instruction *i = &r->view->program->functions.data[r->view->function]
                                       .instructions.data[r->view->instruction];
    return r->view->error == INTERP_OVERFLOW && i->op == OP_CHECK &&
           i->sub == CHECK_SHIFT_VALUE;
}

/* A divisor is not 0, unless the function itself lets 0 pass, knowing of negative ones. */
static bool exclude_zero(struct spot *s, const struct number *n)
{
    LAW(s->shape == SPOT_NUMBER);
    if (!n->divides || s->not_zero || (n->has_least && n->least <= 0))
        return false;
    return s->not_zero = true;
}

static bool refine_number(struct refining *r, struct spot *s)
{
    LAW(s->number < r->plan->usage.numbers.count);
    const struct number *n = &r->plan->usage.numbers.data[s->number];
    if (r->view->error == INTERP_DIVISION && n->divides)
        return exclude_zero(s, n);
    if (r->view->error == INTERP_DIVISION) /* the divisor is computed from it */
        return !n->has_least && !n->has_limit && refine_narrow_more(r->plan, s);
    bool shifts = n->shifts;
    if (r->view->error == INTERP_SHIFT && shifts)
        return !lets_amount_pass(r, s) && narrow_shift(r, s);
    if (is_shifted_out(r) && shifts && refine_narrow(r->plan, s, 0, LEAST_INT_WIDTH - 2))
        return true;
    return refine_narrow_more(r->plan, s);
}

/* The result of a function without body, which the failing arithmetic is computed from, is in
 * a range. */
static bool narrow_result(struct refining *r)
{
    if (!r->sources.called)
        return false;
    struct extern_result *e =
        caller_extern(r->plan, r->view->program->functions.data[r->sources.called - 1].name);
    if (!e || e->number.shape != SPOT_NUMBER || !refine_narrow_more(r->plan, &e->number))
        return false;
    refine_note(r, " returns a number in a range",
                r->plan->program->functions.data[e->function].name);
    return true;
}

/* The comparison stands right before a check, and is part of it. */
static bool is_of_check(const struct function *f, uint32_t k)
{
    for (uint32_t i = k + 1; i < f->instructions.count && i <= k + 3; i++)
        if (f->instructions.data[i].op == OP_CHECK)
            return true;
    return false;
}

/* The function is given floats, and never asks how large one is. */
static bool takes_any_float(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    for (uint32_t k = 0; k < f->instructions.count; k++)
        if (f->instructions.data[k].op == OP_FCMP && !is_of_check(f, k))
            return false;
    for (size_t i = 0; i < r->plan->spots.count; i++)
        if (r->plan->spots.data[i].shape == SPOT_FLOAT && !r->plan->spots.data[i].by_contract)
            return true;
    return false;
}

/* Floats that are converted fit into an int; are not negative; are parts of 1. */
static bool narrow_floats(struct refining *r)
{
    bool changed = false;
    int most_rung = takes_any_float(r) ? 2 : 1;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape != SPOT_FLOAT || s->by_contract || s->rung > most_rung)
            continue;
        s->has_range = true;
        s->least = s->rung ? 0 : -((__int128)1 << 30);
        s->most = s->rung == 2 ? 1 : (__int128)1 << 30;
        s->rung++;
        refine_note(r, " is in a range", s->name);
        changed = true;
    }
    return changed;
}

static bool is_arithmetic(const struct refining *r)
{
    return r->view->error == INTERP_OVERFLOW || r->view->error == INTERP_SHIFT ||
           r->view->error == INTERP_DIVISION || r->view->error == INTERP_FLOAT_CAST;
}

static enum refinement refine_arithmetic(struct refining *r)
{
    LAW(is_arithmetic(r));
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (!refine_is_source(r, s) || s->by_contract)
            continue;
        if (!s->fresh && !refine_number(r, s))
            continue;
        s->fresh = true;
        refine_note(r, " is in a range", s->name);
        changed = true;
    }
    bool cast = r->view->error == INTERP_FLOAT_CAST;
    if (!changed && cast)
        changed = narrow_floats(r);
    if (!changed && cast && takes_any_float(r))
        return REFINE_OPEN;
    if (!changed && r->plan->quiet_externs)
        changed = narrow_result(r);
    if (changed || refine_result_of_callback(r))
        return REFINED;
    if (refine_depends_on_callback(r))
        return REFINE_OPEN; /* what it returns is for callers */
    enum refinement result = refine_global_number(r, 0);
    return result == REFINE_REAL && refine_has_untested(r) ? REFINE_OPEN : result;
}

static bool is_check_of_index(const struct refining *r)
{
    const struct instruction *i = &r->view->program->functions.data[r->view->function]
                                       .instructions.data[r->view->instruction];
    return i->op == OP_CHECK && i->sub == CHECK_INDEX;
}

static enum refinement refine(struct refining *r)
{
    if (is_check_of_index(r) && refine_wide_index(r))
        return REFINED;
    if (!is_arithmetic(r) && refine_stop_filling(r))
        return REFINED;
    switch (r->view->error) {
    case INTERP_NULL:
        return refine_null(r);
    case INTERP_BOUNDS:
        return refine_bounds(r);
    case INTERP_INVALID:
    case INTERP_UNINITIALISED:
        if (refine_far_access(r))
            return REFINED;
        /* a pointer that lies in memory of callers which the plan says nothing about */
        return refine_globals(r);
    case INTERP_INVALID_FREE:
        if (refine_keep_in_callbacks(r))
            return REFINED;
        return strstr(r->view->message, "in no object") ? refine_globals(r) : REFINE_REAL;
    case INTERP_OVERFLOW:
    case INTERP_SHIFT:
    case INTERP_DIVISION:
    case INTERP_FLOAT_CAST:
        return refine_arithmetic(r);
    default:
        return REFINE_REAL;
    }
}

/* Callers of a static function have looked at the text, perhaps: that its digits are digits.
 */
static bool is_about_text(const struct refining *r)
{
    return r->sources.text && is_arithmetic(r) &&
           r->plan->program->functions.data[r->plan->function].internal;
}

/* There is a contract: what goes wrong under it is the function's, but where memory was only
 * guessed. */
static enum refinement refine_fixed(struct caller *p, const struct replay_view *v)
{
    LAW(p->fixed);
    if (v->error == INTERP_INVALID || v->error == INTERP_UNINITIALISED)
        return REFINE_OPEN;
    if (!v->object_known || v->made.file != v->harness_file)
        return REFINE_REAL;
    const struct spot *s = refine_spot_at(p, v->made.line);
    return s && !s->by_contract ? REFINE_OPEN : REFINE_REAL;
}

/* A number of callers that has no spot. */
static bool has_unnamed_source(const struct refining *r)
{
    for (uint32_t n = 0; n < r->view->usage->numbers.count; n++) {
        bool named = !r->sources.numbers[n];
        for (size_t i = 0; i < r->plan->spots.count && !named; i++)
            named = r->plan->spots.data[i].shape == SPOT_NUMBER &&
                    r->plan->spots.data[i].number == n;
        if (!named)
            return true;
    }
    return false;
}

static uint32_t count_calls(const struct program *p, uint32_t from, uint32_t callee)
{
    const struct function *f = &p->functions.data[from];
    uint32_t count = 0;
    for (uint32_t k = 0; k < f->instructions.count; k++)
        count += is_call_of(p, f, k, callee);
    return count;
}

/* A number in memory that a callee reads, which is called at several places: whose it is is
 * known of the first one only. */
static bool is_of_unknown_owner(const struct refining *r)
{
    const struct replay_view *v = r->view;
    if (!is_arithmetic(r) || v->depth < 3 ||
        count_calls(v->program, v->stack[1].function, v->function) < 2)
        return false;
    LAW(v->stack[1].function < v->program->functions.count);
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (s->parent != SPOT_NONE && refine_is_source(r, s))
            return true;
    }
    return false;
}

enum refinement caller_refine(struct caller *p, const struct replay_view *v)
{
    LAW(caller_is_lawful(p));
    LAW(v->depth && v->stack[0].function == v->function);
    if (p->fixed)
        return refine_fixed(p, v);
    if (once_is_about_callee(p, v))
        return once_refine(p, v) ? REFINED : REFINE_OPEN;
    size_t numbers = v->usage->numbers.count + 1;
    struct refining r = {p,
                         v,
                         {.numbers = calloc(numbers, sizeof(bool))},
                         {.numbers = calloc(numbers, sizeof(bool))}};
    usage_sources(v->usage, v->program, v->stack, v->depth, &r.sources);
    usage_sources(v->usage, v->program, v->stack, 1, &r.near);
    enum refinement result = refine(&r);
    if (result == REFINE_REAL && (refine_loop_limit(&r) || refine_walk_over_global(&r)))
        result = REFINED;
    LAW(caller_is_lawful(p));
    /* what lies in a caller's tables is for the caller to get right */
    bool theirs = r.sources.content || r.sources.unnamed || has_unnamed_source(&r) ||
                  is_about_text(&r) || is_of_unknown_owner(&r);
    if (result == REFINE_REAL && theirs)
        result = REFINE_OPEN;
    free(r.sources.numbers);
    free(r.near.numbers);
    if (p->far && result != REFINED)
        result = refine_far(&r) ? REFINED : REFINE_OPEN;
    if (p->once && result != REFINED && once_refine(p, v))
        result = REFINED;
    return result;
}
