/* Narrow words: a specification reinterpreted at a smaller width, and constants carried back
 * to the full one (L14 6.4.4, Figure 6.7). Terms are rebuilt with every width scaled; a
 * constant that names the width, the sign bit or a repeated pattern keeps that meaning.
 * Nothing is concluded from a narrow specification: its candidates are verified at the full
 * width. */
#include "synth/spec/spec.h"

#include "base/failure.h"
#include "base/map.h"

#include <string.h>

struct narrowing {
    const struct spec *from;
    struct spec *to;
    struct map done;
    bool failed;
};

/* Width of a word in the narrow formula; 0: no meaning there. */
static unsigned narrow_width(const struct narrowing *n, unsigned width)
{
    if (width == n->from->width)
        return n->to->width;
    if (width == 2 * n->from->width)
        return 2 * n->to->width;
    return width == 1 ? 1 : 0;
}

static uint64_t narrow_constant(const struct narrowing *n, uint64_t v)
{
    unsigned big = n->from->width, small = n->to->width;
    for (unsigned i = 0; i < 3; i++)
        if (v == big - 1 + i)
            return small - 1 + i;
    if (v == big / 2)
        return small / 2;
    uint64_t sign = (uint64_t)1 << (big - 1);
    if (v == sign)
        return (uint64_t)1 << (small - 1);
    if (v == sign - 1)
        return width_mask(small - 1);
    return v & width_mask(small);
}

static struct term narrow(struct narrowing *, struct term);

static struct term narrow_leaf(struct narrowing *n, struct term t)
{
    const struct terms *from = n->from->terms;
    struct terms *to = n->to->terms;
    uint64_t value;
    if (term_is_true(from, t) || term_is_false(from, t))
        return term_bool(to, term_is_true(from, t));
    if (term_const_u64(from, t, &value)) {
        unsigned width = narrow_width(n, term_width(from, t));
        if (!width)
            return n->failed = true, TERM_NONE;
        return term_bv(to, width, width == 1 ? value : narrow_constant(n, value));
    }
    if (term_op(from, t) == TERM_VAR && sort_kind(from, term_sort(from, t)) == SORT_BV &&
        term_width(from, t) == n->from->width)
        return term_var(to, sort_bv(to, n->to->width), term_name(from, t));
    n->failed = true;
    return TERM_NONE;
}

static struct term narrow_application(struct narrowing *n, struct term t)
{
    const struct terms *from = n->from->terms;
    struct terms *to = n->to->terms;
    struct term argument[64];
    size_t count = term_count(from, t);
    enum term_op op = term_op(from, t);
    if (count > 64 || op >= TERM_SELECT)
        return n->failed = true, TERM_NONE;
    for (size_t i = 0; i < count; i++) {
        argument[i] = narrow(n, term_arg(from, t, i));
        if (n->failed)
            return TERM_NONE;
    }
    if (op == TERM_BV_ZEXT || op == TERM_BV_SEXT || op == TERM_BV_EXTRACT) {
        unsigned width = narrow_width(n, term_width(from, t));
        unsigned old = term_width(from, term_arg(from, t, 0));
        if (!width || !narrow_width(n, old))
            return n->failed = true, TERM_NONE;
        if (op == TERM_BV_ZEXT)
            return term_zext(to, argument[0], width);
        if (op == TERM_BV_SEXT)
            return term_sext(to, argument[0], width);
        unsigned low = term_parameter(from, t, 1), small = term_width(to, argument[0]),
                 scaled = low;
        if (low == old / 2)
            scaled = small / 2;
        if (low == old - 1)
            scaled = small - 1;
        if (scaled + width > small)
            return n->failed = true, TERM_NONE;
        return term_extract(to, argument[0], scaled + width - 1, scaled);
    }
    if (op == TERM_BV_REPEAT || op == TERM_BV_ROTL || op == TERM_BV_ROTR)
        return n->failed = true, TERM_NONE;
    if (op == TERM_BV_CONCAT && !narrow_width(n, term_width(from, t)))
        return n->failed = true, TERM_NONE;
    struct term made = term_make(to, op, argument, count, NULL);
    struct sort s = term_sort(to, made);
    if (sort_kind(to, s) == SORT_BV &&
        sort_width(to, s) != narrow_width(n, term_width(from, t)))
        n->failed = true;
    return made;
}

static struct term narrow(struct narrowing *n, struct term t)
{
    uint64_t known;
    if (n->failed)
        return TERM_NONE;
    if (map_get(&n->done, t.id, &known))
        return (struct term){(uint32_t)known};
    struct term made =
        term_count(n->from->terms, t) ? narrow_application(n, t) : narrow_leaf(n, t);
    if (!n->failed)
        map_set(&n->done, t.id, made.id);
    return made;
}

bool spec_narrow(const struct spec *s, unsigned width, struct spec *out)
{
    LAW(width >= 1 && width < s->width);
    struct narrowing n = {.from = s, .to = out};
    spec_init(out, width);
    for (unsigned p = 0; p < s->program_count; p++)
        spec_add_program(out, s->program[p].name, s->program[p].arity, s->program[p].outputs);
    spec_add_inputs(out, s->input_count);
    for (unsigned a = 0; a < s->application_count; a++) {
        struct spec_application *app = spec_apply(out, s->application[a].program);
        for (unsigned i = 0; i < s->program[app->program].arity && !n.failed; i++)
            app->argument[i] = narrow(&n, s->application[a].argument[i]);
    }
    if (!n.failed)
        out->holds = narrow(&n, s->holds);
    map_release(&n.done);
    if (n.failed)
        spec_release(out);
    return !n.failed;
}

bool constant_extend(uint64_t v, unsigned from, unsigned to, enum constant_rule rule,
                     uint64_t *out)
{
    LAW(from >= 1 && from <= to && !(v & ~width_mask(from)));
    uint64_t mask = width_mask(to), repeated = 0;
    switch (rule) {
    case CONSTANT_NAMES_WIDTH:
        if (v + 1 < from || v > from + 1)
            return false;
        *out = (v + to - from) & mask;
        return true;
    case CONSTANT_ZEROS_ABOVE:
        *out = v;
        return true;
    case CONSTANT_ZEROS_BELOW:
        *out = v << (to - from) & mask;
        return true;
    case CONSTANT_REPEATED:
        for (unsigned i = 0; i < to; i += from)
            repeated |= v << i;
        *out = repeated & mask;
        return true;
    case CONSTANT_SIGN_ABOVE:
        *out = (uint64_t)width_signed(v, from) & mask;
        return true;
    case CONSTANT_SHARE_OF_WIDTH:
        *out = v * (to / from) & mask;
        return true;
    case CONSTANT_LAST_BIT_BELOW:
        *out = (v << (to - from) | ((v & 1) ? width_mask(to - from) : 0)) & mask;
        return true;
    case CONSTANT_RULES:
        break;
    }
    return false;
}
