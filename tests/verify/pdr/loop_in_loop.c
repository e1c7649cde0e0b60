/* The inner loop keeps what the outer one relies on. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int ready = 0, sent = 0, asked = 0;
    while (ANY) {
        asked = 1;
        ready = 0;
        while (ANY) {
            if (ready && !asked) reach_error();
            if (ANY) ready = 1;
            else if (ready) sent = 1;
        }
        if (sent && !ready) reach_error();
        sent = 0;
        if (!ready) asked = 0;
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/        sent = 0;/        ;/ */
