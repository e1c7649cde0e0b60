/* Coins of five and ten: credit is what they make, and is given back at twenty. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int credit = 0, coins = 0;
    while (ANY) {
        if (ANY % 2) credit += 5, coins++;
        else credit += 10, coins += 2;
        if (credit >= 20) credit = coins = 0;
        if (credit % 5 != 0) reach_error();
        if (credit != 0 && credit != 5 && credit != 10 && credit != 15) reach_error();
        if (coins > 3) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/credit += 5/credit += 6/ */
/* twin: reach s/credit >= 20/credit > 20/ */
