/* As a number it is known, too. */
extern void reach_error(void);
static int x = 3;
static unsigned long number(int *p) { return (unsigned long)p; }
unsigned long tell(void) { return number(&x); }
int f(int *q) { *q = 9; if (x != 3) reach_error(); return 0; }
/* expect: reach not-true --function f --any-caller */
