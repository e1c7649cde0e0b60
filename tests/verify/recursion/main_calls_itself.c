extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static int kept(int r) { return r; } /* so that the call is not the last thing */
static void must(int c) { if (!c) reach_error(); }
static int rounds;
int main(void)
{
    must(rounds <= 40);
    if (__VERIFIER_nondet_int()) return 0;
#ifdef WRONG
    if (rounds > 40) return 1;
#else
    if (rounds >= 40) return 1;
#endif
    rounds++;
    return kept(main());
}
/* expect: reach true */
/* twin: reach -DWRONG */
