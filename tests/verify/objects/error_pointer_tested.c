extern int nondet(void);
int x = 1;
static int *get(int fail) { return fail ? (int *)-14L : &x; }
int main(void)
{
    int *p = get(nondet());
    if ((unsigned long)p >= (unsigned long)-4095L) return 0;
    if (p >= (int *)-4095L) return 0;
    return *p;
}
/* expect: memsafety true */
