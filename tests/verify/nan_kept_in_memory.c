/* Which NaN it is is open, but each look at it finds the same. */
extern void reach_error(void);
int main(void)
{
    union {
        double number;
        unsigned long bits;
    } both;
    both.number = 0.0 / 0.0;
    unsigned long first = both.bits >> 63, second = both.bits >> 63;
    if (first != second) reach_error();
#ifdef SIGN
    if (first != SIGN) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false --no-replay -DSIGN=1 */
