/* A plan: what is assumed of the callers of a function, as memory to make and values to
 * choose before the call.
 *
 * A spot is a parameter, or something that a parameter leads to, with the C expression that
 * names it. The plan begins as a guess from types, names and usage; each finding under it
 * that such an assumption could exclude makes it stronger (caller_refine), until nothing is
 * found or nothing can be said of callers. The same plan is written as C text (the harness
 * that is verified) and in words. */
#ifndef CALLER_CALLER_H
#define CALLER_CALLER_H
#include "base/text.h"
#include "caller/contract/contract.h"
#include "caller/usage/usage.h"

#define SPOT_NONE UINT32_MAX
#define SPOT_GLOBAL (UINT32_MAX - 1) /* the parent of a global of the program */

enum spot_shape {
    SPOT_NUMBER,
    SPOT_FLOAT,
    SPOT_RECORD, /* a struct by value: its members are spots */
    SPOT_ONE,    /* points to one object of its type */
    SPOT_ARRAY,  /* points to `count` elements */
    /* points to as many elements as the spot `length` says, or `factor` times as many */
    SPOT_COUNTED,
    SPOT_SPAN,   /* points to any number of elements */
    SPOT_END,    /* points past the last element of the spot `length`, a SPAN or COUNTED */
    SPOT_INSIDE, /* points to some element of that spot, or past the last */
    /* points to as many elements as are accessed: accesses outside are assumed away */
    SPOT_ROOM,
    SPOT_STRING,   /* points to characters, the last of which is 0 */
    SPOT_STREAM,   /* an open FILE */
    SPOT_LIST,     /* leads to any number of objects, each with a pointer to the next */
    SPOT_FUNCTION, /* points to a function of which nothing is known */
    SPOT_NULL,
    SPOT_FAR, /* leads to far memory (far/far.h) */
    SPOT_GONE /* lies behind such a pointer: nothing is said of it */
};
struct spot {
    enum spot_shape shape;
    const char *name;
    uint32_t ctype;
    uint32_t parent;      /* SPOT_NONE: a parameter; SPOT_GLOBAL */
    uint32_t use, number; /* in the usage; USE_NONE */
    bool may_be_null;
    bool cut_off;    /* NULL only because the plan ends here; caller_look_deeper goes on */
    bool null_early; /* conditions of a contract may say that it is null */
    uint32_t length; /* COUNTED, END */
    uint64_t count;  /* ARRAY */
    uint32_t factor; /* COUNTED: so many elements for each one that the length says; 0: one */
    uint32_t grown;  /* ARRAY: how often it was made larger */
    uint32_t before; /* bytes that lie in front of what it points to */
    uint32_t characters; /* STRING: so many at least, before the 0 */
    uint32_t beside; /* STRING: with room for the string of that spot behind it; SPOT_NONE */
    bool holds_zero; /* COUNTED: a 0 is among the elements */
    /* what it points to is not its declared type but that of a variable of the function */
    bool is_cast;
    bool flexible;      /* ONE: with any number of elements in the last member */
    const char *member; /* LIST: the pointer to the next */
    const char *back;   /* LIST: the one to the node before; null: there is none */
    bool looks_back;    /* it is used: the pointer may lead to any node */
    bool ring;          /* the last node leads to the first, and back */
    /* numbers */
    bool has_range, not_zero;
    /* narrowed since the harness was written: other findings in it say nothing new */
    bool fresh;
    __int128 least, most;
    /* it is less than what the spot says: a number, or a SPAN's size; SPOT_NONE */
    uint32_t below;
    bool or_equal;
    int rung;       /* how far the range was narrowed */
    uint32_t tried; /* bit per length that was tried and given up, by position in the plan */
    uint32_t line;  /* of its allocation in the text; 0: none */
    /* COUNTED by a contract: how many elements, where that is no spot */
    const char *expression;
    bool by_contract; /* not to be changed */
    bool sure_result; /* FUNCTION: a pointer that it returns is not null */
};
/* Something is assumed of the number. */
static inline bool spot_is_limited(const struct spot *s)
{
    return s->has_range || s->not_zero || s->below != SPOT_NONE;
}
struct apart { /* two pointers that lead to different objects, by contract */
    uint32_t one, other;
};
/* A function without body that is called like one that allocates, and takes what it takes;
 * SIZED: its attribute `alloc_size` says so. */
enum extern_memory {
    EXTERN_NO_MEMORY,
    EXTERN_MALLOC,
    EXTERN_CALLOC,
    EXTERN_SIZED,
    EXTERN_REALLOC,
    EXTERN_REALLOCARRAY
};
struct extern_result { /* of a function without body */
    uint32_t function;
    enum extern_memory memory;
    bool needs_far;     /* nothing can be made for it but far memory */
    bool never_null;    /* a pointer that it returns leads to something */
    bool many;          /* and not only to one object */
    uint32_t line;      /* of the text that makes it; 0: none */
    struct spot number; /* where it returns one: what is assumed of it */
};
struct callback_result { /* the number that a function behind a pointer of callers returns */
    uint32_t spot;
    struct spot number; /* what is assumed of it */
};
/* A function of the program that may be verified once (once/once.h). */
struct once_callee {
    const char *name;
    uint32_t line;
    bool inlined;     /* it is verified at each of its calls */
    bool replaced;    /* in the last program */
    int rung;         /* how far its numbers were narrowed */
    int most_rung;    /* calls do not keep to narrower ones */
    bool wide_result; /* results do not */
};
/* A pointer in each element of an array of callers (elements.c). */
enum element_kind { ELEMENT_COUNTED, ELEMENT_STRING, ELEMENT_OBJECT };
struct element {
    enum element_kind kind;
    uint32_t spot;    /* of the array */
    const char *name; /* of the member; "": the elements are pointers */
    uint64_t offset;  /* in the element */
    uint64_t bytes;   /* of what it leads to */
    bool may_be_null;
    /* COUNTED: the member that says how many, from the pointer's place */
    const char *length;
    int64_t length_offset;
    uint32_t length_ctype;
};
struct caller {
    struct arena arena;
    const struct program *program;
    uint32_t function;
    struct usage usage;
    VECTOR(struct spot) spots;
    uint32_t depth;             /* so many pointers follow each other in the plan */
    VECTOR(const char *) extra; /* conditions as C expressions, from contracts and --assume */
    VECTOR(struct apart) apart;
    VECTOR(const char *) conditions; /* what was found that the plan excludes, in words */
    VECTOR(struct clause) ensured;   /* ENSURES and ASSIGNS of the contract */
    /* there is a contract: nothing more is assumed than it and the first guess say */
    bool fixed;
    bool quiet_callbacks;   /* functions behind pointers of callers change nothing */
    bool keeping_callbacks; /* and free nothing, whatever they are called */
    bool shy_callbacks;     /* and write to nothing that callers gave them as `void *` */
    /* functions without body that it calls, of which something can be assumed */
    VECTOR(struct extern_result) externs;
    VECTOR(struct callback_result) returned; /* by quiet functions of callers, as said */
    VECTOR(struct element) elements;         /* found when the text is written */
    /* lines of the text that make what such functions, or those of callers, return */
    VECTOR(uint32_t) results;
    bool quiet_externs; /* they return what their type says, and change nothing */
    /* pointers that the plan does not reach lead to far memory */
    bool far;
    bool far_prints;  /* functions that print do not look at what they are given */
    int far_rung;     /* how far numbers there were narrowed */
    bool far_returns; /* those that functions there return, too */
    bool far_indexes; /* those that are indices of tables are inside */
    bool far_divides; /* what is divided by, read from there, is not 0 */
    VECTOR(const char *) far_names; /* what is far besides spots, in words */
    bool once;                      /* large callees are verified once */
    bool ends_matter;               /* the question is whether runs end */
    VECTOR(struct once_callee) callees;
    int once_rung;        /* of those that are new */
    bool high_addresses;  /* no memory of callers lies at the ends of the address space */
    bool initial_globals; /* globals hold their initial values, not any */
};

bool caller_make(struct caller *, const struct program *, uint32_t function,
                 struct failure *);
/* What contracts say of the function replaces what was guessed of the same. */
void caller_apply(struct caller *, const struct contracts *, bool fixed);
void caller_release(struct caller *);

/* The harness: a function `sooth_harness` that makes what the plan says and calls the
 * function. `include` is the source file that defines it; `words` (contracts_put_words and
 * what follows them) come next, or are "". Sets the lines of the spots. */
void caller_write(struct caller *, const char *include, const char *words, struct text *);
/* "p points to n elements", a line each. */
/* Is the spot a global that nothing outside the function, and what it calls, could change? */
bool caller_owns(const struct caller *, const struct spot *);
void caller_tell(const struct caller *, struct text *);
/* The C type as text around a declarator: `T name`. False if it cannot be written. */
bool caller_declare(const struct program *, uint32_t ctype, const char *name, struct text *);

/* Makes the program, into which the harness was compiled, assume what the ROOM spots stand
 * for. `usage` is of the function in that program. */
void caller_mark_rooms(struct caller *, struct program *, const struct usage *usage,
                       uint32_t harness);

/* Makes the program take what the harness makes for pointers in elements of arrays. */
void caller_mark_elements(struct caller *, struct program *, const struct usage *usage,
                          uint32_t harness);

/* The plan's last step: what it does not reach is far memory. False: it has been made. */
bool caller_go_far(struct caller *);
/* The step after that: large callees are verified once. False: it has been made, or there are
 * none. */
bool caller_go_once(struct caller *);
/* Instructions of the function with those of callees, at each call again; those of recursive
 * functions are many. */
uint32_t caller_whole_size(const struct caller *);
/* Some function that is called is large. */
bool caller_has_large_callees(const struct caller *);
/* Makes locals hold anything after quiet functions without body got their address; before
 * caller_replace_externs. */
void caller_mark_effects(const struct caller *, struct program *);
/* Makes the program take far memory for what it is. */
void caller_mark_far(struct caller *, struct program *, const struct usage *usage,
                     uint32_t harness);

/* Makes calls of functions without body go to those that the harness has for them, if they
 * are quiet. */
void caller_replace_externs(const struct caller *, struct program *);

/* The harness, and what it calls, reads no variable that is not its own, and calls nothing
 * without body: nothing is lost if it is where the program starts. */
bool caller_is_closed(const struct program *, uint32_t harness);

/* What a finding asks of callers. */
enum refinement {
    REFINED, /* the plan is stronger now */
    /* it is about memory or pointers of callers, but what they must establish is not known */
    REFINE_OPEN,
    REFINE_REAL /* it is the function's own */
};
struct replay_view { /* of the finding, in the program that the harness was compiled into */
    const struct program *program;
    const struct usage *usage; /* of the function there */
    uint32_t harness_file;     /* index into the program's files */
    uint32_t function, instruction;
    /* calls that lead there, innermost first; the first is the instruction itself */
    const struct code_place *stack;
    size_t depth;
    uint32_t error; /* enum interp_error */
    bool object_known, object_given;
    struct place made;
    uint64_t object_size;
    int64_t offset;
    uint64_t bytes;
    const char *message;
};
enum refinement caller_refine(struct caller *, const struct replay_view *);

#endif
