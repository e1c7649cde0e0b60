/* What a finding says about callers. Only what was guessed is changed, and only towards what a caller would
 * plausibly establish: a pointer that is not null, a larger constant size, another length, a number that is
 * an index into the buffer, a number that is small. What still goes wrong in memory of callers is an open
 * condition; everything else is the function's own. */
#include "caller/caller.h"
#include "caller/caller_internal.h"
#include "interp/interp.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONSTANT_BYTES = 1 << 16, MOST_GROWTH = 4 };

struct refining {
    struct caller *plan;
    const struct replay_view *view;
    struct sources sources; /* what the failing instruction depends on */
};

static void note(struct refining *r, const char *what, const char *name)
{
    struct caller *p = r->plan;
    const char *head = arena_format(&p->arena, "%s%s: ", name, what);
    for (size_t i = 0; i < p->conditions.count; i++)
        if (text_starts(p->conditions.data[i], head)) return;
    const char *text = arena_format(&p->arena, "%s%s", head, r->view->message);
    VECTOR_PUSH(&p->conditions, text);
}

static bool is_source(const struct refining *r, const struct spot *s)
{
    return s->shape == SPOT_NUMBER && s->number != USE_NONE && s->number < r->view->usage->numbers.count &&
           r->sources.numbers[s->number];
}

/* --- null --- */

static uint32_t use_of_access(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    uint64_t use;
    for (uint32_t k = 0; k < i->count && k < 2; k++) {
        struct value v = instruction_operand(f, i, k);
        if (value_is_constant(v)) continue;
        if (map_get(&r->view->usage->use_of, (uint64_t)r->view->function << 32 | v.id, &use))
            return (uint32_t)use;
    }
    return USE_NONE;
}

static enum refinement refine_globals(struct refining *r)
{
    if (r->plan->initial_globals) return REFINE_OPEN;
    r->plan->initial_globals = true;
    note(r, "globals hold their initial values", "");
    return REFINED;
}

/* Null constants and addresses of locals: the pointer is the function's own, whatever callers do. */
static bool is_own_pointer(const struct function *f, struct value v, int depth)
{
    if (value_is_constant(v)) return true;
    if (depth > 6) return false;
    const struct instruction *i = &f->instructions.data[v.id];
    switch (i->op) {
    case OP_ALLOCA:
        return true;
    case OP_PTRADD:
        return is_own_pointer(f, instruction_operand(f, i, 0), depth + 1);
    case OP_PHI:
        for (uint32_t k = 0; k < i->count; k += 2)
            if (!is_own_pointer(f, instruction_operand(f, i, k), depth + 1)) return false;
        return true;
    default:
        return false;
    }
}

static bool is_own_access(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    return i->count && i->op != OP_CALL && is_own_pointer(f, instruction_operand(f, i, 0), 0);
}

static enum refinement refine_null(struct refining *r)
{
    if (is_own_access(r)) return REFINE_REAL;
    uint32_t use = use_of_access(r);
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->by_contract || !s->may_be_null || s->use != use) continue;
        s->may_be_null = false;
        note(r, " is not null", s->name);
        return REFINED;
    }
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->by_contract || !s->may_be_null) continue;
        s->may_be_null = false;
        changed = true;
    }
    if (changed) note(r, "pointers are not null", "");
    return changed ? REFINED : refine_globals(r);
}

/* --- ranges --- */

static bool narrow(struct caller *p, struct spot *s, __int128 least, __int128 most)
{
    const struct ctype *t = &p->program->ctypes.data[s->ctype];
    uint32_t width = (uint32_t)t->bytes * 8;
    bool is_signed = t->kind == CTYPE_SIGNED || (t->kind == CTYPE_CHAR && strcmp(t->name, "unsigned char"));
    __int128 low = is_signed ? -((__int128)1 << (width - 1)) : 0;
    __int128 high = ((__int128)1 << (is_signed ? width - 1 : width)) - 1;
    if (least < low) least = low;
    if (most > high) most = high;
    if (s->has_range && least < s->least) least = s->least;
    if (s->has_range && most > s->most) most = s->most;
    if (least > most) return false;
    bool tighter = least > (s->has_range ? s->least : low) || most < (s->has_range ? s->most : high);
    s->has_range = true;
    s->least = least;
    s->most = most;
    return tighter;
}

/* --- sizes --- */

static struct spot *spot_made_at(struct caller *p, uint32_t line)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].line == line) return &p->spots.data[i];
    return NULL;
}

static bool has_range_of_type(const struct caller *p, const struct spot *s)
{
    return p->program->ctypes.data[s->ctype].kind == CTYPE_SIGNED ||
           p->program->ctypes.data[s->ctype].kind == CTYPE_UNSIGNED;
}

/* The function itself compares an index with the buffer's length. */
static bool is_checked(const struct caller *p, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->use == USE_NONE || p->spots.data[s->length].number == USE_NONE)
        return false;
    const char *name = p->spots.data[s->length].name;
    if (strstr(name, "max") || strstr(name, "last")) return false; /* often an index */
    return usage_weight(&p->usage, s->use, p->spots.data[s->length].number) >= 4;
}

/* A number that the access depends on is an index: below the buffer's length. */
static bool limit_index(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    if (s->shape != SPOT_COUNTED && s->shape != SPOT_ARRAY && s->shape != SPOT_SPAN) return false;
    uint32_t self = (uint32_t)(s - p->spots.data);
    uint32_t limit = s->shape == SPOT_COUNTED ? s->length : self;
    for (size_t i = 0; i < p->spots.count; i++) {
        struct spot *n = &p->spots.data[i];
        if (!is_source(r, n) || i == s->length || n->below != SPOT_NONE || n->by_contract) continue;
        if (!has_range_of_type(p, n) || n->has_range) continue;
        if (!p->usage.numbers.data[n->number].indexes && n->parent == SPOT_NONE) continue;
        if (s->shape == SPOT_ARRAY) s->shape = SPOT_SPAN;
        n->below = limit;
        n->or_equal = n->parent != SPOT_NONE; /* a fill level */
        note(r, " is below the number of elements", n->name);
        return true;
    }
    for (size_t i = 0; i < p->spots.count; i++) { /* up to there was too much */
        struct spot *n = &p->spots.data[i];
        if (n->below != limit || !n->or_equal || is_checked(p, s)) continue;
        n->or_equal = false;
        return true;
    }
    return false;
}

/* A buffer of no elements. */
static bool ask_for_some(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || r->view->object_size || s->expression) return false;
    struct spot *n = &r->plan->spots.data[s->length];
    if (n->by_contract || !narrow(r->plan, n, 1, (__int128)1 << 64)) return false;
    note(r, " is at least 1", n->name);
    return true;
}

/* The constant part of the offset of an access. */
static int64_t constant_offset(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    int64_t sum = 0;
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD) break;
        struct value by = instruction_operand(f, i, 1);
        const struct constant *c = value_is_constant(by) ? program_constant(r->view->program, by) : NULL;
        if (c && c->kind == CONSTANT_BITS) sum += (int64_t)constant_low_bits(c);
        v = instruction_operand(f, i, 0);
    }
    return sum;
}

/* How many elements the array member at that offset has; 0 if there is none. */
static uint64_t member_count_at(const struct program *p, uint32_t record, int64_t offset)
{
    const struct ctype *t = &p->ctypes.data[record];
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++) {
        const struct ctype *m = &p->ctypes.data[t->members[i].ctype];
        int64_t at = (int64_t)(t->members[i].bit_offset / 8);
        if (offset < at || offset >= at + (int64_t)m->bytes) continue;
        if (m->kind == CTYPE_STRUCT) return member_count_at(p, t->members[i].ctype, offset - at);
        return m->kind == CTYPE_ARRAY ? m->count : 0;
    }
    return 0;
}

/* A number that the access depends on is an index into an array of a constant size. */
static bool limit_to(struct refining *r, uint64_t count)
{
    bool changed = false;
    for (size_t i = 0; count && i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!is_source(r, n) || n->by_contract || !has_range_of_type(r->plan, n)) continue;
        if (!narrow(r->plan, n, 0, (__int128)count - 1)) continue;
        note(r, " is an index", n->name);
        changed = true;
    }
    return changed;
}

static bool limit_to_member(struct refining *r, struct spot *s)
{
    const struct program *p = r->plan->program;
    if (s->shape != SPOT_ONE && s->shape != SPOT_LIST) return false;
    return limit_to(r, member_count_at(p, p->ctypes.data[s->ctype].element, constant_offset(r)));
}

static bool grow(struct refining *r, struct spot *s)
{
    uint64_t bytes = caller_element_bytes(r->plan, s);
    if (s->shape != SPOT_ARRAY || r->view->offset < 0) return false;
    uint64_t need = ((uint64_t)r->view->offset + r->view->bytes + bytes - 1) / bytes;
    uint64_t next = s->count * 4 > need ? s->count * 4 : need;
    if (next > MOST_CONSTANT_BYTES / bytes || next <= s->count || s->grown++ >= MOST_GROWTH) return false;
    s->count = next;
    return true;
}

/* It is walked to a 0. */
static bool is_surely_text(const struct caller *p, const struct spot *s)
{
    return s->shape == SPOT_STRING && s->use != USE_NONE && p->usage.uses.data[s->use].terminated;
}

static bool other_length(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    uint32_t self = (uint32_t)(s - p->spots.data);
    if (is_surely_text(p, s)) return false;
    if (s->length != SPOT_NONE && s->shape == SPOT_COUNTED) {
        if (is_checked(p, s)) return false; /* the guess is right */
        s->tried |= 1u << s->length % 32;
        for (size_t i = 0; i < p->spots.count; i++) /* said of a length that is none */
            if (p->spots.data[i].below == s->length) p->spots.data[i].below = SPOT_NONE;
    }
    uint32_t best = caller_best_length(p, self);
    if (best == SPOT_NONE && s->shape != SPOT_COUNTED) return false;
    s->length = best;
    if (best == SPOT_NONE)
        caller_make_array(p, s);
    else
        s->shape = SPOT_COUNTED;
    return true;
}

/* Another pointer says where the buffer ends. */
static bool has_end(const struct caller *p, const struct spot *s)
{
    for (size_t i = 0; i < p->spots.count; i++) {
        const struct spot *e = &p->spots.data[i];
        bool into = e->shape == SPOT_END || e->shape == SPOT_INSIDE;
        if (into && e->length == (uint32_t)(s - p->spots.data)) return true;
    }
    return false;
}

/* An index that is already as small as the array asks for. */
static bool has_narrow_source(const struct refining *r)
{
    for (size_t i = 0; i < r->plan->spots.count; i++)
        if (is_source(r, &r->plan->spots.data[i]) && r->plan->spots.data[i].has_range) return true;
    return false;
}

static enum refinement refine_bounds(struct refining *r)
{
    const struct replay_view *v = r->view;
    struct spot *s = v->object_known && v->made.file == v->harness_file ? spot_made_at(r->plan, v->made.line)
                                                                        : NULL;
    if (v->object_given) return refine_globals(r);
    if (s && s->by_contract) return REFINE_REAL;
    if (s) {
        if (limit_to_member(r, s) || limit_index(r, s) || ask_for_some(r, s)) return REFINED;
        if (grow(r, s) || other_length(r, s)) {
            if (!r->plan->conditions.count || strcmp(s->name, "")) note(r, " leads to enough memory", s->name);
            return REFINED;
        }
        bool whole = s->shape == SPOT_ONE || s->shape == SPOT_LIST;
        if (is_checked(r->plan, s) || is_surely_text(r->plan, s) || has_end(r->plan, s)) return REFINE_REAL;
        if (whole && has_narrow_source(r)) return REFINE_REAL;
        bool sized = s->shape == SPOT_ARRAY || s->shape == SPOT_STRING || s->shape == SPOT_SPAN;
        if (!sized || s->use == USE_NONE || r->view->offset < 0) return REFINE_OPEN;
        s->shape = SPOT_ROOM;
        return REFINED;
    }
    /* an object of the function's own, with an index of the caller's */
    if (!s && v->object_known && v->bytes && limit_to(r, v->object_size / v->bytes)) return REFINED;
    return REFINE_REAL;
}

/* --- numbers --- */

static bool narrow_more(struct caller *p, struct spot *s)
{
    const struct ctype *t = &p->program->ctypes.data[s->ctype];
    uint32_t width = (uint32_t)t->bytes * 8;
    while (s->rung < 4) {
        __int128 one = 1;
        switch (s->rung++) {
        case 0:
            if (narrow(p, s, -(one << (width - 2)), one << (width - 2))) return true;
            break;
        case 1:
            if (narrow(p, s, 0, one << (width - 2))) return true;
            break;
        case 2:
            if (narrow(p, s, 0, (one << (width / 2 - 1)) - 1)) return true;
            break;
        default:
            if (narrow(p, s, 0, 1000)) return true;
        }
    }
    return false;
}

static bool refine_number(struct refining *r, struct spot *s)
{
    if (r->view->error == INTERP_DIVISION) {
        if (!r->plan->usage.numbers.data[s->number].divides || s->not_zero) return false;
        return s->not_zero = true;
    }
    if (r->view->error == INTERP_SHIFT && r->plan->usage.numbers.data[s->number].shifts)
        return narrow(r->plan, s, 0, 31) || narrow(r->plan, s, 0, 7);
    return narrow_more(r->plan, s);
}

/* Floats that are converted fit into an int. */
static bool narrow_floats(struct refining *r)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->shape != SPOT_FLOAT || s->by_contract || s->rung > 1) continue;
        s->has_range = true;
        s->least = s->rung ? 0 : -((__int128)1 << 30);
        s->most = (__int128)1 << 30;
        s->rung++;
        note(r, " is in a range", s->name);
        changed = true;
    }
    return changed;
}

static enum refinement refine_arithmetic(struct refining *r)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (!is_source(r, s) || s->by_contract || !refine_number(r, s)) continue;
        note(r, " is in a range", s->name);
        changed = true;
    }
    if (!changed && r->view->error == INTERP_FLOAT_CAST) changed = narrow_floats(r);
    return changed ? REFINED : REFINE_REAL;
}

static enum refinement refine(struct refining *r)
{
    switch (r->view->error) {
    case INTERP_NULL:
        return refine_null(r);
    case INTERP_BOUNDS:
        return refine_bounds(r);
    case INTERP_INVALID:
    case INTERP_UNINITIALISED:
        return refine_globals(r); /* a pointer that lies in memory of callers which the plan says nothing about */
    case INTERP_INVALID_FREE:
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

/* There is a contract: what goes wrong under it is the function's, but where memory was only guessed. */
static enum refinement refine_fixed(struct caller *p, const struct replay_view *v)
{
    if (v->error == INTERP_INVALID || v->error == INTERP_UNINITIALISED) return REFINE_OPEN;
    if (!v->object_known || v->made.file != v->harness_file) return REFINE_REAL;
    const struct spot *s = spot_made_at(p, v->made.line);
    return s && !s->by_contract ? REFINE_OPEN : REFINE_REAL;
}

/* A number of callers that has no spot. */
static bool has_unnamed_source(const struct refining *r)
{
    for (uint32_t n = 0; n < r->view->usage->numbers.count; n++) {
        bool named = !r->sources.numbers[n];
        for (size_t i = 0; i < r->plan->spots.count && !named; i++)
            named = r->plan->spots.data[i].shape == SPOT_NUMBER && r->plan->spots.data[i].number == n;
        if (!named) return true;
    }
    return false;
}

enum refinement caller_refine(struct caller *p, const struct replay_view *v)
{
    if (p->fixed) return refine_fixed(p, v);
    struct refining r = {p, v, {calloc(v->usage->numbers.count + 1, sizeof(bool)), false}};
    usage_sources(v->usage, v->program, v->function, v->instruction, &r.sources);
    enum refinement result = refine(&r);
    /* what lies in a caller's tables is for the caller to get right */
    if (result == REFINE_REAL && (r.sources.content || has_unnamed_source(&r))) result = REFINE_OPEN;
    free(r.sources.numbers);
    return result;
}
