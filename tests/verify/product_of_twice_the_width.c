/* A product of two numbers of half the width fits, and so does a third one beside it. */
#ifndef WIDE
#define WIDE long long
#endif
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    WIDE all = (WIDE)a * b + c;
    return all > 0;
}
/* expect: overflow true */
/* expect: overflow false(no-overflow) -DWIDE=int */
