/* The same, handed on to anybody. */
extern void reach_error(void);
static int x = 3;
static int *same(int *p) { return p; }
int *give(void) { return same(&x); }
int f(int *q) { *q = 9; if (x != 3) reach_error(); return 0; }
/* expect: reach false --function f --any-caller */
