/* Persistent arrays: a radix tree of width 16 from 32-bit indices to pointers. Copying is
 * free; setting copies a path; merging visits only what differs. Nodes made in the same epoch
 * are changed in place, so a straight line of sets costs no copies: whoever shares a trie
 * must begin a new epoch. All nodes live in the arena. */
#ifndef BASE_TRIE_H
#define BASE_TRIE_H
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct trie_node;
struct trie {
    struct trie_node *root;
    uint32_t depth; /* levels of nodes; 0: empty */
};

const void *trie_get(const struct trie *, uint32_t index); /* null if absent */
void trie_set(struct arena *, struct trie *, uint32_t index, const void *value,
              uint32_t epoch);
/* Where a and b differ, the result has join(context, index, a's or null, b's or null);
 * elsewhere the common value. */
struct trie trie_merge(struct arena *, struct trie a, struct trie b, uint32_t epoch,
                       const void *(*join)(void *context, uint32_t index, const void *a,
                                           const void *b),
                       void *context);
/* Calls see for each present entry in increasing order of index. */
void trie_each(const struct trie *,
               void (*see)(void *context, uint32_t index, const void *value), void *context);
/* Calls see for each index where the two tries have different pointers. */
void trie_difference(const struct trie *, const struct trie *,
                     void (*see)(void *context, uint32_t index, const void *a, const void *b),
                     void *context);

#endif
