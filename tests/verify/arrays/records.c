extern void reach_error(void);
#ifndef TWIN
#define TWIN 0
#endif
enum { LENGTH = 300 };
struct record {
    int number;
    char kind;
    short weight;
};
static struct record stock[LENGTH];

int main(void)
{
    for (int i = 0; i < LENGTH; i++) {
        stock[i].number = i;
        stock[i].kind = 2;
        if (TWIN != 1 || i % 7) stock[i].weight = 5;
    }
    if (TWIN == 2) *(short *)&stock[9].kind = 0x300; /* the field and what follows it */
    for (int i = 0; i < LENGTH; i++)
        if (stock[i].number != i || stock[i].kind != 2 || stock[i].weight != 5) reach_error();
    return 0;
}
/* needs: product(intervals, pointers, equalities, segments) */
/* twin: reach -DTWIN=1 */
/* twin: reach -DTWIN=2 */
