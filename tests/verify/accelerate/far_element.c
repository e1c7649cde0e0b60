extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
#ifndef MARK
#define MARK 1
#endif
int main(void)
{
    unsigned count = __VERIFIER_nondet_uint();
    if (count == 0 || count > 500000) return 0;
    int *cells = malloc(count * sizeof *cells);
    for (unsigned i = 0; i < count; i++)
        cells[i] = 0;
    if (count > 913) cells[913] = MARK;
    for (unsigned i = 0; i < count; i++)
        if (cells[i] != 0) reach_error();
    return 0;
}
/* expect: reach false */
/* expect: reach true -DMARK=0 */
