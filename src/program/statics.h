/* Numbers for what exists as long as the program does: 0 is null, then come the functions
 * whose address is taken, then the globals, both in the program's order. A pointer to the
 * start of one of them is told by such a number. */
#ifndef PROGRAM_STATICS_H
#define PROGRAM_STATICS_H
#include "program/program.h"

enum {
    STATIC_BITS = 24
}; /* numbers are that wide: no number of C is, so that they are told apart */
enum static_kind { STATIC_NULL, STATIC_FUNCTION, STATIC_GLOBAL };
struct static_thing {
    enum static_kind kind;
    uint32_t index; /* of the function or global */
};
uint32_t statics_count(const struct program *); /* with null */
/* False if it has no number. */
bool statics_number(const struct program *, struct static_thing, uint32_t *number);
bool statics_at(const struct program *, uint64_t number, struct static_thing *out);

#endif
