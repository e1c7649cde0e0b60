/* A left shift that loses bits of a signed value. */
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return (x << 4) != 0;
}
/* options: --inputs 1073741824 */
/* expect: run overflow 6 */
