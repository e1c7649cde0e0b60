/* A vector has no element behind its last one. */
#ifndef MOST
#define MOST 3
#endif
typedef int four __attribute__((vector_size(16)));
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    four v = {1, 2, 3, 4};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > MOST) return 0;
    v[i] = 7;
    if (v[i] != 7 || (i != 2 && v[2] != 3)) reach_error();
    return v[0];
}
/* expect: memsafety true */
/* expect: reach true */
/* expect: memsafety false -DMOST=4 */
/* twin: reach -DMOST=4 */
