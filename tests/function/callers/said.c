#include <stdlib.h>
/* Callers could break each of these; what rules that out is said. */
extern void reach_error(void);
int global;

void beside_global(int *p)
{
    global = 1;
    *p = 2;
    if (global != 1) reach_error();
}
void after_call(void (*call)(void))
{
    global = 1;
    call();
    if (global != 1) reach_error();
}
void copy(const char *from, int n)
{
    char to[10];
    if (n > 10) return;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    if (n < 0) reach_error();
}
void drop(int *cell)
{
    free(cell);
}
int aligned(const int *cell)
{
    return ((unsigned long)cell & 15) == 0 ? *cell : 0;
}
