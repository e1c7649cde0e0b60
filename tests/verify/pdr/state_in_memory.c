/* The machine is in a structure behind a pointer, and a function makes its steps. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
struct machine {
    int state, owner;
    unsigned char busy;
};
static struct machine m;
static void step(struct machine *x, unsigned event)
{
    switch (x->state) {
    case 0:
        if (event % 2) x->state = 1, x->owner = 7, x->busy = 1;
        break;
    case 1:
        if (event % 3 == 0) x->state = 2;
        break;
    case 2:
        x->busy = 0;
        x->owner = 0;
        x->state = 0;
        break;
    }
}
int main(void)
{
    while (ANY) {
        step(&m, ANY);
        if (m.busy && m.owner != 7) reach_error();
        if (m.state == 2 && !m.busy) reach_error();
        if (m.state > 2) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/x->owner = 0;/;/;s/m.busy && m.owner != 7/!m.busy \&\& m.owner/ */
/* twin: reach s/x->busy = 0;/x->busy = 2;/;s/m.state > 2/m.state == 0 \&\& m.busy/ */
