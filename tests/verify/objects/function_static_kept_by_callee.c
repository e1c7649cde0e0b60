/* This callee keeps it, and another function gives it away. */
extern void reach_error(void);
static int shown = 3;
static int *keep;
static void set(int *p) { *p = 4; keep = p; }
int *give(void) { return keep; }
int f(int *q)
{
    set(&shown);
    *q = 9;
    if (shown != 4) reach_error();
    return 0;
}
/* expect: reach false --function f --any-caller */
