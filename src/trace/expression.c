#include "trace/expression.h"

#include <string.h>

enum { DEEPEST = 16 };

/* of an address: what stands there and of which C type it is (0: unknown) */
struct place_text {
    const char *text;
    uint32_t ctype;
};
struct teller {
    struct arena *arena;
    const struct program *program;
    const struct function *f;
    const struct interp *now; /* that runs the function: steps are known; null: none */
};

static struct place_text value_of(const struct teller *, struct value, unsigned fuel);

static struct place_text member_at(struct arena *a, const struct program *p,
                                   struct place_text of, uint64_t offset, const char *link)
{
    for (unsigned fuel = DEEPEST; fuel && of.ctype; fuel--) {
        const struct ctype *t = &p->ctypes.data[of.ctype];
        if (t->kind == CTYPE_ARRAY && p->ctypes.data[t->element].bytes) {
            uint64_t bytes = p->ctypes.data[t->element].bytes;
            of = (struct place_text){
                arena_format(a, "%s[%llu]", of.text, (unsigned long long)(offset / bytes)),
                t->element};
            offset %= bytes;
            link = ".";
            continue;
        }
        if (t->kind != CTYPE_STRUCT)
            return offset ? (struct place_text){"", 0} : of;
        bool found = false;
        for (uint32_t i = 0; i < t->member_count && !found; i++) {
            const struct cmember *m = &t->members[i];
            uint64_t at = m->bit_offset / 8, bytes = p->ctypes.data[m->ctype].bytes;
            if (m->bit_offset % 8 || offset < at || offset - at >= bytes || !m->name[0])
                continue;
            of = (struct place_text){arena_format(a, "%s%s%s", of.text, link, m->name),
                                     m->ctype};
            offset -= at;
            link = ".";
            found = true;
        }
        if (!found)
            break;
    }
    return (struct place_text){"", 0};
}

/* What stands behind a pointer, so many bytes on. */
static struct place_text behind(const struct teller *t, struct place_text pointer,
                                uint64_t offset)
{
    const struct program *p = t->program;
    const struct ctype *type = &p->ctypes.data[pointer.ctype];
    struct place_text none = {"", 0};
    if (type->kind != CTYPE_POINTER)
        return none;
    const struct ctype *to = &p->ctypes.data[type->element];
    if (to->kind == CTYPE_STRUCT && offset < to->bytes)
        return member_at(t->arena, p, (struct place_text){pointer.text, type->element},
                         offset, "->");
    if (!offset)
        return (struct place_text){arena_format(t->arena, "*%s", pointer.text),
                                   type->element};
    if (!to->bytes || (to->kind != CTYPE_STRUCT && offset % to->bytes))
        return none;
    struct place_text element = {arena_format(t->arena, "%s[%lld]", pointer.text,
                                              (long long)offset / (long long)to->bytes),
                                 type->element};
    return to->kind == CTYPE_STRUCT ? member_at(t->arena, p, element, offset % to->bytes, ".")
                                    : element;
}

/* By how many bytes a pointer is moved; false: that is not known. */
static bool moved_by(const struct teller *t, struct value by, uint64_t *offset)
{
    if (!value_is_constant(by) && !t->now)
        return false;
    *offset += value_is_constant(by) ? program_constant(t->program, by)->limbs[0]
                                     : interp_value_of(t->now, by).low;
    return true;
}

/* What stands at an address. */
static struct place_text content_of(const struct teller *t, struct value address,
                                    unsigned fuel)
{
    const struct program *p = t->program;
    struct place_text none = {"", 0};
    uint64_t offset = 0;
    for (; fuel; fuel--) {
        uint32_t variable = UINT32_MAX;
        if (value_is_constant(address)) {
            const struct constant *c = program_constant(p, address);
            if (c->kind != CONSTANT_GLOBAL)
                return none;
            variable = p->globals.data[c->index].variable;
            offset += (uint64_t)c->offset;
        } else if (t->f->instructions.data[address.id].op == OP_ALLOCA) {
            variable = t->f->instructions.data[address.id].variable;
        }
        if (variable < p->variables.count)
            return member_at(t->arena, p,
                             (struct place_text){p->variables.data[variable].name,
                                                 p->variables.data[variable].ctype},
                             offset, ".");
        if (value_is_constant(address))
            return none;
        struct place_text pointer = value_of(t, address, fuel - 1);
        if (pointer.text[0])
            return behind(t, pointer, offset);
        const struct instruction *in = &t->f->instructions.data[address.id];
        if (in->op != OP_PTRADD || !moved_by(t, instruction_operand(t->f, in, 1), &offset))
            return none;
        address = instruction_operand(t->f, in, 0);
    }
    return none;
}

static struct place_text value_of(const struct teller *t, struct value v, unsigned fuel)
{
    const struct program *p = t->program;
    if (value_is_constant(v) || value_is_none(v) || !fuel)
        return (struct place_text){"", 0};
    const struct instruction *in = &t->f->instructions.data[v.id];
    if (in->op == OP_LOAD) {
        struct place_text read = content_of(t, instruction_operand(t->f, in, 0), fuel - 1);
        if (read.text[0])
            return read;
    }
    uint32_t variable = in->variable;
    for (size_t i = 0; i < t->f->instructions.count && variable == UINT32_MAX; i++) {
        const struct instruction *note = &t->f->instructions.data[i];
        if (note->op == OP_NOTE && note->block != UINT32_MAX &&
            instruction_operand(t->f, note, 0).id == v.id)
            variable = note->variable;
    }
    if (variable >= p->variables.count)
        return (struct place_text){"", 0};
    return (struct place_text){p->variables.data[variable].name,
                               p->variables.data[variable].ctype};
}

const char *expression_text(struct arena *a, const struct program *p, uint32_t function,
                            struct value v, uint32_t *ctype)
{
    struct teller t = {a, p, &p->functions.data[function], NULL};
    struct place_text found = value_of(&t, v, DEEPEST);
    *ctype = found.ctype;
    return found.text;
}

const char *expression_at(struct arena *a, const struct program *p, const struct interp *now,
                          uint32_t function, struct value address, uint32_t *ctype)
{
    struct teller t = {a, p, &p->functions.data[function], now};
    struct place_text found = content_of(&t, address, DEEPEST);
    *ctype = found.ctype;
    return found.text;
}
