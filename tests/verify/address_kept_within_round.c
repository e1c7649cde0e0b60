/* Addresses of a round's locals, stored and handed on, are used in that round only. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct span {
    int *from, *to;
};
static int sum(const struct span *s)
{
    int total = 0;
    for (const int *p = s->from; p != s->to; p++) total += *p;
    return total;
}
int main(void)
{
    for (int i = 0; i < 6; i++) {
        int own[2] = {i, 1};
        struct span s = {own, own + 2};
        if (sum(&s) != i + 1) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
