/* The engine `shapes`: executes a program on symbolic memory graphs, so that heap structures
 * of any length are a few graphs at each loop head.
 *
 * Trusted are the steps, unfolding and entailment. Folding and joining only guess: what they
 * make is kept if it is entailed by what it was made from. The abstract run reports no
 * errors: an alarm of a kind only means that this kind is not proved. Whatever the engine
 * cannot follow ends it without a proof. */
#ifndef ENGINE_SHAPES_SHAPES_H
#define ENGINE_SHAPES_SHAPES_H
#include "engine/engine.h"
#include "engine/shapes/graph/graph.h"
#include "formula/exec_internal.h"
#include "solver/solver.h"

struct graph_settings {
    const char *name;
    uint32_t weight; /* how long its turns are, compared with those of others */
    uint8_t least;   /* what lists remember of their length at most */
    /* graphs of one shape at a head that differ in numbers, before they are joined */
    uint32_t separate;
    uint32_t nodes; /* of a chain that is folded, at least; a list counts as two */
    bool roots;     /* nodes that variables lead to keep what is known of them */
    bool constants; /* nodes whose fields hold different constants are not folded */
    bool whole;     /* over at the first alarm */
    bool lengths;   /* lists know how many elements they have */
    bool sums;      /* ... and which sums of them and of counters are equal (affine.c) */
    bool steps;     /* lists have rows about their ends and about neighbours */
    bool optional;  /* lists that only some graphs of a head have may be empty */
    /* nodes of kinds that were seen in lists are lists, which may be empty if elements own
     * them */
    bool single;
    /* objects of layouts that were seen to be those of trees are folded to trees */
    bool trees;
    bool looks; /* it ends once such a layout is seen */
    /* no trees, although such a layout was seen: lists whose nodes have a part of their own
     * kind */
    bool plain;
    /* at heads of loops that count with constants graphs stay as they are, or none is kept */
    bool unroll;
    bool undivided; /* no array is parted */
    bool mixed;     /* nodes of one list that were seen to have different sizes are alike */
    /* trees know which links of their nodes lead on: tags may tell of it */
    bool tags;
    bool apart;  /* recursive functions are not given the parents of nodes of trees */
    bool forget; /* pointers from parts of nodes into parts of others are forgotten */
    /* 1: of numbers only bounds of registers are kept at heads, 2: nothing; 0: all that is
     * found */
    bool refuses; /* rows of numbers that it cannot follow are kept whole from then on */
    uint8_t bare;
    bool flags; /* graphs that differ in flags are kept apart */
    bool wide;  /* facts of more forms are looked for: clauses, differences */
};

/* A comparison with a constant: x = bound, x < bound. */
enum graph_atom_form { ATOM_EQUAL, ATOM_SIGNED, ATOM_UNSIGNED };
struct graph_atom {
    enum graph_atom_form form;
    int64_t bound;
};

/* What the program computes of one number, or (tests) of two: a term with holes. */
struct graph_form {
    struct term hole, second, of;
};
typedef VECTOR(struct graph_form) graph_forms;

struct graph_head { /* the graphs at one loop head on one call path */
    uint64_t path;
    uint32_t function, block, depth;
    VECTOR(struct graph *) graphs;
    VECTOR(bool) pending; /* not explored since they were made or weakened */
    uint32_t arrivals;
    bool passed; /* some graph went by as the loop counts */
    bool known;  /* ... or as all that it reads is known */
};

/* tree_layout.c: objects that were seen to be nodes of trees. */
struct graph_layout {
    uint64_t bytes;
    struct graph_link link;
};
/* an object of one site leads to one of another by the field at that offset */
struct graph_edge {
    uint64_t from, to;
    uint32_t at;
};
struct graph_site {
    uint64_t site;
    struct graph_layout layout;
};
/* where objects were made that hold pointers at offsets which are not constant */
struct graph_array {
    uint64_t site;
    uint32_t stride; /* bytes of an element */
    uint32_t changes;
    bool few;     /* elements */
    bool numbers; /* it was parted for the numbers in it */
    bool refused; /* it was, and could not be followed so: it stays whole */
};
struct graph_border { /* a field of a struct begins there, in an object that is parted */
    uint64_t site;
    uint32_t at;
};
struct graph_place_link { /* what one instruction made was seen in lists with that link */
    uint64_t place;
    struct graph_link link;
};
struct graph_crossing { /* a field of what was made there leads to nodes of others */
    uint64_t place;
    uint32_t at;
};
struct graph_mixed {
    uint64_t site, bytes;
};
struct graph_tail { /* where records of an array hold the pointer to the last node of a list
                     */
    uint64_t site;
    uint32_t at;
};
struct graph_slice { /* some bytes of a larger number are one for themselves, in unions */
    uint32_t from, bytes, whole;
};
struct graph_member { /* a number in some nodes that were made there */
    uint64_t place;
    uint32_t at, bytes;
};
struct graph_layouts {
    VECTOR(struct graph_member) members;
    VECTOR(struct graph_slice) slices;
    VECTOR(struct graph_place_link) links;
    VECTOR(struct graph_layout) all;
    VECTOR(struct graph_edge) edges;
    VECTOR(struct graph_site) sites; /* whose objects are nodes of trees */
    bool changed;                    /* something was seen since they were found */
    VECTOR(struct graph_array) arrays;
    VECTOR(struct graph_border) borders;
    VECTOR(struct graph_tail) tails;
    VECTOR(struct graph_crossing) crossings; /* forget.c */
    uint32_t changes;                        /* of arrays */
    VECTOR(uint64_t) unsteady; /* loops that read a text which is known at times only */
    /* where nodes of one list were made that have different sizes (grown.c) */
    VECTOR(struct graph_mixed) mixed;
    VECTOR(uint64_t) grown; /* where objects of several constant sizes were made (grown.c) */
    /* some access at an open offset was not shown: numbers are compared with constants of
     * graphs */
    bool constants;
};

/* Values of the frame below a recursive function's, by number: those by which the callers
 * lead into its memory, the numbers that it is called with, its results. */
enum { GRAPH_ANCHORS = 12, GRAPH_NUMBERS = 6, GRAPH_RESULTS = 6 };
enum {
    GRAPH_FIRST_NUMBER = GRAPH_ANCHORS,
    GRAPH_FIRST_RESULT = GRAPH_ANCHORS + GRAPH_NUMBERS,
    GRAPH_SLOTS = GRAPH_ANCHORS + GRAPH_NUMBERS + GRAPH_RESULTS
};
/* A recursive function with one kind of memory: the callers that wait, and what it may leave.
 */
struct graph_waiter {
    struct graph *work; /* the caller's, with the callee's frame on top */
    bool *local;        /* by id: what the callee can reach */
    struct graph_value *anchors;
    uint32_t anchor_count;
    struct term numbers[GRAPH_NUMBERS];
};
struct graph_memo {
    uint32_t function, number;
    struct graph *entry;
    bool pending;
    VECTOR(struct graph *) exits;
    VECTOR(struct graph_waiter) waiters;
};

/* What is known of a function. */
struct graph_function {
    bool ready;
    uint32_t *number; /* of blocks: those of a loop are contiguous, the head first */
    struct liveness *live;
    bool *flags; /* by instruction: a number that only ever gets small constants */
    /* by instruction: a number that says which pointer of an object is meant */
    bool *selects;
};

struct graph_sizes { /* constant sizes of what was made at one place */
    uint64_t site, bytes[2];
    uint32_t count;
};

struct graph_statistics {
    uint64_t steps, made, covered, joined, folds, unfolds, matches, questions;
};

/* What is asked of the solver, and was: attempts beside each other ask much of the same. */
struct graph_questions {
    struct terms *terms;
    struct solver *solver;
    struct map names;   /* of variables in questions, by sort and number (solve.c) */
    struct map answers; /* by a key of facts and condition (solve.c) */
    /* by a key of facts and candidates: where in `kept` the answers begin (filter.c) */
    struct map filtered;
    VECTOR(uint64_t) kept;
    VECTOR(struct map) models; /* values of names, those that were found last (models.c) */
    size_t next_model;
    struct term_words words; /* values under the model that is tried */
};

struct graph_precision;
struct shapes {
    const struct engine_task *task;
    const struct engine_host *host;
    const struct program *program;
    struct graph_settings settings;
    struct terms *terms; /* of the questions */
    struct graph_questions *questions;
    struct program_facts *facts;
    struct graph_function *functions;
    struct arena arena;
    uint32_t width; /* of a pointer */
    struct layouts layouts;
    struct formula formula; /* lends its memory's conversions to pure operations */
    struct formula_options options;
    struct exec exec;
    uint32_t open, alarms; /* kinds asked for; kinds that may be violated */
    bool strayed;          /* some violation, asked for or not, was not excluded */
    double until;          /* CPU time */
    bool begun, paused;    /* exploration has begun; is to go on at another time */
    bool crowded;          /* some head has too many graphs */
    bool many;             /* some head has more than a few */
    bool counted;          /* some loop counts with constants (counted.c) */
    bool crossed;          /* parts of nodes lead into parts of others (forget.c) */
    char alarm[200];       /* where the first alarm was */
    char why[400];         /* why nothing can be proved; empty: nothing is in the way yet */
    VECTOR(struct graph *) stack; /* to be executed from where their frames are */
    VECTOR(struct graph_head *) heads;
    VECTOR(struct graph_memo *) memos;
    struct function nobody; /* the frame below a recursive function's has as many values */
    bool *recursive;        /* by function */
    struct map walks;       /* offset: how often the program follows pointers there */
    /* constants of the program that bounds are tried with, sorted */
    VECTOR(int64_t) thresholds;
    VECTOR(int64_t) members; /* constants added to pointers: distances after all others */
    /* constants that functions are given, return or choose: thresholds after all others */
    VECTOR(int64_t) passed;
    VECTOR(uint64_t) statics;  /* numbers of functions and globals that nodes lead to */
    VECTOR(int64_t) distinct;  /* constants that numbers are compared with for equality */
    VECTOR(int64_t) distances; /* constants that are added to numbers */
    VECTOR(int64_t) scales;    /* constants that numbers are multiplied with */
    bool eager;                /* chains of two nodes are folded, whatever is lost */
    bool sized;                /* some object has a size that is not constant */
    VECTOR(struct graph_atom) atoms;     /* comparisons of the program with constants */
    graph_forms tests, pair_tests, maps; /* computed.c */
    struct graph_terms floats;           /* constants that are floats */
    bool compares;                       /* it asks whether two numbers are equal */
    uint64_t ordered_plain;   /* bit w - 1: it compares numbers of w bits without sign */
    bool *seen_globals;       /* by global: the program mentions it */
    VECTOR(uint32_t) globals; /* mutable ones that the program mentions */
    VECTOR(uint32_t) externals;
    struct graph_layouts *tree_layouts; /* of all attempts */
    /* how many of its arrays were known when this attempt began: these are parted */
    size_t arrays;
    size_t grown;   /* how many of those that grow were known */
    size_t mixed;   /* how many sizes of nodes are numbers */
    bool constants; /* facts compare numbers with constants of the graph */
    VECTOR(struct graph_sizes) sizes;
    VECTOR(struct graph_array) suspects;
    struct graph_statistics statistics;
    /* what is kept at heads (precision.h); null: settings say so */
    struct graph_precision *precision;
    const struct graph_way *follow; /* the only way to be taken, without folding; null: any */
    const struct graph_way *alarm_way; /* of the first alarm, if ways are kept */
};

enum step_result {
    STEP_ON,    /* go on with the next instruction */
    STEP_MOVED, /* control is elsewhere, or back at this instruction in another graph */
    STEP_OVER   /* the path ends here, or the graph was replaced by others on the stack */
};

/* --- solve.c --- */
void shapes_begin_questions(struct graph_questions *);
void shapes_end_questions(struct graph_questions *);
struct solver *shapes_solver(struct shapes *); /* for one question */
struct term shapes_true_bit(struct shapes *, struct term i1);
struct term shapes_from_bool(struct shapes *, struct term condition);
bool shapes_prove(struct shapes *, const struct graph *, struct term condition);
bool shapes_possible(struct shapes *, const struct graph *, struct term condition);
/* The fact holds from here on; false if it cannot. */
bool shapes_assume(struct shapes *, struct graph *, struct term fact);
/* The one value of a number of at most 64 bits, if there is only one. */
bool shapes_constant(struct shapes *, const struct graph *, struct term, uint64_t *value);
/* Do the facts, and those of `more`, imply the condition? */
bool shapes_prove_under(struct shapes *, const struct graph_terms *facts,
                        const struct graph_terms *more, struct term condition);
/* Drops the candidates that the facts do not imply. Those that it keeps are implied, if what
 * is not worth a question follows from what is. */
void shapes_filter(struct shapes *, const struct term *facts, size_t count,
                   struct term *candidates, bool *keep, size_t candidate_count,
                   bool (*worth)(void *context, const bool *keep, size_t), void *context);
struct term shapes_offset(struct shapes *, int64_t);
struct term shapes_size_fits(struct shapes *, struct term size); /* no object is larger */
struct term shapes_fresh(struct shapes *, unsigned width);
enum { GRAPH_LENGTH_BITS = 64 };
/* a region's is 1, or its bit where it may be missing; none: open */
struct term shapes_length(struct shapes *, const struct graph_object *);
/* Ends the engine: nothing is proved. */
void shapes_give_up(struct shapes *, const struct graph *, const char *why);
void shapes_alarm(struct shapes *, const struct graph *, enum violation);
bool shapes_over(struct shapes *);

/* --- pure.c: operations that need no memory --- */
bool shapes_pure(struct shapes *, struct graph *, const struct instruction *, uint32_t id,
                 const struct graph_value *operands, struct graph_value *out);
struct term shapes_bits_of(struct shapes *, struct graph_value number, uint32_t width);
struct graph_value shapes_of_bits(struct shapes *, struct term bits, struct type);
/* An instruction that computes a number of numbers alone; false if the term would be hard to
 * reason about. */
bool shapes_has_term(const struct instruction *);
bool shapes_make_term(struct shapes *, const struct instruction *, struct term x,
                      struct term y, struct term *out);
/* any value; a pointer is some address */
struct graph_value shapes_any(struct shapes *, struct type);
/* the same; a pointer may lead anywhere */
struct graph_value shapes_anything(struct shapes *, struct type);

/* --- access.c: bytes of objects --- */
/* The address as a number; the pointer's list must be unfolded before. */
bool shapes_address(struct shapes *, struct graph *, struct graph_value, struct term *out);
bool shapes_from_address(struct shapes *, struct graph *, struct term,
                         struct graph_value *out);
bool shapes_read(struct shapes *, struct graph *, uint32_t object, uint32_t at, struct type,
                 struct graph_value *out);
bool shapes_write(struct shapes *, struct graph *, uint32_t object, uint32_t at, struct type,
                  struct graph_value);
bool shapes_copy_bytes(struct shapes *, struct graph *, uint32_t to, uint32_t to_at,
                       uint32_t from, uint32_t from_at, uint64_t bytes);
bool shapes_fill_bytes(struct shapes *, struct graph *, uint32_t object, uint32_t at,
                       struct term byte, uint64_t bytes);
/* The bits of a range as they are in a graph that is not changed: unknown ones are new
 * variables. */
bool shapes_peek(struct shapes *, const struct graph_object *, uint32_t at, uint32_t bytes,
                 struct graph_value *out);
uint32_t shapes_global(struct shapes *, struct graph *, uint32_t global);
void shapes_begin_globals(struct shapes *, struct graph *);

/* --- step/: step.c, memory.c, pointer.c, call.c, end.c --- */
enum step_result shapes_step(struct shapes *, struct graph *);
struct graph_value shapes_value(struct shapes *, struct graph *, struct value);
enum step_result shapes_step_memory(struct shapes *, struct graph *,
                                    const struct instruction *, uint32_t id);
enum step_result shapes_compare(struct shapes *, struct graph *, const struct instruction *,
                                uint32_t id);
enum step_result shapes_subtract(struct shapes *, struct graph *, const struct instruction *,
                                 uint32_t id);
enum step_result shapes_call(struct shapes *, struct graph *, const struct instruction *,
                             uint32_t id);
enum step_result shapes_return(struct shapes *, struct graph *, const struct instruction *);
/* control passes to a block */
enum step_result shapes_enter(struct shapes *, struct graph *, uint32_t block);
enum step_result shapes_end_program(struct shapes *, struct graph *);
/* without exit handlers */
enum step_result shapes_program_over(struct shapes *, struct graph *);
/* Whether there may be heap memory to which surely nothing leads: no global, and (if asked
 * for) no value of a frame. */
bool shapes_is_lost(const struct graph *, bool frames);
void shapes_push_frame(struct shapes *, struct graph *, uint32_t function, uint32_t call,
                       const struct graph_value *arguments);
void shapes_pop_frame(struct shapes *, struct graph *);
enum {
    GRAPH_HANDLERS = UINT32_MAX
}; /* as call: functions registered with atexit run at the end */
/* The condition is split on: the graph is replaced by those in which it holds and in which it
 * does not. */
enum step_result shapes_split(struct shapes *, struct graph *, struct term condition);

void shapes_give_results(struct graph *, uint32_t call, const struct graph_value *results,
                         uint32_t count);

/* --- memo.c: recursive functions --- */
void shapes_init_nobody(struct shapes *);
bool shapes_is_nobody(const struct shapes *, const struct graph_frame *);
enum step_result shapes_call_recursive(struct shapes *, struct graph *, uint32_t id,
                                       uint32_t function, const struct graph_value *arguments,
                                       uint32_t count);
/* The function whose frame is on top returns to nobody. */
enum step_result shapes_leave(struct shapes *, struct graph *,
                              const struct graph_value *results, uint32_t count);
struct graph *shapes_next_memo(struct shapes *); /* an entry to be run; null: none */

/* --- cells.c: regions that are parted --- */
uint32_t graph_part(const struct graph_object *, uint32_t number);
/* Where the part of that number begins; after the last one: where the region ends. */
struct term graph_part_start(struct shapes *, const struct graph *, uint32_t region,
                             uint32_t number);
struct graph_start {
    uint32_t part;
    struct term from;
};
/* Of rows that elements own: how many parts of those left stand for the first of so many. */
uint32_t graph_owned_parts(bool stretch, uint32_t left, uint32_t wanted);
/* None only where the region has no bytes. */
void graph_set_parts(struct shapes *, struct graph *, uint32_t region,
                     const struct graph_start *, uint32_t count);
/* An object of that kind is parted from now on, whenever it is made. */
/* The access that shows it: at that offset (none: open), so many bytes. */
void shapes_note_array(struct shapes *, const struct graph_object *, struct term offset,
                       uint32_t bytes);
/* Numbers are read there of which nothing is known; after an alarm these are arrays, too. */
void shapes_suspect_array(struct shapes *, const struct graph_object *, struct term offset,
                          uint32_t bytes);
/* One is copied to the other. */
void shapes_suspect_alike(struct shapes *, const struct graph_object *,
                          const struct graph_object *);
void shapes_note_alike(struct shapes *, const struct graph_object *,
                       const struct graph_object *);
/* What is done with a row of numbers cannot be followed: all begin again without it. */
void shapes_refuse_array(struct shapes *, const struct graph_object *);
void shapes_note_suspects(struct shapes *, const struct graph *);
bool shapes_has_stride(struct shapes *, const struct graph *, struct term offset,
                       uint32_t stride, uint64_t *rest);
/* Objects that hold many pointers are of such a kind; nothing is proved then. */
void shapes_look_for_arrays(struct shapes *, const struct graph *, bool crowded);
/* It was just made, or filled: it is parted if it is of such a kind. */
void shapes_begin_parts(struct shapes *, struct graph *, uint32_t region);
/* The cell that an access touches, and the offset in it. MOVED: these are set; OVER: the
 * graph was replaced by others, or nothing is proved. */
enum step_result shapes_find_cell(struct shapes *, struct graph *, struct graph_value,
                                  uint32_t bytes, uint32_t *cell, uint32_t *at);
void shapes_drop_empty_parts(struct shapes *, struct graph *, uint32_t region);
/* ranges.c: so many bytes of a row of numbers become any, or all that byte. MOVED: that is
 * done; ON: it is no such row, or elements are cut; OVER: as above. */
bool shapes_is_row_of_numbers(const struct graph *, uint32_t region);
enum step_result shapes_overwrite_row(struct shapes *, struct graph *, struct graph_value to,
                                      struct term bytes, struct term byte);
/* All words of one region are copied to the start of another: they are its parts from now on,
 * what the first one holds is forgotten. False if that cannot be. */
bool shapes_move_parts(struct shapes *, struct graph *, uint32_t to, uint32_t from);
void shapes_drop_all_empty(struct shapes *, struct graph *);
/* fold/cells.c: neighbours become one, where nothing tells that their boundary matters. */
struct graph *shapes_fold_cells(struct shapes *, struct graph *);
/* An index that a loop computes begins again at the start, or does not: true, and what is to
 * be known first, if a boundary between words depends on that. */
bool shapes_find_wrapped(struct shapes *, const struct graph *, struct term *split);
/* How many of these regions a number, or a pointer, tells the end of: a loop has gone through
 * them. */
uint32_t shapes_count_finished(struct shapes *, const struct graph *);

/* --- borders.c: fields beside an array in one struct --- */
/* Something of that type is read or written at that offset. */
void shapes_note_border(struct shapes *, const struct graph_object *, struct term offset,
                        struct type);
bool shapes_is_border(const struct shapes *, const struct graph_object *, struct term at);

/* --- grown.c: objects whose size is a number, even where it is known --- */
bool shapes_is_grown(const struct shapes *, uint64_t site);
/* nothing is proved if some is seen */
void shapes_look_for_growth(struct shapes *, const struct graph *);
void shapes_bound_growth(struct shapes *);
/* Nodes of one list that have different sizes are noted; in some attempts such sizes are
 * numbers. */
void shapes_look_for_mixed(struct shapes *, const struct graph *);
void shapes_begin_mixed(struct shapes *);
/* Does the argument of the call come out of a loop, or of memory? */
bool shapes_computes(struct shapes *, const struct graph_frame *, uint32_t call,
                     uint32_t argument);
/* An access is open, although facts about numbers were looked for: that may be so because a
 * size is a constant. That is no longer so in the next attempts; true: this one is over. */
bool shapes_suspect_growth(struct shapes *, const struct graph *, struct graph_value);

/* --- statics.c: pointers to functions and globals that differ from node to node --- */
/* The number of what the value leads to the start of; false if it has none. */
bool shapes_static_number(struct shapes *, const struct graph *, struct graph_value,
                          struct term *out);
bool shapes_make_static(struct shapes *, const struct graph *, struct graph_value,
                        struct graph_value *out);
void shapes_number_functions(struct shapes *, struct graph *);
/* Such a field of a region is about to be read: true if the graph was replaced by others, or
 * nothing is proved; else it holds the one thing that it can. */
bool shapes_split_static(struct shapes *, struct graph *, uint32_t object, uint32_t field);

/* --- unfold.c --- */
/* If the pointer leads to a list or to what may be missing: replaces the graph by ones in
 * which it leads to a region or to null, at the same instruction, and returns true. */
bool shapes_unfold(struct shapes *, struct graph *, struct graph_value pointer);
/* The same only where what the pointer leads to may be missing. */
bool shapes_resolve(struct shapes *, struct graph *, struct graph_value pointer);
bool shapes_resolve_object(struct shapes *, struct graph *, uint32_t object);
/* cursor.c: the same of a variable that leads to where two lists meet, if the order of
 * neighbours is looked for. */
bool shapes_unfold_cursor(struct shapes *, struct graph *);
/* Lists are not longer than memory has room for. */
void shapes_bound_lengths(struct shapes *, struct graph *);
/* What may be missing, and is known to be there or not, is or goes. */
void shapes_settle(struct shapes *, struct graph *);

/* --- match/: match.c, run.c, entail.c --- */
struct graph_record { /* a number of the general graph, and what it is in the special one */
    const struct term *general; /* where it is in the general graph */
    struct term special;
    uint32_t instance;
};
/* some elements of the special graph that a list of the general one describes */
struct graph_instance {
    uint32_t list; /* of the general graph; 0: the graph itself (number 0) */
    uint32_t of; /* the list of the special graph whose every element it is; 0: one region */
    uint32_t parent;
    /* 1 + the instance whose successor it is; 0: it is the first of its run */
    uint32_t follows;
};
struct embedding {
    VECTOR(struct graph_record) records;
    VECTOR(struct graph_instance) instances;
    bool guessed; /* where some run of a list ends is a guess */
};
void embedding_release(struct embedding *);
/* Do the shapes of all states of `special` fit `general`? What their numbers must satisfy is
 * in the embedding. */
bool shapes_match(struct shapes *, const struct graph *special, const struct graph *general,
                  struct embedding *);
/* The same, where the runs of lists are as short as they can be if nothing shows where they
 * end, and not as long. */
bool shapes_match_short(struct shapes *, const struct graph *special,
                        const struct graph *general, struct embedding *);
/* ... and do the numbers fit? */
bool embedding_holds(struct shapes *, const struct graph *special,
                     const struct graph *general, const struct embedding *);
bool shapes_entails(struct shapes *, const struct graph *special,
                    const struct graph *general);
/* What variables of the general graph stand for, and at which instance that is chosen. */
struct graph_binding {
    struct term variable, value;
    uint32_t instance;
};
typedef VECTOR(struct graph_binding) graph_bindings;
void embedding_bind(struct shapes *, const struct graph *special, const struct graph *general,
                    const struct embedding *, graph_bindings *);
/* The bindings that an instance sees, as term ids. */
void embedding_map(const struct embedding *, const graph_bindings *, uint32_t instance,
                   struct map *);
/* The facts of all lists of the special graph whose every element an instance is. */
void embedding_facts(struct shapes *, const struct graph *special, const struct embedding *,
                     uint32_t instance, struct graph_terms *out);

/* --- choose.c: numbers of parts that an element does not have --- */
/* Values for open variables under which the facts follow from what is known; the map says
 * what other variables stand for, and gets them. False: none were found. */
bool shapes_choose(struct shapes *, const struct graph_terms *known,
                   const struct graph_terms *open, const struct graph_terms *facts,
                   struct map *);
/* The same for all instances: bindings are added. */
void embedding_choose(struct shapes *, const struct graph *special,
                      const struct graph *general, const struct embedding *,
                      graph_bindings *);

/* --- rows.c --- */
/* Do the rows about ends and neighbours hold? */
bool shapes_rows_hold(struct shapes *, const struct graph *special,
                      const struct graph *general, const struct embedding *,
                      const graph_bindings *);

/* --- candidates.c --- */
/* A situation in which candidates are to hold: facts, and what the variables stand for there.
 */
struct graph_context {
    struct graph_terms facts;
    struct map map;
    struct graph_terms open; /* variables that may be anything there */
};
typedef VECTOR(struct graph_context) graph_contexts;
void graph_contexts_release(graph_contexts *);
/* Facts of the usual forms over the variables (each against constants, each of the first
 * `own` against all), and those of `more`, that hold in all contexts; only the strongest
 * bounds. */
void shapes_find_facts(struct shapes *, const struct graph_terms *variables, uint32_t own,
                       const struct graph_terms *more, graph_contexts *,
                       struct graph_terms *out);

/* --- affine.c --- */
/* Sums of lengths and counters that are equal in all contexts, unless `out` says so already.
 */
void shapes_find_equations(struct shapes *, const struct graph_terms *variables,
                           graph_contexts *, struct graph_terms *out);

/* --- computed.c --- */
/* What the instruction computes of one number or two is a form of facts. */
void shapes_note_computed(struct shapes *, const struct function *, uint32_t instruction);
bool shapes_form_fits(struct shapes *, const struct graph_form *, struct term to,
                      struct term second);
struct term shapes_apply(struct shapes *, const struct graph_form *, struct term to,
                         struct term second);

/* --- floats.c --- */
void shapes_note_float(struct shapes *, const struct constant *); /* the program has it */
bool shapes_is_float(const struct shapes *, struct term);
/* Comparisons of one with constants, of two with each other. */
void shapes_float_bounds(struct shapes *, struct term, struct graph_terms *out);
void shapes_float_order(struct shapes *, struct term, struct term, struct graph_terms *out);

/* --- clauses.c --- */
/* the program compares so */
/* Bytes of a union's larger member that are a number of another member. */
void shapes_note_slice(struct shapes *, uint32_t from, uint32_t bytes, uint32_t whole);
void shapes_note_atom(struct shapes *, enum compare, int64_t bound);
/* Clauses about two numbers of one element of the list, or (0) of one region of the graph. */
void shapes_find_clauses_of(struct shapes *, const struct graph_terms *numbers,
                            graph_contexts *, struct graph_terms *out);
void shapes_find_clauses(struct shapes *, const struct graph *, uint32_t list,
                         graph_contexts *, struct graph_terms *out);

/* --- optional.c --- */
/* A graph that both entail, in which some list of one of them may be empty; null: none was
 * found. */
struct graph *shapes_widen(struct shapes *, struct graph *, struct graph *);
/* Nothing leads to a node of the list that an empty one does not have. */
bool shapes_led_to_by_ends(struct shapes *, const struct graph *, uint32_t list);

/* --- join.c --- */
/* A graph that is weaker in its numbers than `general`, so that `special` may entail it too.
 */
struct graph *shapes_weaken(struct shapes *, const struct graph *special,
                            struct graph *general, const struct embedding *);
/* Numbers outside lists that are no constants become variables that equal them: rows of lists
 * may speak of these. */
void shapes_name_numbers(struct shapes *, struct graph *);
/* Numbers become variables with facts; constants stay. */
void shapes_abstract(struct shapes *, struct graph *);
/* Facts of the elements of one list that hold in all its instances. */
void shapes_find_rows(struct shapes *, const struct graph *special, struct graph *general,
                      uint32_t list, const struct embedding *);

/* --- fold.c, tidy.c --- */
struct graph *shapes_fold(struct shapes *, struct graph *); /* as far as it goes */
/* Forgets dead values and objects that nothing leads to. */
void shapes_tidy(struct shapes *, struct graph *);

/* --- shapes.c, schedule.c --- */
void shapes_begin(struct shapes *, const struct engine_task *, const struct engine_host *,
                  struct graph_settings, struct graph_layouts *, struct graph_questions *);
void shapes_end(struct shapes *);
void shapes_run(const struct engine_task *, const struct engine_host *);

/* --- explore.c --- */
/* Begins or goes on: until it is closed, cannot be, or `until` is over; then it is paused. */
void shapes_explore(struct shapes *);
bool shapes_is_head(struct shapes *, const struct graph_frame *, uint32_t block);
void shapes_arrive(struct shapes *, struct graph *);
/* At a head where no graph is kept, as its loop counts with constants? */
bool shapes_passes(struct shapes *, struct graph *);

/* --- select.c --- */
bool *shapes_selectors(struct shapes *, const struct function *);

/* --- flags.c --- */
bool *shapes_flags(struct shapes *, const struct function *);

/* --- counted.c --- */
bool shapes_counts(
    struct shapes *,
    const struct graph *); /* the loop at whose head it is ends after a few rounds */
/* scanned.c: the same, as all that it reads is known. */
bool shapes_scans(struct shapes *, struct graph *);
bool shapes_scans_text(struct shapes *, struct graph *); /* ... byte by byte */
/* ... and has neither loops nor calls in it: the ways through it are few. */
bool shapes_is_short(struct shapes *, const struct graph_frame *);

/* --- shapes.c --- */
void shapes_add_threshold(struct shapes *, int64_t);

/* --- live.c --- */
struct graph_function *shapes_function(struct shapes *, uint32_t function);
/* Sets the bits of the values that are live just before a position of the frame's block. */
void shapes_live_at(struct shapes *, const struct graph_frame *, uint32_t position,
                    uint64_t *set);

/* --- certify.c --- */
/* Tells the host why these hold: the graphs at all heads, none of which is pending. */
bool shapes_certify(struct shapes *, uint32_t proved); /* false: a graph has no words */
struct certificate;
struct shape_graph;
void shapes_write_graph(struct shapes *, const struct graph *, struct shape_graph *out);
void shapes_certify_memos(struct shapes *, struct certificate *); /* memo_certify.c */

/* --- dot.c --- */
void shapes_print_dot(struct shapes *, struct text *); /* the graphs of all heads */

#endif
