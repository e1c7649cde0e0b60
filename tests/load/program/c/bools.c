/* _Bool: conversion gives 0 or 1, storage is a byte, arithmetic promotes. */
#include <stdbool.h>
static bool flags[4] = {true, 0, 7, false};
static bool not(bool b) { return !b; }
static bool both(bool a, bool b) { return a & b; }
struct set { bool a, b; bool c : 1; };
static struct set toggle(struct set s) { s.a = !s.a; s.c ^= 1; return s; }

int main(void)
{
    int count = 0;
    for (int i = 0; i < 4; i++) count += flags[i];
    if (count != 2) return __LINE__;
    bool half = 0.5, none = 0.0, pointer = &count, big = 256, nul = (void *)0;
    if (!half || none || !pointer || !big || nul) return __LINE__;
    if (half + big != 2 || not(half) || !both(half, big)) return __LINE__;
    half++;
    if (half != 1) return __LINE__;
    half--;
    if (half != 0) return __LINE__;
    big -= 2;
    if (big != 1) return __LINE__;
    struct set s = toggle((struct set){1, 0, 0});
    if (s.a || s.b || !s.c) return __LINE__;
    bool *p = &flags[1];
    *p = count == 2;
    return *(unsigned char *)p == 1 ? 0 : __LINE__;
}
/* exit: 0 */
