/* Facts and ranks in the words of include/sooth.h, and the names of values. */
#include "lists/facts.h"

/* --- names --- */

/* Whether a PHI stands for this variable: then a value that only began as it goes by another
 * name. */
static bool has_phi(const struct lists *l, uint32_t variable)
{
    for (size_t i = 0; i < l->f->instructions.count; i++) {
        const struct instruction *in = &l->f->instructions.data[i];
        if (in->op == OP_PHI && in->block != UINT32_MAX && in->variable == variable)
            return true;
    }
    return false;
}

static const struct variable *source_variable(const struct lists *l, uint32_t id)
{
    const struct function *f = l->f;
    const struct instruction *in = &f->instructions.data[id];
    uint32_t found = in->variable;
    bool taken = in->op != OP_PHI && found != UINT32_MAX && has_phi(l, found);
    for (size_t i = 0; (found == UINT32_MAX || taken) && i < f->instructions.count; i++) {
        const struct instruction *note = &f->instructions.data[i];
        if (note->op != OP_NOTE || note->block == UINT32_MAX ||
            instruction_operand(f, note, 0).id != id)
            continue;
        bool also = has_phi(l, note->variable);
        if (found == UINT32_MAX || !also)
            found = note->variable;
        taken = also;
    }
    return found == UINT32_MAX ? NULL : &l->program->variables.data[found];
}

const char *value_source_name(const struct lists *l, uint32_t id)
{
    const struct variable *v = source_variable(l, id);
    return v && v->name && *v->name ? v->name : NULL;
}

bool value_source_signed(const struct lists *l, uint32_t id)
{
    const struct variable *v = source_variable(l, id);
    enum ctype_kind kind =
        v ? (enum ctype_kind)l->program->ctypes.data[v->ctype].kind : CTYPE_SIGNED;
    return kind == CTYPE_SIGNED || kind == CTYPE_CHAR || kind == CTYPE_ENUM;
}

/* --- words --- */

static const char *name(const struct lists *l, uint32_t id)
{
    if (id == FACT_NULL_POINTER)
        return "NULL";
    const char *n = value_source_name(l, id);
    return n ? n : "?";
}

static void tell_length(const struct lists *l, uint32_t a, uint32_t b, struct text *out)
{
    if (b == FACT_NULL_POINTER)
        text_add(out, "sooth_length(%s)", name(l, a));
    else
        text_add(out, "sooth_path_length(%s, %s)", name(l, a), name(l, b));
}

static const char *member(const struct lists *l, uint32_t m)
{
    return l->layout.members[m].name;
}

/* The ends of the member's type, as far as long long goes. */
static int64_t smallest(const struct lists *l, uint32_t m)
{
    const struct layout_member *member = &l->layout.members[m];
    return member->is_signed ? INT64_MIN >> (64 - member->width) : 0;
}

static int64_t greatest(const struct lists *l, uint32_t m)
{
    const struct layout_member *member = &l->layout.members[m];
    unsigned bits = member->width - (member->is_signed || member->width == 64);
    return (int64_t)((UINT64_C(1) << bits) - 1);
}

static void tell_within(const struct lists *l, const struct fact *f, int64_t least,
                        int64_t most, struct text *out)
{
    text_add(out, "sooth_within(%s, NULL, %s, %lld, %lld)", name(l, f->a), member(l, f->c),
             (long long)least, (long long)most);
}

static void tell_lengths(const struct lists *l, const struct fact *f, struct text *out)
{
    tell_length(l, f->a, f->kind == FACT_LENGTH_SUM ? FACT_NULL_POINTER : f->b, out);
    if (f->kind == FACT_LENGTH)
        text_add(out, " == %s", name(l, f->c));
    if (f->kind == FACT_LENGTH_LEFT)
        text_add(out, " == sooth_minus(%s, %s)", name(l, f->c), name(l, f->d));
    if (f->kind == FACT_RANK_AT_MOST)
        text_put(out, " <= what an outer ranking was");
    if (f->kind == FACT_RANK_LESS)
        text_put(out, " < what an outer ranking was");
    if (f->kind == FACT_SAME_LENGTH) {
        text_put(out, " == ");
        tell_length(l, f->c, f->d, out);
    }
    if (f->kind != FACT_LENGTH_SUM)
        return;
    text_put(out, " + ");
    tell_length(l, f->b, FACT_NULL_POINTER, out);
    text_add(out, " == %s", name(l, f->c));
}

static void tell_part(const struct lists *l, const struct quantity *q, uint64_t factor,
                      struct text *out)
{
    if (factor != 1)
        text_add(out, "%lu * ", (unsigned long)factor);
    if (q->is_length)
        tell_length(l, q->a, q->b, out);
    else
        text_put(out, name(l, q->a));
}

/* Negative factors stand on the other side. */
static void tell_side(const struct lists *l, const struct fact_equation *e, bool negative,
                      struct text *out)
{
    bool any = false;
    for (unsigned i = 0; i <= e->count; i++) {
        uint64_t factor = i < e->count ? e->factor[i] : e->constant;
        if (!factor || (factor >> 63) != negative)
            continue;
        text_put(out, any ? " + " : "");
        any = true;
        if (negative)
            factor = 0 - factor;
        if (i < e->count)
            tell_part(l, &e->part[i], factor, out);
        else
            text_add(out, "%lu", (unsigned long)factor);
    }
    text_put(out, any ? "" : "0");
}

static void tell_equation(const struct lists *l, const struct fact_equation *e,
                          struct text *out)
{
    tell_side(l, e, false, out);
    text_put(out, " == ");
    tell_side(l, e, true, out);
}

void fact_tell(const struct lists *l, const struct fact *f, struct text *out)
{
    const char *a = f->kind == FACT_EQUATION ? "" : name(l, f->a);
    switch (f->kind) {
    case FACT_PATH:
        text_add(out, "sooth_is_path(%s, %s)", a, name(l, f->b));
        return;
    case FACT_NOT_NULL:
        text_add(out, "%s != NULL", a);
        return;
    case FACT_ALIAS:
        text_add(out, "%s == %s", a, name(l, f->b));
        return;
    case FACT_NOT_ALIAS:
        text_add(out, "%s != %s", a, name(l, f->b));
        return;
    case FACT_DISJOINT:
        text_add(out, "sooth_disjoint(%s, %s)", a, name(l, f->b));
        return;
    case FACT_INITIALISED:
        text_add(out, "/* all that %s leads to is initialised */", a);
        return;
    case FACT_ALIVE:
        text_add(out, "sooth_alive(%s, NULL)", a);
        return;
    case FACT_NODE_ALIVE:
        text_add(out, "(%s == NULL || sooth_alive(%s, %s->%s))", a, a, a,
                 l->layout.next_name);
        return;
    case FACT_CIRCULAR:
        text_add(out, "sooth_circular(%s)", a);
        return;
    case FACT_NOT_CIRCULAR:
        text_add(out, "!sooth_circular(%s)", a);
        return;
    case FACT_NO_PATH:
        text_add(out, "!sooth_is_path(%s, %s)", a, name(l, f->b));
        return;
    case FACT_STEP:
        text_add(out, "(%s == NULL || sooth_path_length(%s, %s) == 1)", a, a, name(l, f->b));
        return;
    case FACT_ALIAS_IF:
        text_add(out, "(%s != NULL || %s == %s)", a, name(l, f->b), name(l, f->c));
        return;
    case FACT_PATH_IF:
        text_add(out, "(!sooth_is_path(%s, NULL) || sooth_is_path(%s, NULL))", a,
                 name(l, f->b));
        return;
    case FACT_NULL_IF:
        text_add(out, "(%s != NULL || %s == NULL)", a, name(l, f->b));
        return;
    case FACT_NOT_NEGATIVE:
        text_add(out, "%s >= 0", a);
        return;
    case FACT_POSITIVE:
        text_add(out, "%s > 0", a);
        return;
    case FACT_AT_MOST:
        text_add(out, "%s <= %s", a, name(l, f->b));
        return;
    case FACT_SORTED:
        text_add(out, "sooth_sorted(%s, %s, %s)", a, name(l, f->b), member(l, f->c));
        return;
    case FACT_BOUNDED:
        text_add(out, "(%s == NULL || sooth_within(%s, %s, %s, %lld, %s->%s))", name(l, f->d),
                 a, name(l, f->b), member(l, f->c), (long long)smallest(l, f->c),
                 name(l, f->d), member(l, f->c));
        return;
    case FACT_VALUE_AT_MOST:
        text_add(out, "(%s == NULL || %s == NULL || %s->%s <= %s->%s)", a, name(l, f->b), a,
                 member(l, f->c), name(l, f->b), member(l, f->c));
        return;
    case FACT_LEAST:
        tell_within(l, f, f->constant, greatest(l, f->c), out);
        return;
    case FACT_MOST:
        tell_within(l, f, smallest(l, f->c), f->constant, out);
        return;
    case FACT_SAME_LENGTH:
    case FACT_LENGTH:
    case FACT_LENGTH_LEFT:
    case FACT_LENGTH_SUM:
    case FACT_RANK_AT_MOST:
    case FACT_RANK_LESS:
        tell_lengths(l, f, out);
        return;
    case FACT_EQUATION:
        tell_equation(l, f->equation, out);
        return;
    }
}

void rank_tell(const struct lists *l, const struct cut *c, const struct lists_rank *rank,
               struct text *out)
{
    (void)c;
    switch (rank->kind) {
    case RANK_OPERAND:
        text_add(out, "expression %u", rank->a + 1);
        return;
    case RANK_LENGTH:
        tell_length(l, rank->a, rank->b, out);
        return;
    case RANK_NUMBER:
        text_put(out, name(l, rank->a));
        return;
    case RANK_DIFFERENCE:
        text_add(out, "%s - %s", name(l, rank->a), name(l, rank->b));
        return;
    }
}
