/* The checker of certificates that argue by lists with length (kind CERTIFICATE_LISTS). */
#ifndef CHECK_LISTS_LISTS_H
#define CHECK_LISTS_LISTS_H
#include "check/check.h"

void lists_check(const struct program *, const struct certificate *, double seconds,
                 struct check_result *);

#endif
