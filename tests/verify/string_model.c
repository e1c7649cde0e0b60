extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <string.h>
static void check(int c)
{
    if (!c) reach_error();
}
int main(void)
{
    char b[8];
    strcpy(b, "hello");
    check(strlen(b) == 5 && strcmp(b, "help") < 0 && strchr(b, 108) == b + 2);
}
/* expect: reach true */
/* expect: memsafety true */
