extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern unsigned long strlen(const char *);
int main(void)
{
    char s[] = "some text";
    unsigned n = strlen(s);
    while (n) n--;
    return 0;
}
/* expect: termination true */
