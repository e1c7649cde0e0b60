#ifndef PROGRAM_LIBRARY_H
#define PROGRAM_LIBRARY_H
#include <stdbool.h>

/* Is this the name of a C or POSIX library function that has no model? */
bool library_function(const char *name);

#endif
