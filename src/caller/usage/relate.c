/* Members of a record that belong to a buffer beside them: what its new size is computed from
 * where it grows, and which of them are weighed against each other.
 *
 *     if (b->size - b->used > n) ...       used and size are weighed
 *     realloc(b->data, (b->size + n) * 4)  size says how large data is
 */
#include "caller/usage/usage_internal.h"

#include <string.h>

enum { MOST_TERMS = 12, MOST_STEPS = 8, GROWTH_WEIGHT = 6 };

struct term { /* of a sum */
    uint32_t number;
    int sign;
};
struct sum {
    struct term terms[MOST_TERMS];
    uint32_t count;
};

static void add_term(struct sum *s, uint32_t number, int sign)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->terms[i].number == number && s->terms[i].sign == sign)
            return;
    if (s->count < MOST_TERMS)
        s->terms[s->count++] = (struct term){number, sign};
}

/* The numbers that a value is computed from by sums, products with constants and choices. */
static void collect(const struct walk *w, struct value v, int sign, int depth,
                    struct sum *out)
{
    const struct instruction *i = walk_maker(w, v);
    int64_t ignored;
    if (!i || depth > MOST_STEPS)
        return;
    struct known k = walk_known(w, v);
    if (k.kind == KNOWN_NUMBER && i->op != OP_PHI) {
        add_term(out, k.id, sign);
        return;
    }
    bool sums = i->op == OP_ADD || i->op == OP_SUB;
    bool scales = (i->op == OP_MUL || i->op == OP_SHL) &&
                  walk_constant(w, instruction_operand(w->f, i, 1), &ignored);
    if (sums || scales || i->op == OP_ZEXT || i->op == OP_SEXT || i->op == OP_TRUNC)
        collect(w, instruction_operand(w->f, i, 0), sign, depth + 1, out);
    if (sums)
        collect(w, instruction_operand(w->f, i, 1), i->op == OP_SUB ? -sign : sign, depth + 1,
                out);
    if (i->op != OP_PHI && i->op != OP_SELECT)
        return;
    for (uint32_t n = i->op == OP_SELECT; n < i->count; n++)
        if (!instruction_operand_is_block(i, n))
            collect(w, instruction_operand(w->f, i, n), sign, depth + 1, out);
}

static bool is_member_beside(const struct usage *u, uint32_t number, uint32_t parent)
{
    return u->numbers.data[number].parent == parent && parent != USE_NONE;
}

void walk_note_balance(struct walk *w, const struct instruction *i)
{
    struct sum s = {.count = 0};
    if (i->sub == COMPARE_EQ || i->sub == COMPARE_NE)
        return;
    collect(w, instruction_operand(w->f, i, 0), 1, 0, &s);
    collect(w, instruction_operand(w->f, i, 1), -1, 0, &s);
    for (uint32_t a = 0; a < s.count; a++)
        for (uint32_t b = 0; b < s.count; b++) {
            uint32_t one = s.terms[a].number, other = s.terms[b].number;
            if (one == other || s.terms[a].sign == s.terms[b].sign)
                continue;
            if (is_member_beside(w->out, one, w->out->numbers.data[other].parent))
                VECTOR_PUSH(&w->out->weighed,
                            (struct pairing){one, other, w->depth ? IN_CALLEE : BY_ITSELF});
        }
}

/* The only member beside the buffer, or in it, that the new size is computed from says how
 * large it is.
 */
void walk_note_growth(struct walk *w, const struct function *g,
                      const struct instruction *call)
{
    struct known buffer = {0};
    struct sum s = {.count = 0};
    uint32_t found = USE_NONE;
    if (!strstr(g->name, "realloc"))
        return;
    for (uint32_t k = 1; k < call->count; k++) {
        struct value v = instruction_operand(w->f, call, k);
        struct known known = walk_known(w, v);
        if (known.kind == KNOWN_POINTER && known.exact && !known.offset)
            buffer = known;
        else
            collect(w, v, 1, 0, &s);
    }
    if (buffer.kind != KNOWN_POINTER)
        return;
    for (uint32_t i = 0; i < s.count; i++) {
        uint32_t number = s.terms[i].number;
        bool beside = is_member_beside(w->out, number, w->out->uses.data[buffer.id].parent);
        bool inside = is_member_beside(w->out, number, buffer.id);
        if ((!beside && !inside) || s.terms[i].sign < 0)
            continue;
        if (found != USE_NONE)
            return; /* which one is not known */
        found = s.terms[i].number;
    }
    if (found != USE_NONE)
        usage_pair(w->out, buffer.id, found, GROWTH_WEIGHT);
}

bool usage_are_weighed(const struct usage *u, uint32_t number, uint32_t other)
{
    LAW(number < u->numbers.count && other < u->numbers.count);
    for (size_t i = 0; i < u->weighed.count; i++)
        if (u->weighed.data[i].use == number && u->weighed.data[i].number == other)
            return true;
    return false;
}
