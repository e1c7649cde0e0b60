/* Inside the checker of shapes: states of memory as flat graphs, the steps of a program on
 * them, and entailment.
 *
 * A state has objects (numbered from 1; 0 is none), the open activations and facts (terms
 * that are true). Its meaning is that of struct shape_graph: different objects are different
 * objects of the program. A state is copied where it splits; an operation that needs a
 * segment's element hands in the states that together have all states of the one that it got,
 * and the instruction is executed again on each of them. Whatever is not followed exactly
 * ends the check as "not covered". It shares nothing with engine/shapes/. */
#ifndef CHECK_SHAPE_INTERNAL_H
#define CHECK_SHAPE_INTERNAL_H
#include "check/check_internal.h"
#include "certificate/shape.h"
#include "check/shape/shape.h"
#include "solver/solver.h"

enum heap_value_kind {
    HEAP_NONE,    /* not known: using it is not covered */
    HEAP_UNKNOWN, /* any bits; only in cells */
    /* bits or a float; where a pointer is expected: an address without object (null is 0) */
    HEAP_NUMBER,
    HEAP_DANGLING, /* a pointer to an object that is dead for good */
    HEAP_FUNCTION, /* the address of function `object` */
    /* only in cells: a pointer to the start of what has the number `term` (program/statics.h)
     */
    HEAP_STATIC,
    HEAP_POINTER
};
struct heap_value {
    enum heap_value_kind kind;
    enum shape_target target; /* POINTER */
    uint32_t object;
    struct term term; /* NUMBER; POINTER: the offset, of pointer width */
};

struct heap_cell {
    uint64_t at;
    uint32_t bytes;
    struct heap_value value;
};
struct heap_row {
    enum shape_row_kind kind;
    struct term condition; /* over the segment's `numbers`; STEP: and `nexts` */
};
struct heap_object {
    bool present; /* an object that is gone for good and forgotten has no meaning */
    enum shape_kind kind;
    enum shape_storage storage;
    enum shape_background background;
    bool alive;
    bool ended; /* not alive, and never again: freed, or its activation returned */
    bool outer; /* a local of an activation below nobody's */
    /* a region whose content is in its parts: its cells lead to these, in order, and are no
     * bytes */
    bool parted;
    uint32_t stride; /* ... so many bytes each */
    /* CELL, CELLS: the offset at which it begins; none: right after the CELL before it */
    struct term from;
    uint32_t index; /* of a global */
    uint64_t site;
    struct term size; /* pointer width */
    struct term base; /* a region's address as a number, once it was asked for; any number */
    uint32_t owner;
    /* TREE: bits of each node, numbers of the tree: its links next and other lead on; none:
     * open */
    struct term child[2];
    bool loose;       /* ... links that do not hold anything; else they are null */
    struct term when; /* MAYBE: a bit, whether it is there; none: open */
    /* MAYBE: where it is missing pointers to it are `otherwise`, not null; LIST without prev:
     * where it is empty those to its last element are, and not open */
    bool has_other;
    struct heap_value otherwise;
    struct term length; /* of a list, 64 bits; none: open */
    uint32_t head, next, other, prev,
        least; /* of segments, as in struct shape_object; other: next[1] */
    bool has_prev;
    /* a LIST in which of each element the link at next or the one at other leads on */
    bool fork;
    /* disjoint; of a segment: of each element; at links as in struct shape_cell */
    VECTOR(struct heap_cell) cells;
    /* a list: the list of the graph that the run began with, of which it is the rest; 0: none
     */
    uint32_t origin;
    uint32_t taken; /* ... and how many elements of that are no more in it */
    VECTOR(struct term)
    numbers, nexts; /* variables for an element's numbers, and for those of its successor */
    VECTOR(struct heap_row) rows;
};

struct heap_result { /* of a call, for RESULT */
    uint32_t call, which;
    struct heap_value value;
};
struct heap_frame {
    uint32_t function;
    /* the checker's `nobody`: values are witnesses, there are no instructions */
    const struct function *f;
    uint64_t path;
    uint32_t block, at; /* where it is: for callers the call itself */
    VECTOR(struct heap_value) values;
    VECTOR(struct heap_result) results;
};
/* A list of the graph that the run began with had just so many elements: nothing of it is a
 * list any more. */
struct heap_length {
    uint32_t origin, length;
};
struct heap_state {
    VECTOR(struct heap_length) lengths;
    VECTOR(struct heap_object) objects; /* entry 0 is not used */
    VECTOR(struct heap_frame) frames;   /* the innermost one last */
    VECTOR(struct term) facts;
    bool lost;
    uint32_t made, freed; /* heap objects, since the run began */
    bool arrived;         /* a block was entered just now */
    /* since the start of the program: globals that are not among the objects are as at the
     * start */
    bool fresh;
};

/* A block at which graphs hold, once it was reached. */
struct heap_cut {
    const struct certificate_loop *loop;
    bool reached;
    VECTOR(struct heap_frame) frames; /* without values: where the open activations are */
    bool *used;                       /* by graph: something entails it */
};
struct heap_todo {
    size_t cut, graph; /* cut SIZE_MAX: entry number `graph` */
};
/* A recursive function as the certificate describes it for one kind of memory: what holds
 * when it is called, and what may hold when it returns. */
struct heap_entry {
    const struct certificate_loop *calls, *returns; /* returns may be null: it never does */
    bool used;                                      /* some call entails it */
};
enum {
    HEAP_MOST_WITNESSES = 64,
    HEAP_FIRST_ARGUMENT = 12 /* witness that is argument 0, if it is a number */
};
typedef VECTOR(struct heap_value) heap_value_list;

/* A run from one graph to another: bit N - 1 tells of the measures of name N. */
struct heap_edge {
    uint32_t from, to; /* graphs, numbered over all blocks */
    uint64_t falls, stays /* or falls */;
};
/* Termination: what is known of the way from the graph that is run to the next one. */
struct heap_ranking {
    bool wanted;
    const struct shape_graph *source; /* null: the start of the program */
    uint32_t source_number;
    struct term from[SHAPE_MOST_MEASURES + 1],
        by[SHAPE_MOST_MEASURES + 1]; /* differences in the source */
    uint64_t falls, stays;           /* of the entailment that held last */
    VECTOR(struct heap_edge) edges;
};

struct heap_checker {
    struct checker base; /* terms, memory (for values only), program, certificate */
    struct solver *solver;
    struct map answers; /* term id of what was asked: whether it can hold */
    struct map parsed;  /* address of a row of the certificate: its condition, over names */
    struct map names;   /* of numbers in such conditions: by letter, number and sort */
    struct map numbers; /* term id: a set of its numbers, by bits */
    /* site of regions that the certificate's graphs have as rows: the size of a record */
    struct map strides;
    VECTOR(struct heap_state *) waiting;
    VECTOR(struct heap_cut) cuts;
    VECTOR(struct heap_entry) entries;
    struct function nobody;
    VECTOR(struct heap_todo) todo;
    struct heap_ranking ranking;
    struct activation activation; /* hands operands to check_operation */
    size_t steps;
    const char *mismatch;     /* why the last entailment failed */
    enum check_answer answer; /* unless confirmed */
    char why[240];            /* why nothing is confirmed; empty so far */
};

/* law.c: what leads to an object leads to one that is present, cells are disjoint, parts lie
 * in regions, activations have a value for each instruction, facts are conditions. */
bool heap_is_lawful(const struct heap_checker *, const struct heap_state *);

/* state.c */
struct heap_state *heap_copy(const struct heap_state *);
void heap_free(struct heap_state *);
void heap_object_release(struct heap_object *);
void heap_object_copy(struct heap_object *to, const struct heap_object *from);
uint32_t heap_new(struct heap_state *, struct heap_object); /* takes what it holds */
static inline struct heap_object *heap_at(const struct heap_state *s, uint32_t object)
{
    LAW(object && object < s->objects.count);
    return &s->objects.data[object];
}
static inline struct heap_frame *heap_top(const struct heap_state *s)
{
    LAW(s->frames.count);
    return &s->frames.data[s->frames.count - 1];
}
/* Calls change for each value in the state: of activations and of cells (also of segments).
 */
void heap_values(struct heap_state *, void (*change)(void *context, struct heap_value *),
                 void *context);
struct heap_value heap_number(struct term);
struct heap_value heap_pointer(struct heap_checker *, uint32_t object, enum shape_target,
                               int64_t offset);
struct heap_value heap_null(struct heap_checker *);
struct heap_value heap_any(struct heap_checker *, struct type); /* a new number */
struct term heap_word(struct heap_checker *, uint64_t);         /* of pointer width */
bool heap_is_zero(struct heap_checker *, struct heap_value);    /* the constant 0 */
bool heap_is_segment(const struct heap_object *);               /* LIST, TREE or CELLS */
bool heap_has_links(const struct heap_object *);                /* LIST or TREE */
bool heap_may_be_empty(const struct heap_object *);
/* The object of a global; made if the state has none yet. */
uint32_t heap_global(struct heap_checker *, struct heap_state *, uint32_t index);
/* What the initial bytes of a global hold there, as a value of so many bytes. */
struct heap_value heap_initial(struct heap_checker *, struct heap_state *, uint32_t index,
                               uint64_t at, uint32_t bytes);

/* ask.c */
/* false only if it is proved */
bool heap_possible(struct heap_checker *, const struct heap_state *, struct term);
/* true only if it is proved */
bool heap_shown(struct heap_checker *, const struct heap_state *, struct term);
bool heap_valid(struct heap_checker *, struct term);
void heap_assume(struct heap_checker *, struct heap_state *, struct term);
/* Ends the check, unless no execution comes here: with something that is not followed, or not
 * one of the graphs. */
void heap_uncovered(struct heap_checker *, const struct heap_state *, const char *what);
void heap_not_shown(struct heap_checker *, const struct heap_state *, const char *what);
/* A claimed kind ends it as well, unless `good` is shown. */
void heap_claim(struct heap_checker *, const struct heap_state *, enum violation,
                struct term good);
bool heap_over(struct heap_checker *);

/* cell.c: bytes of regions and of elements */
/* exactly those; null: none */
struct heap_cell *heap_cell_at(struct heap_object *, uint64_t at, uint32_t bytes);
/* The bits there, without changing anything; UNKNOWN where they are not known. */
struct heap_value heap_peek(struct heap_checker *, struct heap_state *, uint32_t object,
                            uint64_t at, uint32_t bytes);
struct heap_value heap_load(struct heap_checker *, struct heap_state *, uint32_t object,
                            uint64_t at, struct type);
void heap_store(struct heap_checker *, struct heap_state *, uint32_t object, uint64_t at,
                uint32_t bytes, struct heap_value);
void heap_forget(struct heap_object *); /* all its bytes are unknown */
bool heap_copy_bytes(struct heap_checker *, struct heap_state *, uint32_t to, uint64_t to_at,
                     uint32_t from, uint64_t from_at, uint64_t count);
void heap_fill(struct heap_checker *, struct heap_state *, uint32_t object, uint64_t at,
               struct term byte, uint64_t count);

/* unfold.c: replaces a segment, MAYBE or TREE by all that it can be at that end; hands in the
 * states and frees the one given. */
void heap_unfold(struct heap_checker *, struct heap_state *, uint32_t object,
                 enum shape_target);
/* wrap.c: where it is open whether an index is at a boundary of a row of words, both cases
 * are handed in. False: there is none, nothing is done. */
bool heap_split_wrapped(struct heap_checker *, struct heap_state *);
/* cursor.c: the same where a variable leads to the end of a list at which another one ends:
 * that node is taken off its list. */
bool heap_split_cursor(struct heap_checker *, struct heap_state *);
/* Of a state that a run begins with: no list is longer than memory has room for. */
void heap_bound_lengths(struct heap_checker *, struct heap_state *);
/* The same for whether there is anything: where a list is not empty, only its least length
 * changes. */
void heap_split_empty(struct heap_checker *, struct heap_state *, uint32_t object);
/* Cells that these bytes touch lead to what may be missing, and hold something else than null
 * then, or to one of several functions and globals: the state is handed over, in all cases.
 */
bool heap_focus_cells(struct heap_checker *, struct heap_state *, uint32_t object,
                      uint64_t at, uint64_t bytes);
/* static.c: a cell that leads to a function or global, or nowhere, is split on; the state is
 * handed over. */
void heap_split_static(struct heap_checker *, struct heap_state *, uint32_t object,
                       size_t cell);
/* The number of what the value leads to the start of; false if it has none. */
bool heap_static_number(struct heap_checker *, const struct heap_state *, struct heap_value,
                        struct term *out);
/* Replaces the segment by nothing in place; false if that is not clear. */
bool heap_make_empty(struct heap_checker *, struct heap_state *, uint32_t object);

/* One more element, apart from the segment, as a region without links; another segment like
 * it; nothing. */
uint32_t heap_take_element(struct heap_checker *, struct heap_state *, uint32_t segment);
uint32_t heap_copy_segment(struct heap_checker *, struct heap_state *, uint32_t segment);
void heap_remove(struct heap_state *, uint32_t object); /* with what it owns */

/* parts.c: regions that are rows of words */
/* Makes it one, of records of so many bytes; false if it cannot be. */
bool heap_part(struct heap_checker *, struct heap_state *, uint32_t region, uint32_t stride);
/* at the start: which regions are rows in the certificate */
void heap_note_strides(struct heap_checker *);
/* a word unless the certificate says otherwise */
uint32_t heap_stride(struct heap_checker *, uint64_t site);
/* it was just made */
void heap_begin_parts(struct heap_checker *, struct heap_state *, uint32_t region);
uint32_t heap_part_at(const struct heap_state *, uint32_t region, uint32_t number);
struct term heap_part_start(struct heap_checker *, const struct heap_state *, uint32_t region,
                            uint32_t number);
/* The CELL that so many bytes at the offset lie in, and where; 0: the state was handed over.
 */
uint32_t heap_find_cell(struct heap_checker *, struct heap_state *, uint32_t region,
                        struct term offset, uint32_t bytes, uint64_t *at);
/* All words of a region are copied to the start of another one, which holds nothing yet;
 * false if that is not so. */
bool heap_move_words(struct heap_checker *, struct heap_state *, uint32_t to, uint32_t from);
/* So many bytes of a row, from an offset on, become any, or all that byte. SPLIT: the state
 * was handed over; NO: elements would be cut, or something belongs to one. */
enum heap_ranged { HEAP_RANGE_DONE, HEAP_RANGE_SPLIT, HEAP_NO_RANGE };
enum heap_ranged heap_overwrite_words(struct heap_checker *, struct heap_state *,
                                      uint32_t region, struct term from, struct term bytes,
                                      struct term byte);
void heap_drop_empty_parts(struct heap_checker *, struct heap_state *, uint32_t region);

/* step.c, pointer.c, memory.c, call.c, end.c: one instruction. The state is
 * advanced, or handed over (freed, or waiting in other states). */
enum heap_step {
    HEAP_NEXT /* go on after the instruction */,
    HEAP_STAYS /* positioned already */,
    HEAP_DONE
};
enum heap_step heap_execute(struct heap_checker *, struct heap_state *);
struct heap_value heap_operand(struct heap_checker *, struct heap_state *,
                               const struct instruction *, uint32_t);
enum heap_step heap_compare(struct heap_checker *, struct heap_state *, uint32_t id,
                            const struct instruction *);
enum heap_step heap_pointer_add(struct heap_checker *, struct heap_state *, uint32_t id,
                                const struct instruction *);
enum heap_step heap_to_integer(struct heap_checker *, struct heap_state *, uint32_t id,
                               const struct instruction *);
enum heap_step heap_memory(struct heap_checker *, struct heap_state *, uint32_t id,
                           const struct instruction *);
enum heap_step heap_call(struct heap_checker *, struct heap_state *, uint32_t id,
                         const struct instruction *);
enum heap_step heap_return(struct heap_checker *, struct heap_state *,
                           const struct instruction *);
/* The innermost activation's locals are gone for good. */
void heap_end_locals(struct heap_checker *, struct heap_state *);
/* main returns, or exit is called: exit handlers run, then the program is over. */
enum heap_step heap_end(struct heap_checker *, struct heap_state *);
/* ... without handlers, or after them */
enum heap_step heap_over_at_last(struct heap_checker *, struct heap_state *);
/* Is the innermost activation that of the handlers? */
bool heap_ends_handlers(const struct heap_checker *, const struct heap_state *);
static inline void heap_set(struct heap_state *s, uint32_t id, struct heap_value v)
{
    LAW(id < heap_top(s)->values.count);
    heap_top(s)->values.data[id] = v;
}
static inline enum heap_step heap_stop(struct heap_state *s)
{
    heap_free(s);
    return HEAP_DONE;
}
/* The region that the pointer names, ready to be accessed in `bytes` bytes at *offset: else
 * the state was handed over, or ended with a claim that there is no such violation. 0 then.
 */
uint32_t heap_resolve(struct heap_checker *, struct heap_state *, struct heap_value,
                      struct term bytes, bool write);
/* Unfolds what the pointer leads to, if that is not one object; true if the state was handed
 * over. */
bool heap_focus(struct heap_checker *, struct heap_state *, struct heap_value);

/* load.c: the objects and facts of a listed graph, with new variables for its numbers; the
 * values of its roots. False if it is not covered. */
typedef VECTOR(struct term) term_list;
bool heap_read(struct heap_checker *, const struct shape_graph *, struct heap_state *,
               term_list *numbers);
struct heap_value heap_read_value(struct heap_checker *, const struct shape_value *,
                                  const term_list *numbers);

/* rank.c: termination. Every run leads from graph to graph; an infinite one would follow the
 * edges forever. */
void heap_rank_source(struct heap_checker *, const struct shape_graph *, uint32_t number,
                      const term_list *numbers, struct heap_state *);
/* the entailment that held last was of this graph */
void heap_rank_edge(struct heap_checker *, uint32_t to);
bool heap_edges_end(const struct heap_edge *, size_t count); /* no path is infinite */

/* entail/entail.c: whether the state is one of the graph's. AT_CALLS: the innermost
 * activation is about to begin, and what stands for the graph's witnesses is handed out (by
 * number; NONE where that is not clear). AT_RETURN: it is about to return its `results`. */
bool heap_entails(struct heap_checker *, struct heap_state *, const struct shape_graph *,
                  enum certificate_at, heap_value_list *witnesses);

/* recursion.c */
/* from the certificate; false if they are none */
bool heap_add_entries(struct heap_checker *, const char **why);
bool heap_is_described(const struct heap_checker *, uint32_t function);
/* Instead of running the function: goes on with what it may leave, if what it gets is one of
 * the described kinds. */
enum heap_step heap_call_described(struct heap_checker *, struct heap_state *, uint32_t id,
                                   uint32_t function, const heap_value_list *arguments);
bool heap_returns_to_nobody(const struct heap_checker *, const struct heap_state *);
/* with `results` in the innermost one */
enum heap_step heap_leave(struct heap_checker *, struct heap_state *);
void heap_start_entry(struct heap_checker *, size_t entry);

/* run.c */
/* none of its values is known */
void heap_add_frame(struct heap_state *, struct heap_frame place);
/* The values of a graph's roots at a depth, set in an activation; false if something does not
 * fit. */
void heap_set_roots(struct heap_checker *, const struct shape_graph *,
                    const term_list *numbers, uint32_t depth, struct heap_frame *);
struct heap_value heap_fitting(struct heap_checker *, struct heap_value, struct type);
/* something that may be missing, no tree; 0: nothing */
uint32_t heap_find_optional(const struct heap_state *);

#endif
