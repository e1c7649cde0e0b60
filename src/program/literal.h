/* String literals and other constants without a name of their own: whether two of them are
 * distinct objects is unspecified (C17 6.4.5p7, 6.5.2.5p7), as far as their bytes agree:
 * linkers put "abc" into "xabc". */
#ifndef PROGRAM_LITERAL_H
#define PROGRAM_LITERAL_H
#include "program/program.h"

/* May byte `at` of the first global be byte `other_at` of the second one, which is another?
 */
bool literal_may_be_at(const struct program *, uint32_t global, uint64_t at, uint32_t other,
                       uint64_t other_at);
/* May they have some byte in common? */
bool literal_may_share(const struct program *, uint32_t global, uint32_t other);

#endif
