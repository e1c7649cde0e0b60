/* The same over rounds: far from its object the pointer may be anywhere. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char x[4], *p = x;
    while (__VERIFIER_nondet_int()) {
        p += 3;
        if (p == 0) reach_error();
    }
    return 0;
}
/* expect: reach not-true */
