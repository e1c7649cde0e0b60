/* A byte counts what a word counts. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    unsigned wide = 0;
    unsigned char narrow = 0;
    while (ANY) {
        narrow++;
        wide++;
        if (ANY) narrow += 3, wide += 259;
    }
    if (narrow != (unsigned char)wide) reach_error();
    return 0;
}
/* expect: reach true --invariants */
/* says: narrow = the low 8 bits of wide */
/* twin: reach s/259/258/ */
