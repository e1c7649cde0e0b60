/* One byte of a stored pointer is overwritten and put back. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int two[2] = {1, 2};

int main(void)
{
    int *p = &two[0];
    unsigned char *c = (unsigned char *)&p, kept = c[0];
    c[0] = 0;
    c[0] = kept;
    if (*p == 1) reach_error();
}
/* expect: reach false */
