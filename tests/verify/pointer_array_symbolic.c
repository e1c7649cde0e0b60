/* A pointer is written at a symbolic place of a large array and followed. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int x = 1, y = 2, *table[300];

int main(void)
{
    for (int i = 0; i < 300; i++) table[i] = &x;
    unsigned k = __VERIFIER_nondet_uint();
    if (k >= 300) return 0;
    table[k] = &y;
    *table[k] = 9;
    if (y == 9 && k == 250) reach_error();
}
/* expect: reach false */
