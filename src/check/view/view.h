/* The checker's own view of memory; it shares nothing with the one that the executor has
 * (memory/).
 *
 * A pointer is an object and an offset, as certificates speak of them; object 0 is none: (0,
 * x) is the number x as a pointer, null is (0, 0). What an object holds is kept byte by byte:
 * each byte is byte k of some value of n bytes, so that a load of n bytes that finds the
 * bytes 0 to n-1 of one value finds the value, and any other load puts the bytes together.
 * Only objects that are read or written at many places which are not constant are seen as
 * arrays instead: of elements of a fixed size, each divided into columns. Which objects that
 * are is learnt on the way (`struct plans`): when it changes, `restart` says that the program
 * must be run again. Members of a record beside such elements are kept apart from them, as
 * bytes. */
#ifndef CHECK_VIEW_VIEW_H
#define CHECK_VIEW_VIEW_H
#include "base/trie.h"
#include "program/program.h"
#include "term/term.h"

enum { VIEW_OBJECT_BITS = 20 };

enum datum_kind { DATUM_NONE, DATUM_BITS, DATUM_FLOAT, DATUM_POINTER };
/* A value: bits a, a float a (in memory with its bits b, if it may be a NaN), or a pointer
 * into object a at offset b. */
struct datum {
    enum datum_kind kind;
    struct term a, b;
};

enum view_kind {
    VIEW_NONE,
    VIEW_WILD,
    VIEW_GLOBAL,
    VIEW_FUNCTION,
    VIEW_STACK,
    VIEW_HEAP,
    VIEW_ENVIRONMENT /* behind a pointer from outside, for a function checked alone */
};
/* Pointers from outside, which may lead anywhere, are (WILD, address); no access through one
 * is covered. */
enum { VIEW_WILD_OBJECT = 1 };

struct view_content;
struct view_object {
    enum view_kind kind;
    uint32_t index;   /* of the global or the function */
    uint64_t path;    /* its name in certificates */
    struct term size; /* in bytes, as wide as a pointer */
    bool size_known;
    uint64_t bytes; /* the size, if known */
    uint32_t alignment;
    uint32_t plan;
    struct term base; /* its address; none until somebody asks for it */
    /* where it is made; none: always. What is said of its address holds there alone */
    struct term born;
    bool ended;                       /* by something that was run so far */
    const struct view_content *first; /* before it is made, or when the program starts */
};

/* Elements of `stride` bytes; 0: the object is no array. */
struct view_column {
    uint32_t at, bytes;
    enum datum_kind kind, next_kind; /* bits or pointers; from the next run on */
};
enum { APART = 1u << 31 }; /* part of the place of a byte that is kept apart in an array */
struct apart_range {
    uint32_t at, bytes;
    bool pointer;
};
struct plan {
    VECTOR(struct apart_range) apart; /* members of a record: sorted, they do not overlap */
    uint64_t stride, next_stride;
    bool wraps; /* what was not found was the number of one of its elements */
    VECTOR(struct view_column) columns; /* sorted; they do not overlap */
};
struct plans {
    struct map index; /* by the site that makes the objects */
    VECTOR(struct plan) all;
};
void plans_release(struct plans *);
/* From the next run on, elements whose numbers were not found have a size that is a power of
 * two: their numbers are always found. False if there are none. */
bool plans_refine(struct plans *);

struct view_state {
    struct trie objects; /* by object: struct view_content; absent: as at first */
    uint32_t epoch;
};
struct view_byte { /* byte k of a value of n bytes */
    struct datum value;
    uint32_t k, n;
};

struct view {
    struct arena arena;
    struct terms *terms;
    const struct program *program;
    struct plans *plans;
    uint32_t width; /* of a pointer, in bits */
    uint32_t epoch, grounds;
    VECTOR(struct view_object) objects;
    VECTOR(struct term) axioms;  /* about addresses; to be asserted */
    VECTOR(struct term) inexact; /* conditions under which an index was not found */
    VECTOR(uint32_t) exposed;    /* objects that have a base */
    struct map numbers; /* addresses (term ids) to `pointers`, whose addresses they are */
    VECTOR(struct datum) pointers;
    struct map carriers; /* variables that may hold addresses from outside */
    struct map unknown;  /* bytes of which nothing was known, to `unknown_bytes` */
    VECTOR(struct view_byte) unknown_bytes;
    struct map ground_columns; /* columns that nothing has written to, to `ground_arrays` */
    VECTOR(struct datum) ground_arrays;
    bool restart; /* a plan changed: what was run is void */
    /* runs in which an access at a place that is not constant meets a part of a pointer that
     * is kept apart are not covered */
    bool whole_pointers;
    uint64_t (*most)(void *context,
                     struct term); /* that a term is on the path; null: nobody knows */
    void *most_context;
};

void view_init(struct view *, struct terms *, const struct program *, struct plans *);
void view_release(struct view *);

/* --- values --- */
struct datum datum_bits(struct term);
struct datum datum_pointer(struct term object, struct term offset);
struct sort view_float_sort(struct view *, uint32_t width);
/* any value; a pointer: one from outside */
struct datum datum_fresh(struct view *, struct type, const char *hint);
struct datum datum_ite(struct view *, struct term, struct datum, struct datum);
/* of a pointer: its address */
struct term datum_to_bits(struct view *, struct datum, uint32_t width);
struct datum datum_from_bits(struct view *, struct term, struct type);
struct datum datum_of_type(struct view *, struct datum, struct type);

/* --- objects --- */
uint32_t view_global(struct view *, uint32_t global);
uint32_t view_function(struct view *, uint32_t function);
uint32_t view_new_object(struct view *, enum view_kind, uint64_t site, uint64_t path,
                         struct term size, uint32_t alignment);
/* The object is a record of that type. */
void view_keep_members(struct view *, uint32_t object, uint32_t ctype);
/* it is alive and holds anything */
void view_begin(struct view *, struct view_state *, uint32_t object);
void view_end(struct view *, struct view_state *, uint32_t object, struct term when);
/* Directly after it began: where the condition holds, there never was such an object. */
void view_never_was(struct view *, struct view_state *, uint32_t object, struct term when);
struct term view_alive(struct view *, const struct view_state *, uint32_t object);
void view_set_alive(struct view *, struct view_state *, uint32_t object, struct term alive);

/* --- pointers --- */
struct datum view_at(struct view *, uint32_t object, int64_t offset);
struct datum view_null(struct view *);
struct datum view_moved(struct view *, struct datum pointer, struct term by);
struct term view_is_wild(struct view *, struct datum pointer);
/* of the object that it names; 0: none */
struct term view_size_of(struct view *, struct datum pointer);
/* Objects that a pointer may name; `null`: also none; `open`: all of them, for lack of
 * knowledge. */
struct candidates {
    VECTOR(uint32_t) objects;
    bool null, open;
};
void view_candidates(struct view *, struct datum pointer, struct candidates *);
void view_candidates_release(struct candidates *);
/* Addresses. Near its object (inside, at its end, or less than a page before it) a pointer's
 * address is neither 0 nor wrapped around, since no object lies in the first or the last
 * page. */
struct term view_address(struct view *, struct datum pointer);
struct datum view_pointer(struct view *, struct term address);
/* it may hold an address from outside */
void view_carrier(struct view *, struct term variable);
struct term view_is_near(struct view *, struct datum pointer);
struct term view_is_null(struct view *, struct datum pointer);
struct term view_equal(struct view *, const struct view_state *, struct datum, struct datum);

/* --- accesses; what they do is exact where view_valid holds --- */
enum view_access { VIEW_READS, VIEW_WRITES };
struct term view_valid(struct view *, const struct view_state *, struct datum pointer,
                       struct term bytes, enum view_access);
struct datum view_load(struct view *, const struct view_state *, struct datum pointer,
                       struct type);
void view_store(struct view *, struct view_state *, struct datum pointer, struct datum,
                struct type, struct term when);
/* False, and nothing is done, if the size is not a constant, or too large. */
bool view_copy(struct view *, struct view_state *, struct datum to, struct datum from,
               struct term bytes);
bool view_fill(struct view *, struct view_state *, struct datum to, struct term byte,
               struct term bytes);
/* no object that it may name is larger */
uint64_t view_room(struct view *, struct datum pointer);
/* Anything may be written to the object by what is not known, pointers from outside too. */
void view_havoc(struct view *, struct view_state *, uint32_t object);
/* pointers from outside */
bool view_holds_wild(struct view *, const struct view_state *, uint32_t object);
/* Calls see for the pointers in an object; false if others may be there. */
bool view_pointers(struct view *, const struct view_state *, uint32_t object,
                   void (*see)(void *context, struct datum), void *context);

/* --- states --- */
struct view_state view_start(struct view *); /* of the program */
/* both may be changed from now on */
struct view_state view_share(struct view *, struct view_state *);
struct view_state view_merge(struct view *, struct term condition, struct view_state yes,
                             struct view_state no);
enum view_change_kind { CHANGE_PART, CHANGE_ALIVE, CHANGE_OBJECT /* whatever it holds */ };
struct view_change {
    enum view_change_kind kind;
    uint32_t object;
    uint32_t at, bytes; /* PART: of the value that is there afterwards, or a column */
    uint32_t byte;      /* PART: the byte that differs */
    bool array;         /* PART: a column */
};
/* Calls see for all in which the states differ; for one part, perhaps, once for each of its
 * bytes. */
void view_difference(struct view *, const struct view_state *before,
                     const struct view_state *after,
                     void (*see)(void *context, const struct view_change *), void *context);
/* What is in a part: a value, or arrays. */
struct datum view_part(struct view *, const struct view_state *, const struct view_change *);
void view_set_part(struct view *, struct view_state *, const struct view_change *,
                   struct datum);

#endif
