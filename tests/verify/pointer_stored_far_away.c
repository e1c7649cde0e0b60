/* A pointer stored more than 4 GB into an object leads the function without body to x. */
#include <stdlib.h>
extern void change(void *);
extern void reach_error(void);
int main(void)
{
    int x = 0, **far = malloc(6000000000ul);
    if (!far) return 0;
    far[700000000] = &x;
    change(far);
    if (x != 0) reach_error();
    free(far);
    return 0;
}
/* expect: reach not-true */
