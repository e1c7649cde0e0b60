#include "program/analysis/record.h"

enum { MOST_BYTES = 160, MOST_NESTED = 4, NEAR = 64, FARTHEST = 1 << 16 };

struct looking {
    const struct program *program;
    struct record_parts *out;
    uint32_t bytes;
    bool has_array, too_many;
};

static void add(struct looking *l, uint64_t at, uint64_t bytes, bool pointer)
{
    struct record_parts *out = l->out;
    l->bytes += (uint32_t)bytes;
    l->too_many |= out->count == RECORD_PARTS || l->bytes > MOST_BYTES;
    if (l->too_many)
        return;
    out->part[out->count].at = (uint32_t)at;
    out->part[out->count].bytes = (uint32_t)bytes;
    out->part[out->count++].pointer = pointer;
}

static void look(struct looking *l, uint32_t ctype, uint64_t at, unsigned depth)
{
    const struct ctype *t = &l->program->ctypes.data[ctype];
    if (at > FARTHEST)
        return;
    switch ((enum ctype_kind)t->kind) {
    case CTYPE_STRUCT:
        for (uint32_t i = 0; i < t->member_count && depth; i++) {
            const struct cmember *m = &t->members[i];
            uint64_t whole = 8 * l->program->ctypes.data[m->ctype].bytes;
            bool bit_field = m->bit_offset % 8 || (m->bit_size && m->bit_size != whole);
            if (!bit_field)
                look(l, m->ctype, at + m->bit_offset / 8, depth - 1);
        }
        return;
    case CTYPE_ARRAY:
        l->has_array = true;
        return;
    case CTYPE_BOOL:
    case CTYPE_SIGNED:
    case CTYPE_UNSIGNED:
    case CTYPE_CHAR:
    case CTYPE_FLOAT:
    case CTYPE_POINTER:
    case CTYPE_ENUM:
        if (t->bytes == 1 || t->bytes == 2 || t->bytes == 4 || t->bytes == 8)
            add(l, at, t->bytes, t->kind == CTYPE_POINTER);
        return;
    case CTYPE_UNION: /* its members share bytes */
    case CTYPE_VOID:
    case CTYPE_FUNCTION:
    case CTYPE_OTHER:
        return;
    }
}

bool record_parts(const struct program *p, uint32_t ctype, struct record_parts *out)
{
    struct looking l = {.program = p, .out = out};
    out->count = 0;
    if (ctype >= p->ctypes.count || p->ctypes.data[ctype].kind != CTYPE_STRUCT)
        return false;
    look(&l, ctype, 0, MOST_NESTED);
    return l.has_array && !l.too_many;
}

uint32_t record_behind(const struct program *p, const struct function *f, uint32_t pointer)
{
    for (size_t i = (size_t)pointer + 1;
         i < f->instructions.count && i <= (size_t)pointer + NEAR; i++) {
        const struct instruction *note = &f->instructions.data[i];
        if (note->op != OP_NOTE || note->block == UINT32_MAX || note->variable == UINT32_MAX)
            continue;
        if (instruction_operand(f, note, 0).id != pointer)
            continue;
        const struct ctype *t = &p->ctypes.data[p->variables.data[note->variable].ctype];
        return t->kind == CTYPE_POINTER ? t->element : 0;
    }
    return 0;
}
