/* A static whose address is turned into a number that only says whether it is an error, as
 * nobody else gets it: it holds what it held. Twins hand the number out. */
extern void reach_error(void);
#define IS_ERROR(p) ((unsigned long)(p) >= (unsigned long)-4095)
#ifndef TAKEN
#define TAKEN IS_ERROR(p)
#endif
#ifndef GIVEN
#define GIVEN 0
#endif

static int held = 7;
static int *found(int x)
{
    return x == 1 ? (int *)-22L : x == 2 ? (int *)-1L : &held;
}

long look(int x, int *outside)
{
    int *p = found(x);
    if (TAKEN) return (long)p;
    if (outside && outside != p) *outside = 8;
    unsigned long number = (unsigned long)&held;
    if (x == 5) return number ? GIVEN : 3;
    if (held != 7) reach_error();
    return *p;
}
/* expect: reach true --function look --any-caller */
/* expect: memsafety true LP64 --function look --any-caller */
/* twin: reach -DGIVEN=(long)number --function look --any-caller */
/* twin: reach -DTAKEN=(IS_ERROR(p)||x==4) --function look --any-caller */
