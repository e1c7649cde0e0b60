/* What pointers from outside are declared to point to: C types, found from debug information
 * by the way a pointer is reached (parameters, members, elements). Gives the size and the
 * alignment that memory behind them is assumed to have. */
#include "formula/environment.h"

#include "program/analysis/parameters.h"

enum { FAR = 12, LARGEST_ALIGNMENT = 16 };

static uint32_t type_at(const struct program *, const struct function *, struct value address,
                        unsigned fuel);

/* The variable that is given the value, or UINT32_MAX. */
static uint32_t noted_variable(const struct function *f, uint32_t id)
{
    uint32_t variable = f->instructions.data[id].variable;
    for (size_t i = 0; i < f->instructions.count && variable == UINT32_MAX; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->op == OP_NOTE && in->block != UINT32_MAX &&
            instruction_operand(f, in, 0).id == id)
            variable = in->variable;
    }
    return variable;
}

static uint32_t element_of(const struct program *p, uint32_t pointer)
{
    return p->ctypes.data[pointer].kind == CTYPE_POINTER ? p->ctypes.data[pointer].element
                                                         : 0;
}

/* The smallest type that begins `offset` bytes into another and is a pointer; 0 if there is
 * none. */
static uint32_t pointer_within(const struct program *p, uint32_t type, uint64_t offset)
{
    for (unsigned fuel = FAR; fuel && type; fuel--) {
        const struct ctype *t = &p->ctypes.data[type];
        uint32_t next = 0;
        if (t->kind == CTYPE_POINTER)
            return offset == 0 ? type : 0;
        if (t->kind == CTYPE_ARRAY && p->ctypes.data[t->element].bytes) {
            next = t->element;
            offset %= p->ctypes.data[next].bytes;
        } else if (t->kind == CTYPE_STRUCT) {
            for (uint32_t i = 0; i < t->member_count && !next; i++) {
                const struct cmember *m = &t->members[i];
                uint64_t at = m->bit_offset / 8, bytes = p->ctypes.data[m->ctype].bytes;
                if (m->bit_offset % 8 || offset < at || offset - at >= bytes)
                    continue;
                next = m->ctype;
                offset -= at;
            }
        }
        type = next;
    }
    return 0;
}

static uint32_t pointee(const struct program *p, const struct function *f, struct value v,
                        unsigned fuel)
{
    if (value_is_constant(v) || !fuel)
        return 0;
    const struct instruction *in = &f->instructions.data[v.id];
    uint32_t variable = noted_variable(f, v.id);
    if (variable < p->variables.count) {
        uint32_t found = element_of(p, p->variables.data[variable].ctype);
        if (found)
            return found;
    }
    if (in->op != OP_LOAD)
        return 0;
    return element_of(p, type_at(p, f, instruction_operand(f, in, 0), fuel - 1));
}

/* The pointer type that is stored at an address. */
static uint32_t type_at(const struct program *p, const struct function *f,
                        struct value address, unsigned fuel)
{
    uint64_t offset = 0;
    for (; fuel; fuel--) {
        if (value_is_constant(address)) {
            const struct constant *c = program_constant(p, address);
            if (c->kind != CONSTANT_GLOBAL ||
                p->globals.data[c->index].variable >= p->variables.count)
                return 0;
            uint32_t variable = p->globals.data[c->index].variable;
            return pointer_within(p, p->variables.data[variable].ctype,
                                  offset + (uint64_t)c->offset);
        }
        const struct instruction *in = &f->instructions.data[address.id];
        if (in->op == OP_ALLOCA)
            return in->variable < p->variables.count
                       ? pointer_within(p, p->variables.data[in->variable].ctype, offset)
                       : 0;
        if (in->op == OP_PARAM && parameter_own(f, in)) {
            uint32_t variable = noted_variable(f, address.id);
            return variable < p->variables.count
                       ? pointer_within(p, p->variables.data[variable].ctype, offset)
                       : 0;
        }
        uint32_t type = pointee(p, f, address, fuel);
        if (type) {
            uint64_t bytes = p->ctypes.data[type].bytes;
            return pointer_within(p, type, bytes ? offset % bytes : offset);
        }
        if (in->op != OP_PTRADD)
            return 0;
        struct value added = instruction_operand(f, in, 1);
        if (value_is_constant(added))
            offset += program_constant(p, added)
                          ->limbs[0]; /* a whole number of elements otherwise */
        address = instruction_operand(f, in, 0);
    }
    return 0;
}

uint32_t environment_pointee(const struct program *p, const struct function *f,
                             uint32_t instruction)
{
    LAW(instruction < f->instructions.count);
    return pointee(p, f, (struct value){instruction}, FAR);
}

static uint64_t alignment_of(const struct program *p, uint32_t type, unsigned fuel)
{
    const struct ctype *t = &p->ctypes.data[type];
    uint64_t most = p->pointer_width == 32 ? 4 : LARGEST_ALIGNMENT, found = 1;
    if (!fuel)
        return 1;
    if (t->kind == CTYPE_ARRAY)
        return alignment_of(p, t->element, fuel - 1);
    if (t->kind == CTYPE_STRUCT || t->kind == CTYPE_UNION) {
        for (uint32_t i = 0; i < t->member_count; i++) {
            const struct cmember *m = &t->members[i];
            uint64_t a = alignment_of(p, m->ctype, fuel - 1);
            if (m->bit_offset % 8)
                continue;
            if (m->bit_offset / 8 % a)
                return 1; /* packed */
            if (a > found)
                found = a;
        }
        return t->bytes % found ? 1 : found;
    }
    bool power = t->bytes && !(t->bytes & (t->bytes - 1));
    if (!power)
        return 1;
    return t->bytes < most ? t->bytes : most;
}

struct environment_need environment_need(const struct program *p, uint32_t type)
{
    LAW(type < p->ctypes.count);
    const struct ctype *t = &p->ctypes.data[type];
    bool sized = type && t->bytes && t->kind != CTYPE_FUNCTION && t->kind != CTYPE_VOID;
    if (!sized)
        return (struct environment_need){1, 1};
    return (struct environment_need){t->bytes, alignment_of(p, type, FAR)};
}

/* --- parts --- */

static void find_parts(const struct program *p, uint32_t whole, uint32_t part, uint64_t at,
                       struct environment_parts *out, unsigned fuel)
{
    const struct ctype *t = &p->ctypes.data[whole];
    if (!fuel || out->count == MOST_PARTS)
        return;
    if (whole == part) {
        out->offsets[out->count++] = at;
        return;
    }
    if (t->kind == CTYPE_ARRAY && t->element) {
        uint64_t bytes = p->ctypes.data[t->element].bytes;
        for (uint64_t i = 0; bytes && i < t->bytes / bytes && i < MOST_PARTS; i++)
            find_parts(p, t->element, part, at + i * bytes, out, fuel - 1);
    }
    if (t->kind != CTYPE_STRUCT && t->kind != CTYPE_UNION)
        return;
    for (uint32_t i = 0; i < t->member_count; i++)
        if (t->members[i].bit_offset % 8 == 0)
            find_parts(p, t->members[i].ctype, part, at + t->members[i].bit_offset / 8, out,
                       fuel - 1);
}

struct environment_parts environment_parts(const struct program *p, uint32_t whole,
                                           uint32_t part)
{
    LAW(whole < p->ctypes.count);
    LAW(part < p->ctypes.count);
    struct environment_parts out = {0};
    if (whole && part)
        find_parts(p, whole, part, 0, &out, FAR);
    return out;
}
