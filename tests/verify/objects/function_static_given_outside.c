/* A function without body may keep it. */
extern void reach_error(void);
static int x = 3;
extern void ext(int *);
int f(int *q) { *q = 9; if (x != 3) reach_error(); ext(&x); return 0; }
/* expect: reach false --function f --any-caller */
