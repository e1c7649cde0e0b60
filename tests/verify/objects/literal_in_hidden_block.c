/* Statements that are blocks in C, without braces or with braces that clang leaves out. */
#define SET(p, v) do p = &(int){v}; while (0)
static int *kept;
static void keep(int *p)
{
    kept = p;
}
static int choose(int way)
{
    int *p = &(int){1}, n = 0;
    if (way == 1) do p = &(int){3}; while (0);
    if (way == 2) SET(p, 4);
    if (way == 3) switch (1) case 1: p = &(int){3};
    if (way == 4) switch (1) { case 1: p = &(int){3}; }
    if (way == 5) switch (1) { case 1: { p = &(int){3}; } n = *p; }
    if (way == 6) switch (1) case 1: switch (2) case 2: p = &(int){3};
    if (way == 7) while (n < 1) p = &(int){n++};
    if (way == 8) while (*(p = &(int){n}) < 3) n++;
    if (way == 9) do n++; while (*(p = &(int){n}) < 3);
    if (way == 10) n = ({ do p = &(int){3}; while (0); *p; });
    if (way == 11) {
        do keep(&(int){3});
        while (0);
        p = kept;
    }
    return *p;
}
int main(void)
{
    return choose(WAY);
}
/* expect: memsafety true -DWAY=0 */
/* expect: memsafety false(valid-deref) -DWAY=1 */
/* expect: memsafety false(valid-deref) -DWAY=2 */
/* expect: memsafety false(valid-deref) -DWAY=3 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=4 ILP32 */
/* expect: memsafety false(valid-deref) -DWAY=5 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=6 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=7 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=8 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=9 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=10 LP64 */
/* expect: memsafety false(valid-deref) -DWAY=11 LP64 */
