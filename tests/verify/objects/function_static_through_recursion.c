extern void reach_error(void);
static int x = 3;
static int deep(int *p, int n) { return n ? deep(p, n - 1) : *p; }
int f(int *q) { *q = 9; if (deep(&x, 2) != 3) reach_error(); return 0; }
/* expect: reach true --function f --any-caller */
