/* Records: members beside arrays are pinned in memory, so that an access to an element of the array leaves them alone; and
 * what the path says of indices. */
#include "formula/exec_internal.h"

enum { MOST_PINS = 24, MOST_PINNED_BYTES = 160, MOST_NESTED = 4, MOST_LITERALS = 64, NEAR = 64 };

struct record {
    struct memory *memory;
    uint32_t object;
    unsigned pins, bytes;
    bool counting; /* first it is seen whether there are arrays, and not too many members */
    bool has_array;
};

static void add_member(struct record *r, uint64_t at, uint64_t bytes)
{
    r->pins++;
    r->bytes += (unsigned)bytes;
    if (!r->counting) memory_pin(r->memory, r->object, (uint32_t)at, (uint32_t)bytes);
}

static void add_members(struct record *r, const struct program *p, uint32_t ctype, uint64_t at, unsigned depth)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    if (at > UINT16_MAX || r->pins > MOST_PINS) return;
    switch ((enum ctype_kind)t->kind) {
    case CTYPE_STRUCT:
        for (uint32_t i = 0; i < t->member_count && depth; i++) {
            const struct cmember *m = &t->members[i];
            uint64_t whole = 8 * p->ctypes.data[m->ctype].bytes;
            if (m->bit_offset % 8 || (m->bit_size && m->bit_size != whole)) continue; /* a bit-field */
            add_members(r, p, m->ctype, at + m->bit_offset / 8, depth - 1);
        }
        return;
    case CTYPE_ARRAY:
        r->has_array = true;
        return;
    case CTYPE_BOOL:
    case CTYPE_SIGNED:
    case CTYPE_UNSIGNED:
    case CTYPE_CHAR:
    case CTYPE_FLOAT:
    case CTYPE_POINTER:
    case CTYPE_ENUM:
        if (t->bytes == 1 || t->bytes == 2 || t->bytes == 4 || t->bytes == 8) add_member(r, at, t->bytes);
        return;
    case CTYPE_UNION: /* its members share bytes */
    case CTYPE_VOID:
    case CTYPE_FUNCTION:
    case CTYPE_OTHER:
        return;
    }
}

void exec_pin_members(struct exec *e, uint32_t object, uint32_t ctype)
{
    const struct program *p = e->program;
    struct record r = {.memory = e->memory, .object = object, .counting = true};
    if (ctype >= p->ctypes.count || p->ctypes.data[ctype].kind != CTYPE_STRUCT) return;
    add_members(&r, p, ctype, 0, MOST_NESTED);
    if (!r.has_array || r.pins > MOST_PINS || r.bytes > MOST_PINNED_BYTES) return;
    r.counting = false;
    add_members(&r, p, ctype, 0, MOST_NESTED);
}

void exec_pin_globals(struct exec *e)
{
    for (uint32_t i = 0; i < e->program->globals.count; i++) {
        const struct global *g = &e->program->globals.data[i];
        if (g->read_only || g->variable == UINT32_MAX) continue;
        exec_pin_members(e, memory_global(e->memory, i), e->program->variables.data[g->variable].ctype);
    }
}

/* What the variable that the pointer goes into at once points to; 0: that is not known. */
uint32_t exec_pointee(const struct program *p, const struct function *f, uint32_t id)
{
    for (size_t i = id + 1; i < f->instructions.count && i < (size_t)id + NEAR; i++) {
        const struct instruction *note = &f->instructions.data[i];
        if (note->op != OP_NOTE || note->block == UINT32_MAX || note->variable == UINT32_MAX) continue;
        if (instruction_operand(f, note, 0).id != id) continue;
        const struct ctype *t = &p->ctypes.data[p->variables.data[note->variable].ctype];
        return t->kind == CTYPE_POINTER ? t->element : 0;
    }
    return 0;
}

/* --- the path --- */

/* The most that a literal lets the term be. */
static uint64_t most_by(const struct terms *ts, struct term literal, struct term t)
{
    uint64_t value;
    bool negated = term_op(ts, literal) == TERM_NOT;
    if (negated) literal = term_arg(ts, literal, 0);
    enum term_op op = term_op(ts, literal);
    if (op != TERM_BV_ULT && op != TERM_BV_ULE) return UINT64_MAX;
    if (!term_same(term_arg(ts, literal, negated), t) || !term_const_u64(ts, term_arg(ts, literal, !negated), &value))
        return UINT64_MAX;
    bool strict = (op == TERM_BV_ULT) != negated;
    return strict && value ? value - 1 : value;
}

uint64_t exec_most(void *context, struct term t)
{
    const struct exec *e = context;
    uint64_t most = UINT64_MAX;
    unsigned left = MOST_LITERALS;
    for (const struct guard *g = e->guard; g && left; g = g->up, left--) {
        uint64_t one = most_by(e->terms, g->literal, t);
        if (one < most) most = one;
    }
    return most;
}
