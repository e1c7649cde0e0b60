extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int seen[60000];
    for (int i = 0; i < 60000; i++)
        if (__VERIFIER_nondet_int() != 3) seen[i] = 0;
    for (int i = 0; i < 60000; i++)
        if (i > 50000 && seen[i] != 0) reach_error();
    return 0;
}
/* expect: reach false */
