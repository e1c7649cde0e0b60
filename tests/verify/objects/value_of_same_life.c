/* Within one life a value stays, whatever jumps pass its declaration. */
extern void reach_error(void);
extern int nondet(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
#ifdef LOOP_INSIDE
int main(void)
{
    for (int k = 0; k < 3; k++) {
        if (k == 1) goto in;
        {
            int x;
        in:
            x = k;
            for (int j = 0; j < 4; j++) {
                if (j == 2) continue;
                x++;
            }
            CHECK(x == k + 3);
        }
    }
    return 0;
}
#elif defined(IN_SWITCH)
int main(void)
{
    for (int k = 0; k < 3; k++) switch (k) {
            int x;
        default:
            x = 1;
            goto on;
        case 1:
            x = 10;
        on:
            x++;
            if (x < 5) goto on;
            CHECK(x == 5 || x == 11);
        }
    return 0;
}
#elif defined(CLEANUP)
int main(void)
{
    for (int i = 0; i < 5; i++) {
        int n = nondet();
        if (n < 0) goto next;
        int x = i;
        for (int j = 0; j < 3; j++) {
            if (n == 7) goto end;
            x++;
        }
        CHECK(x == i + 3);
    end:
        CHECK(x >= i);
    next:;
    }
    return 0;
}
#elif defined(COMPUTED)
int main(void)
{
    void *places[] = {&&a, &&b, &&c};
    int k = 0;
    {
        int x = 3;
        goto *places[k];
    a:
        k++, x++;
        goto *places[k];
    b:
        k++, x++;
        goto *places[k];
    c:
        CHECK(x == 5);
    }
    return 0;
}
#elif defined(RESULT) /* the variable that clang keeps the result in */
static int find(int n)
{
    for (int i = 0; i < n; i++) {
        int x = nondet();
        switch (x) {
            int y;
        case 3:
            y = i;
            return y;
        case 4:
            continue;
        default:
            y = 1;
            if (x == y) return 9;
        }
    }
    return -1;
}
int main(void)
{
    int r = find(3);
    CHECK(r == -1 || r == 9 || (r >= 0 && r < 3));
    return 0;
}
#endif
/* expect: reach true -DLOOP_INSIDE */
/* expect: reach true -DIN_SWITCH */
/* expect: reach true -DCLEANUP */
/* expect: reach true -DCOMPUTED */
/* expect: reach true -DRESULT */
/* twin: reach s/x >= i/x > i/ -DCLEANUP */
/* twin: reach s/x == i + 3/x == i + 2/ -DCLEANUP */
/* twin: reach s/r == 9/r == 8/ -DRESULT */
