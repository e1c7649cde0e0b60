extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif
#define LENGTH 3000

int main(void)
{
    int level[LENGTH];
#if TWIN == 2
    unsigned char i = 0; /* never gets there, but passes 0 again and again */
    int rounds = 0;
    for (; rounds < LENGTH; i++, rounds++) level[i] = 7;
    for (rounds = 0; rounds < LENGTH; rounds++)
        if (level[rounds] != 7) reach_error();
#else
    int i;
    for (i = 0; i < LENGTH - (TWIN == 1); i++) level[i] = 7;
#if TWIN == 3
    level[LENGTH / 2] = 8;
#elif TWIN == 4
    *((char *)&level[40] + 2) = 1; /* a part of an element */
#endif
    for (i = 0; i < LENGTH; i++)
        if (level[i] != 7) reach_error();
#endif
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
/* twin: reach -DTWIN=3 */
/* twin: reach -DTWIN=4 */
