/* Splits local structs and arrays whose address does not escape and whose accesses all lie at
 * constant offsets inside, without overlap and with one type per offset, into one ALLOCA per
 * accessed piece, for promotion to turn into values. Setting the whole object to one byte
 * becomes a store to each piece; bytes that no access touches vanish. */
#include "program/passes_internal.h"

#include "base/failure.h"

#include <stdlib.h>

enum { MOST_PIECES = 64 };

struct aggregate {
    uint32_t alloca;
    uint64_t size;
    bool bad, shifted;   /* shifted: there is something to split */
    size_t first, count; /* its pieces */
};

struct piece {
    uint32_t aggregate;
    uint64_t offset;
    struct type type;
    uint32_t id; /* the new ALLOCA */
};

struct split {
    struct program *program;
    struct function *function;
    struct pass_memory *memory;
    VECTOR(struct aggregate) aggregates;
    VECTOR(struct piece) pieces;
    /* of each instruction that is an address inside an aggregate; UINT32_MAX */
    uint32_t *base;
    uint64_t *offset; /* modulo the pointer width's range, as a signed number */
    VECTOR(uint32_t) list;
};

static bool constant_of(const struct program *p, struct value v, uint64_t *out)
{
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_BITS)
        return false;
    const struct constant *c = program_constant(p, v);
    if (c->type.kind != TYPE_INT || c->type.width > 64)
        return false;
    *out = constant_low_bits(c);
    return true;
}

/* --- what can be split --- */

static void find_addresses(struct split *s, uint32_t id)
{
    const struct function *f = s->function;
    const struct instruction *i = &f->instructions.data[id];
    struct aggregate a = {.alloca = id};
    if (i->op == OP_ALLOCA &&
        constant_of(s->program, instruction_operand(f, i, 0), &a.size)) {
        s->base[id] = (uint32_t)s->aggregates.count;
        VECTOR_PUSH(&s->aggregates, a);
    }
    if (i->op != OP_PTRADD)
        return;
    struct value from = instruction_operand(f, i, 0);
    uint64_t step;
    if (value_is_constant(from) || s->base[from.id] == UINT32_MAX)
        return;
    if (!constant_of(s->program, instruction_operand(f, i, 1), &step))
        return;
    if (s->program->pointer_width == 32)
        step = (uint64_t)(int64_t)(int32_t)step;
    s->base[id] = s->base[from.id];
    s->offset[id] = s->offset[from.id] + step;
    s->aggregates.data[s->base[id]].shifted = true;
}

static bool access_is_good(struct split *s, const struct aggregate *a,
                           const struct instruction *i, uint64_t offset)
{
    const struct function *f = s->function;
    uint64_t alignment = f->instructions.data[a->alloca].extra;
    struct type t =
        i->op == OP_LOAD ? i->type : value_type(s->program, f, instruction_operand(f, i, 1));
    if ((i->flags & FLAG_VOLATILE) || offset > a->size || type_bytes(t) > a->size - offset)
        return false;
    if (i->extra > alignment || (i->extra > 1 && offset % i->extra))
        return false;
    VECTOR_PUSH(&s->pieces, (struct piece){(uint32_t)(a - s->aggregates.data), offset, t, 0});
    return true;
}

static bool use_is_good(struct split *s, uint32_t user, uint32_t k, uint32_t address)
{
    const struct function *f = s->function;
    const struct instruction *i = &f->instructions.data[user];
    struct aggregate *a = &s->aggregates.data[s->base[address]];
    uint64_t offset = s->offset[address], byte, size;
    if (k)
        return false;
    if (i->op == OP_NOTE)
        return true;
    if (i->op == OP_PTRADD)
        return s->base[user] != UINT32_MAX;
    if (i->op == OP_LOAD || i->op == OP_STORE)
        return access_is_good(s, a, i, offset);
    if (i->op == OP_LIFESTART || i->op == OP_LIFEEND)
        return offset == 0;
    if (i->op != OP_MEMSET)
        return false;
    a->shifted = true;
    return offset == 0 && constant_of(s->program, instruction_operand(f, i, 1), &byte) &&
           constant_of(s->program, instruction_operand(f, i, 2), &size) && size == a->size;
}

static void judge_uses(struct split *s)
{
    const struct function *f = s->function;
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        const struct instruction *i = &f->instructions.data[id];
        if (i->block == UINT32_MAX)
            continue;
        for (uint32_t k = 0; k < i->count; k++) {
            struct value v = instruction_operand(f, i, k);
            if (instruction_operand_is_block(i, k) || value_is_constant(v) ||
                s->base[v.id] == UINT32_MAX)
                continue;
            if (!use_is_good(s, id, k, v.id))
                s->aggregates.data[s->base[v.id]].bad = true;
        }
    }
}

static int piece_order(const void *a, const void *b)
{
    const struct piece *x = a, *y = b;
    if (x->aggregate != y->aggregate)
        return x->aggregate < y->aggregate ? -1 : 1;
    return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* One piece per offset; an aggregate with pieces that overlap or differ in type is bad. */
static void settle_pieces(struct split *s)
{
    size_t kept = 0;
    if (s->pieces.count)
        qsort(s->pieces.data, s->pieces.count, sizeof *s->pieces.data, piece_order);
    for (size_t k = 0; k < s->pieces.count; k++) {
        struct piece p = s->pieces.data[k];
        struct aggregate *a = &s->aggregates.data[p.aggregate];
        if (!a->count)
            a->first = kept;
        const struct piece *last = a->count ? &s->pieces.data[kept - 1] : NULL;
        if (last && last->offset == p.offset) {
            a->bad |= !type_same(last->type, p.type);
            continue;
        }
        if (last && p.offset - last->offset < type_bytes(last->type))
            a->bad = true;
        a->count++;
        s->pieces.data[kept++] = p;
    }
    s->pieces.count = kept;
    for (size_t k = 0; k < s->aggregates.count; k++) {
        struct aggregate *a = &s->aggregates.data[k];
        a->bad |= !a->shifted || a->count > MOST_PIECES;
    }
}

/* Null is the only pointer whose bytes are known. */
static void judge_memsets(struct split *s)
{
    const struct function *f = s->function;
    for (size_t n = 0; n < f->instructions.count; n++) {
        const struct instruction *i = &f->instructions.data[n];
        uint64_t byte = 0;
        if (i->op != OP_MEMSET || i->block == UINT32_MAX)
            continue;
        struct value v = instruction_operand(f, i, 0);
        if (value_is_constant(v) || s->base[v.id] == UINT32_MAX)
            continue;
        struct aggregate *a = &s->aggregates.data[s->base[v.id]];
        constant_of(s->program, instruction_operand(f, i, 1), &byte);
        for (size_t k = 0; !a->bad && k < a->count; k++) {
            struct type t = s->pieces.data[a->first + k].type;
            a->bad |= t.kind == TYPE_POINTER ? byte != 0 : t.width % 8 != 0 || t.width > 256;
        }
    }
}

/* --- rewriting --- */

/* The member of the record that lies there; null: none. */
static const struct cmember *member_there(const struct ctype *record, uint64_t bits)
{
    for (uint32_t k = 0; k < record->member_count; k++) {
        const struct cmember *m = &record->members[k];
        if (m->bit_offset <= bits && bits - m->bit_offset < m->bit_size && *m->name)
            return m;
    }
    return NULL;
}

/* "s.x", "s.list[2].y": what lies at the piece's offset. */
static bool name_part(struct program *p, struct variable *v, const struct piece *piece)
{
    uint64_t bits = piece->offset * 8;
    const char *name = v->name ? v->name : "";
    uint32_t ctype = v->ctype;
    for (;;) {
        const struct ctype *c = &p->ctypes.data[ctype];
        uint64_t element = c->kind == CTYPE_ARRAY ? p->ctypes.data[c->element].bytes * 8 : 0;
        const struct cmember *m = c->kind == CTYPE_STRUCT ? member_there(c, bits) : NULL;
        if (element) {
            name = arena_format(&p->arena, "%s[%llu]", name,
                                (unsigned long long)(bits / element));
            bits %= element;
            ctype = c->element;
        } else if (m) {
            name = arena_format(&p->arena, "%s.%s", name, m->name);
            bits -= m->bit_offset;
            ctype = m->ctype;
            if (!bits && m->bit_size == piece->type.width)
                break;
        } else {
            if (bits || c->bytes * 8 != piece->type.width)
                return false;
            break;
        }
    }
    v->name = name;
    v->ctype = ctype;
    return true;
}

/* "s+4" where no member lies. */
static uint32_t name_piece(struct split *s, uint32_t variable, const struct piece *piece)
{
    struct program *p = s->program;
    if (variable >= p->variables.count)
        return UINT32_MAX;
    struct variable v = p->variables.data[variable];
    if (v.ctype >= p->ctypes.count || !name_part(p, &v, piece)) {
        v.name = arena_format(&p->arena, "%s+%llu", v.name ? v.name : "",
                              (unsigned long long)piece->offset);
        v.ctype = 0;
    }
    VECTOR_PUSH(&p->variables, v);
    return (uint32_t)p->variables.count - 1;
}

static uint32_t emit(struct split *s, struct instruction i, const uint32_t *operands,
                     uint32_t count)
{
    struct function *f = s->function;
    i.operand = (uint32_t)f->operands.count;
    i.count = count;
    for (uint32_t k = 0; k < count; k++)
        VECTOR_PUSH(&f->operands, operands[k]);
    VECTOR_PUSH(&f->instructions, i);
    VECTOR_PUSH(&s->list, (uint32_t)f->instructions.count - 1);
    return VECTOR_LAST(&s->list);
}

static void emit_alloca(struct split *s, struct piece *piece, struct instruction i)
{
    LAW(i.op == OP_ALLOCA);
    struct program *p = s->program;
    uint64_t low = piece->offset & -piece->offset;
    uint32_t size = constant_int(p, type_int(p->pointer_width), type_bytes(piece->type)).id;
    if (low && low < i.extra)
        i.extra = low;
    i.variable = name_piece(s, i.variable, piece);
    piece->id = emit(s, i, &size, 1);
}

static void emit_fill(struct split *s, const struct piece *piece, struct instruction i,
                      uint64_t byte)
{
    uint32_t limbs[8], all = (uint32_t)(byte & 255) * 0x01010101u,
                       operands[2] = {piece->id, 0};
    for (int k = 0; k < 8; k++)
        limbs[k] = all;
    struct value v = piece->type.kind == TYPE_POINTER
                         ? constant_null(s->program)
                         : constant_bits(s->program, piece->type, limbs);
    operands[1] = v.id;
    i.op = OP_STORE;
    i.extra = 0;
    emit(s, i, operands, 2);
}

/* Emits what stands for an instruction on an address of a split aggregate. */
static void replace(struct split *s, uint32_t id, uint32_t address)
{
    struct function *f = s->function;
    struct instruction i = f->instructions.data[id];
    struct aggregate *a = &s->aggregates.data[s->base[address]];
    uint64_t byte = 0;
    if (i.op == OP_MEMSET)
        constant_of(s->program, instruction_operand(f, &i, 1), &byte);
    for (size_t k = a->first; k < a->first + a->count; k++) {
        struct piece *piece = &s->pieces.data[k];
        if (i.op == OP_ALLOCA)
            emit_alloca(s, piece, i);
        if (i.op == OP_LIFESTART || i.op == OP_LIFEEND)
            emit(s, i, &piece->id, 1);
        if (i.op == OP_MEMSET)
            emit_fill(s, piece, i, byte);
        if ((i.op == OP_LOAD || i.op == OP_STORE) && piece->offset == s->offset[address]) {
            f->operands.data[i.operand] = piece->id;
            VECTOR_PUSH(&s->list, id);
            return;
        }
    }
    f->instructions.data[id].block = UINT32_MAX;
}

/* The address an instruction works on, if it belongs to an aggregate that is split;
 * UINT32_MAX. */
static uint32_t address_used(const struct split *s, uint32_t id)
{
    const struct instruction *i = &s->function->instructions.data[id];
    uint32_t address = id;
    if (i->op != OP_ALLOCA) {
        struct value v = i->count ? instruction_operand(s->function, i, 0) : VALUE_NONE;
        if (value_is_none(v) || value_is_constant(v) || i->op == OP_PHI)
            return UINT32_MAX;
        address = v.id;
    }
    bool split = s->base[address] != UINT32_MAX && !s->aggregates.data[s->base[address]].bad;
    return split ? address : UINT32_MAX;
}

static void rewrite(struct split *s, const uint32_t *rpo, uint32_t count)
{
    struct function *f = s->function;
    for (uint32_t n = 0; n < count; n++) { /* an ALLOCA comes before its uses in this order */
        struct block *b = &f->blocks.data[rpo[n]];
        VECTOR_CLEAR(&s->list);
        for (size_t k = 0; k < b->instructions.count; k++) {
            uint32_t id = b->instructions.data[k], address = address_used(s, id);
            if (address == UINT32_MAX)
                VECTOR_PUSH(&s->list, id);
            else
                replace(s, id, address);
        }
        VECTOR_CLEAR(&b->instructions);
        for (size_t k = 0; k < s->list.count; k++)
            VECTOR_PUSH(&b->instructions, s->list.data[k]);
    }
    function_compact(f, s->memory);
}

/* Only addresses inside an object and fills give reason to split it. */
static bool something_to_split(const struct function *f)
{
    for (size_t k = 0; k < f->instructions.count; k++)
        if (f->instructions.data[k].op == OP_PTRADD ||
            f->instructions.data[k].op == OP_MEMSET)
            return true;
    return false;
}

void function_split(struct program *p, struct function *f, struct pass_memory *m)
{
    if (!something_to_split(f))
        return;
    struct split s = {.program = p, .function = f, .memory = m};
    struct edges edges;
    uint32_t *rpo, *number;
    arena_clear(&m->scratch);
    edges_find(f, &m->scratch, &edges);
    uint32_t count =
        edges_order(&edges, (uint32_t)f->blocks.count, &m->scratch, &rpo, &number);
    s.base = ARENA_ARRAY(&m->scratch, uint32_t, f->instructions.count + 1);
    s.offset = ARENA_ARRAY(&m->scratch, uint64_t, f->instructions.count + 1);
    for (size_t k = 0; k < f->instructions.count; k++)
        s.base[k] = UINT32_MAX;
    for (uint32_t n = 0; n < count; n++)
        for (size_t k = 0; k < f->blocks.data[rpo[n]].instructions.count; k++)
            find_addresses(&s, f->blocks.data[rpo[n]].instructions.data[k]);
    judge_uses(&s);
    settle_pieces(&s);
    judge_memsets(&s);
    bool any = false;
    for (size_t k = 0; k < s.aggregates.count; k++)
        any |= !s.aggregates.data[k].bad;
    if (any)
        rewrite(&s, rpo, count);
    VECTOR_RELEASE(&s.aggregates);
    VECTOR_RELEASE(&s.pieces);
    VECTOR_RELEASE(&s.list);
}

void program_split_aggregates(struct program *p)
{
    program_each_body(p, function_split);
}
