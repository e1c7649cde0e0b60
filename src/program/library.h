#ifndef PROGRAM_LIBRARY_H
#define PROGRAM_LIBRARY_H
#include <stdbool.h>
#include <stddef.h>

/* Is this the name of a function of the C library or of a compiler, or of what a model of one
 * leaves out?
 * Without a body such a function is unsupported: it is never taken for one of the user's. */
bool library_function(const char *name);
/* Is this the name of a variable of the C library that has no model? It holds something
 * definite. */
bool library_variable(const char *name);
/* Does a unit's name say that it is one of the models (models/)? It may be null. */
bool library_unit(const char *unit);
/* Does a model take this for a result of which nothing more is known (`__sooth_result_...`)?
 * Any value for proofs; no error may rest on it. */
bool library_result(const char *name);
/* one of these: the run itself writes the text of an error number into a constant */
bool library_error_text(const char *name);
/* an input: whether formatted output fails, or whether a function does what the standard
 * allows and the machine's own library never does; it refutes nothing */
bool library_failure(const char *name);
/* What to call it in a sentence: "library function sin", "random numbers of an earlier seed".
 */
void library_describe(const char *name, char *out, size_t room);

#endif
