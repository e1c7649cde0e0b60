/* Symbolic memory graphs: the states of the engine `shapes`.
 *
 * A graph stands for all program states in which each region is one object, each list a chain
 * of at least `least` distinct objects of one size, each tree a finite tree of such objects,
 * different ids are disjoint objects, an owned object exists once for each element of its
 * owner, and fields and facts hold. Live heap objects that no id stands for exist only if
 * `lost` is set. Objects belong to one graph at a time: graph_edit gives a copy that may be
 * changed. */
#ifndef ENGINE_SHAPES_GRAPH_H
#define ENGINE_SHAPES_GRAPH_H
#include "base/arena.h"
#include "base/vector.h"
#include "program/program.h"
#include "term/term.h"

enum graph_kind {
    GRAPH_REGION,
    GRAPH_LIST,
    GRAPH_TREE,
    GRAPH_CELL, /* a word or record of a region that is parted */
    GRAPH_CELLS /* any number of these, one after the other, which are alike */
};
enum graph_storage {
    GRAPH_HEAP,
    GRAPH_STACK,
    GRAPH_GLOBAL,
    GRAPH_INSIDE /* of another: a part of it */
};
enum { GRAPH_OUTER = 0x7fffffff };
enum graph_background { GRAPH_UNKNOWN, GRAPH_ZERO, GRAPH_INITIAL /* of the global */ };
enum graph_value_kind {
    GRAPH_NONE,     /* dead or never set */
    GRAPH_NUMBER,   /* bits or a float */
    GRAPH_POINTER,  /* object and offset; object 0: the number as an address, null is 0 */
    GRAPH_FUNCTION, /* object is its index */
    /* in heap objects: a pointer to the start of the function or global of that number, or
       null */
    GRAPH_STATIC,
    GRAPH_DANGLING, /* into an object that is dead */
    GRAPH_WILD      /* a pointer of which nothing is known */
};
enum graph_row {
    ROW_FIRST,
    ROW_LAST,
    ROW_STEP /* each element and the one after it */,
    GRAPH_ROWS
};
enum graph_end {
    GRAPH_FIRST,
    GRAPH_LAST,
    GRAPH_SELF /* in elements and what they own: the element itself */
};

struct graph_value {
    uint8_t kind, end; /* end: of a pointer to a list; 0 otherwise */
    uint32_t object;
    /* NUMBER: the value; POINTER, FUNCTION: the offset; STATIC: as in program/statics.h */
    struct term term;
};
struct graph_field {
    uint32_t at, bytes;
    struct graph_value value; /* NUMBER: a float of that size, or bits of 8 * bytes */
};
struct graph_link {
    /* links lead to node + head; prev -1: singly linked; of a tree: to the parent */
    int32_t head, next, prev;
    /* 1 + the offset of a second link, 0: none. TREE: to the other child; LIST: of each
     * element one of the two leads on, a path in a tree */
    uint32_t fork;
};
struct graph_terms {
    struct term *data;
    uint32_t count;
};
struct graph_object {
    uint8_t kind, storage, background;
    /* LIST: nodes at least; others: 0: it may be missing, then pointers to it are null */
    uint8_t least;
    bool alive;
    /* a REGION whose content is in its parts; its fields lead to these, in order, and are no
     * bytes */
    bool parted;
    uint32_t stride; /* ... so many bytes each */
    /* CELL, CELLS: the offset at which it begins; none: right after the CELL before it */
    struct term from;
    const void *stamp; /* of the graph that may change it */
    /* the list whose elements have one each, or the region that may be missing and that has
     * it; 0: none */
    uint32_t owner;
    uint32_t era; /* STACK: of its frame when it was made */
    /* STACK: depth of its frame, from 1; GRAPH_OUTER: of a caller that waits */
    uint32_t frame;
    uint32_t index; /* GLOBAL */
    uint64_t site;  /* hash_pair(call path, instruction) */
    /* HEAP: the instruction that made it, on whatever path; LIST: 0 if several did */
    uint64_t maker;
    /* HEAP: what the program calls it, an index into its C types; 0: that is not known */
    uint32_t type;
    uint64_t place;   /* HEAP: the instruction that made it, on any call path */
    bool computed;    /* HEAP: the size came out of a loop or of memory */
    struct term size; /* bytes, pointer width */
    uint64_t bytes;   /* the same if constant; UINT64_MAX if not */
    struct term base; /* its address as a number, if that was seen */
    uint32_t field_count;
    /* sorted, disjoint; segments: of every element, without the link's */
    struct graph_field *fields;
    struct graph_link link; /* segments, as what follows */
    /* in the last one's next and the first one's (the root's) prev; `after` of a
     * region that may be missing: what pointers to it are then; none: null. `before` of a
     * list without prev that may be empty: what pointers to its last element are then, null;
     * none: anything */
    struct graph_value after, before;
    struct graph_value hang;      /* LIST with a fork: in the link that does not lead on */
    struct graph_terms variables; /* each element has its own values for them */
    struct graph_terms facts;     /* hold for each element */
    /* TREE: variables of one bit for each element, whether its links lead to further nodes
     * (next, then fork); none: open */
    struct term child[2];
    bool loose; /* TREE with these: links that do not may hold anything, else they are null */
    /* REGION that may be missing: one bit, whether it is there; none: open */
    struct term there;
    struct term length; /* how many elements, 64 bits; none: open */
    /* one for each of `variables`: its value in the element after, in steps */
    struct graph_terms nexts;
    struct graph_terms rows[GRAPH_ROWS]; /* hold for the first, the last, two neighbours */
};
struct graph_frame {
    struct graph_frame *caller;
    uint32_t function, call; /* call: instruction of the caller */
    uint32_t depth;          /* 1: the entry function */
    uint32_t block, position;
    uint32_t era;  /* how many saves of the stack are open */
    uint64_t path; /* as certificate_path */
    const struct function *f;
    struct graph_value *values; /* by instruction */
};
struct graph_way;
struct graph {
    struct graph_object **objects; /* by id from 1; null: none */
    uint32_t count, capacity;
    const void *stamp;
    struct graph_frame *frame;
    struct graph_terms facts;
    bool lost;                   /* some live heap objects may have no id */
    bool exposed;                /* some address was seen as a number */
    const struct graph_way *way; /* by which it came (precision.h); null: that is not kept */
    /* at a head: the root predicates of the precision that hold, by number */
    uint64_t truths;
};

/* --- values (graph.c) --- */
static inline struct graph_value graph_number(struct term t)
{
    return (struct graph_value){.kind = GRAPH_NUMBER, .term = t};
}
static inline struct graph_value graph_pointer(uint32_t object, uint8_t end,
                                               struct term offset)
{
    return (struct graph_value){
        .kind = GRAPH_POINTER, .end = end, .object = object, .term = offset};
}
static inline bool graph_value_same(struct graph_value a, struct graph_value b)
{
    return a.kind == b.kind && a.end == b.end && a.object == b.object &&
           term_same(a.term, b.term);
}
static inline bool graph_is_pointer(struct graph_value v) /* into an object with an id */
{
    return v.kind == GRAPH_POINTER && v.object;
}

static inline bool graph_is_segment(const struct graph_object *o)
{
    return o->kind == GRAPH_LIST || o->kind == GRAPH_TREE || o->kind == GRAPH_CELLS;
}
/* A family of objects that has parts of its own: a list, or a region that may be missing. */
static inline bool graph_is_family(const struct graph_object *o)
{
    return graph_is_segment(o) || !o->least;
}
/* Where it is missing pointers to it are something else than null. */
static inline bool graph_has_other(const struct graph_object *o)
{
    return o->kind == GRAPH_REGION && !o->least && o->after.kind != GRAPH_NONE;
}
static inline int32_t graph_fork(const struct graph_link *l) /* -1: none */
{
    return (int32_t)l->fork - 1;
}
static inline bool graph_same_link(const struct graph_link *a, const struct graph_link *b)
{
    return a->head == b->head && a->next == b->next && a->prev == b->prev &&
           a->fork == b->fork;
}
static inline bool graph_is_link(const struct graph_link *l,
                                 uint32_t at) /* next, fork or prev */
{
    return (int32_t)at == l->next || (l->fork && at + 1 == l->fork) ||
           (l->prev >= 0 && (int32_t)at == l->prev);
}

/* --- graphs; everything lives in the arena that is given --- */
struct graph *graph_new(struct arena *);
struct graph *graph_copy(struct arena *, struct graph *); /* both may then be changed apart */
uint32_t graph_add(struct arena *, struct graph *, const struct graph_object *);
struct graph_object *graph_edit(struct arena *, struct graph *, uint32_t id);
void graph_remove(struct graph *, uint32_t id);
void graph_assume(struct arena *, struct graph *, struct term fact);
void graph_terms_add(struct arena *, struct graph_terms *, struct term);
bool graph_terms_have(const struct graph_terms *, struct term);
/* A number of which each element has one; the object may be changed. */
void object_add_variable(struct arena *, struct terms *, struct graph_object *,
                         struct term variable);
void object_forget_elements(struct graph_object *); /* no variables, facts, rows, length */
/* Fields: the one that begins at `at`, or null; set replaces or inserts one that overlaps no
 * other. */
const struct graph_field *object_field(const struct graph_object *, uint32_t at,
                                       uint32_t bytes);
void object_set_field(struct arena *, struct graph_object *, uint32_t at, uint32_t bytes,
                      struct graph_value);
/* all that overlap */
void object_drop_fields(struct graph_object *, uint32_t at, uint32_t bytes);

/* Every value of the graph is replaced by change(context, value); `from` is the object that
 * holds it, 0: a frame. Objects without a changed value stay shared. */
typedef struct graph_value (*graph_changer)(void *context, uint32_t from, struct graph_value);
void graph_change(struct arena *, struct graph *, graph_changer, void *context);
void graph_each(const struct graph *,
                void (*see)(void *context, uint32_t from, struct graph_value), void *context);
/* The innermost list of whose elements the object is, or is a part; 0: none. */
uint32_t graph_list_of(const struct graph *, uint32_t id);
/* What may be missing is there: its parts are those of its owner. */
void graph_make_sure(struct arena *, struct graph *, uint32_t id);
/* Which ids can perhaps be reached from frames and globals, or from some globals (by index)
 * and values; true in reached[id]. */
void graph_reach(const struct graph *, bool *reached);
void graph_reach_from(const struct graph *, const bool *globals, const struct graph_value *,
                      size_t count, bool *reached);

/* Every pointer leads to an object that is there, fields are sorted and disjoint, owners
 * exist. */
void graph_check(const struct graph *);

#endif
