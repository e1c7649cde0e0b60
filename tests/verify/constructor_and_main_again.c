/* Constructors run once, however often main is called: where it is called again nothing is said. */
extern void reach_error(void);
static int started, calls;
__attribute__((constructor)) static void start(void)
{
    started++;
}
int main(void)
{
#ifdef AGAIN
    if (calls++ < 2) return main();
#endif
    if (started != 1) reach_error();
    return calls;
}
/* expect: reach true LP64 */
/* expect: reach unsupported LP64 -DAGAIN */
