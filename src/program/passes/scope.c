/* Block-scoped locals of loops: each round of the loop has an object of its own, and a
 * pointer kept from an earlier round dangles.
 *
 * LLVM keeps one ALLOCA in the entry block, so a kept pointer would name the new round's
 * object. Where the address of such a local may be kept (stored, returned, handed to who
 * knows whom, merged with pointers of other rounds), the ALLOCA moves to its LIFESTART, which
 * it replaces. Where it cannot be kept, no pointer is left that could tell the rounds apart.
 */
#include "program/passes.h"

#include "base/failure.h"

enum { DEEPEST_CALLS = 32 }; /* beyond, an argument counts as kept */

/* of one function: users of value v are list[first[v]] .. list[first[v + 1] - 1] */
struct uses {
    uint32_t *first, *list;
    uint32_t *seen; /* by value: the question that last came by */
};
struct scopes {
    struct program *program;
    struct arena scratch;
    struct uses *uses; /* per function, null lists until asked for */
    uint32_t question;
};

static bool is_value_operand(const struct instruction *i, uint32_t k, struct value v)
{
    return !instruction_operand_is_block(i, k) && !value_is_constant(v) && !value_is_none(v);
}

static const struct uses *uses_of(struct scopes *s, uint32_t function)
{
    struct uses *u = &s->uses[function];
    const struct function *f = &s->program->functions.data[function];
    uint32_t count = (uint32_t)f->instructions.count;
    if (u->first)
        return u;
    u->first = ARENA_ARRAY(&s->scratch, uint32_t, count + 2);
    u->seen = ARENA_ARRAY(&s->scratch, uint32_t, count + 1);
    for (int round = 0; round < 2; round++) {
        for (uint32_t id = 0; id < count; id++) {
            const struct instruction *i = &f->instructions.data[id];
            if (i->block == UINT32_MAX)
                continue;
            for (uint32_t k = 0; k < i->count; k++) {
                struct value v = instruction_operand(f, i, k);
                if (!is_value_operand(i, k, v))
                    continue;
                if (round)
                    u->list[--u->first[v.id]] = id;
                else
                    u->first[v.id]++;
            }
        }
        if (round)
            break;
        for (uint32_t v = 1; v <= count; v++)
            u->first[v] += u->first[v - 1];
        u->list = ARENA_ARRAY(&s->scratch, uint32_t, u->first[count] + 1);
    }
    return u;
}

/* --- may an address be kept? --- */

struct question {
    struct scopes *s;
    uint32_t function;
    uint32_t number;
    const struct dominators *dominators; /* null inside callees */
    uint32_t birth;                      /* the block of the LIFESTART */
    unsigned depth;
};

static bool address_kept(struct question q, uint32_t value);

static bool argument_kept(struct question q, const struct instruction *call,
                          uint32_t argument)
{
    const struct program *p = q.s->program;
    const struct function *f = &p->functions.data[q.function];
    struct value callee = instruction_operand(f, call, 0);
    if (!value_is_constant(callee) || program_constant(p, callee)->kind != CONSTANT_FUNCTION)
        return true;
    uint32_t target = program_constant(p, callee)->index;
    const struct function *g = &p->functions.data[target];
    if (!g->has_body)
        return g->builtin == BUILTIN_NONE;
    if (q.depth >= DEEPEST_CALLS || argument >= g->param_count ||
        (g->variadic && argument + 1 >= g->param_count))
        return true;
    const struct block *entry = &g->blocks.data[0];
    for (size_t i = 0; i < entry->instructions.count; i++) {
        uint32_t id = entry->instructions.data[i];
        const struct instruction *in = &g->instructions.data[id];
        if (in->op != OP_PARAM || in->extra != argument)
            continue;
        return address_kept(
            (struct question){q.s, target, ++q.s->question, NULL, 0, q.depth + 1}, id);
    }
    return false; /* not used */
}

/* Of the operations on memory only a store keeps the address, where it is what is stored. */
static bool kept_by_memory(enum memory_op op, uint32_t k)
{
    switch (op) {
    case MEMORY_LOAD:
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
    case MEMORY_MEMSET:
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        return false;
    case MEMORY_STORE:
        return k != 0;
    case MEMORY_ALLOCA:
    case MEMORY_STACKSAVE:
    case MEMORY_STACKRESTORE:
        return true;
    }
    BUG("operation %d on memory", op);
}

/* A phi merges it with pointers of other rounds unless this round has begun before. */
static bool kept_by_phi(struct question q, const struct instruction *i, uint32_t user)
{
    if (q.dominators && (i->block == q.birth || !dominates(q.dominators, q.birth, i->block)))
        return true;
    return address_kept(q, user);
}

static bool operand_kept(struct question q, uint32_t user, uint32_t k)
{
    const struct function *f = &q.s->program->functions.data[q.function];
    const struct instruction *i = &f->instructions.data[user];
    switch (op_class(i->op)) {
    case CLASS_START:
        return i->op != OP_PHI || kept_by_phi(q, i, user);
    case CLASS_INTEGER:
        return i->op != OP_ICMP;
    case CLASS_FLOAT:
    case CLASS_FLOW:
        return true;
    case CLASS_ANY:
        return i->op != OP_SELECT || address_kept(q, user);
    case CLASS_ADDRESS:
        return i->op != OP_PTRADD || address_kept(q, user);
    case CLASS_MEMORY:
        return kept_by_memory((enum memory_op)i->op, k);
    case CLASS_CALL:
        return i->op != OP_CALL || k == 0 || argument_kept(q, i, k - 1);
    case CLASS_MEANING:
        return i->op != OP_NOTE;
    }
    BUG("instruction %u has no class", i->op);
}

static bool address_kept(struct question q, uint32_t value)
{
    const struct uses *u = uses_of(q.s, q.function);
    const struct function *f = &q.s->program->functions.data[q.function];
    if (u->seen[value] == q.number)
        return false;
    u->seen[value] = q.number;
    for (uint32_t n = u->first[value]; n < u->first[value + 1]; n++) {
        const struct instruction *i = &f->instructions.data[u->list[n]];
        for (uint32_t k = 0; k < i->count; k++) {
            struct value v = instruction_operand(f, i, k);
            if (is_value_operand(i, k, v) && v.id == value && operand_kept(q, u->list[n], k))
                return true;
        }
    }
    return false;
}

/* --- moving --- */

static size_t position_of(const struct function *f, uint32_t id)
{
    LAW(f->instructions.data[id].block != UINT32_MAX);
    const struct block *b = &f->blocks.data[f->instructions.data[id].block];
    size_t at = 0;
    while (b->instructions.data[at] != id)
        at++;
    return at;
}

/* Whether the value comes into the PHI only from blocks that the birth dominates. */
static bool merged_after(const struct function *f, const struct instruction *phi,
                         uint32_t value, uint32_t birth, const struct dominators *d)
{
    for (uint32_t k = 0; k + 1 < phi->count; k += 2)
        if (instruction_operand(f, phi, k).id == value &&
            !dominates(d, birth, instruction_operand(f, phi, k + 1).id))
            return false;
    return true;
}

/* Whether every use of the ALLOCA other than the LIFESTART comes after it, and that is its
 * only one. */
static bool all_uses_follow(struct scopes *s, uint32_t function, uint32_t alloca,
                            uint32_t start, const struct dominators *d)
{
    const struct function *f = &s->program->functions.data[function];
    const struct uses *u = uses_of(s, function);
    uint32_t birth = f->instructions.data[start].block;
    for (uint32_t n = u->first[alloca]; n < u->first[alloca + 1]; n++) {
        uint32_t user = u->list[n];
        const struct instruction *i = &f->instructions.data[user];
        if (user == start)
            continue;
        if (i->op == OP_PHI && merged_after(f, i, alloca, birth, d))
            continue;
        if (i->op == OP_LIFESTART || i->op == OP_PHI || !dominates(d, birth, i->block))
            return false;
        if (i->block == birth && position_of(f, user) < position_of(f, start))
            return false;
    }
    return true;
}

static void move(struct function *f, uint32_t alloca, uint32_t start)
{
    LAW(f->instructions.data[alloca].op == OP_ALLOCA &&
        f->instructions.data[start].op == OP_LIFESTART);
    struct instruction *born = &f->instructions.data[start],
                       *made = &f->instructions.data[alloca];
    struct block *from = &f->blocks.data[made->block], *to = &f->blocks.data[born->block];
    size_t gap = position_of(f, alloca), at = position_of(f, start);
    to->instructions.data[at] = alloca;
    for (size_t i = gap + 1; i < from->instructions.count; i++)
        from->instructions.data[i - 1] = from->instructions.data[i];
    from->instructions.count--;
    made->block = born->block;
    born->block = UINT32_MAX;
}

static bool in_loop_start(const struct function *f, const struct loop_forest *loops,
                          uint32_t id)
{
    const struct instruction *i = &f->instructions.data[id];
    if (i->op != OP_LIFESTART || i->block == UINT32_MAX ||
        loops->loop_of[i->block] == UINT32_MAX)
        return false;
    struct value v = instruction_operand(f, i, 0);
    if (value_is_constant(v))
        return false;
    const struct instruction *made = &f->instructions.data[v.id];
    return made->op == OP_ALLOCA && made->block == 0 &&
           value_is_constant(instruction_operand(f, made, 0));
}

static void renew_in(struct scopes *s, uint32_t function)
{
    struct function *f = &s->program->functions.data[function];
    struct dominators d;
    struct loop_forest loops;
    bool any = false;
    for (size_t id = 0; id < f->instructions.count && !any; id++)
        any = f->instructions.data[id].op == OP_LIFESTART;
    if (!any)
        return;
    dominators_find(f, &s->scratch, &d);
    loops_find(f, &d, &s->scratch, &loops);
    for (uint32_t id = 0; id < f->instructions.count; id++) {
        if (!in_loop_start(f, &loops, id))
            continue;
        uint32_t alloca = instruction_operand(f, &f->instructions.data[id], 0).id;
        if (!all_uses_follow(s, function, alloca, id, &d))
            continue;
        struct question q = {s, function, ++s->question, &d, f->instructions.data[id].block,
                             0};
        if (address_kept(q, alloca))
            move(f, alloca, id);
    }
}

void program_renew_locals(struct program *p)
{
    struct scopes s = {.program = p};
    arena_init(&s.scratch);
    s.uses = ARENA_ARRAY(&s.scratch, struct uses, p->functions.count + 1);
    for (uint32_t i = 0; i < p->functions.count; i++)
        if (p->functions.data[i].has_body)
            renew_in(&s, i);
    arena_release(&s.scratch);
}
