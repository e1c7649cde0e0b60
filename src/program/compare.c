/* What the comparisons of integers mean; folding and the interpreter share it. */
#include "program/program.h"

#include "base/failure.h"

bool compare_holds(enum compare how, unsigned __int128 a, unsigned __int128 b, uint32_t width)
{
    LAW(width >= 1 && width <= 128);
    LAW(width == 128 || (!(a >> width) && !(b >> width)));
    __int128 x = (__int128)(a << (128 - width)), y = (__int128)(b << (128 - width));
    switch (how) {
    case COMPARE_EQ:
        return a == b;
    case COMPARE_NE:
        return a != b;
    case COMPARE_ULT:
        return a < b;
    case COMPARE_ULE:
        return a <= b;
    case COMPARE_UGT:
        return a > b;
    case COMPARE_UGE:
        return a >= b;
    case COMPARE_SLT:
        return x < y;
    case COMPARE_SLE:
        return x <= y;
    case COMPARE_SGT:
        return x > y;
    case COMPARE_SGE:
        return x >= y;
    }
    return false;
}
