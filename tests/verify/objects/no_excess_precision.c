/* A double has 53 bits in both data models. */
extern double nondet_double(void);
extern void reach_error(void);
#include <float.h>
int main(void)
{
    double one = 1, tiny = DBL_EPSILON / 4;
    if (FLT_EVAL_METHOD != 0) reach_error();
    if (one + tiny != one) reach_error();
    return 0;
}
/* expect: reach true */
