/* A level changes only after three equal samples. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    _Bool a = 0, b = 0, c = 0, level = 0;
    while (ANY) {
        _Bool before = level;
        a = b, b = c, c = ANY & 1;
        if (a && b && c) level = 1;
        if (!a && !b && !c) level = 0;
        if (level && !before && !(a && c)) reach_error();
        if (!level && a && b && c) reach_error();
        if (level && !a && !b && !c) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/if (a && b && c) level = 1/if (a \&\& b) level = 1/ */
