/* The machine is a heap object, of which there are two: what is known of addresses is asserted first. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
#define ANY __VERIFIER_nondet_uint()
struct machine {
    int state, count;
};
int main(void)
{
    struct machine *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->state = 1;
    b->state = 2;
    a->count = b->count = 0;
    while (ANY) {
        struct machine *m = ANY % 2 ? a : b;
        if (m->state == 1) m->state = 4, m->count = 1;
        else if (m->state == 4) m->state = 1, m->count = 0;
        else if (m->state == 2) m->state = 6;
        else m->state = 2;
        if (a->state == 4 && a->count != 1) reach_error();
        if (b->state == 1 || b->count) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/else m->state = 2;/else m->state = 1;/ */
/* twin: reach s/m->state = 4, m->count = 1/m->state = 4/ */
