/* An error code passes the test for small addresses and is followed. */
extern int nondet(void);
int x = 1;
static int *get(int fail) { return fail ? (int *)-14L : &x; }
int main(void)
{
    int *p = get(nondet());
    if (p > (int *)4096) return *p;
    return 0;
}
/* expect: memsafety false */
