/* Shapes in certificates: graphs of memory, of which one holds whenever a block is reached.
 *
 * A graph has objects (numbered from 1), numbers (variables v1, v2, ...) and values. It
 * describes the states for which there are values of its numbers, and a map that sends each
 * region to one object of the program, each LIST to a chain of at least `least` objects, each
 * MAYBE to nothing or one object, each TREE to a finite tree, such that different objects of
 * the graph go to different objects of the program, and cells, roots, facts and rows hold.
 * Objects and numbers with an owner exist once per element of the owner. All live heap memory
 * is covered by some object of the graph unless `lost` is set. docs/certificate.md has the
 * text form. */
#ifndef CERTIFICATE_SHAPE_H
#define CERTIFICATE_SHAPE_H
#include "base/text.h"
#include "base/vector.h"

#include <stdbool.h>
#include <stdint.h>

/* CELL and CELLS are parts of a region that holds words: one word, and any number of words
 * that are alike. */
enum shape_kind {
    SHAPE_REGION,
    SHAPE_MAYBE,
    SHAPE_LIST,
    SHAPE_TREE,
    SHAPE_CELL,
    SHAPE_CELLS
};
enum shape_storage {
    SHAPE_HEAP,
    SHAPE_STACK,
    SHAPE_GLOBAL,
    SHAPE_INSIDE /* of a region: its parts */
};
enum shape_background {
    SHAPE_ANY,
    SHAPE_ZERO,
    SHAPE_INITIAL
}; /* of bytes without cell; INITIAL: of a global */
enum {
    SHAPE_MOST_OBJECTS = 1000,
    SHAPE_MOST_NUMBERS = 4000,
    SHAPE_LARGEST_SEGMENT = 1 << 20,
    SHAPE_LENGTH_BITS = 64
};
enum { SHAPE_STATIC_BITS = 24 };

enum shape_value_kind {
    SHAPE_UNKNOWN, /* any bits: a number, or a pointer to anything */
    SHAPE_NULL,
    SHAPE_DANGLING, /* a pointer to an object that is dead for good */
    SHAPE_NUMBER,   /* the number `number` */
    SHAPE_BITS,     /* a constant of `width` bits, at most 64 */
    SHAPE_FUNCTION, /* the address of function `object` */
    SHAPE_POINTER,
    /* in cells of heap objects: a pointer to the start of a function or global, or null, by
     * its number in program/statics.h: `number` (of SHAPE_STATIC_BITS), or the constant
     * `bits` if that is 0 */
    SHAPE_STATIC,
};
enum shape_target {
    /* a region, or what a MAYBE or TREE stands for (its root; null if there is none) */
    SHAPE_AT_NODE,
    /* the first element of a LIST; if that is empty: whatever its link `next` leads to */
    SHAPE_AT_FIRST,
    SHAPE_AT_LAST, /* the last one; if it is empty: whatever `prev` leads to */
    SHAPE_AT_SOME, /* one of them, which is open */
    SHAPE_AT_SELF, /* in cells of a segment or of what it owns: the element itself */
};
struct shape_value {
    enum shape_value_kind kind;
    enum shape_target target;
    uint32_t object; /* POINTER; FUNCTION: its index */
    uint32_t number; /* NUMBER; POINTER: 0, or what is added to the offset */
    int64_t offset;  /* POINTER, relative to the start of the object */
    uint32_t width;  /* BITS */
    uint64_t bits;
};

struct shape_object {
    enum shape_kind kind;
    enum shape_storage storage; /* of segments and MAYBE: SHAPE_HEAP */
    enum shape_background background;
    bool dead;     /* a region: freed, or out of its life */
    bool outer;    /* a local of whoever called the recursive function that the block is in */
    uint64_t site; /* hash_pair(call path, instruction), or certificate_global */
    uint64_t size; /* bytes */
    uint32_t size_number; /* a region whose size is this number instead; 0: none */
    /* the segment whose elements have one each, or the MAYBE that has it; 0: none. Smaller
     * than the object's own number */
    uint32_t owner;
    uint32_t head; /* links lead to node + head */
    /* offsets of the links: LIST next[0] (or either of two: a path in a tree), TREE both */
    uint32_t next[2];
    uint32_t next_count;
    bool has_prev;
    uint32_t prev;  /* LIST: link to the node before; TREE: to the parent */
    uint32_t least; /* LIST: 0, 1 or 2; TREE: 0 or 1 */
    /* CELL, CELLS: the region. Its parts follow each other in the order of their numbers and
     * are all of it; the last one ends with it */
    uint32_t array;
    bool follows;  /* ... it begins a word after the start of the CELL before it; else: */
    uint64_t from; /* ... the offset at which it begins */
    uint32_t from_number; /* ... or that number instead; 0: none */
    /* MAYBE: the number (of one bit) that tells whether it is there; 0: none */
    uint32_t when;
    /* MAYBE: where it is missing pointers to it are not null; LIST without prev: where it is
     * empty those to its last element are not open; but: */
    bool has_other;
    struct shape_value other; /* ... a number, a function, or a pointer to a global */
    /* TREE: numbers (of one bit, owned by the tree) that tell of each node whether its links
     * lead to further nodes, next[0] and next[1]; 0: none */
    uint32_t child[2];
    bool loose; /* ... links of which these say no hold anything; else they are null */
    /* LIST: the number (of 64 bits) that is its length, one for each element of its owner;
     * 0: none */
    uint32_t length;
};

/* The value of instruction `instruction` in the activation that is `depth` calls up from the
 * block. Under a recursive function there is an activation of nobody's, with witnesses
 * instead of instructions: values that some caller holds on to. In graphs of calls depth 0
 * has the parameters and depth 1 the witnesses, in graphs of returns depth 0 the results (by
 * number) and depth 1 the witnesses. */
struct shape_root {
    uint32_t depth, instruction;
    struct shape_value value;
};
/* Bytes of an object, of each element of a segment. Those at the `next` of a LIST are those
 * of its last element, at its `prev` those of its first one; links inside follow from the
 * list. With two nexts that at the second is what each element holds in the link that does
 * not lead on. The links of a TREE have no cells but the one at `prev`: that of its root. */
struct shape_cell {
    uint32_t object, at, bytes;
    struct shape_value value;
};
struct shape_number {
    uint32_t width;
    bool is_float;
    uint32_t owner; /* a number for each element of that segment; 0: one */
};
/* Conditions are SMT-LIB terms over the numbers as v1, v2, ...: those without owner, those of
 * the segment (and of the owners above it); in a STEP the numbers of the next element are w1,
 * w2, ... */
enum shape_row_kind { SHAPE_FACT, SHAPE_EACH, SHAPE_FIRST, SHAPE_LAST, SHAPE_STEP };
struct shape_row {
    enum shape_row_kind kind;
    uint32_t object; /* the segment; FACT: 0 */
    char *condition; /* owned */
};

/* A natural number of the state, for termination; those of one name are compared from graph
 * to graph. */
enum shape_measure_kind {
    SHAPE_LENGTH,     /* how many elements some objects have together; a region is one */
    SHAPE_DIFFERENCE, /* from - by, modulo 2^width */
    SHAPE_SIGNED,     /* how much `from` is greater than `by` as signed numbers, or 0 */
    SHAPE_UNSIGNED,   /* ... as unsigned numbers */
    SHAPE_LIVE,       /* how many objects the program has allocated and not freed */
};
enum { SHAPE_MOST_MEASURES = 64, SHAPE_MOST_COUNTED = 24 };
struct shape_measure {
    enum shape_measure_kind kind;
    uint32_t name; /* from 1, at most SHAPE_MOST_MEASURES */
    /* LENGTH: regions and lists on the heap, without owner */
    uint32_t count, counted[SHAPE_MOST_COUNTED];
    struct shape_value from, by; /* others: NUMBER (without owner) or BITS */
};

/* of two numbers */
static inline bool shape_is_difference(const struct shape_measure *m)
{
    return m->kind != SHAPE_LENGTH && m->kind != SHAPE_LIVE;
}

struct shape_graph {
    bool lost; /* there may be live heap memory besides */
    VECTOR(struct shape_object) objects;
    VECTOR(struct shape_number) numbers;
    VECTOR(struct shape_root) roots;
    VECTOR(struct shape_cell) cells;
    VECTOR(struct shape_row) rows;
    VECTOR(struct shape_measure) measures;
};
typedef VECTOR(struct shape_graph) shape_graphs;

void shape_graph_release(struct shape_graph *);
void shape_graphs_release(shape_graphs *);
/* "  graph" and a line for each part. */
void shape_graph_write(const struct shape_graph *, struct text *);
/* One such line, without its newline: "graph" begins a new graph, others add to the last one.
 * False if it is not one. The line is changed. */
bool shape_line_read(shape_graphs *, char *line);
/* Whether everything that the graph names is there and fits; else why not. */
bool shape_graph_fits(const struct shape_graph *, uint32_t pointer_bytes, const char **why);

#endif
