extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);
static void check(int c)
{
    if (!c) reach_error();
}
union u {
    unsigned word;
    unsigned char byte[4];
};
int main(void)
{
    union u x;
    x.word = __VERIFIER_nondet_uint();
    unsigned char low = x.byte[0], high = x.byte[3];
    check((x.word & 0xff) == low && x.word >> 24 == high);
    x.byte[1] = 7;
    check((x.word >> 8 & 0xff) == 7);
}
/* expect: reach true */
