/* Inside SLH: the expressions of a context. */
#ifndef LISTS_SLH_SLH_INTERNAL_H
#define LISTS_SLH_SLH_INTERNAL_H
#include "base/arena.h"
#include "base/map.h"
#include "base/vector.h"
#include "lists/slh/slh.h"

enum pointer_kind {
    POINTER_NULL,
    POINTER_JUNK,
    POINTER_VARIABLE,
    POINTER_IF,
    POINTER_NEXT,
    POINTER_FRESH
};
struct pointer_node {
    enum pointer_kind kind;
    enum slh_start start;    /* VARIABLE */
    struct term condition;   /* IF, NEXT */
    struct slh_pointer a, b; /* IF: then, else; NEXT: a */
    struct slh_heap heap;    /* NEXT */
    int slot;                /* NEXT, FRESH */
    const char *name;        /* VARIABLE */
};

enum heap_kind { HEAP_BASE, HEAP_LINK, HEAP_PUT, HEAP_IF };
struct heap_node {
    enum heap_kind kind;
    struct term condition;   /* IF */
    struct slh_heap a, b;    /* IF: then, else; LINK, PUT: a */
    struct slh_pointer node; /* LINK, PUT */
    struct slh_pointer to;   /* LINK */
    unsigned field;          /* PUT */
    struct term value;       /* PUT */
};

enum look_kind {
    LOOK_ALIAS,
    LOOK_PATH,
    LOOK_LENGTH,
    LOOK_CIRCULAR,
    LOOK_DISJOINT,
    LOOK_SORTED,
    LOOK_WITHIN,
    LOOK_SUM,
    LOOK_VALUE,
    LOOK_SAME
};
struct look {
    enum look_kind kind;
    struct slh_heap heap, other; /* other: SAME */
    struct slh_pointer p, q;
    unsigned field;
    struct term least, most;
    struct term placeholder; /* the variable that stands for it */
};

struct field {
    unsigned width;
    enum slh_sign sign;
    bool zero; /* everywhere in the base heap */
};

struct slh {
    struct terms *terms;
    struct arena arena;
    VECTOR(struct pointer_node) pointers; /* 0 is null */
    VECTOR(struct heap_node) heaps;       /* 0 is the base heap */
    VECTOR(struct look) looks;
    VECTOR(struct field) fields;
    struct map pointer_index, heap_index, look_index; /* hash of the contents to id + 1 */
    struct map look_of;                               /* id of a placeholder to look + 1 */
    struct text_map variables;
    enum slh_start base_start;
    int next_slots, fresh_slots; /* given out so far */
    uint32_t number; /* of the context in its store: placeholders of two contexts differ */
};

static inline const struct pointer_node *pointer_at(const struct slh *s, struct slh_pointer p)
{
    return &s->pointers.data[p.id];
}
static inline const struct heap_node *heap_at(const struct slh *s, struct slh_heap h)
{
    return &s->heaps.data[h.id];
}
/* The observation that a variable stands for; null: it is an ordinary variable. The pointer
 * lasts until the next observation is made. */
const struct look *look_of(const struct slh *, struct term variable);

#endif
