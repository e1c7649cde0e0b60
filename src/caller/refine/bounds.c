/* An access outside of an object: a larger buffer, another length, an index below it, a
 * string with so many characters, a record with elements at its end. */
#include "caller/refine/refine_internal.h"
#include "program/library.h"

enum {
    MOST_CONSTANT_BYTES = 1 << 16,
    MOST_GROWTH = 4,
    MOST_CHARACTERS = 4,
    MOST_HEADER = 64,
    MOST_FACTOR = 64
};

struct spot *refine_spot_at(struct caller *p, uint32_t line)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].line == line)
            return &p->spots.data[i];
    return NULL;
}

/* The function itself lets a length of 0 pass, knowing of negative ones, and then uses that
 * length: as part of the address, or as the limit of the index. That there are some elements
 * is not for callers to know. */
static bool lets_none_pass(const struct refining *r, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || r->view->object_size || s->expression)
        return false;
    const struct spot *n = &r->plan->spots.data[s->length];
    if (n->number == USE_NONE || n->by_contract)
        return false;
    const struct number *of = &r->plan->usage.numbers.data[n->number];
    return of->has_least && of->least <= 0 &&
           (refine_is_source(r, n) || refine_is_checked(r->plan, s));
}

/* A buffer of no elements. */
static bool ask_for_some(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || r->view->object_size || s->expression)
        return false;
    struct spot *n = &r->plan->spots.data[s->length];
    if (n->by_contract || !refine_narrow(r->plan, n, 1, (__int128)1 << 64))
        return false;
    refine_note(r, " is at least 1", n->name);
    return true;
}

/* The access is at a constant distance from a pointer of callers, in no loop that moves it.
 */
static bool is_at_constant(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD)
            return i->op == OP_PARAM || i->op == OP_LOAD;
        if (!value_is_constant(instruction_operand(f, i, 1)))
            return false;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

static bool is_product(const struct function *f, struct value v, int depth)
{
    if (value_is_constant(v) || value_is_none(v) || depth > 6)
        return false;
    const struct instruction *i = &f->instructions.data[v.id];
    if (op_class(i->op) != CLASS_INTEGER || i->op == OP_ICMP)
        return false;
    if (i->op == OP_MUL && !value_is_constant(instruction_operand(f, i, 0)) &&
        !value_is_constant(instruction_operand(f, i, 1)))
        return true;
    for (uint32_t k = 0; k < i->count; k++)
        if (is_product(f, instruction_operand(f, i, k), depth + 1))
            return true;
    return false;
}

bool refine_jumps(const struct refining *r)
{
    const struct replay_view *v = r->view;
    const struct function *f = &v->program->functions.data[v->function];
    const struct instruction *i = &f->instructions.data[v->instruction];
    struct value at = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    size_t call = 0;
    for (int steps = 0; steps < 16 && !value_is_constant(at) && !value_is_none(at); steps++) {
        i = &f->instructions.data[at.id];
        if (i->op == OP_PTRADD) {
            if (is_product(f, instruction_operand(f, i, 1), 0))
                return true;
            at = instruction_operand(f, i, 0);
        } else if (i->op == OP_PARAM && ++call < v->depth) { /* what the call gives */
            uint64_t number = i->extra;
            f = &v->program->functions.data[v->stack[call].function];
            i = &f->instructions.data[v->stack[call].instruction];
            if (i->op != OP_CALL || number + 1 >= i->count)
                return false;
            at = instruction_operand(f, i, (uint32_t)number + 1);
        } else {
            return false;
        }
    }
    return false;
}

/* The access goes as far as something that is no constant says: a larger constant is of no
 * use. */
static bool is_open_ended(const struct refining *r, const struct spot *s)
{
    return s->use != USE_NONE && r->plan->usage.uses.data[s->use].open_ended &&
           !is_at_constant(r);
}

static bool grow(struct refining *r, struct spot *s)
{
    uint64_t bytes = caller_element_bytes(r->plan, s);
    if (s->shape != SPOT_ARRAY || r->view->offset < 0 || is_open_ended(r, s))
        return false;
    uint64_t need = ((uint64_t)r->view->offset + r->view->bytes + bytes - 1) / bytes;
    uint64_t next = s->count * 4 > need ? s->count * 4 : need;
    if (next > MOST_CONSTANT_BYTES / bytes || next <= s->count || s->grown++ >= MOST_GROWTH)
        return false;
    s->count = next;
    return true;
}

/* It is walked to a 0. */
static bool is_surely_text(const struct caller *p, const struct spot *s)
{
    return s->shape == SPOT_STRING && s->use != USE_NONE &&
           p->usage.uses.data[s->use].terminated;
}

/* Several elements for each one that the length says: an index is multiplied. */
static bool multiply(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->factor || s->expression || s->use == USE_NONE ||
        r->view->offset < 0)
        return false;
    uint64_t stride = r->plan->usage.uses.data[s->use].stride,
             bytes = caller_element_bytes(r->plan, s);
    if (stride <= bytes || stride % bytes || stride / bytes > MOST_FACTOR || s->holds_zero)
        return false;
    s->factor = (uint32_t)(stride / bytes);
    refine_note(r, " leads to enough memory", s->name);
    return true;
}

/* What was said to be below its size, which has no name any more, is below its length. */
static void move_limits(struct caller *p, uint32_t self, uint32_t length)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].below == self)
            p->spots.data[i].below = i == length ? SPOT_NONE : length;
}

static bool other_length(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    uint32_t self = (uint32_t)(s - p->spots.data);
    if (is_surely_text(p, s) || s->holds_zero)
        return false;
    if (s->length != SPOT_NONE && s->shape == SPOT_COUNTED) {
        if (refine_is_checked(p, s))
            return false; /* the guess is right */
        s->tried |= 1u << s->length % 32;
        for (size_t i = 0; i < p->spots.count; i++) /* said of a length that is no length */
            if (p->spots.data[i].below == s->length)
                p->spots.data[i].below = SPOT_NONE;
    }
    uint32_t best = caller_best_length(p, self);
    if (best == SPOT_NONE && s->shape != SPOT_COUNTED)
        return false;
    s->length = best;
    s->factor = 0;
    if (best == SPOT_NONE)
        caller_make_array(p, s);
    else
        s->shape = SPOT_COUNTED;
    move_limits(p, self, best);
    return true;
}

/* Another pointer says where the buffer ends. */
static bool has_end(const struct caller *p, const struct spot *s)
{
    for (size_t i = 0; i < p->spots.count; i++) {
        const struct spot *e = &p->spots.data[i];
        bool into = e->shape == SPOT_END || e->shape == SPOT_INSIDE;
        if (into && e->length == (uint32_t)(s - p->spots.data))
            return true;
    }
    return false;
}

/* --- memory around what was guessed --- */

/* A function that only this file calls: its callers know more of it than its text tells. */
static bool is_internal(const struct refining *r)
{
    return r->plan->program->functions.data[r->plan->function].internal;
}

/* A string of at least one character more. */
static bool lengthen(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_STRING || !is_internal(r) || r->view->offset < 0 ||
        !is_at_constant(r))
        return false;
    if (!r->view->object_size || r->view->object_size > MOST_CHARACTERS)
        return false;
    if (s->characters >= r->view->object_size)
        return false;
    s->characters = (uint32_t)r->view->object_size;
    refine_note(r, " has some characters", s->name);
    return true;
}

/* The last character of an empty text: it is not empty. What still lies before it is the
 * function's own. */
static bool ask_for_character(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_STRING || r->view->offset >= 0 || s->characters)
        return false;
    s->characters = 1;
    refine_note(r, " is not empty", s->name);
    return true;
}

/* A header in front of the elements. */
static bool make_header(struct refining *r, struct spot *s)
{
    bool sized = s->shape >= SPOT_ONE && s->shape <= SPOT_STRING && s->shape != SPOT_END &&
                 s->shape != SPOT_INSIDE;
    if (!sized || s->use == USE_NONE || r->view->offset >= 0)
        return false;
    uint64_t before = r->plan->usage.uses.data[s->use].before;
    if (!before || before > MOST_HEADER || s->before >= before)
        return false;
    s->before = (uint32_t)before;
    refine_note(r, " has memory in front of it", s->name);
    return true;
}

/* Elements at the end of a record, or behind it. */
static bool make_flexible(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_ONE || s->flexible || r->view->offset < 0)
        return false;
    if ((uint64_t)r->view->offset + r->view->bytes <= r->view->object_size)
        return false;
    const struct use *u = s->use == USE_NONE ? NULL : &r->plan->usage.uses.data[s->use];
    uint64_t bytes = caller_element_bytes(r->plan, s);
    if (u && u->indexed && u->stride && u->stride % bytes == 0) { /* an array of records */
        s->shape = SPOT_ROOM;
        refine_note(r, " leads to enough memory", s->name);
        return true;
    }
    s->flexible = true;
    refine_note(r, " has elements at its end", s->name);
    return true;
}

/* A record with bytes behind it: the access is after its end, and smaller elements than
 * records are accessed. */
static bool lies_behind_record(const struct refining *r, const struct spot *s)
{
    uint64_t bytes = caller_element_bytes(r->plan, s);
    if (s->shape != SPOT_ONE || s->use == USE_NONE || r->view->offset < (int64_t)bytes)
        return false;
    const struct use *u = &r->plan->usage.uses.data[s->use];
    return u->indexed && u->unit < bytes && u->stride < bytes;
}

/* What is walked to a 0, and not only as far as the length says, ends with one. */
static bool make_text(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->holds_zero || s->expression || s->use == USE_NONE ||
        r->view->offset < 0)
        return false;
    const struct use *u = &r->plan->usage.uses.data[s->use];
    if (!u->terminated || u->written || caller_element_bytes(r->plan, s) != 1)
        return false;
    s->shape = SPOT_STRING;
    s->length = SPOT_NONE;
    refine_note(r, " ends with a 0", s->name);
    return true;
}

/* `strlen` and its kin, which know no bound. */
static bool is_in_text_function(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    if (i->op != OP_LOAD || !library_unit(f->unit))
        return false;
    return text_starts(f->name, "str") && !text_starts(f->name, "strn") &&
           !text_starts(f->name, "strlc");
}

/* The C library reads a text in a buffer of a known size, as far as its 0. */
static bool put_zero_inside(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->holds_zero || s->expression || s->factor ||
        r->view->offset < 0 || caller_element_bytes(r->plan, s) != 1)
        return false;
    if (!is_in_text_function(r))
        return false;
    s->holds_zero = true;
    refine_note(r, " holds a 0", s->name);
    return true;
}

/* A string in a buffer whose size a number tells. */
static bool make_buffer(struct refining *r, struct spot *s)
{
    if (!is_surely_text(r->plan, s) || !r->plan->usage.uses.data[s->use].written)
        return false;
    uint32_t best = caller_any_length(r->plan, (uint32_t)(s - r->plan->spots.data));
    if (best == SPOT_NONE)
        return false;
    s->shape = SPOT_COUNTED;
    s->length = best;
    s->holds_zero = true;
    move_limits(r->plan, (uint32_t)(s - r->plan->spots.data), best);
    refine_note(r, " leads to enough memory", s->name);
    return true;
}

/* A string to which another one is appended. */
static bool make_appendable(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    if (!is_surely_text(p, s) || s->beside != SPOT_NONE || s->parent != SPOT_NONE ||
        r->view->offset < 0)
        return false;
    if (!p->usage.uses.data[s->use].written)
        return false;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        const struct spot *other = &p->spots.data[i];
        if (other == s || other->parent != SPOT_NONE || !is_surely_text(p, other) ||
            other->beside != SPOT_NONE)
            continue;
        if (p->usage.uses.data[other->use].written)
            continue;
        s->beside = i;
        refine_note(r, " leads to enough memory", s->name);
        return true;
    }
    return false;
}

/* The last resort: it is large enough. */
static enum refinement make_room(struct refining *r, struct spot *s)
{
    bool sized = s->shape == SPOT_ARRAY || s->shape == SPOT_STRING || s->shape == SPOT_SPAN;
    if (is_internal(r))
        sized |= s->shape == SPOT_COUNTED;
    if (s->shape == SPOT_ONE && s->flexible)
        sized = true;
    if (!sized || s->use == USE_NONE || r->view->offset < 0 || s->holds_zero)
        return REFINE_OPEN;
    s->shape = SPOT_ROOM;
    refine_note(r, " leads to enough memory", s->name);
    return REFINED;
}

/* What was taken for the buffer's length is not given up: the function itself asks how large
 * it is, or it stands beside the buffer and is called a length. */
static bool has_sure_length(const struct caller *p, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->expression)
        return false;
    const struct spot *length = &p->spots.data[s->length];
    const struct number none = {0};
    const struct number *n =
        length->number == USE_NONE ? &none : &p->usage.numbers.data[length->number];
    if (n->ordered)
        return true;
    return caller_names_length(length->name) &&
           (length == s + 1 || n->has_limit || n->has_least);
}

/* It leads to a record, not to a pointer, of which there may be an array. */
static bool is_record(const struct caller *p, const struct spot *s)
{
    const struct ctype *t =
        &p->program->ctypes.data[p->program->ctypes.data[s->ctype].element];
    return t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION;
}

/* The largest constant that the function itself subtracts from the number. */
static int64_t most_subtracted(const struct refining *r, const struct spot *n)
{
    const struct caller *p = r->plan;
    const struct function *f = &p->program->functions.data[p->function];
    int64_t most = 0;
    for (uint32_t k = 0; k < f->instructions.count; k++) {
        const struct instruction *i = &f->instructions.data[k];
        uint64_t number;
        if ((i->op != OP_SUB && i->op != OP_ADD) || i->block == UINT32_MAX)
            continue;
        struct value from = instruction_operand(f, i, 0), by = instruction_operand(f, i, 1);
        const struct constant *c =
            value_is_constant(by) ? program_constant(p->program, by) : NULL;
        if (value_is_constant(from) || !c || c->kind != CONSTANT_BITS || c->type.width > 64 ||
            !map_get(&p->usage.number_of, (uint64_t)p->function << 32 | from.id, &number) ||
            number != n->number)
            continue;
        int64_t bits =
            (int64_t)(constant_low_bits(c) << (64 - c->type.width)) >> (64 - c->type.width);
        int64_t taken = i->op == OP_SUB ? bits : -bits;
        most = taken > most ? taken : most;
    }
    return most;
}

/* `at >= n - 4` where n is less than 4: only this file calls the function, with more. */
static bool ask_for_subtracted(struct refining *r, struct spot *s)
{
    enum { MOST_SUBTRACTED = 1 << 12 };
    if (s->shape != SPOT_COUNTED || s->expression || !is_internal(r) || r->view->offset < 0)
        return false;
    struct spot *n = &r->plan->spots.data[s->length];
    const struct ctype *t = &r->plan->program->ctypes.data[n->ctype];
    if (n->number == USE_NONE || n->by_contract || t->kind != CTYPE_UNSIGNED)
        return false;
    int64_t taken = most_subtracted(r, n);
    uint64_t count = r->view->object_size / caller_element_bytes(r->plan, s);
    if (taken <= 0 || taken > MOST_SUBTRACTED || count >= (uint64_t)taken)
        return false;
    if (!refine_narrow(r->plan, n, taken, (__int128)1 << 64))
        return false;
    refine_note(r, " is at least what is subtracted from it", n->name);
    return true;
}

static enum refinement refine_spot(struct refining *r, struct spot *s)
{
    if (s->by_contract)
        return REFINE_REAL;
    if (make_header(r, s))
        return REFINED;
    if (ask_for_character(r, s) || put_zero_inside(r, s))
        return REFINED;
    if (s->shape == SPOT_STRING && r->view->offset < 0)
        return is_internal(r) ? REFINE_OPEN : REFINE_REAL;
    if (lets_none_pass(r, s))
        return REFINE_REAL;
    if (refine_use_capacity(r, s))
        return REFINED;
    if (refine_limit_to_member(r, s) || refine_limit_index(r, s))
        return REFINED;
    if (!refine_is_checked(r->plan, s) && make_text(r, s))
        return REFINED;
    if (ask_for_some(r, s) || lengthen(r, s))
        return REFINED;
    if (make_buffer(r, s) || multiply(r, s) || make_appendable(r, s))
        return REFINED;
    if (ask_for_subtracted(r, s))
        return REFINED;
    if (has_sure_length(r->plan, s) && !refine_is_checked(r->plan, s))
        return REFINE_OPEN;
    bool at_its_end =
        s->flexible && r->view->offset >= (int64_t)caller_element_bytes(r->plan, s);
    bool whole = (s->shape == SPOT_ONE && !at_its_end && is_record(r->plan, s)) ||
                 s->shape == SPOT_LIST;
    if (whole && refine_leaves_member(r, s))
        return REFINE_REAL;
    if (lies_behind_record(r, s) && make_flexible(r, s))
        return REFINED;
    bool extended = s->shape == SPOT_ONE && s->flexible; /* it is no array of records */
    if (!extended && (grow(r, s) || other_length(r, s))) {
        refine_note(r, " leads to enough memory", s->name);
        return REFINED;
    }
    if (whole && refine_has_narrow_source(r))
        return REFINE_REAL;
    if (make_flexible(r, s))
        return REFINED;
    bool counted = refine_is_checked(r->plan, s) || refine_has_capacity(r->plan, s);
    bool text = is_surely_text(r->plan, s) && !refine_jumps(r);
    if (counted || text || has_end(r->plan, s))
        return is_internal(r) ? REFINE_OPEN : REFINE_REAL;
    return make_room(r, s);
}

/* It was made for the result of a function of which only the type is known. */
static bool is_result(const struct refining *r)
{
    for (size_t i = 0; i < r->plan->results.count; i++)
        if (r->plan->results.data[i] == r->view->made.line)
            return true;
    return false;
}

/* Numbers of callers are indices into an object of the function's own. */
static enum refinement limit_index(struct refining *r)
{
    bool changed;
    if (refine_limit_affine(r, &changed))
        return changed ? REFINED : REFINE_REAL;
    if (refine_limit_to(r, r->view->object_size / r->view->bytes))
        return REFINED;
    return refine_is_for_callers(r) ? REFINE_OPEN : REFINE_REAL;
}

enum refinement refine_bounds(struct refining *r)
{
    const struct replay_view *v = r->view;
    struct spot *s = NULL;
    if (v->object_known && v->made.file == v->harness_file)
        s = refine_spot_at(r->plan, v->made.line);
    if (v->object_given)
        return refine_globals(r);
    if (refine_order_difference(r))
        return REFINED;
    if (s) {
        enum refinement result = refine_spot(r, s);
        return result == REFINE_REAL && refine_is_rewound(r, s) ? REFINE_OPEN : result;
    }
    if (v->object_known && v->made.file == v->harness_file && is_result(r))
        return REFINE_OPEN;
    /* an object of the function's own, with an index of the caller's */
    uint32_t depends = 0;
    if (v->object_known && v->made.line && refine_limit_size(r, &depends))
        return REFINED;
    bool indexed = v->object_known && v->bytes;
    enum refinement limited = indexed && !depends ? limit_index(r) : REFINE_REAL;
    if (limited == REFINED)
        return REFINED;
    if (v->object_known && !depends && v->depth > 1 && refine_limit_inputs(r))
        return REFINED;
    if (depends > 1)
        return REFINE_OPEN; /* how they relate is for callers */
    if (limited == REFINE_OPEN)
        return REFINE_OPEN;
    return refine_global_number(r, indexed ? v->object_size / v->bytes : 0);
}

/* An address that is in no object, computed from a pointer of callers: its index is too
 * large. */
bool refine_far_access(struct refining *r)
{
    uint32_t use = refine_use(r);
    for (size_t i = 0; use != USE_NONE && i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->use == use && s->line && !s->by_contract)
            return refine_limit_index(r, s);
    }
    return false;
}

/* The access depends on a member beside the buffer, other than its length; `direct`: one that
 * is an index of it. */
static bool depends_on_member(const struct refining *r, const struct spot *s, bool direct)
{
    const struct caller *p = r->plan;
    for (size_t k = 0; k < p->spots.count; k++) {
        const struct spot *n = &p->spots.data[k];
        if (n->parent == s->parent && k != s->length && refine_is_source(r, n) &&
            (!direct || usage_is_index(&p->usage, s->use, n->number)))
            return true;
    }
    return false;
}

/* Numbers that it is computed from are no larger than buffers are. */
static bool limit_to_buffers(struct refining *r)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (!refine_is_source(r, s) || s->by_contract ||
            !refine_narrow(r->plan, s, -(__int128)CALLER_MOST_BYTES, CALLER_MOST_BYTES))
            continue;
        refine_note(r, " is no larger than buffers are", s->name);
        changed = true;
    }
    return changed;
}

/* An index times the size of an element wraps around: a member that is an index of a buffer
 * beside it is too large. */
bool refine_wide_index(struct refining *r)
{
    struct caller *p = r->plan;
    for (size_t i = 0; i < 2 * p->spots.count; i++) {
        struct spot *s = &p->spots.data[i % p->spots.count];
        if (s->shape != SPOT_COUNTED || s->by_contract || s->parent == SPOT_NONE ||
            s->use == USE_NONE)
            continue;
        if (p->usage.uses.data[s->use].indexed && depends_on_member(r, s, i < p->spots.count))
            return refine_limit_index(r, s);
    }
    return limit_to_buffers(r);
}
