/* Inside folding: trees. */
#ifndef ENGINE_SHAPES_FOLD_TREE_H
#define ENGINE_SHAPES_FOLD_TREE_H
#include "engine/shapes/shapes.h"

enum { TREE_PARTS = 4 };
struct tree_fold {
    struct shapes *s;
    struct graph *before, *after;
    const struct graph_link *link;
    uint32_t parts[TREE_PARTS],
        part_count;         /* of the graph before: what becomes one tree, its root first */
    uint32_t tree;          /* of the graph after */
    bool loose;             /* some link holds what is neither null nor a tree */
    VECTOR(uint32_t) lists; /* that its elements own, whose facts are to be found */
};

/* --- tree_layout.c --- */
/* Looks for objects that lead to two others, for later attempts. */
void fold_note_layouts(struct shapes *, const struct graph *);
void shapes_release_layouts(struct graph_layouts *);
/* before an attempt: from what was seen so far */
void fold_settle_layouts(struct graph_layouts *);
/* null: no node of trees */
const struct graph_link *fold_layout(const struct shapes *, const struct graph_object *);
struct graph *fold_tree_once(struct shapes *, struct graph *); /* null: nothing folds */
struct graph *fold_path_once(struct shapes *, struct graph *);
/* Whether subtrees are there is forgotten: fewer graphs are needed. */
void fold_loosen_trees(struct shapes *, struct graph *);
/* Does a local, a global or a register lead to the node? (fold.c) */
bool fold_is_root(const struct graph *, uint32_t node);

/* --- parts --- */
struct graph_value fold_link_value(struct shapes *, const struct graph_object *, int32_t at);
uint32_t fold_references(const struct graph *, uint32_t object);
/* Adds the tree that a child leads to to the parts; false if it is neither null nor such a
 * tree. */
bool fold_is_subtree(struct tree_fold *, uint32_t node, struct graph_value child);
/* What the elements of all parts have in common becomes the fields of the new tree. */
bool fold_tree_elements(struct tree_fold *);
/* owned.c: the same where elements own something; a graph with `tree`, which is as `whole`
 * says (of a layout with two links), null if it cannot be. */
bool fold_owns(const struct tree_fold *); /* some part has something for itself */
struct graph *fold_owning(struct tree_fold *, const struct graph_object *whole);
struct graph *fold_to_tree(struct tree_fold *, struct graph_value before);

#endif
