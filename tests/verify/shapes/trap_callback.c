/* A function without body may call back what it is given. */
extern void outside(void (*)(void));
extern void reach_error(void);
static void bad(void) { reach_error(); }
int main(void)
{
    outside(bad);
    return 0;
}
/* expect: reach unknown */
