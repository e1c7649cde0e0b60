extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { ROWS = 30, COLUMNS = 50 };
static int grid[ROWS][COLUMNS];

int main(void)
{
    int colour = __VERIFIER_nondet_int();
    for (int i = 0; i < ROWS; i++)
        for (int j = TWIN == 1; j < COLUMNS; j++) grid[i][j] = colour;
    if (TWIN == 2) grid[3][-1] = colour + 1; /* the last one of the row before */
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            if (grid[i][j] != colour) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
