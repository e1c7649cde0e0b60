/* The callee gives it back, to us alone. */
extern void reach_error(void);
static int x = 3;
static int *same(int *p) { return p; }
int f(int *q) { int *r = same(&x); *q = 9; if (*r != 3) reach_error(); return 0; }
/* expect: reach true --function f --any-caller */
