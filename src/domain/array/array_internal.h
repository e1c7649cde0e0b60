/* Inside the array domain: what is known of the formula's arrays while rows are made. */
#ifndef DOMAIN_ARRAY_ARRAY_INTERNAL_H
#define DOMAIN_ARRAY_ARRAY_INTERNAL_H
#include "base/map.h"
#include "domain/array/array.h"

typedef VECTOR(struct term) terms_list;

/* A read or a write of an array somewhere in the formula. */
struct array_access {
    struct term array, index;
    bool write;
};

/* An array as one loop sees it. */
struct array_view {
    bool changed;
    uint64_t object;
    uint32_t object_id, at, bytes;
    uint64_t stride;
    struct term size; /* of the object */
    struct term pre, entry, post;
    const char *function; /* stands for it */
};

/* Every so many elements. */
struct array_class {
    uint64_t modulus, residue; /* modulus 0: all of them */
};
/* j >= from, j < to (either may be none), and j is in the class. */
enum segment_part { SEGMENT_PASSED, SEGMENT_AHEAD, SEGMENT_WHOLE };
struct array_segment {
    enum segment_part part;
    struct term from, to;
    struct array_class class;
};

struct array_loop {
    const struct cut_loop *cut;
    variables scalars;
    struct term *stands; /* by scalar */
    VECTOR(struct array_view) views;
    struct map to_stand_ins; /* the terms of scalars at the head */
};

/* A row before it is made: over stand-ins. */
struct array_draft {
    uint32_t loop;
    enum row_kind kind;
    const struct domain *domain;
    struct array_segment segment;
    struct term value;
    __int128 most;
};

/* SEGMENTS: only what is asserted or simplest of elements that were passed. */
enum array_effort { ARRAY_SEGMENTS, ARRAY_ALL };
struct array_looking {
    struct terms *terms;
    struct formula *formula;
    const struct cut_model *model;
    struct arena *arena;
    enum array_effort effort;
    struct term index, witness;  /* words of 64 bits */
    unsigned index_width;        /* larger numbers lie outside all arrays */
    const struct domain *domain; /* of drafts */
    VECTOR(struct array_access) accesses;
    struct array_loop *loops; /* as in the model */
    VECTOR(struct array_draft) drafts;
    VECTOR(struct array_class) classes; /* that some loop goes through */
    struct map lists;                   /* array variables to numbers of instance lists */
    VECTOR(terms_list) instances;
};

/* array_term.c */
void array_accesses_find(struct array_looking *);
/* the variables it may come from */
void array_leaves(struct terms *, struct term array, terms_list *out);
bool array_shares_leaf(struct terms *, struct term array, const struct array_view *);
bool array_only_stand_ins(struct array_looking *, struct term);
/* The term in the stand-ins of a loop; none if it speaks of something else. `also` (may be
 * null) is replaced first. */
struct term array_generalise(struct array_looking *, uint32_t loop, struct term,
                             const struct map *also);
/* The calls that stand for elements below the term, arguments first. */
void array_calls(struct terms *, struct term, terms_list *out);
/* in stand-ins */
struct term array_element(struct array_looking *, const struct array_view *,
                          struct term index);
const struct array_view *array_view_of(struct array_looking *, uint32_t loop,
                                       struct term call);
/* A term over stand-ins, on the state of a loop at that moment, for index j. */
struct term array_at(struct array_looking *, uint32_t loop, struct term, enum row_moment,
                     struct term j);
/* All elements that the term mentions lie inside their objects. */
struct term array_inside(struct array_looking *, uint32_t loop, struct term, enum row_moment,
                         struct term j);

/* array_border.c: the segments of a view */
enum { MOST_SEGMENTS = 20 };
unsigned array_segments(struct array_looking *, uint32_t loop, const struct array_view *,
                        struct array_segment *out);
/* over stand-ins */
struct term array_segment_guard(struct array_looking *, struct array_segment);

/* By how much the border moves in a round, as far as one state shows; 0: not known. */
int64_t array_step(struct array_looking *, uint32_t loop, struct term border);
bool array_constant_difference(struct terms *, struct term, struct term, int64_t *);

/* array_draft.c: fills the list of drafts */
extern const struct domain domain_segment, domain_array;
void array_drafts(struct array_looking *);

/* array_sum.c: "the scalar is its value at entry plus or minus a sum of elements up to the
 * index"; false if it is not of that kind. Adds what is known of such sums to the formula's
 * axioms. */
bool array_sum(struct array_looking *, uint32_t loop, size_t scalar, struct term *row);

/* array_claim.c: what claims say of elements of the view, as conditions over the loop's
 * stand-ins */
void array_claims(struct array_looking *, uint32_t loop, const struct array_view *,
                  terms_list *out);

/* The condition under which a round writes the view at its index, with j for that index; none
 * if it always does. */
struct term array_write_condition(struct array_looking *, uint32_t loop,
                                  const struct array_view *);

#endif
