/* An array of negative length ends the run; runs that do not make it are all there. */
extern int nondet(void);
extern void reach_error(void);
int main(void)
{
    int n = nondet();
    if (n < 0) {
        if (n == -3) reach_error();
        return 0;
    }
    char a[n], b[n];
    return a < b;
}
/* expect: reach false */
