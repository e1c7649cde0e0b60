/* Which structure is the list's node, and where its members are. */
#ifndef LISTS_LAYOUT_H
#define LISTS_LAYOUT_H
#include "program/program.h"

enum { LAYOUT_MEMBERS = 16 };
struct layout_member {
    const char *name;
    uint64_t offset; /* in bytes */
    unsigned width;
    bool is_signed;
    bool ordered; /* its type tells which of two values is the larger one, and all bits count
                   */
};
struct layout {
    uint32_t ctype;      /* of the node */
    uint64_t size, next; /* next: its offset */
    const char *next_name;
    struct layout_member members[LAYOUT_MEMBERS];
    unsigned count;
};
/* The one structure with one pointer to itself that variables of the function point to.
 * False: there is none, or more than one (`several`). */
bool layout_find(const struct program *, uint32_t function, struct layout *, bool *several);
/* to a node */
bool layout_is_pointer(const struct program *, const struct layout *, uint32_t ctype);
/* The member there; -1: none of that place and size. */
int layout_member(const struct layout *, uint64_t offset, uint32_t width);

#endif
