/* Results that the C standard leaves open, where no program can tell.
 *
 * A model says `__sooth_any_outcome()` or `__sooth_any_failure()` where a function may fail
 * or succeed,
 * `__sooth_any_truth()` where it is only specified whether the result is zero,
 * `__sooth_any_magnitude()` where its sign is too, `__sooth_any_error()` for what it may set
 * errno to (models/models.h). All are inputs. Where no call looks at more of the result than
 * is specified, and the program neither at errno nor, of functions that may fail, at the
 * indicators of streams, the input becomes zero: programs that only print have no inputs.
 * `__sooth_any_calls()` is how often a function of the program is called: zero, as often as
 * the model does it, where what it may call is quiet. */
#include "program/passes_internal.h"

#include "base/text.h"
#include "program/analysis/quiet.h"
#include "program/library.h"

/* What callers see of a function's result: whether it is zero, its sign, all of it. */
enum look { LOOK_NONE, LOOK_ZERO, LOOK_SIGN, LOOK_VALUE };

static bool is_zero(const struct program *p, struct value v)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_BITS && c->type.kind == TYPE_INT && c->type.width <= 64 &&
           !constant_low_bits(c);
}

/* What one instruction sees of a value it uses. A NOTE only tells the value to readers of a
 * trace. */
static enum look look_of(const struct program *p, const struct function *f,
                         const struct instruction *in)
{
    if (in->op == OP_NOTE)
        return LOOK_NONE;
    if (in->op != OP_ICMP || !is_zero(p, instruction_operand(f, in, 1)))
        return LOOK_VALUE;
    if (in->sub == COMPARE_EQ || in->sub == COMPARE_NE)
        return LOOK_ZERO;
    bool is_signed = in->sub == COMPARE_SLT || in->sub == COMPARE_SLE ||
                     in->sub == COMPARE_SGT || in->sub == COMPARE_SGE;
    return is_signed ? LOOK_SIGN : LOOK_VALUE;
}

static const struct function *called(const struct program *p, const struct function *f,
                                     const struct instruction *in)
{
    if (in->op != OP_CALL)
        return NULL;
    struct value callee = instruction_operand(f, in, 0);
    if (!value_is_constant(callee))
        return NULL;
    const struct constant *c = program_constant(p, callee);
    return c->kind == CONSTANT_FUNCTION && !c->offset ? &p->functions.data[c->index] : NULL;
}

enum kind {
    KIND_OUTCOME,
    KIND_FAILURE,
    KIND_TRUTH,
    KIND_MAGNITUDE,
    KIND_ERROR,
    KIND_CALLS,
    KINDS
};
static const char *const names[KINDS] = {"__sooth_any_outcome", "__sooth_any_failure",
                                         "__sooth_any_truth",   "__sooth_any_magnitude",
                                         "__sooth_any_error",   "__sooth_any_calls"};
static const enum look allowed[KINDS] = {LOOK_NONE, LOOK_NONE,  LOOK_ZERO,
                                         LOOK_SIGN, LOOK_VALUE, LOOK_VALUE};

/* What the program looks at besides results; in a function, whether what it calls through
 * pointers is quiet. */
struct views {
    bool errors, indicators, calls;
};

static void view_through(const struct function *named, struct views *v)
{
    v->errors |= text_same(named->name, "__errno_location");
    v->indicators |=
        text_same(named->name, "ferror") || text_same(named->name, "ferror_unlocked");
}

/* By the functions that the program names, to call them or not. */
static struct views views_of(const struct program *p)
{
    struct views v = {0};
    for (size_t i = 0; i < p->functions.count; i++) {
        const struct function *f = &p->functions.data[i];
        if (f->address_taken)
            view_through(f, &v);
        for (size_t k = 0; k < f->instructions.count && !library_unit(f->unit); k++) {
            const struct instruction *in = &f->instructions.data[k];
            const struct function *g = in->block == UINT32_MAX ? NULL : called(p, f, in);
            if (g)
                view_through(g, &v);
        }
    }
    return v;
}

/* Can the program not tell one value of such an input from another, where so much of the
 * result is seen? */
static bool is_settled(enum kind kind, enum look seen, struct views v)
{
    if (kind == KIND_ERROR)
        return !v.errors;
    if (kind == KIND_CALLS)
        return !v.calls;
    if ((kind == KIND_OUTCOME || kind == KIND_FAILURE) && (v.errors || v.indicators))
        return false;
    return seen <= allowed[kind];
}

/* The index in `names` of an input, or -1. */
static int open_result(const struct instruction *in)
{
    if (in->op != OP_INPUT || in->block == UINT32_MAX || !in->text)
        return -1;
    for (int i = 0; i < KINDS; i++)
        if (text_same(in->text, names[i]))
            return i;
    return -1;
}

static bool has_open_result(const struct function *f)
{
    for (size_t i = 0; i < f->instructions.count; i++)
        if (open_result(&f->instructions.data[i]) >= 0)
            return true;
    return false;
}

/* What the calls in one function see of the results of others, by function. */
static void see_calls(const struct program *p, const struct function *f, enum look *seen,
                      struct arena *scratch)
{
    const struct function **of =
        ARENA_ARRAY(scratch, const struct function *, f->instructions.count + 1);
    bool any = false;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        of[i] = in->block == UINT32_MAX ? NULL : called(p, f, in);
        any |= of[i] && seen[of[i] - p->functions.data] != LOOK_VALUE;
    }
    for (size_t i = 0; any && i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < in->count; k++) {
            if (instruction_operand_is_block(in, k))
                continue;
            struct value v = instruction_operand(f, in, k);
            if (value_is_none(v) || value_is_constant(v) || !of[v.id])
                continue;
            enum look *look = &seen[of[v.id] - p->functions.data], now = look_of(p, f, in);
            if (now > *look)
                *look = now;
        }
    }
}

/* Can the program tell how often this function calls what pointers lead to? */
static bool views_calls(const struct program *p, const struct function *f, const bool *quiet,
                        struct arena *scratch)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX || in->op != OP_CALL || called(p, f, in))
            continue;
        if (!quiet_call(p, f, in, quiet, scratch))
            return true;
    }
    return false;
}

static void drop(struct function *f, uint32_t id)
{
    struct block *block = &f->blocks.data[f->instructions.data[id].block];
    size_t kept = 0;
    for (size_t k = 0; k < block->instructions.count; k++)
        if (block->instructions.data[k] != id)
            block->instructions.data[kept++] = block->instructions.data[k];
    block->instructions.count = kept;
    f->instructions.data[id].block = UINT32_MAX;
}

static void settle(struct program *p, struct function *f, enum look seen, struct views views,
                   struct pass_memory *memory)
{
    struct replacement r;
    bool changed = false;
    arena_clear(&memory->scratch);
    replacement_init(&r, f, &memory->scratch);
    for (uint32_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        int which = open_result(in);
        if (which < 0 || !is_settled((enum kind)which, seen, views))
            continue;
        r.by[i] = constant_int(p, in->type, 0).id;
        drop(f, i);
        changed = true;
    }
    if (!changed)
        return;
    replacement_apply(&r, f);
    function_compact(f, memory);
    function_clean(p, f, memory);
    function_settle(f, memory);
}

void program_settle_results(struct program *p)
{
    struct arena scratch;
    arena_init(&scratch);
    enum look *seen = ARENA_ARRAY(&scratch, enum look, p->functions.count + 1);
    bool *open = ARENA_ARRAY(&scratch, bool, p->functions.count + 1), any = false;
    for (size_t i = 0; i < p->functions.count; i++) {
        open[i] = has_open_result(&p->functions.data[i]);
        any |= open[i];
        seen[i] = open[i] && !p->functions.data[i].address_taken ? LOOK_NONE : LOOK_VALUE;
    }
    for (size_t i = 0; any && i < p->functions.count; i++)
        see_calls(p, &p->functions.data[i], seen, &scratch);
    struct pass_memory *memory = any ? pass_memory_new() : NULL;
    struct views views = any ? views_of(p) : (struct views){0};
    const bool *quiet = any ? quiet_functions(p, &scratch) : NULL;
    for (size_t i = 0; any && i < p->functions.count; i++) {
        if (!open[i])
            continue;
        views.calls = views_calls(p, &p->functions.data[i], quiet, &scratch);
        settle(p, &p->functions.data[i], seen[i], views, memory);
    }
    if (memory)
        pass_memory_free(memory);
    arena_release(&scratch);
}
