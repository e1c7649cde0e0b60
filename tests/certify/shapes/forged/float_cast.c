/* A certificate about conversions alone: the checks that it claims to hold must be there. */
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    float large = 1e30f;
    int n = __VERIFIER_nondet_int();
    return n + (int)large;
}
