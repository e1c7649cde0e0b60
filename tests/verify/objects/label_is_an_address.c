/* The address of a label is an address like others, not a small number. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    void *to = __VERIFIER_nondet_int() > 12345 ? &&first : &&second;
    if ((unsigned long)to > 4096 && __VERIFIER_nondet_int() == 4711) reach_error();
    goto *to;
first:
    return 1;
second:
    return 0;
}
/* expect: reach false */
