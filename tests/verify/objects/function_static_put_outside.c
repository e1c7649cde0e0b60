/* Put where the caller can read it. */
extern void reach_error(void);
static int x = 3;
static void put(int **to, int *p) { *to = p; }
int f(int **s, int *q) { *q = 9; if (x != 3) reach_error(); put(s, &x); return 0; }
/* expect: reach false --function f --any-caller */
