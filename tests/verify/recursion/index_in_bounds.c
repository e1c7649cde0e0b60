extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void must(int c) { if (!c) reach_error(); }
static const int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static int total(int i)
{
#ifdef WRONG
    if (i > 8) return 0;
#else
    if (i >= 8) return 0;
#endif
    int here[2] = {table[i], 0};
    return here[i % 2] + total(i + 1);
}
int main(void)
{
    unsigned start = __VERIFIER_nondet_uint();
    if (start > 5) return 0;
    return total((int)start) == 0;
}
/* expect: memsafety true */
/* twin: memsafety -DWRONG */
