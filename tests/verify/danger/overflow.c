/* A product overflows after many rounds whose inputs alternate. */
extern int __VERIFIER_nondet_int(void);
#ifndef FACTOR
#define FACTOR 32768
#endif
int main(void)
{
    int done = 0;
    while (done < 65536) {
        int key = __VERIFIER_nondet_int();
        if (key != 'a' + done % 2)
            continue;
        done++;
        if (done == 65536)
            return done * FACTOR;
    }
    return 0;
}
/* expect: overflow false(no-overflow) */
/* expect: overflow not-false -DFACTOR=32767 */
