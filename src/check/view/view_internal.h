/* Inside the checker's view of memory. */
#ifndef CHECK_VIEW_VIEW_INTERNAL_H
#define CHECK_VIEW_VIEW_INTERNAL_H
#include "base/failure.h"
#include "check/view/view.h"

enum { VIEW_PAGE = 4096 };

/* What the bytes are that nothing has written yet. A ground never changes. */
enum ground_kind {
    GROUND_UNKNOWN,
    GROUND_FILLED,      /* by a byte */
    GROUND_INITIALISED, /* as the global's initialiser says */
    GROUND_EITHER       /* that of `yes` where the condition holds, else that of `no` */
};
struct view_ground {
    enum ground_kind kind;
    uint32_t number; /* of an unknown one: tells it from all others */
    bool wild;       /* unknown pointers in it come from outside */
    struct term term;
    const struct view_ground *yes, *no;
};
/* One object in one state. `written` has bytes (struct view_byte, by offset) or, in arrays,
 * columns (struct datum, by where they begin). */
struct view_content {
    struct trie written;
    struct term alive;
    const struct view_ground *ground;
    uint32_t epoch;
};

static inline bool view_has(const struct view *v, uint32_t object)
{
    return object && object < v->objects.count;
}
static inline bool datum_same(struct datum x, struct datum y)
{
    return x.kind == y.kind && term_same(x.a, y.a) && term_same(x.b, y.b);
}
/* Where the value begins that has this byte at `at`, and how long it is; a byte of a value
 * that was copied in part may have no such place, and counts alone. */
struct view_span {
    uint32_t start, n;
};
static inline struct view_span view_span_of(const struct view_byte *b, uint32_t at)
{
    if (b->k > at)
        return (struct view_span){at, 1};
    return (struct view_span){at - b->k, b->n};
}
static inline struct term view_word(struct view *v, uint64_t value)
{
    return term_bv(v->terms, v->width, value);
}
static inline struct term view_names(struct view *v, struct datum pointer, uint32_t object)
{
    return term_eq(v->terms, pointer.a, term_bv(v->terms, VIEW_OBJECT_BITS, object));
}

/* pointer.c: the offset of a pointer where it names the object. */
struct term view_offset_in(struct view *, struct datum pointer, uint32_t object);
/* Whether the term is a choice of constants, all of which are good. */
bool view_all_constants(struct view *, struct term, bool (*good)(void *context, uint64_t),
                        void *context);

/* ground.c */
const struct view_ground *ground_unknown(struct view *, bool wild);
const struct view_ground *ground_filled(struct view *, struct term byte);
const struct view_ground *ground_of_global(struct view *, uint32_t global);
const struct view_ground *ground_either(struct view *, struct term,
                                        const struct view_ground *yes,
                                        const struct view_ground *no);
bool ground_same(const struct view_ground *, const struct view_ground *);
bool ground_is_wild(const struct view_ground *);
bool ground_is_initialised(const struct view_ground *);
/* The byte at `at`, if possible as part of a value of n bytes from `start` on; `wish`: the
 * kind of it. */
struct view_byte ground_byte(struct view *, uint32_t object, const struct view_ground *,
                             uint32_t at, uint32_t start, uint32_t n, enum datum_kind wish);
struct datum ground_column(struct view *, uint32_t object, const struct view_ground *,
                           const struct view_column *);
/* The pointer that a global holds from `at` on; false if there is none. */
bool ground_relocation(struct view *, const struct global *, uint64_t at, struct datum *);

/* bytes.c */
struct term view_byte_bits(struct view *, struct view_byte);
struct view_byte view_byte_ite(struct view *, struct term, struct view_byte,
                               struct view_byte);
struct view_byte bytes_get(struct view *, const struct view_content *, uint32_t object,
                           uint32_t at, uint32_t start, uint32_t n, enum datum_kind wish);
struct datum bytes_read(struct view *, const struct view_content *, uint32_t object,
                        uint32_t at, uint32_t n, enum datum_kind wish);
void bytes_write(struct view *, struct view_content *, uint32_t object, uint32_t at,
                 uint32_t n, struct datum, struct term when);
void bytes_put(struct view *, struct view_content *, uint32_t at, struct view_byte);

/* array.c: an access to an object that is an array, at element `index`, so many bytes from
 * its start. */
uint64_t view_stride(const struct view *, uint32_t object);
void view_want_stride(struct view *, uint32_t object, uint64_t stride);
unsigned view_index_width(const struct view *, uint32_t object);
struct datum column_get(struct view *, const struct view_content *, uint32_t object,
                        const struct view_column *);
void column_put(struct view *, struct view_content *, uint32_t at, struct datum);
const struct view_column *column_at(const struct view *, uint32_t object, uint32_t at);
struct datum array_read(struct view *, const struct view_content *, uint32_t object,
                        struct term index, uint32_t residue, uint32_t n,
                        enum datum_kind wish);
void array_write(struct view *, struct view_content *, uint32_t object, struct term index,
                 uint32_t residue, uint32_t n, struct datum, struct term when);

/* apart.c: accesses to arrays with members apart. */
bool apart_any(const struct view *, uint32_t object);
/* some member ends after that place */
bool apart_meets(const struct view *, uint32_t object, uint64_t at);
struct datum apart_read(struct view *, const struct view_content *, uint32_t object,
                        uint64_t at, uint32_t n, enum datum_kind wish);
void apart_write(struct view *, struct view_content *, uint32_t object, uint64_t at,
                 uint32_t n, struct datum, struct term when);
/* The places at which an access of n bytes, that begins so many bytes into an element, meets
 * a member. */
struct apart_walk {
    uint32_t object, n, residue;
    uint64_t next, last; /* places */
};
bool apart_next(struct view *, struct apart_walk *, uint64_t *at);
/* Whether such an access meets a pointer and is not an access to it, and is not covered then.
 */
bool apart_splits(struct view *, uint32_t object, uint64_t at, uint32_t n);

/* offset.c: an offset is residue + a multiple of modulus, unless it has wrapped around;
 * modulus 0: a constant. */
struct grain {
    uint64_t modulus, residue;
};
struct grain offset_grain(struct view *, struct term offset);
/* offset = stride * quotient + residue, modulo 2^width; false if its form does not show that.
 */
bool offset_split(struct view *, struct term offset, uint64_t stride, struct term *quotient,
                  uint64_t *residue);

/* state.c */
const struct view_content *view_get(struct view *, const struct view_state *,
                                    uint32_t object);
struct view_content *view_own(struct view *, struct view_state *, uint32_t object);

#endif
