/* The checker of certificates that argue by shapes of memory (kind CERTIFICATE_SHAPES). */
#ifndef CHECK_SHAPE_H
#define CHECK_SHAPE_H
#include "check/check.h"

/* The certificate is one for this program. */
void shapes_check(const struct program *, const struct certificate *, double seconds,
                  struct check_result *);

#endif
