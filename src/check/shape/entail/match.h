/* Inside entailment of the checker of shapes: which objects and terms of the state (the given
 * one) stand for which objects and numbers of the listed graph (the wanted one).
 *
 * Each element of a wanted segment has a context of its own for the objects and numbers that
 * it owns. Where a whole given segment stands for some elements of a wanted one, the context
 * is generic: its values are terms over the given segment's numbers, and what has to hold is
 * asked under the segment's rows. */
#ifndef CHECK_SHAPE_ENTAIL_MATCH_H
#define CHECK_SHAPE_ENTAIL_MATCH_H
#include "check/shape/shape_internal.h"

struct context;
struct match_pair { /* a value that leads to an end of a wanted list */
    uint32_t object;
    enum shape_target target;
    struct term offset; /* wanted */
    struct heap_value given;
};
struct match_run { /* what stands for a wanted list */
    uint32_t object;
    VECTOR(struct context *) items; /* of its elements, in order */
};
struct context {
    struct context *up; /* null: the outermost */
    uint32_t segment;   /* the wanted segment whose element it is; 0: none */
    uint32_t owner;     /* of the given objects at this level */
    uint32_t item; /* the given object that is the element, or that holds such elements */
    bool generic;
    struct term known;  /* holds for the given segments' numbers here and above */
    struct map objects; /* wanted object to given object; 0: it is absent */
    struct map numbers; /* id of a wanted number to that of a given term */
    VECTOR(struct match_pair) pairs;
    size_t verified; /* pairs */
    VECTOR(struct match_run) runs;
};
/* A condition of the wanted graph over the numbers of `here`; a STEP: and of `there`, the
 * element after it. */
struct match_row {
    struct term condition;
    struct context *here, *there;
    uint32_t object;  /* STEP: the wanted list */
    struct term when; /* what is known besides */
};
/* A number that was not bound when it met this term. */
struct match_pending {
    struct context *context, *at;
    struct term number, given;
};

/* A region that is a row of words, whose parts are matched once numbers are bound. */
struct match_parted {
    struct context *context;
    uint32_t wanted, given;
};

struct matching {
    struct heap_checker *c;
    struct heap_state *given, *wanted;
    struct map owner_of; /* id of a wanted number to its owner */
    struct map claimed;  /* given objects that stand for something */
    /* terms for bytes that are not known: in a given segment each element has others */
    struct map varies;
    VECTOR(struct context *) contexts;
    VECTOR(struct term) goals;
    VECTOR(struct match_row) rows;
    VECTOR(struct match_pending) pending;
    VECTOR(struct match_parted) parted;
    enum certificate_at at;
    size_t longest;  /* items of a run whose end is not known */
    bool guessed;    /* there was such a run */
    size_t choice;   /* what is left of the number of this attempt's choices */
    size_t choices;  /* how many there were */
    const char *why; /* null so far */
};

static inline bool match_fails(struct matching *m, const char *why)
{
    if (!m->why)
        m->why = why;
    return false;
}
/* One of `count` ways to go on: each attempt takes others. Attempt 0 takes the first ones. */
static inline size_t match_choice(struct matching *m, size_t count)
{
    size_t out = m->choice % count;
    m->choice /= count;
    m->choices *= count;
    return out;
}
/* The word of an object at this offset. */
static inline struct heap_value match_link(struct matching *m, struct heap_state *s,
                                           uint32_t object, uint32_t at)
{
    return heap_peek(m->c, s, object, at, m->c->base.view.width / 8);
}

/* context.c */
struct context *match_context(struct matching *, struct context *up, uint32_t segment,
                              uint32_t item);
/* the one of that segment's element; null: none */
struct context *match_owner(struct context *, uint32_t owner);
void matching_release(struct matching *);

/* number.c */
void match_goal(struct matching *, struct context *,
                struct term); /* to be shown at the end */
/* The given term that stands for the wanted number; a new one if there is none. */
struct term match_number(struct matching *, struct context *, struct term number);
bool match_term(struct matching *, struct context *, struct term wanted, struct term given);
/* The same for a constant, a number, or a number and a constant. */
bool match_offset(struct matching *, struct context *, struct term wanted, struct term given);
bool match_same_sort(struct matching *, struct term, struct term);
struct term match_fresh(struct matching *, struct term like);
/* another one for each element of a segment */
struct term match_unknown(struct matching *, struct term like);

/* choose.c: numbers of what elements do not have stand for something that their rows allow */
void match_choose(struct matching *);

/* object.c */
bool match_region(struct matching *, struct context *at, uint32_t wanted, uint32_t given);
bool match_same_place(const struct heap_object *wanted, const struct heap_object *given);
/* The bit that tells whether the wanted object is there, if there is one. */
bool match_when(struct matching *, struct context *at, const struct heap_object *wanted,
                struct term given);

/* bytes.c: what the wanted object holds, links of segments left out */
bool match_cells(struct matching *, struct context *, uint32_t wanted, uint32_t given);

/* value.c */
bool match_value(struct matching *, struct context *, struct heap_value wanted,
                 struct heap_value given);

/* list.c */
bool match_lists(struct matching *, struct context *);
/* Whether they lead to the ends of the runs; lists that nothing leads to are empty. */
bool match_pairs(struct matching *, struct context *);
bool match_is_link(const struct heap_object *, uint64_t at, uint32_t bytes, uint32_t word);
/* The conjunction of a given segment's rows of one kind. */
struct term match_rows(struct matching *, uint32_t given, enum shape_row_kind);
struct match_run *match_run_of(struct context *, uint32_t object); /* null: none yet */

/* parts.c: the parts of all regions that wait for it */
bool match_parts(struct matching *);

/* tree.c: a value that leads to a wanted tree, whose context is `at` */
bool match_tree(struct matching *, struct context *, struct context *at,
                struct heap_value wanted, struct heap_value given);

/* path.c: the run of a wanted path, from the value that leads to it to the one that follows
 */
bool match_path(struct matching *, struct context *, uint32_t list, struct match_run *,
                struct heap_value at, struct heap_value end);
/* The value that leads to its first element, from one that leads to its last. */
struct heap_value match_path_start(struct matching *, struct context *, uint32_t list,
                                   struct heap_value last);
/* A guess of what follows the last element, from a value that leads to that. */
struct heap_value match_path_end(struct matching *, uint32_t list, struct heap_value last);

/* root.c: `top` is the outermost context */
bool match_globals(struct matching *, struct context *top);
bool match_roots(struct matching *, struct context *top, const struct shape_graph *,
                 const term_list *numbers);
bool match_locals(
    struct matching *,
    struct context *top); /* those that nothing leads to, by their place in the program */

/* show.c: all goals, pending numbers, facts and rows; everything else has been matched */
bool match_shown(struct matching *, struct context *top);

/* witness.c: by number, what stands for the witnesses of a graph of calls that was matched */
void match_witnesses(struct matching *, const struct shape_graph *, const term_list *numbers,
                     heap_value_list *out);

/* ../rank.c: which measures fall, or stay, from the source to the wanted graph */
void match_measures(struct matching *, const struct shape_graph *, const term_list *numbers);

#endif
