/* Thresholds: the constants of a program, as values that bounds may have. */
#include "term/float_number.h"
#include "domain/strategy/strategy.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    __int128 x = *(const __int128 *)a, y = *(const __int128 *)b;
    return x < y ? -1 : x > y;
}

static size_t sort(__int128 *all, size_t n) /* how many are left */
{
    size_t kept = 0;
    if (n)
        qsort(all, n, sizeof *all, compare);
    for (size_t i = 0; i < n; i++)
        if (!kept || all[kept - 1] != all[i])
            all[kept++] = all[i];
    return kept;
}

__int128 *strategy_thresholds(const struct program *p, size_t *count)
{
    size_t n = 0;
    __int128 *all = malloc((p->constants.count * 6 + 3) * sizeof *all);
    for (int v = -1; v <= 1; v++)
        all[n++] = v;
    for (size_t i = 0; i < p->constants.count; i++) {
        const struct constant *c = &p->constants.data[i];
        if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_INT || c->type.width < 8 ||
            c->type.width > 64)
            continue;
        uint64_t bits = c->limbs[0] | (c->type.width > 32 ? (uint64_t)c->limbs[1] << 32 : 0);
        unsigned shift = 64 - c->type.width;
        __int128 v = (int64_t)(bits << shift) >> shift;
        for (int k = -1; k <= 1; k++)
            all[n++] = v + k, all[n++] = -v + k;
    }
    *count = sort(all, n);
    return all;
}

/* --- floats --- */

static bool value_of(const struct constant *c, double *out)
{
    if (c->kind != CONSTANT_BITS || c->type.kind != TYPE_FLOAT)
        return false;
    if (c->type.width == 32) {
        float f;
        memcpy(&f, c->limbs, sizeof f);
        return *out = (double)f, f == f;
    }
    if (c->type.width != 64)
        return false;
    memcpy(out, c->limbs, sizeof *out);
    return *out == *out;
}

static __int128 number_of(double v, bool wide)
{
    float narrow = (float)v;
    uint32_t bits32;
    uint64_t bits64;
    memcpy(&bits32, &narrow, sizeof bits32);
    memcpy(&bits64, &v, sizeof bits64);
    return wide ? float_number(64, bits64) : float_number(32, bits32);
}

void float_thresholds_find(struct float_thresholds *t, const struct program *p)
{
    for (int wide = 0; wide < 2; wide++) {
        size_t n = 0;
        __int128 *all = malloc((p->constants.count * 6 + 3) * sizeof *all);
        for (int v = -1; v <= 1; v++)
            all[n++] = number_of(v, wide);
        for (size_t i = 0; i < p->constants.count; i++) {
            double v;
            if (!value_of(&p->constants.data[i], &v))
                continue;
            __int128 number = number_of(v, wide);
            for (int k = -1; k <= 1; k++)
                all[n++] = number + k, all[n++] = -number + k;
        }
        t->values[wide] = all;
        t->count[wide] = sort(all, n);
    }
}

void float_thresholds_release(struct float_thresholds *t)
{
    free(t->values[0]);
    free(t->values[1]);
}
