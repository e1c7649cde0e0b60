/* A loop fills a struct anew each time and stores a pointer in it; the pointer is followed after the loop. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);
struct pair {
    int *p, x;
};
int seven = 7;

int main(void)
{
    struct pair s, *q = &s;
    s.p = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n; i++) {
        memset(q, 0, sizeof s);
        s.p = &seven;
    }
    if (n > 100000 && *s.p == 7) reach_error();
}
/* expect: reach not-true */
