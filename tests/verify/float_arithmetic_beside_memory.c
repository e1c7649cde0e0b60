extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int table[100];
int main(void)
{
    double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = b;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i != 100; i++) {
        double r = (a - b) * (a + c) / (b * c - 1.5);
        if (r > a * b) {
            table[i] = n;
            a = b * 0.5 + r;
        } else if (r * r < b) {
            c = r / (a + 2);
            break;
        }
        b = a * c;
    }
    return table[n & 63];
}
/* expect: memsafety true */
/* expect: overflow true */
/* twin: memsafety s/n & 63/n \& 127/ */
