/* A number as sign and size, beside the number itself. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int number = 0, negative = 0;
    unsigned size = 0;
    while (ANY) {
        if (ANY % 2) {
            if (number >= 100) continue;
            number++;
            if (negative) size--;
            else size++;
            if (size == 0) negative = 0;
        } else {
            if (number <= -100) continue;
            number--;
            if (negative) size++;
            else if (size) size--;
            else negative = 1, size = 1;
        }
        if (number != (negative ? -(int)size : (int)size)) reach_error();
    }
    return 0;
}
/* expect: reach true --invariants */
/* says: number = (negative = 0 ? size : -size) */
/* twin: reach s/if (size == 0) negative = 0;/;/;s/else if (size) size--/else if (size > 1) size--/ */
