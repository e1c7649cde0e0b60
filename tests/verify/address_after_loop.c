/* An address taken as a number inside a loop and subtracted after it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int array[10], *p = array, i = 0;
    long address;
    do {
        address = (long)p;
        p++;
        i++;
    } while (__VERIFIER_nondet_int() && i < 5);
    if (address - (long)array == 4) reach_error();
}
/* expect: reach false */
