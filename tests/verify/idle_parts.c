/* What no claim depends on costs no invariants: a hash over blocks, whose state is of no interest to the bounds. */
extern unsigned long nondet_ulong(void);
extern void *malloc(unsigned long);
extern void free(void *);
int main(void)
{
    unsigned long n = nondet_ulong() >> 40, a = 1, b = 2, c = 3;
    unsigned char *bytes = malloc(n);
    const unsigned char *p = bytes, *end = bytes + n - n % 8;
    for (; p != end; p += 8) {
        unsigned long m = p[7] * 257ul ^ p[0];
        a += b ^ m;
        b = b << 13 | b >> 51;
        c = (c << 16 | c >> 48) ^ a * 5;
        a ^= c;
    }
    free(bytes);
    return (int)((a + b + c) & 1);
}
/* expect: memsafety true */
