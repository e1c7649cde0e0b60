/* What was put in and not taken out is in the buffer. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    unsigned in = 0, out = 0, filled = 0;
    while (ANY) {
        if (ANY % 2 && filled < 8) in++, filled++;
        else if (filled) out++, filled--;
        if (in - out != filled) reach_error();
        if (filled > 8) reach_error();
    }
    return 0;
}
/* expect: reach true --invariants */
/* says: filled = in - out */
/* twin: reach s/out++, filled--/out += 2, filled--/ */
/* twin: reach s/filled < 8/filled < 9/ */
