/* Both branches fill the whole array, one then writes a cell. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);

int main(void)
{
    int b[6], *p = b;
    if (__VERIFIER_nondet_int()) {
        memset(p, 0, sizeof b);
    } else {
        memset(p, 255, sizeof b);
        p[3] = 7;
    }
    if (p[3] == 7 && p[4] == -1) reach_error();
}
/* expect: reach false */
