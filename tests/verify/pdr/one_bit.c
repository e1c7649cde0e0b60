/* A token goes round in a byte: exactly one bit is set. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    unsigned char token = 1;
    while (ANY) {
        if (ANY % 2) token = (unsigned char)(token << 1 | token >> 7);
        else token = (unsigned char)(token >> 1 | token << 7);
        if (token == 0) reach_error();
        if (token & (token - 1)) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/token >> 1 | token << 7/token >> 1 | token << 6/ */
/* twin: reach s/token << 1 | token >> 7/token << 1 | token >> 8/ */
