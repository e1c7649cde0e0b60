/* What the program itself calls unreachable, and functions that return although they say they do not. */
extern int __VERIFIER_nondet_int(void);
extern void exit(int) __attribute__((noreturn));
extern void abort(void) __attribute__((noreturn));
extern _Noreturn void stop_all(void);
#ifndef LAST
#define LAST 2
#endif
#ifndef ENDS
#define ENDS abort()
#endif

static int chosen(int x)
{
    switch (x & 3) {
    case 0: return 4;
    case 1: return 5;
    case 3: return 6;
    case LAST: return 7;
    }
    __builtin_unreachable();
}
static _Noreturn void end(int x)
{
    if (x > 5) exit(1);
    if (x < -5) stop_all();
    ENDS;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x % 2) end(x);
    return chosen(x);
}
/* expect: reach true */
/* expect: overflow true LP64 -DLAST=4 */
/* expect: reach false(unreachable) -DLAST=4 */
/* expect: reach false(unreachable) LP64 -DENDS=(void)0 */
/* expect: reach false(unreachable) LP64 -DENDS=(void)0 --engine bmc */
