/* What the models of the C library share. They are compiled to bitcode for both data models and linked into
 * programs that call them, so they say exactly what the C standard promises: where it leaves a result open
 * the model takes an input, and what has no exact model here (strtod, sin, fopen, ...) has none. Loops are
 * kept simple: they are executed symbolically too. */
#ifndef SOOTH_MODELS_H
#define SOOTH_MODELS_H
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* meanings the analyses and the interpreter give themselves */
void *malloc(size_t size);
void free(void *pointer);
size_t __sooth_object_size(const void *pointer);   /* of the object it points into */
size_t __sooth_object_offset(const void *pointer); /* in that object */
int __sooth_is_heap(const void *pointer);          /* alive, on the heap, its first byte */
int __sooth_putchar(int stream, int character);
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
void __VERIFIER_assume(int condition);
_Noreturn void abort(void);

size_t strlen(const char *text);
int isspace(int character);
int tolower(int character);

#endif
