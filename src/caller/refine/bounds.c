/* An access outside of an object: a larger buffer, another length, an index below it, a string with so many
 * characters, a record with elements at its end. */
#include "caller/refine/refine_internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CONSTANT_BYTES = 1 << 16, MOST_GROWTH = 4, MOST_CHARACTERS = 4, MOST_HEADER = 64, MOST_FACTOR = 64 };

struct spot *refine_spot_at(struct caller *p, uint32_t line)
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
    bool member = s->parent != SPOT_NONE; /* which may be a position */
    if (member && usage_is_index(&p->usage, s->use, p->spots.data[s->length].number)) return false;
    return usage_weight(&p->usage, s->use, p->spots.data[s->length].number) >= 4;
}

/* It is already assumed that a member says how many elements a record has at its end, and the function
 * compares the index with it. */
static bool has_capacity(const struct caller *p, const struct spot *s)
{
    for (size_t i = 0; s->shape == SPOT_ONE && s->use != USE_NONE && i < p->spots.count; i++) {
        const struct spot *n = &p->spots.data[i];
        if (n->shape != SPOT_NUMBER || n->below != (uint32_t)(s - p->spots.data)) continue;
        if (n->number != USE_NONE && usage_weight(&p->usage, s->use, n->number) >= 4) return true;
    }
    return false;
}

/* A member says how many elements a record has at its end: the index is compared with it. */
static bool limit_capacity(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    uint32_t self = (uint32_t)(s - p->spots.data);
    for (size_t i = 0; s->shape == SPOT_ONE && s->use != USE_NONE && i < p->spots.count; i++) {
        struct spot *n = &p->spots.data[i];
        if (n->shape != SPOT_NUMBER || n->parent != self || n->number == USE_NONE) continue;
        if (n->below != SPOT_NONE || n->has_range || usage_weight(&p->usage, s->use, n->number) < 3) continue;
        n->below = self;
        n->or_equal = true;
        refine_note(r, " is at most the number of elements", n->name);
        return true;
    }
    return false;
}

static bool is_compared_with(const struct caller *p, const struct spot *n, uint32_t length)
{
    if (length == SPOT_NONE || p->spots.data[length].number == USE_NONE) return false;
    return usage_are_compared(&p->usage, n->number, p->spots.data[length].number);
}

/* The function itself compares an index of the buffer with the number. */
static bool limits_index(const struct caller *p, const struct spot *s, const struct spot *n)
{
    if (s->use == USE_NONE || n->number == USE_NONE) return false;
    return usage_weight(&p->usage, s->use, n->number) >= 4;
}

/* A number that the access depends on is an index: below the buffer's length. */
static bool limit_index(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    bool sized = s->shape == SPOT_COUNTED || s->shape == SPOT_ARRAY || s->shape == SPOT_SPAN ||
                 s->shape == SPOT_STRING || (s->shape == SPOT_ONE && s->flexible);
    if (!sized || has_capacity(p, s)) return false;
    if (limit_capacity(r, s)) return true;
    uint32_t self = (uint32_t)(s - p->spots.data);
    uint32_t limit = s->shape == SPOT_COUNTED ? s->length : self;
    for (size_t i = 0; i < p->spots.count; i++) {
        struct spot *n = &p->spots.data[i];
        if (!refine_is_source(r, n) || i == s->length || n->below != SPOT_NONE || n->by_contract) continue;
        if (!has_range_of_type(p, n) || n->has_range) continue;
        if (s->shape == SPOT_COUNTED && is_compared_with(p, n, s->length)) continue; /* its own test fails */
        if (!p->usage.numbers.data[n->number].indexes && n->parent == SPOT_NONE) continue;
        if (s->shape == SPOT_ARRAY) s->shape = SPOT_SPAN;
        n->below = limit;
        n->or_equal = n->parent != SPOT_NONE; /* a fill level */
        refine_note(r, " is below the number of elements", n->name);
        return true;
    }
    for (size_t i = 0; i < p->spots.count; i++) { /* up to there was too much */
        struct spot *n = &p->spots.data[i];
        if (n->below != limit || !n->or_equal || is_checked(p, s) || limits_index(p, s, n)) continue;
        n->or_equal = false;
        return true;
    }
    return false;
}

/* "p->cap" beside "p->len", or what the length is compared with by the function. */
static bool is_capacity(const struct caller *p, const struct spot *length, const struct spot *s)
{
    static const char *const words[] = {"cap", "alloc", "max", "room", "limit", "size"};
    const char *name = caller_last_name(s->name), *other = caller_last_name(length->name);
    if (caller_contains(other, "cap") || caller_contains(other, "alloc")) return false; /* it is one itself */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (caller_contains(name, words[i]) && !caller_contains(other, words[i])) return true;
    return length->number != USE_NONE && usage_are_compared(&p->usage, length->number, s->number);
}

/* Not the number of elements in use says how large a buffer is, but another member: the one is at most the other. */
static bool use_capacity(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    if (s->shape != SPOT_COUNTED || s->expression || s->factor || s->holds_zero) return false;
    struct spot *length = &p->spots.data[s->length];
    if (length->parent == SPOT_NONE || length->below != SPOT_NONE || length->by_contract) return false;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *c = &p->spots.data[i];
        if (c == length || c->shape != SPOT_NUMBER || c->parent != length->parent || c->number == USE_NONE) continue;
        if (c->below != SPOT_NONE || c->ctype != length->ctype || !is_capacity(p, length, c)) continue;
        length->below = i;
        length->or_equal = true;
        s->length = i;
        refine_note(r, " is at most the number of elements", length->name);
        return true;
    }
    return false;
}

/* The function itself lets a length of 0 pass, knowing of negative ones, and then uses that length: as part of
 * the address, or as the limit of the index. That there are some elements is not for callers to know. */
static bool lets_none_pass(const struct refining *r, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || r->view->object_size || s->expression) return false;
    const struct spot *n = &r->plan->spots.data[s->length];
    if (n->number == USE_NONE || n->by_contract) return false;
    const struct number *of = &r->plan->usage.numbers.data[n->number];
    return of->has_least && of->least <= 0 && (refine_is_source(r, n) || is_checked(r->plan, s));
}

/* A buffer of no elements. */
static bool ask_for_some(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || r->view->object_size || s->expression) return false;
    struct spot *n = &r->plan->spots.data[s->length];
    if (n->by_contract || !refine_narrow(r->plan, n, 1, (__int128)1 << 64)) return false;
    refine_note(r, " is at least 1", n->name);
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

/* It says how many elements a buffer has: what is probably no index of another one. */
static bool counts_buffer(const struct caller *p, uint32_t number)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].shape == SPOT_COUNTED && p->spots.data[i].length == number) return true;
    return false;
}

/* Numbers that the access depends on, and that count buffers or do not, are indices into an array of a constant size. */
static bool limit_those(struct refining *r, uint64_t count, bool counting)
{
    bool changed = false;
    for (size_t i = 0; count && i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (counts_buffer(r->plan, (uint32_t)i) != counting) continue;
        if (!refine_is_near(r, n) || n->by_contract || !has_range_of_type(r->plan, n)) continue;
        const struct number *of = &r->plan->usage.numbers.data[n->number];
        if (of->has_limit && (uint64_t)of->limit >= count - 1) continue; /* its own test is what fails */
        if (of->has_least && of->least < 0 && r->view->offset < 0) continue;
        if (counting && of->ordered) continue; /* the same */
        if (!refine_narrow(r->plan, n, 0, (__int128)count - 1)) continue;
        refine_note(r, " is an index", n->name);
        changed = true;
    }
    return changed;
}

static bool limit_to(struct refining *r, uint64_t count)
{
    return limit_those(r, count, false) || limit_those(r, count, true);
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

/* Several elements for each one that the length says: an index is multiplied. */
static bool multiply(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->factor || s->expression || s->use == USE_NONE || r->view->offset < 0) return false;
    uint64_t stride = r->plan->usage.uses.data[s->use].stride, bytes = caller_element_bytes(r->plan, s);
    if (stride <= bytes || stride % bytes || stride / bytes > MOST_FACTOR || s->holds_zero) return false;
    s->factor = (uint32_t)(stride / bytes);
    refine_note(r, " leads to enough memory", s->name);
    return true;
}

static bool other_length(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    uint32_t self = (uint32_t)(s - p->spots.data);
    if (is_surely_text(p, s) || s->holds_zero) return false;
    if (s->length != SPOT_NONE && s->shape == SPOT_COUNTED) {
        if (is_checked(p, s)) return false; /* the guess is right */
        s->tried |= 1u << s->length % 32;
        for (size_t i = 0; i < p->spots.count; i++) /* said of a length that is no length */
            if (p->spots.data[i].below == s->length) p->spots.data[i].below = SPOT_NONE;
    }
    uint32_t best = caller_best_length(p, self);
    if (best == SPOT_NONE && s->shape != SPOT_COUNTED) return false;
    s->length = best;
    s->factor = 0;
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
        if (refine_is_source(r, &r->plan->spots.data[i]) && r->plan->spots.data[i].has_range) return true;
    return false;
}

/* --- memory around what was guessed --- */

/* A function that only this file calls: its callers know more of it than its text tells. */
static bool is_internal(const struct refining *r)
{
    return r->plan->program->functions.data[r->plan->function].internal;
}

/* The access is at a constant distance from a pointer of callers, in no loop that moves it. */
static bool is_at_constant(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD) return i->op == OP_PARAM || i->op == OP_LOAD;
        if (!value_is_constant(instruction_operand(f, i, 1))) return false;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

/* A string of at least one character more. */
static bool lengthen(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_STRING || !is_internal(r) || r->view->offset < 0 || !is_at_constant(r)) return false;
    if (!r->view->object_size || r->view->object_size > MOST_CHARACTERS) return false;
    if (s->characters >= r->view->object_size) return false;
    s->characters = (uint32_t)r->view->object_size;
    refine_note(r, " has some characters", s->name);
    return true;
}

/* The last character of an empty text: it is not empty. What still lies before it is the function's own. */
static bool ask_for_character(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_STRING || r->view->offset >= 0 || s->characters) return false;
    s->characters = 1;
    refine_note(r, " is not empty", s->name);
    return true;
}

/* A header in front of the elements. */
static bool make_header(struct refining *r, struct spot *s)
{
    bool sized = s->shape >= SPOT_ONE && s->shape <= SPOT_STRING && s->shape != SPOT_END && s->shape != SPOT_INSIDE;
    if (!sized || s->use == USE_NONE || r->view->offset >= 0) return false;
    uint64_t before = r->plan->usage.uses.data[s->use].before;
    if (!before || before > MOST_HEADER || s->before >= before) return false;
    s->before = (uint32_t)before;
    refine_note(r, " has memory in front of it", s->name);
    return true;
}

/* Elements at the end of a record, or behind it. */
static bool make_flexible(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_ONE || s->flexible || r->view->offset < 0) return false;
    if ((uint64_t)r->view->offset + r->view->bytes <= r->view->object_size) return false;
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

/* What is walked to a 0, and not only as far as the length says, ends with one. */
static bool make_text(struct refining *r, struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->holds_zero || s->expression || s->use == USE_NONE || r->view->offset < 0) return false;
    const struct use *u = &r->plan->usage.uses.data[s->use];
    if (!u->terminated || u->written || caller_element_bytes(r->plan, s) != 1) return false;
    s->shape = SPOT_STRING;
    s->length = SPOT_NONE;
    refine_note(r, " ends with a 0", s->name);
    return true;
}

/* A string in a buffer whose size a number tells. */
static bool make_buffer(struct refining *r, struct spot *s)
{
    if (!is_surely_text(r->plan, s) || !r->plan->usage.uses.data[s->use].written) return false;
    uint32_t best = caller_any_length(r->plan, (uint32_t)(s - r->plan->spots.data));
    if (best == SPOT_NONE) return false;
    s->shape = SPOT_COUNTED;
    s->length = best;
    s->holds_zero = true;
    refine_note(r, " leads to enough memory", s->name);
    return true;
}

/* A string to which another one is appended. */
static bool make_appendable(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    if (!is_surely_text(p, s) || s->beside != SPOT_NONE || s->parent != SPOT_NONE || r->view->offset < 0) return false;
    if (!p->usage.uses.data[s->use].written) return false;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        const struct spot *other = &p->spots.data[i];
        if (other == s || other->parent != SPOT_NONE || !is_surely_text(p, other) || other->beside != SPOT_NONE) continue;
        if (p->usage.uses.data[other->use].written) continue;
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
    if (is_internal(r)) sized |= s->shape == SPOT_COUNTED;
    if (s->shape == SPOT_ONE && s->flexible) sized = true;
    if (!sized || s->use == USE_NONE || r->view->offset < 0 || s->holds_zero) return REFINE_OPEN;
    s->shape = SPOT_ROOM;
    refine_note(r, " leads to enough memory", s->name);
    return REFINED;
}

/* An index of an array in the record, which is not its last member or has a size, is too large. */
static bool leaves_member(const struct refining *r, const struct spot *s)
{
    const struct program *p = r->plan->program;
    return member_count_at(p, p->ctypes.data[s->ctype].element, constant_offset(r)) > 1;
}

/* What was taken for the buffer's length is not given up: the function itself asks how large it is, or it stands
 * beside the buffer and is called a length. */
static bool has_sure_length(const struct caller *p, const struct spot *s)
{
    if (s->shape != SPOT_COUNTED || s->expression) return false;
    const struct spot *length = &p->spots.data[s->length];
    const struct number none = {0};
    const struct number *n = length->number == USE_NONE ? &none : &p->usage.numbers.data[length->number];
    if (n->ordered) return true;
    return caller_names_length(length->name) && (length == s + 1 || n->has_limit || n->has_least);
}

static enum refinement refine_spot(struct refining *r, struct spot *s)
{
    if (s->by_contract) return REFINE_REAL;
    if (make_header(r, s)) return REFINED;
    if (ask_for_character(r, s)) return REFINED;
    if (s->shape == SPOT_STRING && r->view->offset < 0) return is_internal(r) ? REFINE_OPEN : REFINE_REAL;
    if (lets_none_pass(r, s)) return REFINE_REAL;
    if (use_capacity(r, s)) return REFINED;
    if (limit_to_member(r, s) || limit_index(r, s)) return REFINED;
    if (!is_checked(r->plan, s) && make_text(r, s)) return REFINED;
    if (ask_for_some(r, s) || lengthen(r, s)) return REFINED;
    if (make_buffer(r, s) || multiply(r, s) || make_appendable(r, s)) return REFINED;
    if (has_sure_length(r->plan, s) && !is_checked(r->plan, s)) return REFINE_OPEN;
    bool at_its_end = s->flexible && r->view->offset >= (int64_t)caller_element_bytes(r->plan, s);
    bool whole = (s->shape == SPOT_ONE && !at_its_end) || s->shape == SPOT_LIST;
    if (whole && leaves_member(r, s)) return REFINE_REAL;
    if (grow(r, s) || other_length(r, s)) {
        refine_note(r, " leads to enough memory", s->name);
        return REFINED;
    }
    if (whole && has_narrow_source(r)) return REFINE_REAL;
    if (make_flexible(r, s)) return REFINED;
    bool sure = is_checked(r->plan, s) || has_capacity(r->plan, s) || is_surely_text(r->plan, s) || has_end(r->plan, s);
    if (sure) return is_internal(r) ? REFINE_OPEN : REFINE_REAL;
    return make_room(r, s);
}

/* --- objects of the function's own --- */

enum { MOST_CALLS_DEEP = 3, MOST_WAYS = 200 };
struct ways { /* the calls that lead to an allocation, innermost first */
    const struct refining *r;
    struct code_place places[MOST_CALLS_DEEP];
    uint32_t count;
    struct sources *out;
};

static bool may_call(const struct program *p, const struct function *f, const struct instruction *i, uint32_t callee)
{
    if (i->op != OP_CALL || i->block == UINT32_MAX) return false;
    struct value v = instruction_operand(f, i, 0);
    if (!value_is_constant(v)) return text_starts(p->functions.data[callee].name, "sooth_callback_");
    const struct constant *c = program_constant(p, v);
    return c->kind == CONSTANT_FUNCTION && c->index == callee;
}

/* What the size is computed from in the allocating function, and in those that call it. */
static void follow_ways(struct ways *w, size_t depth)
{
    const struct program *p = w->r->view->program;
    usage_sources(w->r->view->usage, p, w->places, depth, w->out);
    if (depth == MOST_CALLS_DEEP) return;
    for (uint32_t f = 0; f < p->functions.count; f++)
        for (uint32_t i = 0; i < p->functions.data[f].instructions.count; i++) {
            const struct function *caller = &p->functions.data[f];
            if (!may_call(p, caller, &caller->instructions.data[i], w->places[depth - 1].function)) continue;
            if (w->count++ >= MOST_WAYS) return;
            w->places[depth] = (struct code_place){f, i};
            follow_ways(w, depth + 1);
        }
}

/* Numbers of callers that the size of an object was computed from, by the call at that place. */
static void find_size_sources(const struct refining *r, struct sources *out)
{
    const struct replay_view *v = r->view;
    for (uint32_t f = 0; f < v->program->functions.count; f++)
        for (uint32_t i = 0; i < v->program->functions.data[f].instructions.count; i++) {
            const struct instruction *in = &v->program->functions.data[f].instructions.data[i];
            const struct place *at = instruction_place(v->program, in);
            bool here = at->line == v->made.line && at->file == v->made.file && at->column == v->made.column;
            if (in->op != OP_CALL || in->block == UINT32_MAX || !here) continue;
            follow_ways(&(struct ways){.r = r, .places = {{f, i}}, .out = out}, 1);
        }
}

static bool is_size_source(const struct refining *r, const struct sources *of_size, const struct spot *n)
{
    if (n->shape != SPOT_NUMBER || n->number == USE_NONE) return false;
    return n->number < r->view->usage->numbers.count && of_size->numbers[n->number];
}

/* The access is a copy or a fill: a number that it depends on is how many bytes, not where. */
static bool is_move(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    enum op op = (enum op)f->instructions.data[r->view->instruction].op;
    return op == OP_MEMCPY || op == OP_MEMMOVE || op == OP_MEMSET;
}

/* An object of the function's own has as many bytes as one number says, and another one says how many of them are
 * used: it is not larger, unless the function itself compares the two. */
static bool limit_by_size(struct refining *r, const struct sources *of_size)
{
    struct caller *p = r->plan;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        const struct spot *size = &p->spots.data[i];
        if (!is_size_source(r, of_size, size) || size->below != SPOT_NONE) continue;
        for (uint32_t k = 0; k < p->spots.count; k++) {
            struct spot *n = &p->spots.data[k];
            if (!refine_is_source(r, n) || is_size_source(r, of_size, n) || n->by_contract) continue;
            if (n->below != SPOT_NONE || n->parent != size->parent || !has_range_of_type(p, n)) continue;
            if (usage_are_compared(&p->usage, n->number, size->number)) continue;
            n->below = i;
            n->or_equal = is_move(r);
            refine_note(r, arena_format(&p->arena, " is %s %s", n->or_equal ? "at most" : "below", size->name), n->name);
            return true;
        }
    }
    return false;
}

/* An object of the function's own is too small, maybe since its size wrapped around: a number of callers is not that
 * large. */
static bool narrow_size(struct refining *r, const struct sources *of_size)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!is_size_source(r, of_size, n) || n->by_contract) continue;
        uint64_t width = r->plan->program->ctypes.data[n->ctype].bytes * 8;
        if (width < 16) continue;
        bool narrower = !n->has_range && refine_narrow(r->plan, n, 0, (__int128)1 << (width - 2));
        if (!narrower && !refine_narrow(r->plan, n, 0, ((__int128)1 << (width / 2 - 1)) - 1)) continue;
        refine_note(r, " is in a range", n->name);
        changed = true;
    }
    return changed;
}

/* `depends`: on how many numbers of callers the object's size depends. */
static bool limit_size(struct refining *r, uint32_t *depends)
{
    struct sources of_size = {calloc(r->view->usage->numbers.count + 1, sizeof(bool)), false, 0};
    find_size_sources(r, &of_size);
    for (size_t i = 0; i < r->plan->spots.count; i++)
        *depends += is_size_source(r, &of_size, &r->plan->spots.data[i]);
    bool changed = limit_by_size(r, &of_size) || narrow_size(r, &of_size);
    free(of_size.numbers);
    return changed;
}

/* Numbers that an index of a callee is computed from are smaller, unless the function itself tests them. */
static bool limit_inputs(struct refining *r)
{
    bool changed = false;
    for (size_t i = 0; i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (!refine_is_source(r, n) || n->by_contract || !has_range_of_type(r->plan, n)) continue;
        const struct number *of = &r->plan->usage.numbers.data[n->number];
        if (of->has_limit || of->has_least || n->below != SPOT_NONE) continue;
        if (!n->fresh && !refine_narrow_more(r->plan, n)) continue;
        n->fresh = true;
        refine_note(r, " is in a range", n->name);
        changed = true;
    }
    return changed;
}

/* It was made for the result of a function of which only the type is known. */
static bool is_result(const struct refining *r)
{
    for (size_t i = 0; i < r->plan->results.count; i++)
        if (r->plan->results.data[i] == r->view->made.line) return true;
    return false;
}

enum refinement refine_bounds(struct refining *r)
{
    const struct replay_view *v = r->view;
    struct spot *s = NULL;
    if (v->object_known && v->made.file == v->harness_file) s = refine_spot_at(r->plan, v->made.line);
    if (v->object_given) return refine_globals(r);
    if (s) return refine_spot(r, s);
    if (v->object_known && v->made.file == v->harness_file && is_result(r)) return REFINE_OPEN;
    /* an object of the function's own, with an index of the caller's */
    uint32_t depends = 0;
    if (v->object_known && v->made.line && limit_size(r, &depends)) return REFINED;
    if (v->object_known && v->bytes && !depends && limit_to(r, v->object_size / v->bytes)) return REFINED;
    if (v->object_known && !depends && v->depth > 1 && limit_inputs(r)) return REFINED;
    if (depends > 1) return REFINE_OPEN; /* how they relate is for callers */
    return refine_global_number(r, v->object_known && v->bytes ? v->object_size / v->bytes : 0);
}

/* An address that is in no object, computed from a pointer of callers: its index is too large. */
bool refine_far_access(struct refining *r)
{
    uint32_t use = refine_use(r);
    for (size_t i = 0; use != USE_NONE && i < r->plan->spots.count; i++) {
        struct spot *s = &r->plan->spots.data[i];
        if (s->use == use && s->line && !s->by_contract) return limit_index(r, s);
    }
    return false;
}

/* An index times the size of an element wraps around: a member that is an index of a buffer beside it is too large. */
bool refine_wide_index(struct refining *r)
{
    struct caller *p = r->plan;
    for (size_t i = 0; i < p->spots.count; i++) {
        struct spot *s = &p->spots.data[i];
        if (s->shape != SPOT_COUNTED || s->by_contract || s->parent == SPOT_NONE || s->use == USE_NONE) continue;
        if (!p->usage.uses.data[s->use].indexed) continue;
        for (size_t k = 0; k < p->spots.count; k++) {
            const struct spot *n = &p->spots.data[k];
            if (n->parent == s->parent && k != s->length && refine_is_source(r, n)) return limit_index(r, s);
        }
    }
    return false;
}
