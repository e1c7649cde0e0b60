/* The graph of a function's blocks: reachability, postdominators (the iterative algorithm on
 * reverse post-order of the reversed graph), and control dependence. Blocks that cannot reach
 * an end are joined to the common exit, so that every block has a way to it. */
#include "diff/slice/slice_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

static void add_edge(struct slice_graph *g, unsigned from, unsigned to)
{
    LAW(from < g->count && to <= g->count);
    VECTOR_PUSH(&g->successors[from], to);
    VECTOR_PUSH(&g->predecessors[to], from);
}

static void add_edges(struct slice_graph *g)
{
    for (unsigned b = 0; b < g->count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[b]);
        unsigned n = end ? LLVMGetNumSuccessors(end) : 0;
        for (unsigned i = 0; i < n; i++)
            add_edge(g, b,
                     (unsigned)map_or(&g->number, (uintptr_t)LLVMGetSuccessor(end, i), 0));
        if (!n)
            add_edge(g, b, g->count);
    }
}

/* Marks what can reach `to` going backwards; returns the number of newly marked blocks. */
static void mark_back(const struct slice_graph *g, unsigned to, bool *marked)
{
    slice_numbers work = {0};
    VECTOR_PUSH(&work, to);
    marked[to] = true;
    while (work.count) {
        unsigned b = VECTOR_POP(&work);
        for (size_t i = 0; i < g->predecessors[b].count; i++) {
            unsigned p = g->predecessors[b].data[i];
            if (marked[p])
                continue;
            marked[p] = true;
            VECTOR_PUSH(&work, p);
        }
    }
    VECTOR_RELEASE(&work);
}

static void join_endless(struct slice_graph *g)
{
    bool *marked = calloc(g->count + 1, sizeof *marked);
    mark_back(g, g->count, marked);
    for (unsigned b = g->count; b-- > 0;) {
        if (marked[b])
            continue;
        add_edge(g, b, g->count);
        mark_back(g, b, marked);
    }
    free(marked);
}

/* Post-order of the reversed graph, from the exit. */
static unsigned *order_back(const struct slice_graph *g, unsigned *position, unsigned *length)
{
    unsigned n = g->count + 1, *order = calloc(n, sizeof *order),
             *next = calloc(n, sizeof *next);
    bool *seen = calloc(n, sizeof *seen);
    slice_numbers stack = {0};
    VECTOR_PUSH(&stack, g->count);
    seen[g->count] = true;
    *length = 0;
    while (stack.count) {
        unsigned b = VECTOR_LAST(&stack);
        if (next[b] < g->predecessors[b].count) {
            unsigned p = g->predecessors[b].data[next[b]++];
            if (seen[p])
                continue;
            seen[p] = true;
            VECTOR_PUSH(&stack, p);
        } else {
            stack.count--;
            position[b] = *length;
            order[(*length)++] = b;
        }
    }
    VECTOR_RELEASE(&stack);
    free(next);
    free(seen);
    return order;
}

static unsigned meet(const unsigned *after, const unsigned *position, unsigned a, unsigned b)
{
    while (a != b) {
        while (position[a] < position[b])
            a = after[a];
        while (position[b] < position[a])
            b = after[b];
    }
    return a;
}

static void find_postdominators(struct slice_graph *g)
{
    unsigned n = g->count + 1, none = n, length = 0, *position = calloc(n, sizeof *position);
    unsigned *order = order_back(g, position, &length);
    for (unsigned b = 0; b < n; b++)
        g->after[b] = none;
    g->after[g->count] = g->count;
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned k = length; k-- > 0;) {
            unsigned b = order[k], best = none;
            if (b == g->count)
                continue;
            for (size_t i = 0; i < g->successors[b].count; i++) {
                unsigned s = g->successors[b].data[i];
                if (g->after[s] == none)
                    continue;
                best = best == none ? s : meet(g->after, position, s, best);
            }
            changed |= best != g->after[b];
            g->after[b] = best;
        }
    }
    LAW(length == n); /* every block has a way to the exit */
    free(order);
    free(position);
}

/* From every block on, postdominators lead to the exit. */
static bool all_lead_to_exit(const struct slice_graph *g)
{
    for (unsigned b = 0; b < g->count; b++) {
        unsigned steps = 0, at = b;
        while (at != g->count && steps++ <= g->count)
            at = g->after[at];
        if (at != g->count)
            return false;
    }
    return true;
}

static bool holds(const slice_numbers *list, unsigned number)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i] == number)
            return true;
    return false;
}

static void find_control(struct slice_graph *g)
{
    for (unsigned b = 0; b < g->count; b++) {
        if (g->successors[b].count < 2)
            continue;
        for (size_t i = 0; i < g->successors[b].count; i++)
            for (unsigned s = g->successors[b].data[i]; s != g->after[b] && s != g->count;
                 s = g->after[s]) {
                if (holds(&g->controllers[s], b))
                    continue;
                VECTOR_PUSH(&g->controllers[s], b);
                VECTOR_PUSH(&g->controlled[b], s);
            }
    }
}

static void find_reach(struct slice_graph *g)
{
    g->words = (g->count + 64) / 64;
    g->reach = calloc((size_t)(g->count + 1) * g->words, sizeof *g->reach);
    slice_numbers work = {0};
    for (unsigned b = 0; b < g->count; b++) {
        uint64_t *row = g->reach + (size_t)b * g->words;
        VECTOR_PUSH(&work, b);
        while (work.count) {
            unsigned from = VECTOR_POP(&work);
            for (size_t i = 0; i < g->successors[from].count; i++) {
                unsigned s = g->successors[from].data[i];
                if (s == g->count || row[s / 64] >> s % 64 & 1)
                    continue;
                row[s / 64] |= (uint64_t)1 << s % 64;
                VECTOR_PUSH(&work, s);
            }
        }
    }
    VECTOR_RELEASE(&work);
}

bool slice_graph_reaches(const struct slice_graph *g, unsigned from, unsigned to)
{
    LAW(from <= g->count && to <= g->count);
    return g->reach[(size_t)from * g->words + to / 64] >> to % 64 & 1;
}

void slice_graph_init(struct slice_graph *g, LLVMValueRef function)
{
    LAW(LLVMCountBasicBlocks(function));
    *g = (struct slice_graph){.count = LLVMCountBasicBlocks(function)};
    unsigned n = g->count + 1;
    g->blocks = calloc(n, sizeof *g->blocks);
    LLVMGetBasicBlocks(function, g->blocks);
    for (unsigned b = 0; b < g->count; b++)
        map_set(&g->number, (uintptr_t)g->blocks[b], b);
    g->successors = calloc(n, sizeof *g->successors);
    g->predecessors = calloc(n, sizeof *g->predecessors);
    g->controllers = calloc(n, sizeof *g->controllers);
    g->controlled = calloc(n, sizeof *g->controlled);
    g->after = calloc(n, sizeof *g->after);
    add_edges(g);
    join_endless(g);
    find_postdominators(g);
    LAW(all_lead_to_exit(g));
    find_control(g);
    find_reach(g);
}

void slice_graph_release(struct slice_graph *g)
{
    for (unsigned b = 0; b <= g->count; b++) {
        VECTOR_RELEASE(&g->successors[b]);
        VECTOR_RELEASE(&g->predecessors[b]);
        VECTOR_RELEASE(&g->controllers[b]);
        VECTOR_RELEASE(&g->controlled[b]);
    }
    free(g->blocks);
    free(g->successors);
    free(g->predecessors);
    free(g->controllers);
    free(g->controlled);
    free(g->after);
    free(g->reach);
    map_release(&g->number);
}
