/* The state is an index: it is one of the table's. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
static const unsigned char after[5] = {1, 2, 4, 0, 3};
int main(void)
{
    int state = 0, count = 0;
    int seen[5] = {0};
    while (ANY) {
        if (ANY % 2) state = state == 4 ? 3 : state + 1;
        else if (state > 2) state -= 3;
        seen[state] = 1;
        count += after[state] > 2;
        if (count > 100) count = 0;
    }
    return seen[0];
}
/* expect: memsafety true */
/* twin: memsafety s/state == 4/state == 5/ */
/* twin: memsafety s/state > 2) state -= 3/state > 1) state -= 3/ */
