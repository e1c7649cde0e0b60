/* Destructors run after what atexit was given, those of great priority and those that stand
 * last first; exit and the end of main run them, _Exit does not. */
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef LAST
#define LAST 5
#endif
#ifndef FREED
#define FREED memory
#endif
static int step;
static char *memory;

static void at_end(void)
{
    if (step++ != 2) reach_error();
}
__attribute__((constructor)) static void begin(void)
{
    if (step++) reach_error();
    memory = malloc(4);
    atexit(at_end);
}
__attribute__((destructor)) static void third(void)
{
    if (step++ != 4) reach_error();
    free(FREED);
}
__attribute__((destructor(200))) static void last(void)
{
    if (step++ != LAST) reach_error();
}
__attribute__((destructor)) static void second(void)
{
    if (step++ != 3) reach_error();
}

int main(void)
{
    if (step++ != 1) reach_error();
    int n = __VERIFIER_nondet_int();
    if (n == 1) {
        step = 77;
        _Exit(0);
    }
    if (n == 2) exit(3);
    return 0;
}
/* expect: reach true */
/* twin: reach -DLAST=6 */
/* expect: reach false(unreach-call) LP64 -DLAST=4 */
/* expect: memsafety true LP64 */
/* expect: memsafety false(valid-free) LP64 -DFREED=(memory+1) */
/* expect: termination true LP64 */
