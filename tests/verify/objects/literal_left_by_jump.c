/* A literal ends where its block is left, also by continue and goto, and when the block is entered again at once. */
static int run(void)
{
    int *p = 0, n = 0, s = 0;
#if WAY == 1
    for (;;) {
        if (n++ == 1) return *p;
        p = &(int){5};
        continue;
    }
#elif WAY == 2
again:
    if (n++ ? *p == 5 : (p = &(int){5}, 0)) return 0;
    else goto again;
#elif WAY == 3
again:
    for (int k = n++ ? *p : (p = &(int){5}, 0);;) {
        if (k) return k;
        goto again;
    }
#elif WAY == 4
    for (;;)
        if (n++ ? *p : (p = &(int){1}, 1)) continue;
        else break;
#elif WAY == 5
    for (;;)
        if (n++ == 1) return *p;
        else p = &(int){5};
#elif WAY == 6
    for (;; n++)
        switch (1) {
            int x;
        case 1:
            if (p) return *p;
            x = 5;
            p = &x;
            continue;
        }
#elif WAY == 7 /* the literal of a condition lives as long as its statement */
    for (; n++ ? s < 3 : (p = &(int){5}, 1);)
        s += *p;
#elif WAY == 8
    for (; s < 3; n++ ? s++ : (p = &(int){5}, 1))
        if (p) s += *p;
#elif WAY == 9
    for (;;) {
        p = &(int){5};
        if (n++ == 3) break;
        s += *p;
        continue;
    }
#elif WAY == 10 /* a label of its own block stands first */
    {
        __label__ end;
        p = &(int){5};
        s = *p;
        goto end;
    end:
        s += *p;
    }
#endif
    return s;
}
int main(void)
{
    return run();
}
/* expect: memsafety false(valid-deref) -DWAY=1 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=2 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=3 ILP32 */
/* expect: memsafety false(valid-deref) -DWAY=4 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=5 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=6 LP64 */
/* expect: memsafety true -DWAY=7 LP64 */
/* expect: memsafety true -DWAY=8 LP64 */
/* expect: memsafety true -DWAY=9 LP64 */
/* expect: memsafety true -DWAY=10 LP64 */
