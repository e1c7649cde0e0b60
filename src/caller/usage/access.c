/* What the accesses of a function say about the memory that its parameters lead to. */
#include "caller/usage/usage_internal.h"

struct known walk_known(const struct walk *w, struct value v)
{
    LAW(value_is_constant(v) || value_is_none(v) || v.id < w->f->instructions.count);
    if (value_is_constant(v) || value_is_none(v))
        return (struct known){0};
    return w->known[v.id];
}

const struct instruction *walk_maker(const struct walk *w, struct value v)
{
    return value_is_constant(v) || value_is_none(v) ? NULL : &w->f->instructions.data[v.id];
}

bool walk_constant(const struct walk *w, struct value v, int64_t *out)
{
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(w->program, v);
    if (c->kind == CONSTANT_NULL)
        return *out = 0, true;
    if (c->kind != CONSTANT_BITS || c->type.width > 64)
        return false;
    uint32_t unused = 64 - c->type.width;
    *out = (int64_t)(constant_low_bits(c) << unused) >> unused;
    return true;
}

/* Of an operation with a constant: the other operand. */
static bool has_constant(const struct walk *w, const struct instruction *i,
                         struct value *other, int64_t *constant)
{
    struct value left = instruction_operand(w->f, i, 0),
                 right = instruction_operand(w->f, i, 1);
    bool swapped = (i->op == OP_ADD || i->op == OP_MUL) && walk_constant(w, left, constant);
    if (!swapped && !walk_constant(w, right, constant))
        return false;
    *other = swapped ? right : left;
    return true;
}

static bool is_resized(const struct instruction *i)
{
    return i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_TRUNC;
}

static bool is_scaled(const struct instruction *i)
{
    return i->op == OP_ADD || i->op == OP_SUB || i->op == OP_MUL || i->op == OP_SHL;
}

struct value walk_root(const struct walk *w, struct value v)
{
    for (int steps = 0; steps < 8; steps++) {
        const struct instruction *i = walk_maker(w, v);
        int64_t ignored;
        if (!i)
            return v;
        if (is_resized(i))
            v = instruction_operand(w->f, i, 0);
        else if (!is_scaled(i) || !has_constant(w, i, &v, &ignored))
            return v;
    }
    return v;
}

/* --- accesses --- */

void walk_touch(struct walk *w, struct known k, uint64_t bytes, bool write)
{
    LAW(k.kind != KNOWN_POINTER || k.id < w->out->uses.count);
    if (k.kind != KNOWN_POINTER)
        return;
    struct use *u = &w->out->uses.data[k.id];
    if (write)
        u->written = true;
    if (!write)
        u->read = true;
    if (k.exact && k.offset >= 0 && u->extent < (uint64_t)k.offset + bytes)
        u->extent = (uint64_t)k.offset + bytes;
    if (k.exact && k.offset < 0 && u->before < (uint64_t)-k.offset)
        u->before = (uint64_t)-k.offset;
    if (k.exact)
        return;
    u->indexed = true;
    if (!u->unit || u->unit > bytes)
        u->unit = bytes;
}

static bool leads_to_global(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    for (int steps = 0; i && i->op == OP_PTRADD && steps < 8; steps++) {
        v = instruction_operand(w->f, i, 0);
        i = walk_maker(w, v);
    }
    if (!value_is_constant(v))
        return false;
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL && !w->program->globals.data[c->index].read_only;
}

/* A record's member of one byte, and no element of an array: a number, where other bytes are
 * text. */
static bool is_small_member(const struct program *p, uint32_t record, uint64_t offset)
{
    const struct ctype *t = &p->ctypes.data[record];
    for (uint32_t i = 0; t->kind == CTYPE_STRUCT && i < t->member_count; i++) {
        const struct ctype *m = &p->ctypes.data[t->members[i].ctype];
        uint64_t at = t->members[i].bit_offset / 8;
        if (offset < at || offset >= at + m->bytes || t->members[i].bit_size % 8)
            continue;
        if (m->kind == CTYPE_STRUCT)
            return is_small_member(p, t->members[i].ctype, offset - at);
        return m->bytes == 1 && m->kind != CTYPE_ARRAY && m->kind != CTYPE_UNION;
    }
    return false;
}

static bool is_small_number(const struct walk *w, struct known p)
{
    uint32_t pointer = w->out->uses.data[p.id].ctype;
    if (!pointer || !p.exact || p.offset < 0)
        return false;
    return is_small_member(w->program, w->program->ctypes.data[pointer].element,
                           (uint64_t)p.offset);
}

struct known walk_load(struct walk *w, const struct instruction *i)
{
    LAW(i->op == OP_LOAD);
    struct known p = walk_known(w, instruction_operand(w->f, i, 0));
    walk_touch(w, p, type_bytes(i->type), false);
    if (i->type.kind == TYPE_POINTER && leads_to_global(w, instruction_operand(w->f, i, 0)))
        w->out->reads_global_pointers = true;
    if (p.kind != KNOWN_POINTER)
        return (struct known){0};
    uint64_t offset = p.exact ? (uint64_t)p.offset : UINT64_MAX;
    if (i->type.kind == TYPE_POINTER)
        return (struct known){KNOWN_POINTER, true, usage_make_use(w->out, p.id, offset), 0};
    if (i->type.kind != TYPE_INT)
        return (struct known){0};
    bool number = i->type.width != 8 || p.offset < 0 || is_small_number(w, p);
    if (!number || !p.exact)
        return (struct known){KNOWN_CONTENT, p.exact, p.id, p.offset};
    return (struct known){KNOWN_NUMBER, true,
                          usage_make_number(w->out, p.id, offset, i->type.width), 0};
}

void walk_move(struct walk *w, const struct instruction *i)
{
    struct known size = walk_known(w, walk_root(w, instruction_operand(w->f, i, 2)));
    int64_t constant;
    bool fixed = walk_constant(w, instruction_operand(w->f, i, 2), &constant);
    for (uint32_t k = 0; k < (i->op == OP_MEMSET ? 1u : 2u); k++) {
        struct known p = walk_known(w, instruction_operand(w->f, i, k));
        if (p.kind != KNOWN_POINTER)
            continue;
        bool whole = p.exact && !p.offset; /* else it is a part of the buffer */
        if (!fixed)
            p.exact = false;
        walk_touch(w, p, fixed ? (uint64_t)constant : 1, k == 0);
        if (size.kind == KNOWN_NUMBER)
            usage_pair(w->out, p.id, size.id, whole ? 6 : 2);
    }
}

/* The last index: n - 1. */
static bool is_one_less(const struct walk *w, struct value v)
{
    const struct instruction *i = walk_maker(w, v);
    int64_t constant;
    while (i &&
           (i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_MUL || i->op == OP_SHL)) {
        v = instruction_operand(w->f, i, 0);
        i = walk_maker(w, v);
    }
    if (!i || (i->op != OP_SUB && i->op != OP_ADD))
        return false;
    if (!walk_constant(w, instruction_operand(w->f, i, 1), &constant))
        return false;
    return constant == (i->op == OP_SUB ? 1 : -1);
}

enum { MOST_STRIDE = 1 << 20 };

/* By how much a step moves on when the index it is computed from does by one. */
static int64_t note_stride(struct walk *w, uint32_t use, struct value by)
{
    int64_t stride = 1, constant;
    for (int steps = 0; steps < 8; steps++) {
        const struct instruction *i = walk_maker(w, by);
        if (i && (i->op == OP_ZEXT || i->op == OP_SEXT)) {
            by = instruction_operand(w->f, i, 0);
            continue;
        }
        bool linear =
            i && (i->op == OP_MUL || i->op == OP_SHL || i->op == OP_ADD || i->op == OP_SUB);
        if (!linear || !has_constant(w, i, &by, &constant))
            break;
        if (i->op == OP_SHL && constant >= 0 && constant < 32)
            stride <<= constant;
        if (i->op == OP_MUL && constant > 0 && constant < MOST_STRIDE)
            stride *= constant;
        if (stride >= MOST_STRIDE)
            return MOST_STRIDE;
    }
    usage_stride(w->out, use, stride);
    return stride;
}

static bool tells_no_access(enum op op)
{
    return op == OP_ICMP || op == OP_PTRTOINT || op == OP_RETURN || op == OP_NOTE;
}

enum { MOST_STEPS_TO_BORDER = 3 };

/* The pointer is compared, subtracted or returned, perhaps after further steps, and nothing
 * is read or written through it here. */
static bool is_only_a_border(const struct walk *w, const struct instruction *step, int depth)
{
    uint32_t id = (uint32_t)(step - w->f->instructions.data);
    bool used = false;
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        const struct instruction *i = &w->f->instructions.data[k];
        for (uint32_t n = 0; n < i->count; n++) {
            if (instruction_operand_is_block(i, n) ||
                instruction_operand(w->f, i, n).id != id)
                continue;
            bool on = i->op == OP_PTRADD && depth < MOST_STEPS_TO_BORDER &&
                      is_only_a_border(w, i, depth + 1);
            if (!on && !tells_no_access((enum op)i->op))
                return false;
            used |= i->op != OP_NOTE;
        }
    }
    return used;
}

/* `p + n - 1`: the pointer is only used as an end, or to go back from it. */
static bool is_gone_back_from(const struct walk *w, const struct instruction *step)
{
    uint32_t id = (uint32_t)(step - w->f->instructions.data);
    bool back = false;
    int64_t constant;
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        const struct instruction *i = &w->f->instructions.data[k];
        for (uint32_t n = 0; n < i->count; n++) {
            if (instruction_operand_is_block(i, n) ||
                instruction_operand(w->f, i, n).id != id)
                continue;
            bool step_back = i->op == OP_PTRADD && !n &&
                             walk_constant(w, instruction_operand(w->f, i, 1), &constant) &&
                             constant < 0;
            if (!step_back && !tells_no_access((enum op)i->op))
                return false;
            back |= step_back;
        }
    }
    return back;
}

/* `fill + i`, where fill is a member: it is where the index starts from. */
static void note_parts(struct walk *w, uint32_t use, struct value root)
{
    const struct instruction *i = walk_maker(w, root);
    if (!i || i->op != OP_ADD)
        return;
    for (uint32_t k = 0; k < 2; k++) {
        struct known part = walk_known(w, walk_root(w, instruction_operand(w->f, i, k)));
        if (part.kind == KNOWN_NUMBER && w->out->numbers.data[part.id].parent != USE_NONE)
            VECTOR_PUSH(&w->out->direct, (struct pairing){use, part.id, 1});
    }
}

enum { BORDER_WEIGHT = 4, END_WEIGHT = 5 };

struct known walk_step(struct walk *w, const struct instruction *i)
{
    LAW(i->op == OP_PTRADD);
    struct known p = walk_known(w, instruction_operand(w->f, i, 0));
    struct value by = instruction_operand(w->f, i, 1);
    int64_t constant;
    if (p.kind != KNOWN_POINTER)
        return p;
    if (walk_constant(w, by, &constant)) {
        p.offset += constant;
        return p;
    }
    bool whole = p.exact;
    p.exact = false;
    int64_t stride = note_stride(w, p.id, by);
    struct value root = walk_root(w, by);
    struct known number = walk_known(w, root);
    if (number.kind == KNOWN_NUMBER)
        w->out->numbers.data[number.id].indexes = true;
    if (number.kind == KNOWN_NUMBER && root.id != by.id && is_one_less(w, by))
        usage_pair(w->out, p.id, number.id, whole ? END_WEIGHT : 2);
    else if (number.kind == KNOWN_NUMBER && whole && !p.offset && is_gone_back_from(w, i))
        usage_pair(w->out, p.id, number.id, END_WEIGHT);
    else if (number.kind == KNOWN_NUMBER && whole && !p.offset && is_only_a_border(w, i, 0))
        usage_pair(w->out, p.id, number.id, BORDER_WEIGHT);
    else if (number.kind == KNOWN_NUMBER)
        VECTOR_PUSH(&w->out->direct, (struct pairing){p.id, number.id, 1});
    note_parts(w, p.id, root);
    uint32_t from = number.kind == KNOWN_NUMBER ? number.id : USE_NONE;
    if (!value_is_constant(root))
        VECTOR_PUSH(&w->indices, (struct index){p.id, root.id, from, whole, stride});
    return p;
}
