extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
#include <string.h>
int main(void)
{
    char b[4];
    strcpy(b, "four");
    return b[0];
}
/* expect: memsafety false(valid-deref) */
