extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int level = 1, running = 0;
int main(void)
{
    for (;;) {
        if (__VERIFIER_nondet_int() && level < 2) level++;
        if (running && level > 0) level--;
        if (!running && level == 2) running = 1;
        if (level == 0 && running) reach_error();
    }
}
/* expect: reach false */
