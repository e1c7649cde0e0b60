/* One walk over the function and, through calls, over those it calls: each value that is a pointer into what
 * a parameter leads to, or an integer that comes from there, is followed. Bodies are walked twice, so that
 * what a loop does to its own pointers is seen. */
#include "caller/usage.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 6, MOST_CALLS = 400, PASSES = 2 };

enum known_kind { KNOWN_NOTHING, KNOWN_POINTER, KNOWN_NUMBER, KNOWN_CONTENT };
struct known { /* of a value */
    uint8_t kind;
    bool exact; /* POINTER: the offset is known; CONTENT: it was read at a constant offset */
    uint32_t id;
    int64_t offset;
};
struct index { /* of a use, by a value or a number */
    uint32_t use, root, number;
};
struct limit { /* a value or a number is compared with a number */
    uint32_t root, from, number;
    uint32_t weight; /* 4: by its order; 3: only whether it is equal */
};
struct walk {
    struct usage *out;
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct known *known; /* by instruction */
    VECTOR(struct index) indices;
    VECTOR(struct limit) limits;
    struct known result;
    uint32_t depth;
    uint32_t *calls;
};

/* --- what there is --- */

uint32_t usage_use(const struct usage *u, uint32_t parent, uint64_t offset)
{
    for (size_t i = 0; i < u->uses.count; i++)
        if (u->uses.data[i].parent == parent && u->uses.data[i].offset == offset) return (uint32_t)i;
    return USE_NONE;
}

uint32_t usage_number(const struct usage *u, uint32_t parent, uint64_t offset)
{
    for (size_t i = 0; i < u->numbers.count; i++)
        if (u->numbers.data[i].parent == parent && u->numbers.data[i].offset == offset) return (uint32_t)i;
    return USE_NONE;
}

uint32_t usage_weight(const struct usage *u, uint32_t use, uint32_t number)
{
    for (size_t i = 0; i < u->pairings.count; i++)
        if (u->pairings.data[i].use == use && u->pairings.data[i].number == number)
            return u->pairings.data[i].weight;
    return 0;
}

bool usage_is_index(const struct usage *u, uint32_t use, uint32_t number)
{
    for (size_t i = 0; i < u->direct.count; i++)
        if (u->direct.data[i].use == use && u->direct.data[i].number == number) return true;
    return false;
}

static uint32_t make_use(struct usage *u, uint32_t parent, uint64_t offset)
{
    uint32_t found = usage_use(u, parent, offset);
    if (found != USE_NONE) return found;
    VECTOR_PUSH(&u->uses, (struct use){.parent = parent, .offset = offset});
    return (uint32_t)u->uses.count - 1;
}

static uint32_t make_number(struct usage *u, uint32_t parent, uint64_t offset, uint32_t width)
{
    uint32_t found = usage_number(u, parent, offset);
    if (found != USE_NONE) return found;
    VECTOR_PUSH(&u->numbers, (struct number){.parent = parent, .offset = offset, .width = width});
    return (uint32_t)u->numbers.count - 1;
}

static void pair(struct usage *u, uint32_t use, uint32_t number, uint32_t weight)
{
    for (size_t i = 0; i < u->pairings.count; i++) {
        struct pairing *p = &u->pairings.data[i];
        if (p->use != use || p->number != number) continue;
        if (p->weight < weight) p->weight = weight;
        return;
    }
    VECTOR_PUSH(&u->pairings, (struct pairing){use, number, weight});
}

static struct known known_of(const struct walk *w, struct value v)
{
    if (value_is_constant(v) || value_is_none(v)) return (struct known){0};
    return w->known[v.id];
}

static const struct instruction *made_by(const struct walk *w, struct value v)
{
    return value_is_constant(v) || value_is_none(v) ? NULL : &w->f->instructions.data[v.id];
}

static bool constant_of(const struct walk *w, struct value v, int64_t *out)
{
    if (!value_is_constant(v)) return false;
    const struct constant *c = program_constant(w->program, v);
    if (c->kind == CONSTANT_NULL) return *out = 0, true;
    if (c->kind != CONSTANT_BITS || c->type.width > 64) return false;
    uint32_t unused = 64 - c->type.width;
    *out = (int64_t)(constant_low_bits(c) << unused) >> unused;
    return true;
}

/* The value an index is computed from by constants: (i * 4 + 1) comes from i. */
static struct value root_of(const struct walk *w, struct value v)
{
    for (int steps = 0; steps < 8; steps++) {
        const struct instruction *i = made_by(w, v);
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
            if (!constant_of(w, instruction_operand(w->f, i, 1), &ignored)) return v;
            v = instruction_operand(w->f, i, 0);
            break;
        default:
            return v;
        }
    }
    return v;
}

/* --- accesses --- */

static void touch(struct walk *w, struct known k, uint64_t bytes, bool write)
{
    if (k.kind != KNOWN_POINTER) return;
    struct use *u = &w->out->uses.data[k.id];
    if (write) u->written = true;
    if (!write) u->read = true;
    if (k.exact && k.offset >= 0 && u->extent < (uint64_t)k.offset + bytes)
        u->extent = (uint64_t)k.offset + bytes;
    if (k.exact) return;
    u->indexed = true;
    if (!u->unit || u->unit > bytes) u->unit = bytes;
}

static bool leads_to_global(const struct walk *w, struct value v)
{
    const struct instruction *i = made_by(w, v);
    for (int steps = 0; i && i->op == OP_PTRADD && steps < 8; steps++) {
        v = instruction_operand(w->f, i, 0);
        i = made_by(w, v);
    }
    if (!value_is_constant(v)) return false;
    const struct constant *c = program_constant(w->program, v);
    return c->kind == CONSTANT_GLOBAL && !w->program->globals.data[c->index].read_only;
}

static struct known load(struct walk *w, const struct instruction *i)
{
    struct known p = known_of(w, instruction_operand(w->f, i, 0));
    touch(w, p, type_bytes(i->type), false);
    if (i->type.kind == TYPE_POINTER && leads_to_global(w, instruction_operand(w->f, i, 0)))
        w->out->reads_global_pointers = true;
    if (p.kind != KNOWN_POINTER) return (struct known){0};
    uint64_t offset = p.exact ? (uint64_t)p.offset : UINT64_MAX;
    if (i->type.kind == TYPE_POINTER)
        return (struct known){KNOWN_POINTER, true, make_use(w->out, p.id, offset), 0};
    if (i->type.kind != TYPE_INT) return (struct known){0};
    if (i->type.width == 8 || !p.exact) return (struct known){KNOWN_CONTENT, p.exact, p.id, p.offset};
    return (struct known){KNOWN_NUMBER, true, make_number(w->out, p.id, offset, i->type.width), 0};
}

static void move_block(struct walk *w, const struct instruction *i)
{
    struct known size = known_of(w, root_of(w, instruction_operand(w->f, i, 2)));
    int64_t constant;
    bool fixed = constant_of(w, instruction_operand(w->f, i, 2), &constant);
    for (uint32_t k = 0; k < (i->op == OP_MEMSET ? 1u : 2u); k++) {
        struct known p = known_of(w, instruction_operand(w->f, i, k));
        if (p.kind != KNOWN_POINTER) continue;
        if (!fixed) p.exact = false;
        touch(w, p, fixed ? (uint64_t)constant : 1, k == 0);
        if (size.kind == KNOWN_NUMBER) pair(w->out, p.id, size.id, 6);
    }
}

/* The last index: n - 1. */
static bool is_one_less(const struct walk *w, struct value v)
{
    const struct instruction *i = made_by(w, v);
    int64_t constant;
    while (i && (i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_MUL || i->op == OP_SHL)) {
        v = instruction_operand(w->f, i, 0);
        i = made_by(w, v);
    }
    if (!i || (i->op != OP_SUB && i->op != OP_ADD)) return false;
    if (!constant_of(w, instruction_operand(w->f, i, 1), &constant)) return false;
    return constant == (i->op == OP_SUB ? 1 : -1);
}

static void note_stride(struct walk *w, uint32_t use, struct value by)
{
    const struct instruction *i = made_by(w, by);
    int64_t constant = 1;
    if (i && i->op == OP_MUL && !constant_of(w, instruction_operand(w->f, i, 1), &constant)) constant = 1;
    if (i && i->op == OP_SHL && constant_of(w, instruction_operand(w->f, i, 1), &constant) && constant < 32)
        constant = (int64_t)1 << constant;
    if (constant > 0 && (uint64_t)constant > w->out->uses.data[use].stride)
        w->out->uses.data[use].stride = (uint64_t)constant;
}

static struct known step(struct walk *w, const struct instruction *i)
{
    struct known p = known_of(w, instruction_operand(w->f, i, 0));
    struct value by = instruction_operand(w->f, i, 1);
    int64_t constant;
    if (p.kind != KNOWN_POINTER) return p;
    if (constant_of(w, by, &constant)) {
        p.offset += constant;
        return p;
    }
    p.exact = false;
    note_stride(w, p.id, by);
    struct value root = root_of(w, by);
    struct known number = known_of(w, root);
    if (number.kind == KNOWN_NUMBER) w->out->numbers.data[number.id].indexes = true;
    if (number.kind == KNOWN_NUMBER && root.id != by.id && is_one_less(w, by))
        pair(w->out, p.id, number.id, 5);
    else if (number.kind == KNOWN_NUMBER)
        VECTOR_PUSH(&w->out->direct, (struct pairing){p.id, number.id, 1});
    uint32_t from = number.kind == KNOWN_NUMBER ? number.id : USE_NONE;
    if (!value_is_constant(root)) VECTOR_PUSH(&w->indices, (struct index){p.id, root.id, from});
    return p;
}

static struct known join(struct walk *w, const struct instruction *i, uint32_t first, uint32_t by)
{
    struct known out = {0};
    for (uint32_t k = first; k < i->count; k += by) {
        struct known in = known_of(w, instruction_operand(w->f, i, k));
        if (in.kind == KNOWN_NOTHING) continue;
        if (out.kind == KNOWN_NOTHING)
            out = in;
        else if (out.kind == in.kind && out.id == in.id && (!in.exact || in.offset != out.offset))
            out.exact = false;
    }
    return out;
}

static void compare(struct walk *w, const struct instruction *i)
{
    struct value side[2] = {instruction_operand(w->f, i, 0), instruction_operand(w->f, i, 1)};
    int64_t constant;
    uint32_t weight = i->sub == COMPARE_EQ || i->sub == COMPARE_NE ? 3 : 4;
    for (int k = 0; k < 2; k++) {
        struct known a = known_of(w, root_of(w, side[k])), b = known_of(w, root_of(w, side[1 - k]));
        bool zero = constant_of(w, side[1 - k], &constant) && constant == 0;
        if (a.kind == KNOWN_POINTER && zero) w->out->uses.data[a.id].tested = true;
        if (a.kind == KNOWN_CONTENT && zero) {
            if (!a.exact) w->out->uses.data[a.id].terminated = true;
        }
        if (a.kind == KNOWN_POINTER && b.kind == KNOWN_POINTER && a.id != b.id)
            VECTOR_PUSH(&w->out->ends, (struct pairing){a.id, b.id, 1});
        struct value other = root_of(w, side[1 - k]);
        if (a.kind == KNOWN_NUMBER && !value_is_constant(other))
            VECTOR_PUSH(&w->limits,
                        (struct limit){other.id, b.kind == KNOWN_NUMBER ? b.id : USE_NONE, a.id, weight});
    }
}

/* --- calls --- */

static void walk_function(struct walk *);

static struct known call(struct walk *w, uint32_t id, const struct instruction *i)
{
    struct value callee = instruction_operand(w->f, i, 0);
    struct known behind = known_of(w, callee);
    (void)id;
    if (behind.kind == KNOWN_POINTER) w->out->uses.data[behind.id].called = true;
    if (!value_is_constant(callee)) return (struct known){0};
    const struct constant *c = program_constant(w->program, callee);
    if (c->kind != CONSTANT_FUNCTION) return (struct known){0};
    const struct function *g = &w->program->functions.data[c->index];
    struct known first = i->count > 1 ? known_of(w, instruction_operand(w->f, i, 1)) : (struct known){0};
    if (g->builtin == BUILTIN_FREE && first.kind == KNOWN_POINTER) w->out->uses.data[first.id].freed = true;
    if (!g->has_body || w->depth >= MOST_DEPTH || ++*w->calls > MOST_CALLS) return (struct known){0};
    struct walk inner = {.out = w->out,
                         .program = w->program,
                         .f = g,
                         .function = c->index,
                         .depth = w->depth + 1,
                         .calls = w->calls};
    inner.known = calloc(g->instructions.count + 1, sizeof *inner.known);
    for (uint32_t k = 0; k < g->instructions.count; k++) {
        const struct instruction *p = &g->instructions.data[k];
        if (p->op == OP_PARAM && p->extra + 1 < i->count)
            inner.known[k] = known_of(w, root_of(w, instruction_operand(w->f, i, (uint32_t)p->extra + 1)));
    }
    walk_function(&inner);
    free(inner.known);
    return inner.result;
}

/* --- the walk --- */

static void note_use_of_number(struct walk *w, const struct instruction *i)
{
    if (i->count < 2) return;
    struct known k = known_of(w, root_of(w, instruction_operand(w->f, i, 1)));
    if (k.kind != KNOWN_NUMBER) return;
    struct number *n = &w->out->numbers.data[k.id];
    switch ((int)i->op) {
    case OP_UDIV:
    case OP_SDIV:
    case OP_UREM:
    case OP_SREM:
        n->divides = true;
        break;
    case OP_SHL:
    case OP_LSHR:
    case OP_ASHR:
        n->shifts = true;
        break;
    default:
        break;
    }
}

static struct known visit(struct walk *w, uint32_t id, const struct instruction *i)
{
    note_use_of_number(w, i);
    switch ((int)i->op) {
    case OP_PARAM:
        return w->known[id];
    case OP_PHI:
        return join(w, i, 0, 2);
    case OP_SELECT:
        return join(w, i, 1, 1);
    case OP_PTRADD:
        return step(w, i);
    case OP_LOAD:
        return load(w, i);
    case OP_STORE:
        touch(w, known_of(w, instruction_operand(w->f, i, 0)),
              type_bytes(value_type(w->program, w->f, instruction_operand(w->f, i, 1))), true);
        return (struct known){0};
    case OP_MEMCPY:
    case OP_MEMMOVE:
    case OP_MEMSET:
        move_block(w, i);
        return (struct known){0};
    case OP_ICMP:
        compare(w, i);
        return (struct known){0};
    case OP_ZEXT:
    case OP_SEXT:
    case OP_TRUNC:
        return known_of(w, instruction_operand(w->f, i, 0));
    case OP_CALL:
        return call(w, id, i);
    case OP_RETURN:
        if (i->count && w->result.kind == KNOWN_NOTHING)
            w->result = known_of(w, instruction_operand(w->f, i, 0));
        return (struct known){0};
    default:
        return (struct known){0};
    }
}

/* A loop that counts a number down while it moves a pointer on. */
static void pair_phis(struct walk *w, const struct block *b)
{
    for (size_t i = 0; i < b->instructions.count; i++) {
        uint32_t pointer = b->instructions.data[i];
        if (w->f->instructions.data[pointer].op != OP_PHI) return;
        if (w->known[pointer].kind != KNOWN_POINTER || w->known[pointer].exact) continue;
        for (size_t k = 0; k < b->instructions.count; k++) {
            uint32_t number = b->instructions.data[k];
            if (w->f->instructions.data[number].op != OP_PHI) break;
            if (w->known[number].kind == KNOWN_NUMBER)
                pair(w->out, w->known[pointer].id, w->known[number].id, 3);
        }
    }
}

static void pair_indices(struct walk *w)
{
    for (size_t i = 0; i < w->indices.count; i++)
        for (size_t k = 0; k < w->limits.count; k++) {
            const struct index *x = &w->indices.data[i];
            const struct limit *y = &w->limits.data[k];
            bool same = x->root == y->root || (x->number != USE_NONE && x->number == y->from);
            if (same && x->number != y->number) pair(w->out, x->use, y->number, y->weight);
        }
}

static void walk_function(struct walk *w)
{
    for (int pass = 0; pass < PASSES; pass++) {
        for (size_t b = 0; b < w->f->blocks.count; b++) {
            const struct block *block = &w->f->blocks.data[b];
            for (size_t k = 0; k < block->instructions.count; k++) {
                uint32_t id = block->instructions.data[k];
                w->known[id] = visit(w, id, &w->f->instructions.data[id]);
            }
            if (pass) pair_phis(w, block);
        }
    }
    pair_indices(w);
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        uint64_t key = (uint64_t)w->function << 32 | k, ignored;
        if (w->known[k].kind == KNOWN_NUMBER && !map_get(&w->out->number_of, key, &ignored))
            map_set(&w->out->number_of, key, w->known[k].id);
        if (w->known[k].kind == KNOWN_POINTER && !map_get(&w->out->use_of, key, &ignored))
            map_set(&w->out->use_of, key, w->known[k].id);
    }
    VECTOR_RELEASE(&w->indices);
    VECTOR_RELEASE(&w->limits);
}

static void seed(struct walk *w)
{
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        const struct instruction *p = &w->f->instructions.data[k];
        if (p->op != OP_PARAM) continue;
        if (p->type.kind == TYPE_POINTER)
            w->known[k] =
                (struct known){KNOWN_POINTER, true, make_use(w->out, USE_NONE, p->extra), 0};
        else if (p->type.kind == TYPE_INT)
            w->known[k] = (struct known){KNOWN_NUMBER, true,
                                         make_number(w->out, USE_NONE, p->extra, p->type.width), 0};
    }
}

void usage_find(struct usage *u, const struct program *p, uint32_t function)
{
    uint32_t calls = 0;
    *u = (struct usage){0};
    struct walk w = {
        .out = u, .program = p, .f = &p->functions.data[function], .function = function, .calls = &calls};
    w.known = calloc(w.f->instructions.count + 1, sizeof *w.known);
    seed(&w);
    walk_function(&w);
    free(w.known);
}

void usage_release(struct usage *u)
{
    VECTOR_RELEASE(&u->uses);
    VECTOR_RELEASE(&u->numbers);
    VECTOR_RELEASE(&u->pairings);
    VECTOR_RELEASE(&u->ends);
    VECTOR_RELEASE(&u->direct);
    map_release(&u->number_of);
    map_release(&u->use_of);
}

/* --- where a value comes from --- */

struct search {
    const struct usage *usage;
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct sources *found;
    struct map seen;
};

static bool is_of_callers(const struct search *s, const struct instruction *i)
{
    uint64_t ignored;
    struct value p = instruction_operand(s->f, i, 0);
    return !value_is_constant(p) && map_get(&s->usage->use_of, (uint64_t)s->function << 32 | p.id, &ignored);
}

static void search_value(struct search *s, struct value v, int depth)
{
    uint64_t number, ignored;
    if (value_is_constant(v) || value_is_none(v) || depth > 40) return;
    if (map_get(&s->seen, v.id, &ignored)) return;
    map_set(&s->seen, v.id, 1);
    bool known = map_get(&s->usage->number_of, (uint64_t)s->function << 32 | v.id, &number);
    if (known) s->found->numbers[number] = true;
    const struct instruction *i = &s->f->instructions.data[v.id];
    if (!known && i->op == OP_LOAD && i->type.kind == TYPE_INT && i->type.width > 8 && is_of_callers(s, i))
        s->found->content = true;
    if (i->op == OP_LOAD || i->op == OP_CALL) return;
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k)) search_value(s, instruction_operand(s->f, i, k), depth + 1);
}

void usage_sources(const struct usage *u, const struct program *p, uint32_t function, uint32_t instruction,
                   struct sources *found)
{
    struct search s = {u, p, &p->functions.data[function], function, found, {0}};
    const struct instruction *i = &s.f->instructions.data[instruction];
    for (uint32_t k = 0; k < i->count; k++)
        if (!instruction_operand_is_block(i, k)) search_value(&s, instruction_operand(s.f, i, k), 0);
    map_release(&s.seen);
}
