/* Dominators by Lengauer and Tarjan's algorithm with path compression, O(edges log blocks),
 * without recursion. Blocks are named by their depth-first numbers inside; the tree is
 * numbered so that `dominates` costs nothing. */
#include "program/passes_internal.h"

#include "base/failure.h"

struct finder {
    uint32_t *parent, *vertex,
        *number; /* depth-first tree: parent and block by number, number by block */
    uint32_t *semi, *label, *ancestor, *idom; /* by number */
    uint32_t *bucket, *bucket_next;           /* lists of numbers; UINT32_MAX ends */
    uint32_t *stack;
    uint32_t count;
};

static void walk(struct finder *d, const struct edges *e, uint32_t blocks,
                 struct arena *arena)
{
    uint32_t *next = ARENA_ARRAY(arena, uint32_t, blocks + 1), depth = 0;
    for (uint32_t b = 0; b < blocks; b++) {
        next[b] = e->start[b];
        d->number[b] = UINT32_MAX;
    }
    if (!blocks)
        return;
    d->number[0] = d->count++;
    d->stack[depth++] = 0;
    while (depth) {
        uint32_t b = d->stack[depth - 1];
        if (next[b] == e->start[b + 1]) {
            depth--;
            continue;
        }
        uint32_t to = e->to[next[b]++];
        if (d->number[to] != UINT32_MAX)
            continue;
        d->number[to] = d->count;
        d->vertex[d->count] = to;
        d->parent[d->count++] = d->number[b];
        d->stack[depth++] = to;
    }
}

/* The vertex with the least semidominator on the linked path above v; shortens the path. */
static uint32_t evaluate(struct finder *d, uint32_t v)
{
    LAW(v < d->count);
    if (d->ancestor[v] == UINT32_MAX)
        return v;
    uint32_t depth = 0;
    for (uint32_t x = v; d->ancestor[d->ancestor[x]] != UINT32_MAX; x = d->ancestor[x])
        d->stack[depth++] = x;
    while (depth) {
        uint32_t x = d->stack[--depth], above = d->ancestor[x];
        if (d->semi[d->label[above]] < d->semi[d->label[x]])
            d->label[x] = d->label[above];
        d->ancestor[x] = d->ancestor[above];
    }
    return d->label[v];
}

static void find_idoms(struct finder *d, const struct function *f)
{
    for (uint32_t w = d->count; w-- > 1;) {
        const struct block *b = &f->blocks.data[d->vertex[w]];
        for (size_t k = 0; k < b->predecessors.count; k++) {
            uint32_t v = d->number[b->predecessors.data[k]];
            if (v == UINT32_MAX)
                continue;
            uint32_t u = evaluate(d, v);
            if (d->semi[u] < d->semi[w])
                d->semi[w] = d->semi[u];
        }
        d->bucket_next[w] = d->bucket[d->semi[w]];
        d->bucket[d->semi[w]] = w;
        uint32_t p = d->parent[w];
        d->ancestor[w] = p;
        for (uint32_t v = d->bucket[p]; v != UINT32_MAX; v = d->bucket_next[v]) {
            uint32_t u = evaluate(d, v);
            d->idom[v] = d->semi[u] < d->semi[v] ? u : p;
        }
        d->bucket[p] = UINT32_MAX;
    }
    for (uint32_t w = 1; w < d->count; w++)
        if (d->idom[w] != d->semi[w])
            d->idom[w] = d->idom[d->idom[w]];
}

/* The entry dominates itself; every other block comes after its dominator in reverse
 * postorder. */
static bool tree_holds(const struct dominators *d)
{
    for (uint32_t k = 1; k < d->count; k++)
        if (d->number[d->idom[d->rpo[k]]] >= k)
            return false;
    return !d->count || d->idom[d->rpo[0]] == d->rpo[0];
}

/* Preorder intervals of the dominator tree: children counted in reverse postorder, so parents
 * come first. */
static void number_tree(struct dominators *out, uint32_t blocks, struct arena *arena)
{
    LAW(out->count <= blocks);
    uint32_t *size = ARENA_ARRAY(arena, uint32_t, blocks + 1),
             *used = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    out->enter = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    out->leave = ARENA_ARRAY(arena, uint32_t, blocks + 1);
    for (uint32_t k = out->count; k-- > 0;) {
        uint32_t b = out->rpo[k];
        size[b]++;
        if (k)
            size[out->idom[b]] += size[b];
    }
    for (uint32_t k = 0; k < out->count; k++) {
        uint32_t b = out->rpo[k], parent = out->idom[b];
        out->enter[b] = k ? out->enter[parent] + 1 + used[parent] : 0;
        if (k)
            used[parent] += size[b];
        out->leave[b] = out->enter[b] + size[b];
    }
}

void dominators_find(const struct function *f, struct arena *arena, struct dominators *out)
{
    uint32_t n = (uint32_t)f->blocks.count;
    struct arena scratch;
    struct edges edges;
    struct finder d = {0};
    arena_init(&scratch);
    edges_find(f, &scratch, &edges);
    out->count = edges_order(&edges, n, arena, &out->rpo, &out->number);
    uint32_t **arrays[] = {&d.parent,   &d.vertex, &d.number, &d.semi,        &d.label,
                           &d.ancestor, &d.idom,   &d.bucket, &d.bucket_next, &d.stack};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        *arrays[k] = ARENA_ARRAY(&scratch, uint32_t, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        d.semi[k] = d.label[k] = k;
        d.ancestor[k] = d.bucket[k] = d.bucket_next[k] = UINT32_MAX;
    }
    walk(&d, &edges, n, &scratch);
    find_idoms(&d, f);
    out->idom = ARENA_ARRAY(arena, uint32_t, n + 1);
    for (uint32_t b = 0; b < n; b++)
        out->idom[b] = d.number[b] == UINT32_MAX ? UINT32_MAX : d.vertex[d.idom[d.number[b]]];
    LAW(tree_holds(out));
    number_tree(out, n, arena);
    arena_release(&scratch);
}

bool dominates(const struct dominators *d, uint32_t a, uint32_t b)
{
    if (d->number[a] == UINT32_MAX || d->number[b] == UINT32_MAX)
        return a == b;
    return d->enter[a] <= d->enter[b] && d->enter[b] < d->leave[a];
}
