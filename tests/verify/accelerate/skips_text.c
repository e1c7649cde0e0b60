extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef BYTES
#define BYTES 200
#endif
int main(void)
{
    char text[BYTES];
    unsigned i = 0;
    text[BYTES - 1] = 0;
    while (text[i] != 0) i++;
#ifdef BUG
    if (i == BYTES - 1) reach_error();
#else
    if (i > BYTES - 1) reach_error();
#endif
    return 0;
}
/* expect: reach true */
/* expect: reach false -DBUG -DBYTES=3000 */
