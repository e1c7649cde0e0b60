/* A value that neither a few random runs nor the constants of a program hit. */
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
#define HIDDEN(x) ((x) * 2654435761u == 0x1badcafeu)
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
