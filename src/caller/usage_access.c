/* What the accesses of a function say about the memory that its parameters lead to. */
#include "caller/usage_internal.h"

struct known walk_known(const struct walk *w, struct value v)
{
    if (value_is_constant(v) || value_is_none(v)) return (struct known){0};
    return w->known[v.id];
}

const struct instruction *walk_maker(const struct walk *w, struct value v)
{
    return value_is_constant(v) || value_is_none(v) ? NULL : &w->f->instructions.data[v.id];
}

bool walk_constant(const struct walk *w, struct value v, int64_t *out)
{
    if (!value_is_constant(v)) return false;
    const struct constant *c = program_constant(w->program, v);
    if (c->kind == CONSTANT_NULL) return *out = 0, true;
    if (c->kind != CONSTANT_BITS || c->type.width > 64) return false;
    uint32_t unused = 64 - c->type.width;
    *out = (int64_t)(constant_low_bits(c) << unused) >> unused;
    return true;
}

struct value walk_root(const struct walk *w, struct value v)
{
    for (int steps = 0; steps < 8; steps++) {
        const struct instruction *i = walk_maker(w, v);
        int64_t ignored;
        if (!i) return v;
        switch ((int)i->op) {
        case OP_ZEXT:
        case OP_SEXT:
        case OP_TRUNC:
            v = instruction_operand(w->f, i, 0);
            break;
        case OP_ADD:
        case OP_SUB:
        case OP_MUL:
        case OP_SHL:
            if (!walk_constant(w, instruction_operand(w->f, i, 1), &ignored)) return v;
            v = instruction_operand(w->f, i, 0);
            break;
        default:
            return v;
        }
    }
    return v;
}

/* --- accesses --- */

void walk_touch(struct walk *w, struct known k, uint64_t bytes, bool write)
{
    if (k.kind != KNOWN_POINTER) return;
    struct use *u = &w->out->uses.data[k.id];
    if (write) u->written = true;
    if (!write) u->read = true;
    if (k.exact && k.offset >= 0 && u->extent < (uint64_t)k.offset + bytes)
        u->extent = (uint64_t)k.offset + bytes;
    if (k.exact && k.offset < 0 && u->before < (uint64_t)-k.offset) u->before = (uint64_t)-k.offset;
    if (k.exact) return;
    u->indexed = true;
    if (!u->unit || u->unit > bytes) u->unit = bytes;
}

static bool leads_to_global(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    for (int steps = 0; i && i->op == OP_PTRADD && steps < 8; steps++) {
        v = instruction_operand(w->f, i, 0);
        i = walk_maker(w, v);
    }
    if (!value_is_constant(v)) return false;
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL && !w->program->globals.data[c->index].read_only;
}

struct known walk_load(struct walk *w, const struct instruction *i)
{
    struct known p = walk_known(w, instruction_operand(w->f, i, 0));
    walk_touch(w, p, type_bytes(i->type), false);
    if (i->type.kind == TYPE_POINTER && leads_to_global(w, instruction_operand(w->f, i, 0)))
        w->out->reads_global_pointers = true;
    if (p.kind != KNOWN_POINTER) return (struct known){0};
    uint64_t offset = p.exact ? (uint64_t)p.offset : UINT64_MAX;
    if (i->type.kind == TYPE_POINTER)
        return (struct known){KNOWN_POINTER, true, usage_make_use(w->out, p.id, offset), 0};
    if (i->type.kind != TYPE_INT) return (struct known){0};
    bool header = p.exact && p.offset < 0;
    if ((i->type.width == 8 && !header) || !p.exact) return (struct known){KNOWN_CONTENT, p.exact, p.id, p.offset};
    return (struct known){KNOWN_NUMBER, true, usage_make_number(w->out, p.id, offset, i->type.width), 0};
}

void walk_move(struct walk *w, const struct instruction *i)
{
    struct known size = walk_known(w, walk_root(w, instruction_operand(w->f, i, 2)));
    int64_t constant;
    bool fixed = walk_constant(w, instruction_operand(w->f, i, 2), &constant);
    for (uint32_t k = 0; k < (i->op == OP_MEMSET ? 1u : 2u); k++) {
        struct known p = walk_known(w, instruction_operand(w->f, i, k));
        if (p.kind != KNOWN_POINTER) continue;
        bool whole = p.exact && !p.offset; /* else it is a part of the buffer */
        if (!fixed) p.exact = false;
        walk_touch(w, p, fixed ? (uint64_t)constant : 1, k == 0);
        if (size.kind == KNOWN_NUMBER) usage_pair(w->out, p.id, size.id, whole ? 6 : 2);
    }
}

/* The last index: n - 1. */
static bool is_one_less(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    int64_t constant;
    while (i && (i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_MUL || i->op == OP_SHL)) {
        v = instruction_operand(w->f, i, 0);
        i = walk_maker(w, v);
    }
    if (!i || (i->op != OP_SUB && i->op != OP_ADD)) return false;
    if (!walk_constant(w, instruction_operand(w->f, i, 1), &constant)) return false;
    return constant == (i->op == OP_SUB ? 1 : -1);
}

static void note_stride(struct walk *w, uint32_t use, struct value by)
{
    const struct instruction *i = walk_maker(w, by);
    int64_t constant = 1;
    if (i && i->op == OP_MUL && !walk_constant(w, instruction_operand(w->f, i, 1), &constant)) constant = 1;
    if (i && i->op == OP_SHL && walk_constant(w, instruction_operand(w->f, i, 1), &constant) && constant < 32)
        constant = (int64_t)1 << constant;
    usage_stride(w->out, use, constant);
}

struct known walk_step(struct walk *w, const struct instruction *i)
{
    struct known p = walk_known(w, instruction_operand(w->f, i, 0));
    struct value by = instruction_operand(w->f, i, 1);
    int64_t constant;
    if (p.kind != KNOWN_POINTER) return p;
    if (walk_constant(w, by, &constant)) {
        p.offset += constant;
        return p;
    }
    bool whole = p.exact;
    p.exact = false;
    note_stride(w, p.id, by);
    struct value root = walk_root(w, by);
    struct known number = walk_known(w, root);
    if (number.kind == KNOWN_NUMBER) w->out->numbers.data[number.id].indexes = true;
    if (number.kind == KNOWN_NUMBER && root.id != by.id && is_one_less(w, by))
        usage_pair(w->out, p.id, number.id, whole ? 5 : 2);
    else if (number.kind == KNOWN_NUMBER)
        VECTOR_PUSH(&w->out->direct, (struct pairing){p.id, number.id, 1});
    uint32_t from = number.kind == KNOWN_NUMBER ? number.id : USE_NONE;
    if (!value_is_constant(root)) VECTOR_PUSH(&w->indices, (struct index){p.id, root.id, from, whole});
    return p;
}
