/* Memory of the symbolic executor: objects, pointers as (object, offset) pairs of terms, and
 * states that merge cheaply.
 *
 * An object's content is split into cells by how the program accesses it: at constant offsets
 * a cell is a scalar; where an offset is symbolic and the object is large, the object is seen
 * as an array with a stride, and a cell is an SMT array over element indices. Cells never
 * overlap; an access that does not match them is put together from their parts. Members of
 * records stay scalars beside arrays in them: they are pinned, and an access at a symbolic
 * offset reaches them where it has one of theirs. The stride of an allocation site is learnt
 * on the way: `struct layouts` keeps it, and when it changes, `restart` says that what was
 * encoded so far is void and the program must be encoded again. Object 0 is no object: null
 * is (0, 0) and an integer x cast to a pointer without a known object is (0, x). */
#ifndef MEMORY_MEMORY_H
#define MEMORY_MEMORY_H
#include "base/trie.h"
#include "program/program.h"
#include "term/term.h"

enum { OBJECT_BITS = 20 };

enum sym_kind { SYM_NONE, SYM_BITS, SYM_FLOAT, SYM_POINTER };
/* A symbolic value: bits (bit-vector a), a float (float term a), or a pointer (object a,
 * offset b). */
struct sym {
    enum sym_kind kind;
    struct term a, b;
};

enum object_kind {
    OBJECT_NONE,
    OBJECT_WILD,
    OBJECT_GLOBAL,
    OBJECT_FUNCTION,
    OBJECT_STACK,
    OBJECT_HEAP,
    OBJECT_ENVIRONMENT /* behind a pointer from outside, for a function verified alone */
};
/* Stands for whatever a pointer from outside may point to; an access through it cannot be
 * encoded. Its base is 0, so the offset of such a pointer is its address; address 0 is null,
 * (0, 0). */
enum { WILD_OBJECT = 1 };
enum background {
    BACKGROUND_UNKNOWN,
    BACKGROUND_ZERO,
    BACKGROUND_GLOBAL,
    BACKGROUND_FILL,
    BACKGROUND_EITHER
};

struct object {
    enum object_kind kind;
    uint32_t site;
    uint32_t index; /* of the global or function */
    /* a hash of the context that made it: names its variables the same way in every encoding
     */
    uint64_t name;
    uint64_t path;    /* the same without loop iterations */
    struct term size; /* bytes, pointer width */
    uint64_t bytes;   /* the same when constant */
    bool size_known;
    uint32_t alignment;
    struct term base; /* integer view of its address; none until asked for */
    uint32_t label;   /* 1 + the source variable that names it; 0: none */
    bool may_end;     /* freed or out of scope somewhere */
    bool summary;     /* stands for several objects: see struct summary_access */
    /* the condition under which it is made; none: always there. Law: what is asserted of
     * the object's address holds under it alone, so that no run without it is left out */
    struct term born;
};

/* What was learnt about the layout of allocation sites, over several encodings of one
 * program. */
struct pin { /* bytes that are one scalar, whatever the stride */
    uint32_t at, bytes;
    bool pointer; /* by its type */
};
struct layout_hint {
    uint64_t stride;         /* in force; 0: scalars only */
    uint64_t next;           /* from the next encoding on */
    VECTOR(struct pin) pins; /* sorted, disjoint; they count where there is a stride */
};
struct layouts {
    struct map index; /* site key to hint number */
    VECTOR(struct layout_hint) hints;
};
void layouts_release(struct layouts *);

enum {
    PINNED = 1u << 31
}; /* part of `at`: the cell is a pin, and the rest is its place in the object */
struct cell_range {
    uint32_t at, bytes;
    /* of an array cell: SYM_BITS or SYM_POINTER, fixed at its first use */
    enum sym_kind kind;
};
struct site {
    uint64_t key;
    uint32_t hint;                   /* number in layouts */
    VECTOR(struct cell_range) cells; /* in use in this encoding; sorted, disjoint */
};

struct object_state {
    struct trie cells; /* by offset within the stride: struct cell */
    struct term alive;
    uint64_t birth;     /* names the unknown content */
    uint8_t background; /* enum background */
    bool wild;          /* unknown pointers in it come from outside and may be valid */
    /* BACKGROUND_FILL: a byte; BACKGROUND_EITHER: the condition that chooses */
    struct term fill;
    const struct object_state *yes,
        *no; /* BACKGROUND_EITHER: where cells that are absent here come from */
    uint32_t epoch;
};
struct memory_state {
    struct trie objects; /* by object id: struct object_state; absent: as at the start */
    uint32_t epoch;
};

/* Objects that stand for several have no content of their own: the owner tells what a read
 * may give and is told of writes. Pointers to them are equal or not, nobody knows; that they
 * are numbers, or differ by one, is inexact. */
struct summary_access {
    void *context;
    size_t count; /* of such objects */
    struct sym (*load)(void *context, uint32_t object, struct term offset, uint32_t bytes,
                       enum sym_kind wish);
    void (*store)(void *context, uint32_t object, struct term offset, uint32_t bytes,
                  struct sym);
};
struct view {
    uint32_t integer; /* term id */
    struct sym pointer;
};
struct memory {
    struct arena arena;
    struct terms *terms;
    const struct program *program;
    struct layouts *layouts;
    uint32_t width; /* of a pointer, in bits */
    uint32_t epoch;
    VECTOR(struct object) objects;
    VECTOR(struct site) sites;
    struct map site_index;
    VECTOR(struct term) axioms; /* facts about base addresses; assert them */
    VECTOR(uint32_t) exposed;   /* objects whose address was seen as an integer */
    struct map from_integer;    /* term id of an integer view: index into views */
    VECTOR(struct view) views;
    /* (object, offset term): bytes from there on that are known to be inside */
    struct map rooms;
    /* term ids of variables that stand for values that may have been addresses */
    struct map carriers;
    VECTOR(uint32_t)
    global_object, function_object; /* object ids by index; 0: not made yet */
    uint64_t function_room;         /* bytes of each function's object */
    bool outside_arrays;            /* some array cell holds wild pointers of any address */
    struct summary_access summary_access;
    bool restart; /* a layout changed: what was encoded is void; encode again */
    /* conditions (not guarded) under which an access was not encoded exactly */
    VECTOR(struct term) inexact;
    /* runs in which an access at a symbolic offset meets a part of a pinned pointer are left
     * out */
    bool whole_pointers;
    /* term ids: conditions under which an access at a symbolic offset meets a pin */
    struct map reaches;
    /* The most that a term is on the path being executed, as unsigned number; null: nothing
     * is known. */
    uint64_t (*most)(void *context, struct term);
    void *most_context;
};

void memory_model_init(struct memory *, struct terms *, const struct program *,
                       struct layouts *);
void memory_model_release(struct memory *);

/* --- objects --- */
uint32_t memory_global(struct memory *, uint32_t global);
uint32_t memory_function(struct memory *, uint32_t function);
/* A fresh object: site_key tells allocation sites apart, name the context. */
uint32_t memory_new_object(struct memory *, enum object_kind, uint64_t site_key,
                           uint64_t name, uint64_t path, struct term size,
                           uint32_t alignment);
/* No object is larger (PTRDIFF_MAX). */
uint64_t memory_largest_object(const struct memory *);
struct term memory_size_fits(struct memory *, struct term size);
/* Born: alive, with unknown content named after this birth. */
void memory_begin(struct memory *, struct memory_state *, uint32_t object, uint64_t birth);
/* These bytes of objects of its site are a scalar, also where others are elements of arrays.
 */
void memory_pin(struct memory *, uint32_t object, struct pin);
/* Wherever a pointer has this offset into the object, so many bytes behind it are assumed to
 * be inside. */
void memory_know_room(struct memory *, uint32_t object, struct term offset, uint64_t bytes);
/* no longer alive */
void memory_end(struct memory *, struct memory_state *, uint32_t object, struct term when);
/* Directly after its birth: where the condition holds there is no such object, and there
 * never was. Unlike after memory_end, its address was not given back. */
void memory_never_was(struct memory *, struct memory_state *, uint32_t object,
                      struct term when);
struct term memory_alive(struct memory *, const struct memory_state *, uint32_t object);
/* The same as seen by one access: of a summary that is not wholly alive, any answer. */
struct term memory_lives(struct memory *, const struct memory_state *, uint32_t object);

/* --- values --- */
struct sym sym_bits(struct term);
struct sym sym_pointer(struct term object, struct term offset);
struct sym sym_object(struct memory *, uint32_t object, int64_t offset);
struct sym sym_null(struct memory *);
/* kinds agree, or both are turned into bits */
struct sym sym_ite(struct memory *, struct term, struct sym, struct sym);
struct sort memory_float_sort(struct memory *, uint32_t width);
/* a pointer becomes its integer view */
struct term sym_to_bits(struct memory *, struct sym, uint32_t width);
/* a value of that type */
struct sym sym_from_bits(struct memory *, struct term bits, struct type);
/* converts the representation only */
struct sym sym_of_type(struct memory *, struct sym, struct type);
/* the variable of that name and type */
struct sym sym_fresh(struct memory *, struct type, const char *name);
/* any pointer: null, or to who knows what */
struct sym sym_wild(struct memory *, const char *name);
struct term pointer_is_wild(struct memory *, struct sym pointer);
/* the same, with a wild address 0 made null */
struct sym pointer_outside(struct memory *, struct sym pointer);
/* integer view, pointer width */
struct term pointer_integer(struct memory *, struct sym pointer);
struct sym pointer_from_integer(struct memory *, struct term integer);
struct sym pointer_add(struct memory *, struct sym pointer, struct term offset);
/* The variable stands for a value of which nothing is known; as a pointer it may name objects
 * that are not listed: where a conversion does not name a listed one, the pointer is wild. */
void memory_carrier(struct memory *, struct term variable);
/* It names a global of which only a declaration of incomplete type is known; its size is any.
 */
struct term pointer_is_unsized(struct memory *, struct sym pointer);
struct term pointer_equal(struct memory *, struct sym, struct sym);
/* Its address is 0: null, or a pointer that was moved there. */
struct term pointer_is_null(struct memory *, struct sym);
/* It names an object and is inside, at its end, or a few bytes before it: its address has not
 * wrapped around, is not 0, and is ordered among others of the object as offsets are, as
 * signed numbers. */
struct term pointer_is_near(struct memory *, struct sym);
/* It is no object's address but a number: null, an error code, whatever came from outside. */
struct term pointer_is_number(struct memory *, struct sym);
/* adds to `inexact` that the pointer names a summary */
void pointer_note_summary(struct memory *, struct sym);

/* The objects a pointer may name: ids in `out` (object 0 left out); `open` when there may be
 * others (any object). */
struct candidates {
    VECTOR(uint32_t) objects;
    bool null, open;
};
void pointer_candidates(struct memory *, struct sym pointer, struct candidates *);
void candidates_release(struct candidates *);

/* --- accesses; all are exact where memory_valid holds and may give any value elsewhere ---
 */
struct term memory_valid(struct memory *, const struct memory_state *, struct sym pointer,
                         struct term bytes, bool write);
struct sym memory_load(struct memory *, const struct memory_state *, struct sym pointer,
                       struct type);
void memory_store(struct memory *, struct memory_state *, struct sym pointer,
                  struct sym value, struct type, struct term when);
/* Size must be a constant term up to a limit, or that of the whole object filled; false if it
 * is not (nothing is done). */
bool memory_copy(struct memory *, struct memory_state *, struct sym to, struct sym from,
                 struct term bytes);
/* The same, of what the state `before` holds there. */
bool memory_copy_from(struct memory *, struct memory_state *,
                      const struct memory_state *before, struct sym to, struct sym from,
                      struct term bytes);
bool memory_fill(struct memory *, struct memory_state *, struct sym to, struct term byte,
                 struct term bytes);
/* No valid access from the pointer on reaches more bytes than this. */
uint64_t memory_room(struct memory *, struct sym pointer);
/* Every byte of the object gets any value, named after `birth`; it stays alive or not as it
 * was. */
void memory_havoc(struct memory *, struct memory_state *, uint32_t object, uint64_t birth);
/* Calls see for each scalar pointer stored in the object; false if other cells may hold
 * pointers too. */
bool memory_pointers(struct memory *, const struct memory_state *, uint32_t object,
                     void (*see)(void *context, struct sym), void *context);
/* Unknown pointers in the object come from outside. */
bool memory_is_wild(struct memory *, const struct memory_state *, uint32_t object);
/* The size of the object a pointer names, 0 for none. */
struct term memory_size_of(struct memory *, struct sym pointer);

/* --- states --- */
/* both may now be changed apart */
struct memory_state memory_share(struct memory *, struct memory_state *);
struct memory_state memory_merge(struct memory *, struct term condition,
                                 struct memory_state yes, struct memory_state no);

/* The law of states: what they hold of an object agrees with its layout. Each cell is one in
 * use of the object's site, an array exactly where the site has a stride, with values of the
 * cell's width and indices of the object's; cells in use do not overlap. Checked in debug
 * builds when states merge. */
bool memory_is_lawful(struct memory *, const struct memory_state *);

/* --- parts of states, for loops that are cut --- */
/* What there was at some time; rewinding forgets the objects, views and axioms made since. No
 * state that knows them may live on. */
struct memory_mark {
    size_t objects, axioms, exposed, views;
};
struct memory_mark memory_mark(const struct memory *);
void memory_rewind(struct memory *, struct memory_mark);
enum change_kind {
    CHANGE_CELL,
    CHANGE_ALIVE,
    CHANGE_OBJECT /* born again or filled: its whole content */
};
struct change {
    enum change_kind kind;
    uint32_t object;
    uint32_t at; /* CELL */
};
/* Calls see for every part in which the states differ. */
void memory_difference(struct memory *, const struct memory_state *before,
                       const struct memory_state *after,
                       void (*see)(void *context, struct change), void *context);
/* The value of the cell that begins at `at`: scalar, or array terms. */
struct sym memory_cell(struct memory *, const struct memory_state *, uint32_t object,
                       uint32_t at, bool *array);
void memory_set_cell(struct memory *, struct memory_state *, uint32_t object, uint32_t at,
                     struct sym, bool array);
void memory_set_alive(struct memory *, struct memory_state *, uint32_t object,
                      struct term alive);
uint32_t memory_cell_bytes(struct memory *, uint32_t object, uint32_t at);
/* Bytes from one element to the next of an object whose cells, but for PINNED ones, are
 * arrays; 0: they are scalars. */
uint64_t memory_stride(struct memory *, uint32_t object);
/* Puts the cell [at, at+bytes) into use; false if the layout has other cells there. */
bool memory_use_cell(struct memory *, uint32_t object, uint32_t at, uint32_t bytes);

#endif
