/* SMT-LIB conditions of certificates for people. */
#ifndef CERTIFICATE_CONDITION_PRINT_H
#define CERTIFICATE_CONDITION_PRINT_H
#include "base/text.h"

#include <stddef.h>

typedef char condition_name[48]; /* "" if there is none */
/* names[N] is that of vN, N at most count. "h >= 10 and (day != 0 or slot != 3)" */
void condition_print(const char *condition, const condition_name *names, size_t count,
                     struct text *);

#endif
