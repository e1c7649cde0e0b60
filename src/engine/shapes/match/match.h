/* Inside matching: what objects of the general graph stand for, level by level. */
#ifndef ENGINE_SHAPES_MATCH_H
#define ENGINE_SHAPES_MATCH_H
#include "engine/shapes/shapes.h"

enum image_state {
    IMAGE_NONE,
    IMAGE_REGION,
    IMAGE_ABSENT,
    IMAGE_START /* of a run, not walked yet */,
    IMAGE_RUN
};
struct image {
    enum image_state state;
    uint32_t first, last; /* of the special graph */
};
/* What the objects of one level stand for: of the whole graph, or of what one element owns.
 */
struct scope {
    struct scope *parent;
    uint32_t list, instance;
    uint32_t node;        /* the element in the special graph */
    bool every;           /* it is every element of the list `node` */
    struct image *images; /* by id of the general graph */
};
struct item {
    struct scope *scope;
    uint32_t general, special;
};
struct late { /* a pointer to a list's last node, looked at when its run is known */
    struct scope *scope, *home; /* where it is found; where the list is */
    struct graph_value special;
    const struct graph_value *general;
};
struct match {
    struct shapes *s;
    const struct graph *special, *general;
    struct embedding *out;
    struct scope *top;
    bool *used;
    uint32_t *references;
    bool *rooted;   /* by id of the special graph: a variable leads to it */
    size_t longest; /* a run whose end is not known has so many items at most */
    bool guessed;   /* some such run has more than one */
    VECTOR(struct item) regions, lists, parted;
    VECTOR(struct late) late;
    VECTOR(struct scope *) scopes;
};

/* match.c: a value of the special graph against one of the general graph; numbers are
 * recorded. */
bool embed_value(struct match *, struct scope *, struct graph_value,
                 const struct graph_value *);
bool embed_fields(struct match *, struct scope *, const struct graph_object *special,
                  const struct graph_object *general);
bool embed_record(struct match *, const struct scope *, const struct term *general,
                  struct term special);
bool embed_size(struct match *, struct scope *, const struct graph_object *special,
                const struct graph_object *general);
bool embed_is_null(struct match *, struct graph_value);
struct scope *embed_new_scope(struct match *, struct scope *parent, uint32_t list,
                              uint32_t node);
/* The scope whose element owns the object; null if it is out of sight. */
struct scope *embed_scope_of(const struct match *, struct scope *, uint32_t general);
/* Could this object be part of the run of that list? */
bool embed_fits(struct match *, const struct scope *, uint32_t special, uint32_t general);
/* Does the pointer lead to where links of that list lead? */
bool embed_enters(const struct match *, struct graph_value, uint32_t general);

/* run.c: a list of the general graph, from its first item on; a pointer to its last one; a
 * list to whose last node alone something leads. */
bool embed_run(struct match *, struct item *);
bool embed_last(struct match *, const struct late *);
bool embed_start_from_last(struct match *, const struct late *);

/* Who must own the objects of the special graph that stand for those of a scope. */
uint32_t embed_owner(const struct match *, const struct scope *);

/* cells.c: the parts of a region of the general graph, once the numbers that variables hold
 * are known. */
bool embed_cells(struct match *, const struct item *);

/* tree.c: a pointer to a tree of the general graph, which stands for all below it. */
bool embed_tree(struct match *, struct scope *, struct scope *home, struct graph_value,
                const struct graph_value *);
/* path.c: the run of a list with a fork, up to the object that follows it; 0: not known,
 * nothing else leads there. */
bool embed_path(struct match *, const struct item *, uint32_t end);

#endif
