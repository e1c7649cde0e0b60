/* Shared by the files of this room. */
#ifndef CALLER_CALLER_INTERNAL_H
#define CALLER_CALLER_INTERNAL_H
#include "caller/caller.h"

/* Every buffer of a caller is smaller than this: counters of type int do not overflow on it.
 */
#define CALLER_MOST_BYTES 0x7fffffffull
enum { CALLER_END_BYTES = 1 << 16 }; /* at the ends of the address space, where none lies */

uint64_t caller_element_bytes(const struct caller *, const struct spot *); /* at least 1 */
/* of the record's last member */
uint64_t caller_last_element_bytes(const struct caller *, const struct spot *);
/* of the variable with its size */
const char *caller_size_name(struct caller *, const struct spot *);
/* of the global that marks it */
const char *caller_room_name(struct caller *, const struct spot *);
/* SPOT_NONE if no number will do */
uint32_t caller_best_length(const struct caller *, uint32_t pointer);
/* where the buffer is filled up to, and the number, are weighed, by the function itself or
 * also in a callee */
bool caller_is_weighed(const struct caller *, uint32_t use, uint32_t number, uint32_t least);
bool caller_contains(const char *name, const char *word); /* in any case */
const char *caller_last_name(const char *path);           /* "len" of "p->len" */
bool caller_names_length(const char *name);               /* "size", "p->len" */
/* The plan goes on behind pointers that were cut off, behind those of the use alone if one is
 * given; false: there is none, or it is deep enough. Structures that lead back to the same
 * type are left to lists. */
bool caller_look_deeper(struct caller *, uint32_t use);
/* links.c: a member that leads on to the same type; the one that is used, null: none; the
 * one that leads back. */
bool caller_is_link(const struct caller *, uint32_t record, const struct cmember *);
const struct cmember *caller_main_link(const struct caller *, uint32_t record, uint32_t use);
const struct cmember *caller_back_link(const struct caller *, uint32_t record);
void caller_make_list(struct caller *, struct spot *); /* of a pointer with a main link */
void caller_find_ends(struct caller *);                /* pairs of pointers into one buffer */
/* the same, by its name alone */
uint32_t caller_any_length(const struct caller *, uint32_t pointer);
/* of what is accessed at constant offsets */
void caller_make_array(struct caller *, struct spot *);
/* There is a contract, which does not say that they are separate. */
bool caller_may_be_same(const struct caller *, uint32_t one, uint32_t other);
/* The number that the function behind the pointer returns; null: nothing was assumed of it.
 */
const struct spot *caller_returned(const struct caller *, const struct spot *function);
/* What a function behind a pointer of callers returns, if it changes nothing. */
enum callback_kind {
    CALLBACK_NOTHING,
    CALLBACK_NUMBER,
    CALLBACK_FREES,     /* nothing: it frees its argument */
    CALLBACK_ALLOCATES, /* new memory, as much as its arguments ask for */
    CALLBACK_STRING,    /* a new string, or null */
    CALLBACK_OBJECT,    /* a new object, or null */
    CALLBACK_OTHER
};
/* What it writes to, if it changes nothing else: bytes, as many as the parameter after it
 * says, or one number. */
enum callback_effect { EFFECT_NONE, EFFECT_FILLS, EFFECT_SETS };
enum callback_effect caller_callback_effect(const struct caller *, const struct spot *,
                                            uint32_t parameter);
/* through any of its parameters */
bool caller_callback_writes(const struct caller *, const struct spot *);
/* of a SPOT_FUNCTION */
enum callback_kind caller_callback_kind(const struct caller *, const struct spot *);
/* law.c: pointers, lengths and limits name spots that are there, parents come before their
 * members, ranges are not empty; pairings speak of uses and numbers that are there. */
bool caller_is_lawful(const struct caller *);
bool usage_is_lawful(const struct usage *);
/* elements.c: pointers in elements of arrays; the names of what the text has for them */
void caller_find_elements(struct caller *);
const char *caller_array_name(struct caller *, const struct spot *);
const char *caller_element_name(struct caller *, const struct element *);
void caller_tell_elements(const struct caller *, struct text *);
/* some function writes pointers, or whole elements, to the memory */
bool caller_is_changed(const struct caller *, uint32_t use);
/* far/: the spot's memory is far, and nothing is said of what lies behind it; false: a
 * contract says what it is */
bool caller_make_far(struct caller *, uint32_t spot);
/* refine/far.c: nothing that the function does says how large it is */
bool caller_has_unknown_size(const struct caller *, const struct spot *);
void caller_tell_once(const struct caller *, struct text *);
void caller_tell_far(const struct caller *, struct text *);
void caller_find_externs(struct caller *);
/* that stands for it; null: none */
struct extern_result *caller_extern(struct caller *, const char *stand_in);
/* it returns a pointer, and not one to memory that it allocates */
bool caller_extern_gives_pointer(const struct caller *, const struct extern_result *);
/* write/handed.c: whether a call hands a function of the program over, or a table of such */
bool caller_hands_function(const struct program *, uint32_t function,
                           const struct instruction *call);
/* the same: calls of callers' functions that do so are unsupported where something that calls
 * nothing stands for these; whether there are some */
bool caller_mark_handed(const struct caller *, struct program *);
void caller_tell_externs(const struct caller *, struct text *);
/* What the function, or what it calls, does with memory of callers that depends on where they
 * have it from. */
struct caller_looks {
    bool frees, addresses; /* looks at bits of addresses */
};
struct caller_looks caller_looks(const struct caller *);
bool *caller_reached(
    const struct caller *,
    struct arena *); /* by function: it, and what it may call, directly or not */
/* library.c: what is assumed of the C library; `memory`: some pointer leads to memory of
 * callers. */
void caller_tell_library(const struct caller *, bool memory, struct text *);
void caller_tell_streams(const struct caller *, struct text *);
/* What is assumed of a number, as a C expression or in words. */
void caller_put_condition(struct caller *, const struct spot *, bool words, struct text *);

#endif
