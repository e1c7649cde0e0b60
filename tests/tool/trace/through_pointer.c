#include <string.h>
extern void reach_error(void);
static void set(int *p) { *p = 7; }
static void clear(int *p) { memset(p, 0, sizeof *p); }
int total = 1;
static void count(int *p) { (*p)++; }
int main(void)
{
    int x = 1, y = 2, z = 3, w;
    int *p = &x, *q = &y;
    *p = 5;
    set(q);
    clear(&z);
    w = 4;
    count(&total);
    count(&w);
    if (x + y + z + w + total == 19) reach_error();
    return 0;
}
/* expect: reach false */
/* shows: x = 5 */
/* shows: y = 7 */
/* shows: z = 0 */
/* shows: w = 5 */
/* shows: total = 2 */
