extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
struct r {
    int key;
    long pad;
    int *p;
} table[100];
int main(void)
{
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= 100) return 0;
    table[i].key = 5;
    table[i].p = &table[i].key;
    *table[i].p = 6;
    check(table[i].key == 6);
}
/* expect: reach true */
