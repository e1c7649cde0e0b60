/* How far indices go: constants that they are compared with, masks, remainders, small types.
 */
#include "caller/usage/usage_internal.h"

/* `i < 16`, `i != 16`: what is compared is no number of callers, but an index of the
 * function's own. */
void walk_note_border(struct walk *w, const struct instruction *i)
{
    struct value v = instruction_operand(w->f, i, 0);
    const struct instruction *maker = walk_maker(w, v);
    int64_t constant;
    if (!walk_constant(w, instruction_operand(w->f, i, 1), &constant) || constant <= 0)
        return;
    while (maker && (maker->op == OP_ZEXT || maker->op == OP_SEXT)) {
        v = instruction_operand(w->f, maker, 0);
        maker = walk_maker(w, v);
    }
    if (!maker || maker->op != OP_PHI || walk_known(w, v).kind != KNOWN_NOTHING)
        return;
    bool up_to = i->sub == COMPARE_ULE || i->sub == COMPARE_SLE || i->sub == COMPARE_UGT ||
                 i->sub == COMPARE_SGT;
    VECTOR_PUSH(&w->borders, (struct border){v.id, up_to ? constant : constant - 1});
}

enum { MOST_EXTENT = 1 << 16 };

static int64_t smaller(int64_t a, int64_t b)
{
    return a < 0 || (b >= 0 && b < a) ? b : a;
}

enum { SMALL_WIDTH = 16, MOST_STEPS = 6 };

/* The most that a mask, a remainder, a shift or a small type lets an unsigned number be;
 * -1: none is met. */
static int64_t most_of_width(uint32_t width)
{
    return width <= SMALL_WIDTH ? ((int64_t)1 << width) - 1 : -1;
}

static int64_t largest(const struct walk *w, struct value v, int depth)
{
    const struct instruction *i = walk_maker(w, v);
    int64_t c;
    if (!i || depth > MOST_STEPS)
        return -1;
    struct value from = i->count ? instruction_operand(w->f, i, 0) : VALUE_NONE;
    bool fixed = i->count > 1 && walk_constant(w, instruction_operand(w->f, i, 1), &c);
    if (i->op == OP_ZEXT)
        return smaller(most_of_width(value_type(w->program, w->f, from).width),
                       largest(w, from, depth + 1));
    if (i->op == OP_TRUNC)
        return largest(w, from, depth + 1);
    if (!fixed || c < 0)
        return -1;
    if (i->op == OP_AND)
        return smaller(c, largest(w, from, depth + 1));
    if (i->op == OP_UREM)
        return c ? c - 1 : -1;
    if ((i->op != OP_LSHR && i->op != OP_ASHR) || c >= 63)
        return -1;
    int64_t most = largest(w, from, depth + 1);
    return most >= 0 ? most >> c : -1;
}

/* The most that a value is compared with, or can be; -1: no constant says it. */
static int64_t border_of(const struct walk *w, uint32_t root)
{
    int64_t most = -1;
    for (size_t i = 0; i < w->borders.count; i++)
        if (w->borders.data[i].root == root && w->borders.data[i].most > most)
            most = w->borders.data[i].most;
    return most >= 0 ? most : largest(w, (struct value){root}, 0);
}

static bool is_first_of_its_root(const struct walk *w, size_t at)
{
    const struct index *x = &w->indices.data[at];
    for (size_t i = 0; i < at; i++)
        if (w->indices.data[i].use == x->use && w->indices.data[i].root == x->root)
            return false;
    return true;
}

/* All indices of a buffer have constant borders: so much of it is used. */
static void extend_to_borders(struct walk *w, uint32_t use)
{
    int64_t sum = 0;
    struct use *u = &w->out->uses.data[use];
    for (size_t i = 0; i < w->indices.count; i++) {
        const struct index *x = &w->indices.data[i];
        if (x->use != use || !is_first_of_its_root(w, i))
            continue;
        int64_t most = border_of(w, x->root);
        if (most < 0 || most > MOST_EXTENT || x->stride > MOST_EXTENT) {
            u->open_ended = true;
            return;
        }
        sum += most * x->stride;
    }
    if (sum && sum <= MOST_EXTENT && u->extent < (uint64_t)sum + u->unit)
        u->extent = (uint64_t)sum + u->unit;
}

/* A loop that changes the value by a constant, from or up to a constant. */
static bool is_constant_count(const struct walk *w, uint32_t id)
{
    const struct instruction *phi = &w->f->instructions.data[id];
    bool begins = false;
    int64_t ignored;
    for (uint32_t k = 0; k < phi->count; k += 2)
        begins |= walk_constant(w, instruction_operand(w->f, phi, k), &ignored);
    if (!begins || phi->type.kind != TYPE_INT)
        return false;
    for (uint32_t k = 0; k < w->f->instructions.count; k++) {
        const struct instruction *i = &w->f->instructions.data[k];
        if (i->op != OP_ICMP)
            continue;
        for (uint32_t side = 0; side < 2; side++)
            if (walk_root(w, instruction_operand(w->f, i, side)).id == id &&
                walk_constant(w, instruction_operand(w->f, i, 1 - side), &ignored))
                return true;
    }
    return false;
}

/* Control comes back to the block from a later one. */
static bool is_loop_head(const struct walk *w, const struct instruction *phi)
{
    for (uint32_t k = 0; k < phi->count; k++)
        if (instruction_operand_is_block(phi, k) &&
            instruction_operand(w->f, phi, k).id >= phi->block)
            return true;
    return false;
}

/* Pointers that a loop moves on, and no count of constant rounds beside them. */
static void find_open_walks(struct walk *w, const struct block *b)
{
    bool counted = false;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < b->instructions.count; i++) {
            uint32_t id = b->instructions.data[i];
            if (w->f->instructions.data[id].op != OP_PHI)
                break;
            struct known k = w->known[id];
            if (!pass)
                counted |= is_constant_count(w, id);
            else if (!counted && k.kind == KNOWN_POINTER && !k.exact &&
                     is_loop_head(w, &w->f->instructions.data[id]))
                w->out->uses.data[k.id].open_ended = true;
        }
}

void walk_find_extents(struct walk *w)
{
    for (size_t i = 0; i < w->indices.count; i++)
        extend_to_borders(w, w->indices.data[i].use);
    for (size_t b = 0; b < w->f->blocks.count; b++)
        find_open_walks(w, &w->f->blocks.data[b]);
}
