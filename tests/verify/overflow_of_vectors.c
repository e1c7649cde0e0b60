/* clang places no traps for vectors: nothing is proved of them unless it is plain. */
extern float __VERIFIER_nondet_float(void);
extern unsigned __VERIFIER_nondet_uint(void);
typedef unsigned words __attribute__((vector_size(16)));
typedef int numbers __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
static int converted(void)
{
    floats f = {__VERIFIER_nondet_float()};
    return __builtin_convertvector(f, numbers)[0];
}
static int shifted(void)
{
    words w = {1, 2, 3, 4}, by = {__VERIFIER_nondet_uint() & 63};
    return (int)(w >> by)[0];
}
static int shifted_by_constants(void)
{
    words w = {__VERIFIER_nondet_uint(), 2, 3, 4};
    return (int)(w >> 3)[0];
}
int main(void)
{
    return CASE();
}
/* expect: overflow unsupported LP64 -DCASE=converted */
/* expect: overflow unsupported LP64 -DCASE=shifted */
/* expect: overflow not-true LP64 --engine shapes -DCASE=shifted */
/* expect: overflow true LP64 -DCASE=shifted_by_constants */
