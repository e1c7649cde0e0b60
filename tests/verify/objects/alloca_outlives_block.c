/* What alloca gives lives until the function returns. */
#include <alloca.h>
extern void reach_error(void);
int main(void)
{
    char *p = 0, *first = 0;
    for (int i = 0; i < 3; i++) {
        p = alloca(1);
        if (!first) first = p;
        *p = (char)i;
    }
    if (*first != 0 || *p != 2) reach_error();
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
