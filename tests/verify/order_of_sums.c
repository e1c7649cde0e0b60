/* `j` is compared with a sum, so that one more than it (`i + 21`) does not mention the sum: certificates have no words for it, and the proof does without. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint(), q = 0;
    if (n > 20 || m > 20) return 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < m; j++) {
            if (j > i + 20) break;
            q++;
        }
    if (q != n * m) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/i + 20/i + 18/ */
