/* The loop forest by Havlak's algorithm ("Nesting of Reducible and Irreducible Loops", TOPLAS
 * 1997): headers from the innermost out, each collects the blocks that reach its back edges,
 * and is then merged with them. Blocks are named by depth-first numbers inside; the walk is
 * the one that makes the reverse postorder, so both agree on what goes backwards. */
#include "program/passes_internal.h"

#include "base/failure.h"

struct links {
    uint32_t from, next;
};

struct finder {
    const struct function *function;
    uint32_t *vertex, *number,
        *last; /* block by number, number by block, last number below */
    uint32_t count;
    uint32_t *set; /* union-find over numbers */
    /* number of the header of the innermost loop around (not its own); UINT32_MAX: none */
    uint32_t *header;
    bool *is_header, *irreducible;
    uint32_t *forward; /* lists of predecessors that are not below: heads into links */
    VECTOR(struct links) links;
    uint32_t *mark;           /* last header that took this number into its body */
    uint32_t *linked;         /* last header that was linked from this number */
    VECTOR(uint32_t) members; /* of the loop in work */
};

static void walk(struct finder *d, const struct edges *e, uint32_t blocks,
                 struct arena *arena)
{
    uint32_t *next = ARENA_ARRAY(arena, uint32_t, blocks + 1),
             *stack = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    uint32_t depth = 0;
    for (uint32_t b = 0; b < blocks; b++) {
        next[b] = e->start[b];
        d->number[b] = UINT32_MAX;
    }
    if (!blocks)
        return;
    d->number[0] = d->count++;
    stack[depth++] = 0;
    while (depth) {
        uint32_t b = stack[depth - 1];
        if (next[b] == e->start[b + 1]) {
            d->last[d->number[b]] = d->count - 1;
            depth--;
            continue;
        }
        uint32_t to = e->to[next[b]++];
        if (d->number[to] != UINT32_MAX)
            continue;
        d->vertex[d->count] = to;
        d->number[to] = d->count++;
        stack[depth++] = to;
    }
}

static bool is_below(const struct finder *d, uint32_t v, uint32_t top)
{
    return top <= v && v <= d->last[top];
}

static uint32_t find(struct finder *d, uint32_t v)
{
    LAW(v < d->count);
    uint32_t root = v;
    while (d->set[root] != root)
        root = d->set[root];
    while (d->set[v] != root) {
        uint32_t next = d->set[v];
        d->set[v] = root;
        v = next;
    }
    return root;
}

static void add_forward(struct finder *d, uint32_t to, uint32_t from)
{
    LAW(to < d->count && from < d->count);
    VECTOR_PUSH(&d->links, (struct links){from, d->forward[to]});
    d->forward[to] = (uint32_t)d->links.count - 1;
}

static void add_member(struct finder *d, uint32_t header, uint32_t v)
{
    if (v == header || d->mark[v] == header + 1)
        return;
    d->mark[v] = header + 1;
    VECTOR_PUSH(&d->members, v);
}

static void split_predecessors(struct finder *d, uint32_t w)
{
    const struct block *b = &d->function->blocks.data[d->vertex[w]];
    for (size_t k = 0; k < b->predecessors.count; k++) {
        uint32_t v = d->number[b->predecessors.data[k]];
        if (v == UINT32_MAX)
            continue;
        if (is_below(d, v, w)) {
            d->is_header[w] = true;
            add_member(d, w, find(d, v));
        } else {
            add_forward(d, w, v);
        }
    }
}

/* The body of the loop with header w: walks backwards from its back edges. */
static void collect(struct finder *d, uint32_t w)
{
    LAW(w < d->count);
    VECTOR_CLEAR(&d->members);
    split_predecessors(d, w);
    for (size_t k = 0; k < d->members.count; k++) { /* the list grows while it is walked */
        for (uint32_t l = d->forward[d->members.data[k]]; l != UINT32_MAX;
             l = d->links.data[l].next) {
            uint32_t y = find(d, d->links.data[l].from);
            if (is_below(d, y, w)) {
                add_member(d, w, y);
            } else {
                d->irreducible[w] = true;
                if (d->linked[y] != w + 1)
                    add_forward(d, w, y);
                d->linked[y] = w + 1;
            }
        }
    }
    for (size_t k = 0; k < d->members.count; k++) {
        d->header[d->members.data[k]] = w;
        d->set[d->members.data[k]] = w;
    }
}

/* --- the result --- */

static void number_loops(const struct finder *d, struct loop_forest *out, struct arena *arena,
                         uint32_t blocks)
{
    uint32_t *loop_at = ARENA_ARRAY(arena, uint32_t, d->count + 1),
             count = 0; /* by number of the header */
    for (uint32_t w = 0; w < d->count; w++)
        count += d->is_header[w];
    out->count = count;
    out->loops = ARENA_ARRAY(arena, struct loop, count + 1);
    out->loop_of = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    for (uint32_t b = 0; b < blocks; b++)
        out->loop_of[b] = UINT32_MAX;
    for (uint32_t w = 0; w < d->count;
         w++) { /* outer headers have smaller numbers: they come last */
        struct loop *outer = NULL;
        if (d->header[w] != UINT32_MAX)
            outer = &out->loops[loop_at[d->header[w]]];
        if (outer)
            out->loop_of[d->vertex[w]] = loop_at[d->header[w]];
        if (!d->is_header[w])
            continue;
        loop_at[w] = --count;
        struct loop *l = &out->loops[count];
        l->header = d->vertex[w];
        l->irreducible = d->irreducible[w];
        l->parent = outer ? loop_at[d->header[w]] : UINT32_MAX;
        l->depth = outer ? outer->depth + 1 : 1;
        out->loop_of[l->header] = count;
    }
}

/* One array for all loops: every loop is a slice of its parent's, made in reverse postorder.
 */
static void lay_out_blocks(struct loop_forest *out, const struct dominators *d,
                           struct arena *arena, uint32_t blocks)
{
    uint32_t total = 0, top = 0;
    for (uint32_t b = 0; b < blocks; b++)
        if (out->loop_of[b] != UINT32_MAX) {
            out->loops[out->loop_of[b]].block_count++;
            total++;
        }
    for (uint32_t l = 0; l < out->count; l++)
        if (out->loops[l].parent != UINT32_MAX)
            out->loops[out->loops[l].parent].block_count += out->loops[l].block_count;
    out->order = ARENA_ARRAY(arena, uint32_t, total + 1);
    out->position = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    uint32_t *cursor = ARENA_ARRAY(arena, uint32_t, out->count + 1);
    for (uint32_t b = 0; b < blocks; b++)
        out->position[b] = UINT32_MAX;
    for (uint32_t k = 0; k < d->count; k++) {
        LAW(d->rpo[k] < blocks);
        uint32_t b = d->rpo[k], loop = out->loop_of[b];
        if (loop == UINT32_MAX)
            continue;
        struct loop *l = &out->loops[loop];
        if (b == l->header) {
            uint32_t *outer = l->parent == UINT32_MAX ? &top : &cursor[l->parent];
            cursor[loop] = *outer;
            l->blocks = out->order + *outer;
            *outer += l->block_count;
        }
        out->position[b] = cursor[loop];
        out->order[cursor[loop]++] = b;
    }
}

static void find_latches(const struct finder *d, struct loop_forest *out, struct arena *arena)
{
    for (uint32_t l = 0; l < out->count; l++) {
        struct loop *loop = &out->loops[l];
        const struct block *b = &d->function->blocks.data[loop->header];
        loop->latches = ARENA_ARRAY(arena, uint32_t, b->predecessors.count + 1);
        for (size_t k = 0; k < b->predecessors.count; k++) {
            uint32_t v = d->number[b->predecessors.data[k]];
            if (v != UINT32_MAX && is_below(d, v, d->number[loop->header]))
                loop->latches[loop->latch_count++] = b->predecessors.data[k];
        }
    }
}

/* Inner loops come before outer ones, and the header is a loop's first block. */
static bool forest_holds(const struct loop_forest *forest)
{
    for (uint32_t l = 0; l < forest->count; l++) {
        const struct loop *loop = &forest->loops[l];
        if (loop->parent != UINT32_MAX && loop->parent <= l)
            return false;
        if (!loop->block_count || loop->blocks[0] != loop->header || !loop->latch_count)
            return false;
    }
    return true;
}

void loops_find(const struct function *f, const struct dominators *dominators,
                struct arena *arena, struct loop_forest *out)
{
    uint32_t n = (uint32_t)f->blocks.count;
    struct arena scratch;
    struct edges edges;
    struct finder d = {.function = f};
    arena_init(&scratch);
    edges_find(f, &scratch, &edges);
    uint32_t **arrays[] = {&d.vertex, &d.number,  &d.last, &d.set,
                           &d.header, &d.forward, &d.mark, &d.linked};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = ARENA_ARRAY(&scratch, uint32_t, n + 1);
    d.is_header = ARENA_ARRAY(&scratch, bool, n + 1);
    d.irreducible = ARENA_ARRAY(&scratch, bool, n + 1);
    walk(&d, &edges, n, &scratch);
    for (uint32_t w = 0; w < d.count; w++) {
        d.set[w] = w;
        d.header[w] = d.forward[w] = UINT32_MAX;
    }
    for (uint32_t w = d.count; w-- > 0;)
        collect(&d, w);
    *out = (struct loop_forest){0};
    number_loops(&d, out, arena, n);
    lay_out_blocks(out, dominators, arena, n);
    find_latches(&d, out, arena);
    LAW(forest_holds(out));
    VECTOR_RELEASE(&d.links);
    VECTOR_RELEASE(&d.members);
    arena_release(&scratch);
}

bool loop_contains(const struct loop_forest *forest, uint32_t loop, uint32_t block)
{
    LAW(loop < forest->count);
    uint32_t at = forest->position[block];
    if (at == UINT32_MAX)
        return false;
    const struct loop *l = &forest->loops[loop];
    uint32_t start = (uint32_t)(l->blocks - forest->order);
    return start <= at && at < start + l->block_count;
}
