/* Constant initialisers of local arrays and structures: clang computes them itself, without
 * code, so that no check is left of what goes wrong there, and it does not warn of all of it.
 * Its tree of the source shows how they are computed. */
#ifndef LOAD_INITIALISERS_H
#define LOAD_INITIALISERS_H
#include <stdbool.h>
#include <stddef.h>

struct ir_store;

/* The functions in which there are some, as far as symbols tell. */
enum { INITIALISERS_FUNCTIONS = 4 };
struct initialisers {
    char functions[INITIALISERS_FUNCTIONS][100];
    size_t count;
    bool everywhere; /* there are more, or nobody knows where */
};
void initialisers_list(const struct ir_store *, struct initialisers *);

/* Does arithmetic in one overflow, divide, shift or convert out of range, or might it, as far
 * as is seen here? Then the name of the variable is put into `out`; it may be "". `trees` is
 * what clang prints, as JSON; what cannot be read says yes. */
bool initialisers_overflow(const char *trees, bool long_is_int, char *out, size_t room);

#endif
