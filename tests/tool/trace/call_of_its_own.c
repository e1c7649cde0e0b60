/* The values of the call that fails, not of the call inside that was over before. */
extern void reach_error(void);
static int sum(int n)
{
    int below = 0, *p = &below;
    if (n > 0) *p = sum(n - 1);
    int all = below + n;
    if (all == 6 && n == 3 && below == 3) reach_error();
    return all;
}
int main(void) { return sum(3); }
/* expect: reach false */
/* shows: n = 3 */
/* shows: below = 3 */
/* shows: all = 6 */
