/* Inside the memory room: cells and layouts. */
#ifndef MEMORY_MEMORY_INTERNAL_H
#define MEMORY_MEMORY_INTERNAL_H
#include "memory/memory.h"

/* The content of one cell: a scalar, or arrays over element indices when the site has a
 * stride. */
struct cell {
    struct sym value; /* array: a (and b) are array terms of the kind's sorts */
    bool array;
};

/* --- laws of arguments, for debug builds --- */
static inline bool has_object(const struct memory *m, uint32_t object)
{
    return object && object < m->objects.count;
}
static inline bool is_condition(const struct memory *m, struct term t)
{
    return term_is(t) && sort_kind(m->terms, term_sort(m->terms, t)) == SORT_BOOL;
}
static inline bool is_word(const struct memory *m, struct term t) /* as wide as a pointer */
{
    return term_is(t) && term_width(m->terms, t) == m->width;
}
static inline bool is_address(const struct memory *m, struct sym p)
{
    return p.kind == SYM_POINTER && term_is(p.a) && is_word(m, p.b);
}

/* layout.c */
uint64_t object_stride(struct memory *, const struct object *); /* 0: scalars */
/* from the next encoding on */
void object_want_stride(struct memory *, const struct object *, uint64_t stride);
void layouts_commit(struct layouts *); /* what was wanted comes into force */
/* The cells that together cover [at, at+bytes) of an element; the first and the last may
 * reach beyond it. Gaps become cells. */
typedef VECTOR(struct cell_range) cell_ranges;
void site_cells(struct memory *, uint32_t site, uint32_t at, uint32_t bytes,
                cell_ranges *out);
/* the cell in use that begins there */
struct cell_range *site_cell_at(struct memory *, uint32_t site, uint32_t at);
uint32_t site_of_key(struct memory *, uint64_t key);
/* The pin that holds the byte of an object with a stride, or else the next one behind it;
 * null: there is none. */
const struct pin *object_pin(struct memory *, const struct object *, uint64_t at);
/* its cell, in use from now on */
struct cell_range site_use_pin(struct memory *, uint32_t site, const struct pin *);

/* cells.c */
struct position {      /* where in an object an access begins */
    struct term index; /* element; none when the object has no stride */
    uint32_t residue;
};

struct term cells_index(struct memory *, const struct object *, struct term quotient);
struct sym cells_read_one(struct memory *, const struct object_state *, uint32_t object,
                          struct position, struct cell_range, enum sym_kind wish);
void cells_write_one(struct memory *, struct object_state *, uint32_t object, struct position,
                     struct cell_range, struct sym, struct term when);
struct term cells_slice(struct memory *, struct term bits, uint32_t from, uint32_t bytes);
struct sym cells_read(struct memory *, const struct object_state *, uint32_t object,
                      struct position, uint32_t bytes, enum sym_kind wish);
void cells_write(struct memory *, struct object_state *, uint32_t object, struct position,
                 uint32_t bytes, struct sym, struct term when);

/* pins.c: at a constant offset, and at one that may be any. */
struct stretch { /* of an access: within one pin, or between pins */
    uint64_t at;
    uint32_t bytes;
    const struct pin *pin; /* null: between */
};

/* its first part */
struct stretch pins_stretch(struct memory *, const struct object *, uint64_t at,
                            uint64_t end);
struct sym pins_read(struct memory *, const struct object_state *, uint32_t object,
                     uint64_t at, uint32_t bytes, enum sym_kind wish);
void pins_write(struct memory *, struct object_state *, uint32_t object, uint64_t at,
                uint32_t bytes, struct sym, struct term when);
struct sym pins_read_anywhere(struct memory *, const struct object_state *, uint32_t object,
                              struct term offset, uint32_t bytes, enum sym_kind wish);
void pins_write_anywhere(struct memory *, struct object_state *, uint32_t object,
                         struct term offset, uint32_t bytes, struct sym, struct term when);

/* pointer.c */
enum { MEMORY_EDGE = 4096 }; /* bytes at either end of the address space that no object has */
struct term pointer_view(struct memory *, struct sym); /* its address; summaries have none */
struct term pointer_names_summary(struct memory *, struct sym);

/* compare.c: two literals that may lie in one another. */
bool objects_may_share(struct memory *, const struct object *, const struct object *);

/* offset.c: offset = residue (mod modulus) for all values; modulus 0: the constant residue.
 */
struct congruence {
    uint64_t modulus, residue;
};
struct congruence offset_congruence(struct memory *, struct term offset);
/* Quotient and residue of an offset by a stride; `exact`: a condition under which they are
 * right. */
void offset_divide(struct memory *, struct term offset, uint64_t stride,
                   struct term *quotient, uint32_t *residue, struct term *exact);

/* state.c */
const struct object_state *state_get(struct memory *, const struct memory_state *,
                                     uint32_t object);
struct object_state *state_own(struct memory *, struct memory_state *, uint32_t object);
const struct cell *state_cell(struct memory *, const struct object_state *, uint32_t object,
                              struct cell_range, enum sym_kind wish);
void state_set_cell(struct memory *, struct object_state *, uint32_t at, struct cell);
unsigned object_index_width(struct memory *, const struct object *);

#endif
