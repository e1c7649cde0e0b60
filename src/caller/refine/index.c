/* An access outside of an object whose length is known: a number that it depends on is an
 * index, or a fill level. */
#include "caller/refine/refine_internal.h"

#include <string.h>

bool refine_has_range_of_type(const struct caller *p, const struct spot *s)
{
    LAW(s->ctype < p->program->ctypes.count);
    uint8_t kind = p->program->ctypes.data[s->ctype].kind;
    return kind == CTYPE_SIGNED || kind == CTYPE_UNSIGNED || kind == CTYPE_ENUM;
}

/* The function itself compares an index with the buffer's length. */
bool refine_is_checked(const struct caller *p, const struct spot *s)
{
    LAW(s->shape != SPOT_COUNTED ||
        s->length < p->spots.count); /* counted by a spot: no contract is left */
    if (s->shape != SPOT_COUNTED || s->use == USE_NONE ||
        p->spots.data[s->length].number == USE_NONE)
        return false;
    const char *name = p->spots.data[s->length].name;
    if (strstr(name, "max") || strstr(name, "last"))
        return false;                     /* often an index */
    bool member = s->parent != SPOT_NONE; /* which may be a position */
    if (member && usage_is_index(&p->usage, s->use, p->spots.data[s->length].number))
        return false;
    return usage_weight(&p->usage, s->use, p->spots.data[s->length].number) >= 4 ||
           caller_is_weighed(p, s->use, p->spots.data[s->length].number, BY_ITSELF);
}

/* It is already assumed that a member says how many elements a record has at its end, and the
 * function compares the index with it. */
bool refine_has_capacity(const struct caller *p, const struct spot *s)
{
    for (size_t i = 0; s->shape == SPOT_ONE && s->use != USE_NONE && i < p->spots.count;
         i++) {
        const struct spot *n = &p->spots.data[i];
        if (n->shape != SPOT_NUMBER || n->below != (uint32_t)(s - p->spots.data))
            continue;
        if (n->number != USE_NONE && usage_weight(&p->usage, s->use, n->number) >= 4)
            return true;
    }
    return false;
}

/* The index is compared with it, or it is called a length and no other one is known. */
static bool counts_elements(const struct caller *p, const struct spot *s,
                            const struct spot *n, bool by_name)
{
    LAW(s->use != USE_NONE && n->number != USE_NONE);
    if (by_name)
        return s->flexible && caller_names_length(n->name);
    return usage_weight(&p->usage, s->use, n->number) >= 3 ||
           caller_is_weighed(p, s->use, n->number, IN_CALLEE);
}

static bool has_limited_member(const struct caller *p, uint32_t record)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].shape == SPOT_NUMBER && p->spots.data[i].below == record)
            return true;
    return false;
}

/* A member says how many elements a record has at its end. */
static bool limit_capacity(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    uint32_t self = (uint32_t)(s - p->spots.data);
    if (s->shape != SPOT_ONE || s->use == USE_NONE)
        return false;
    LAW(self < p->spots.count);
    for (size_t k = 0; k < 2 * p->spots.count; k++) {
        bool by_name = k >= p->spots.count;
        struct spot *n = &p->spots.data[k % p->spots.count];
        if (n->shape != SPOT_NUMBER || n->parent != self || n->number == USE_NONE ||
            !refine_may_limit(p, n, self))
            continue;
        if (n->below != SPOT_NONE || n->has_range || !counts_elements(p, s, n, by_name))
            continue;
        if (by_name && has_limited_member(p, self))
            continue;
        n->below = self;
        n->or_equal = true;
        refine_note(r, " is at most the number of elements", n->name);
        return true;
    }
    return false;
}

bool refine_is_fill(const struct caller *p, const struct spot *n, const struct spot *capacity)
{
    if (n->parent == SPOT_NONE || n->parent != capacity->parent || n == capacity)
        return false;
    if (n->number == USE_NONE || capacity->number == USE_NONE)
        return false;
    return usage_are_weighed(&p->usage, n->number, capacity->number);
}

static bool is_compared_with(const struct caller *p, const struct spot *n, uint32_t length)
{
    if (length == SPOT_NONE || p->spots.data[length].number == USE_NONE ||
        refine_is_fill(p, n, &p->spots.data[length]))
        return false;
    return usage_are_compared(&p->usage, n->number, p->spots.data[length].number);
}

/* The function itself compares an index of the buffer with the number. */
static bool limits_index(const struct caller *p, const struct spot *s, const struct spot *n)
{
    if (s->use == USE_NONE || n->number == USE_NONE)
        return false;
    return usage_weight(&p->usage, s->use, n->number) >= 4;
}

/* A member that is an index of the buffer, of which more is known than a range says. */
static bool is_start(const struct caller *p, const struct spot *s, const struct spot *n)
{
    LAW(n->number != USE_NONE);
    return n->parent != SPOT_NONE && n->parent == s->parent && s->use != USE_NONE &&
           usage_is_index(&p->usage, s->use, n->number);
}

static uint32_t root_of(const struct caller *p, const struct spot *s)
{
    while (s->parent != SPOT_NONE && s->parent != SPOT_GLOBAL)
        s = &p->spots.data[s->parent];
    return (uint32_t)(s - p->spots.data);
}

/* The same parameter leads to both. */
static bool have_same_root(const struct caller *p, const struct spot *one,
                           const struct spot *other)
{
    return root_of(p, one) == root_of(p, other);
}

/* A number that the access depends on is an index: below the buffer's length. */
bool refine_limit_index(struct refining *r, struct spot *s)
{
    struct caller *p = r->plan;
    bool sized = s->shape == SPOT_COUNTED || s->shape == SPOT_ARRAY ||
                 s->shape == SPOT_SPAN || s->shape == SPOT_STRING ||
                 (s->shape == SPOT_ONE && s->flexible);
    if (!sized || refine_has_capacity(p, s))
        return false;
    if (limit_capacity(r, s))
        return true;
    uint32_t self = (uint32_t)(s - p->spots.data);
    LAW(s->shape != SPOT_COUNTED || s->length < p->spots.count);
    uint32_t limit = s->shape == SPOT_COUNTED ? s->length : self;
    for (size_t i = 0; i < p->spots.count; i++) {
        struct spot *n = &p->spots.data[i];
        if (!refine_is_source(r, n) || i == s->length || n->below != SPOT_NONE ||
            n->by_contract || !refine_may_limit(p, n, limit))
            continue;
        if (!refine_has_range_of_type(p, n) || (n->has_range && !is_start(p, s, n)))
            continue;
        if (s->shape == SPOT_COUNTED && is_compared_with(p, n, s->length))
            continue; /* its own test fails */
        if (!p->usage.numbers.data[n->number].indexes && n->parent == SPOT_NONE)
            continue;
        if (s->shape == SPOT_ARRAY && !usage_is_index(&p->usage, s->use, n->number))
            continue; /* what is computed from it is: `bits >> 3` */
        if (s->shape == SPOT_ARRAY)
            s->shape = SPOT_SPAN;
        n->below = limit;
        n->or_equal = n->parent != SPOT_NONE && have_same_root(p, n, s); /* a fill level */
        refine_note(r, " is below the number of elements", n->name);
        return true;
    }
    for (size_t i = 0; i < p->spots.count; i++) { /* up to there was too much */
        struct spot *n = &p->spots.data[i];
        if (n->below != limit || !n->or_equal || refine_is_checked(p, s) ||
            limits_index(p, s, n))
            continue;
        n->or_equal = false;
        return true;
    }
    return false;
}

/* "p->cap" beside "p->len", or what the length is compared with by the function. */
static bool is_capacity(const struct caller *p, const struct spot *length,
                        const struct spot *s)
{
    static const char *const words[] = {"cap", "alloc", "max", "room", "limit", "size"};
    const char *name = caller_last_name(s->name), *other = caller_last_name(length->name);
    static const char *const sure[] = {"cap", "alloc", "storage", "room"};
    for (size_t i = 0; i < sizeof sure / sizeof *sure; i++)
        if (caller_contains(other, sure[i]))
            return false; /* it is one itself */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (caller_contains(name, words[i]) && !caller_contains(other, words[i]))
            return true;
    return length->number != USE_NONE &&
           usage_are_compared(&p->usage, length->number, s->number);
}

/* Not the number of elements in use says how large a buffer is, but another member: the one
 * is at most the other. */
bool refine_use_capacity(struct refining *r, struct spot *s)
{
    LAW(s->shape != SPOT_COUNTED || s->expression || s->length < r->plan->spots.count);
    struct caller *p = r->plan;
    if (s->shape != SPOT_COUNTED || s->expression || s->factor || s->holds_zero)
        return false;
    struct spot *length = &p->spots.data[s->length];
    if (length->parent == SPOT_NONE || length->below != SPOT_NONE || length->by_contract)
        return false;
    for (uint32_t i = 0; i < p->spots.count; i++) {
        struct spot *c = &p->spots.data[i];
        if (c == length || c->shape != SPOT_NUMBER || c->parent != length->parent ||
            c->number == USE_NONE)
            continue;
        if (c->below != SPOT_NONE || c->ctype != length->ctype ||
            !is_capacity(p, length, c) || !refine_may_limit(p, length, i))
            continue;
        LAW(i != (uint32_t)(length - p->spots.data));
        length->below = i;
        length->or_equal = true;
        s->length = i;
        refine_note(r, " is at most the number of elements", length->name);
        return true;
    }
    return false;
}

/* The constant part of the offset of an access. */
static int64_t constant_offset(const struct refining *r)
{
    LAW(r->view->instruction <
        r->view->program->functions.data[r->view->function].instructions.count);
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    int64_t sum = 0;
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD)
            break;
        struct value by = instruction_operand(f, i, 1);
        const struct constant *c =
            value_is_constant(by) ? program_constant(r->view->program, by) : NULL;
        if (c && c->kind == CONSTANT_BITS)
            sum += (int64_t)constant_low_bits(c);
        v = instruction_operand(f, i, 0);
    }
    return sum;
}

static bool has_constant(const struct function *f, const struct instruction *i)
{
    return value_is_constant(instruction_operand(f, i, 0)) ||
           value_is_constant(instruction_operand(f, i, 1));
}

/* `i & 15`, `i % 12`, perhaps extended, scaled and moved. */
static bool is_cut_to_size(const struct function *f, struct value v)
{
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        const struct instruction *i = &f->instructions.data[v.id];
        bool remainder = i->op == OP_UREM || i->op == OP_SREM;
        bool scaled = i->op == OP_MUL || i->op == OP_SHL || i->op == OP_ADD;
        bool resized = i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_TRUNC;
        if (i->op == OP_AND || remainder)
            return has_constant(f, i);
        if (!resized && !(scaled && has_constant(f, i)))
            return false;
        bool first = !value_is_constant(instruction_operand(f, i, 0));
        v = instruction_operand(f, i, first ? 0 : 1);
    }
    return false;
}

bool refine_cuts_index(const struct refining *r)
{
    const struct function *f = &r->view->program->functions.data[r->view->function];
    const struct instruction *i = &f->instructions.data[r->view->instruction];
    struct value v = i->count ? instruction_operand(f, i, 0) : VALUE_NONE;
    for (int steps = 0; steps < 8 && !value_is_constant(v) && !value_is_none(v); steps++) {
        i = &f->instructions.data[v.id];
        if (i->op != OP_PTRADD)
            return false;
        if (is_cut_to_size(f, instruction_operand(f, i, 1)))
            return true;
        v = instruction_operand(f, i, 0);
    }
    return false;
}

/* How many elements the array member at that offset has; 0 if there is none. */
static uint64_t member_count_at(const struct program *p, uint32_t record, int64_t offset)
{
    LAW(record < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[record];
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++) {
        const struct ctype *m = &p->ctypes.data[t->members[i].ctype];
        int64_t at = (int64_t)(t->members[i].bit_offset / 8);
        if (offset < at || offset >= at + (int64_t)m->bytes)
            continue;
        if (m->kind == CTYPE_STRUCT)
            return member_count_at(p, t->members[i].ctype, offset - at);
        return m->kind == CTYPE_ARRAY ? m->count : 0;
    }
    return 0;
}

/* It says how many elements a buffer has: what is probably no index of another one. */
static bool counts_buffer(const struct caller *p, uint32_t number)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].shape == SPOT_COUNTED && p->spots.data[i].length == number)
            return true;
    return false;
}

/* Numbers that the access depends on, and that count buffers or do not, are indices into an
 * array of a constant size. */
static bool limit_those(struct refining *r, uint64_t count, bool counting)
{
    bool changed = false;
    for (size_t i = 0; count && i < r->plan->spots.count; i++) {
        struct spot *n = &r->plan->spots.data[i];
        if (counts_buffer(r->plan, (uint32_t)i) != counting)
            continue;
        if (!refine_is_near(r, n) || n->by_contract || !refine_has_range_of_type(r->plan, n))
            continue;
        const struct number *of = &r->plan->usage.numbers.data[n->number];
        if (of->has_limit && (uint64_t)of->limit >= count - 1)
            continue; /* its own test is what fails */
        if (of->has_least && of->least < 0 && r->view->offset < 0)
            continue;
        if (counting && of->ordered)
            continue; /* the same */
        /* what its own test lets pass below 0 stays */
        __int128 least = of->has_least && of->least < 0 ? of->least : 0;
        if (!refine_narrow(r->plan, n, least, (__int128)count - 1))
            continue;
        refine_note(r, " is an index", n->name);
        changed = true;
    }
    return changed;
}

bool refine_limit_to(struct refining *r, uint64_t count)
{
    if (refine_cuts_index(r))
        return false;
    return limit_those(r, count, false) || limit_those(r, count, true);
}

bool refine_limit_to_member(struct refining *r, struct spot *s)
{
    const struct program *p = r->plan->program;
    if (s->shape != SPOT_ONE && s->shape != SPOT_LIST)
        return false;
    return refine_limit_to(
        r, member_count_at(p, p->ctypes.data[s->ctype].element, constant_offset(r)));
}

/* An index that is already as small as the array asks for. */
bool refine_has_narrow_source(const struct refining *r)
{
    for (size_t i = 0; i < r->plan->spots.count; i++)
        if (refine_is_source(r, &r->plan->spots.data[i]) && r->plan->spots.data[i].has_range)
            return true;
    return false;
}

/* An index of an array in the record, which is not its last member or has a size, is too
 * large. */
bool refine_leaves_member(const struct refining *r, const struct spot *s)
{
    const struct program *p = r->plan->program;
    return member_count_at(p, p->ctypes.data[s->ctype].element, constant_offset(r)) > 1;
}
