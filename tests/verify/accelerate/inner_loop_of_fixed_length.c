/* The inner loop always takes seven rounds, so that the outer one has a closed form: its error is 30 million rounds away, and
 * the run that shows it would take ten times as many steps. */
extern void reach_error(void);
int main(void)
{
    unsigned x = 5, sum = 0, k;
    while (x < 180000000u) {
        for (k = 0; k < 7; k++)
            sum += k;
        x += 6;
    }
    if (x % 6 != LEFT || k != 7) reach_error();
    return 0;
}
/* expect: reach not-false -DLEFT=5 */
/* expect: reach false -DLEFT=4 */
