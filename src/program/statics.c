/* Numbers for functions and globals. */
#include "program/statics.h"

static uint32_t taken_before(const struct program *p, size_t end)
{
    uint32_t count = 0;
    for (size_t i = 0; i < end; i++)
        count += p->functions.data[i].address_taken;
    return count;
}

uint32_t statics_count(const struct program *p)
{
    return 1 + taken_before(p, p->functions.count) + (uint32_t)p->globals.count;
}

bool statics_number(const struct program *p, struct static_thing t, uint32_t *number)
{
    *number = 0;
    switch (t.kind) {
    case STATIC_NULL:
        return true;
    case STATIC_FUNCTION:
        if (t.index >= p->functions.count || !p->functions.data[t.index].address_taken)
            return false;
        *number = 1 + taken_before(p, t.index);
        return true;
    case STATIC_GLOBAL:
        if (t.index >= p->globals.count)
            return false;
        *number = 1 + taken_before(p, p->functions.count) + t.index;
        return true;
    }
    return false;
}

bool statics_at(const struct program *p, uint64_t number, struct static_thing *out)
{
    *out = (struct static_thing){STATIC_NULL, 0};
    if (!number)
        return true;
    uint64_t functions = taken_before(p, p->functions.count);
    if (number > functions) {
        *out = (struct static_thing){STATIC_GLOBAL, (uint32_t)(number - functions - 1)};
        return number - functions - 1 < p->globals.count;
    }
    uint32_t i = 0;
    for (uint64_t left = number; left; i++)
        left -= p->functions.data[i].address_taken;
    *out = (struct static_thing){STATIC_FUNCTION, i - 1};
    return true;
}
