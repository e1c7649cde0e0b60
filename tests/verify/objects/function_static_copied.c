extern void reach_error(void);
#include <string.h>
static int x = 3;
int f(int *q) { int y; memcpy(&y, &x, sizeof y); *q = 9; if (x != 3 || y != 3) reach_error(); return 0; }
/* expect: reach true --function f --any-caller */
