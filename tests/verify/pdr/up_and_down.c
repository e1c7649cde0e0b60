/* Two phases: up to a border, and down again. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int sum = 0, i = 0, up = 1;
    while (ANY) {
        if (up) {
            i++;
            sum += 2;
            if (i == 1000) up = 0;
        } else {
            i--;
            sum -= 2;
            if (i == 0) up = 1;
        }
    }
    if (sum != 2 * i) reach_error();
    if (i < 0 || i > 1000) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/i == 0/i == 1/;s/i < 0/i < 2/ */
/* twin: reach s/sum -= 2/sum -= 3/ */
