typedef int four __attribute__((vector_size(16)));
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    four v = {1, 2, 3, 4};
    unsigned i = __VERIFIER_nondet_uint();
    return v[i];
}
/* expect: memsafety false(valid-deref) */
/* says: no element of the vector */
