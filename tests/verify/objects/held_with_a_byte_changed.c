/* A pointer of which a byte was changed leads to nothing; at any offset. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct __attribute__((packed)) record {
    char kind;
    int *data;
};
static struct record *kept;
int main(void)
{
    kept = malloc(sizeof *kept);
    kept->data = malloc(sizeof *kept->data);
    if (__VERIFIER_nondet_uint() == 3) ((unsigned char *)kept)[4] ^= 1;
    return 0;
}
/* expect: memsafety false(valid-memtrack) */
