#include "base/trie.h"

#include "base/failure.h"

#include <string.h>

enum { BITS = 4, WIDTH = 1 << BITS };

struct trie_node {
    uint32_t epoch;
    const void *slot[WIDTH]; /* nodes, or values at the last level */
};

static uint32_t slot_of(uint32_t index, uint32_t level)
{
    return index >> (BITS * level) & (WIDTH - 1);
}

enum { DEEPEST = 32 / BITS }; /* levels: more than an index has digits are never needed */

static bool fits(uint32_t index, uint32_t depth)
{
    return BITS * depth >= 32 || index >> (BITS * depth) == 0;
}

const void *trie_get(const struct trie *t, uint32_t index)
{
    LAW(t->depth <= DEEPEST);
    if (!t->depth || !fits(index, t->depth))
        return NULL;
    const struct trie_node *n = t->root;
    for (uint32_t level = t->depth - 1; level > 0 && n; level--)
        n = n->slot[slot_of(index, level)];
    return n ? n->slot[slot_of(index, 0)] : NULL;
}

static struct trie_node *own(struct arena *a, const struct trie_node *n, uint32_t epoch)
{
    if (n && n->epoch == epoch)
        return (struct trie_node *)n;
    struct trie_node *copy = ARENA_NEW(a, struct trie_node);
    if (n)
        memcpy(copy, n, sizeof *copy);
    copy->epoch = epoch;
    return copy;
}

static void grow(struct arena *a, struct trie *t, uint32_t epoch)
{
    LAW(t->depth < DEEPEST); /* every index fits by then */
    struct trie_node *root = own(a, NULL, epoch);
    root->slot[0] = t->root;
    t->root = root;
    t->depth++;
}

void trie_set(struct arena *a, struct trie *t, uint32_t index, const void *value,
              uint32_t epoch)
{
    while (!t->depth || !fits(index, t->depth))
        grow(a, t, epoch);
    struct trie_node *n = t->root = own(a, t->root, epoch);
    for (uint32_t level = t->depth - 1; level > 0; level--) {
        const void **slot = &n->slot[slot_of(index, level)];
        n = own(a, *slot, epoch);
        *slot = n;
    }
    n->slot[slot_of(index, 0)] = value;
    LAW(trie_get(t, index) == value);
}

struct merge {
    struct arena *arena;
    uint32_t epoch;
    const void *(*join)(void *, uint32_t, const void *, const void *);
    void *context;
};

static const void *merge_level(struct merge *m, const void *a, const void *b, uint32_t level,
                               uint32_t prefix)
{
    LAW(level <= DEEPEST);
    if (a == b)
        return a;
    if (level == 0)
        return m->join(m->context, prefix, a, b);
    static const struct trie_node empty;
    const struct trie_node *x = a ? a : &empty, *y = b ? b : &empty;
    struct trie_node *n = own(m->arena, NULL, m->epoch);
    for (uint32_t s = 0; s < WIDTH; s++)
        n->slot[s] = merge_level(m, x->slot[s], y->slot[s], level - 1, prefix << BITS | s);
    return n;
}

struct trie trie_merge(struct arena *arena, struct trie a, struct trie b, uint32_t epoch,
                       const void *(*join)(void *, uint32_t, const void *, const void *),
                       void *context)
{
    while (a.depth < b.depth)
        grow(arena, &a, epoch);
    while (b.depth < a.depth)
        grow(arena, &b, epoch);
    LAW(a.depth == b.depth);
    struct merge m = {arena, epoch, join, context};
    return (struct trie){(struct trie_node *)merge_level(&m, a.root, b.root, a.depth, 0),
                         a.depth};
}

static void each_level(const void *p, uint32_t level, uint32_t prefix,
                       void (*see)(void *, uint32_t, const void *), void *context)
{
    if (!p)
        return;
    if (level == 0) {
        see(context, prefix, p);
        return;
    }
    const struct trie_node *n = p;
    for (uint32_t s = 0; s < WIDTH; s++)
        each_level(n->slot[s], level - 1, prefix << BITS | s, see, context);
}

void trie_each(const struct trie *t, void (*see)(void *, uint32_t, const void *),
               void *context)
{
    each_level(t->root, t->depth, 0, see, context);
}

static void difference_level(const void *a, const void *b, uint32_t level, uint32_t prefix,
                             void (*see)(void *, uint32_t, const void *, const void *),
                             void *context)
{
    if (a == b)
        return;
    if (level == 0) {
        see(context, prefix, a, b);
        return;
    }
    static const struct trie_node empty;
    const struct trie_node *x = a ? a : &empty, *y = b ? b : &empty;
    for (uint32_t s = 0; s < WIDTH; s++)
        difference_level(x->slot[s], y->slot[s], level - 1, prefix << BITS | s, see, context);
}

void trie_difference(const struct trie *a, const struct trie *b,
                     void (*see)(void *, uint32_t, const void *, const void *), void *context)
{
    uint32_t depth = a->depth > b->depth ? a->depth : b->depth;
    const void *x = a->root, *y = b->root;
    struct arena scratch;
    arena_init(&scratch);
    struct trie p = *a, q = *b;
    while (p.depth < depth)
        grow(&scratch, &p, 0);
    while (q.depth < depth)
        grow(&scratch, &q, 0);
    x = p.root, y = q.root;
    difference_level(x, y, depth, 0, see, context);
    arena_release(&scratch);
}
