/* Doors are open only where it stands still, at one of ten floors. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    signed char floor = 0, way = 0, open = 0;
    while (ANY) {
        if (open) {
            if (ANY % 2) open = 0;
        } else if (way == 0) {
            if (ANY % 3 == 0) open = 1;
            else if (ANY % 2 && floor < 9) way = 1;
            else if (floor > 0) way = -1;
        } else {
            floor += way;
            if (floor == 0 || floor == 9 || ANY % 2) way = 0;
        }
        if (open && way) reach_error();
        if (floor < 0 || floor > 9) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/floor == 9 ||/floor == 10 ||/ */
/* twin: reach s/if (ANY % 3 == 0) open = 1;/if (ANY % 3 == 0) open = 1, way = 1;/ */
