/* The uses, numbers and pairings of a function: looking them up and making them. */
#include "caller/usage/usage_internal.h"

uint32_t usage_use(const struct usage *u, uint32_t parent, uint64_t offset)
{
    for (size_t i = 0; i < u->uses.count; i++)
        if (u->uses.data[i].parent == parent && u->uses.data[i].offset == offset)
            return (uint32_t)i;
    return USE_NONE;
}

uint32_t usage_number(const struct usage *u, uint32_t parent, uint64_t offset)
{
    for (size_t i = 0; i < u->numbers.count; i++)
        if (u->numbers.data[i].parent == parent && u->numbers.data[i].offset == offset)
            return (uint32_t)i;
    return USE_NONE;
}

bool usage_are_compared(const struct usage *u, uint32_t number, uint32_t other)
{
    LAW(number < u->numbers.count && other < u->numbers.count);
    for (size_t i = 0; i < u->compared.count; i++)
        if (u->compared.data[i].use == number && u->compared.data[i].number == other)
            return true;
    return false;
}

uint32_t usage_weight(const struct usage *u, uint32_t use, uint32_t number)
{
    LAW(use < u->uses.count);
    LAW(number < u->numbers.count);
    for (size_t i = 0; i < u->pairings.count; i++)
        if (u->pairings.data[i].use == use && u->pairings.data[i].number == number)
            return u->pairings.data[i].weight;
    return 0;
}

bool usage_is_index(const struct usage *u, uint32_t use, uint32_t number)
{
    LAW(use < u->uses.count);
    LAW(number < u->numbers.count);
    for (size_t i = 0; i < u->direct.count; i++)
        if (u->direct.data[i].use == use && u->direct.data[i].number == number)
            return true;
    return false;
}

uint32_t usage_make_use(struct usage *u, uint32_t parent, uint64_t offset)
{
    LAW(parent == USE_NONE || parent < u->uses.count);
    uint32_t found = usage_use(u, parent, offset);
    if (found != USE_NONE)
        return found;
    VECTOR_PUSH(&u->uses, (struct use){.parent = parent, .offset = offset});
    return (uint32_t)u->uses.count - 1;
}

uint32_t usage_make_number(struct usage *u, uint32_t parent, uint64_t offset, uint32_t width)
{
    LAW(parent == USE_NONE || parent < u->uses.count);
    LAW(width);
    uint32_t found = usage_number(u, parent, offset);
    if (found != USE_NONE)
        return found;
    VECTOR_PUSH(&u->numbers,
                (struct number){.parent = parent, .offset = offset, .width = width});
    return (uint32_t)u->numbers.count - 1;
}

void usage_stride(struct usage *u, uint32_t use, int64_t bytes)
{
    LAW(use < u->uses.count);
    if (bytes < 0)
        bytes = -bytes;
    if ((uint64_t)bytes > u->uses.data[use].stride)
        u->uses.data[use].stride = (uint64_t)bytes;
}

void usage_pair(struct usage *u, uint32_t use, uint32_t number, uint32_t weight)
{
    LAW(use < u->uses.count);
    LAW(number < u->numbers.count);
    LAW(weight);
    for (size_t i = 0; i < u->pairings.count; i++) {
        struct pairing *p = &u->pairings.data[i];
        if (p->use != use || p->number != number)
            continue;
        if (p->weight < weight)
            p->weight = weight;
        return;
    }
    VECTOR_PUSH(&u->pairings, (struct pairing){use, number, weight});
}

void usage_release(struct usage *u)
{
    VECTOR_RELEASE(&u->uses);
    VECTOR_RELEASE(&u->numbers);
    VECTOR_RELEASE(&u->pairings);
    VECTOR_RELEASE(&u->compared);
    VECTOR_RELEASE(&u->weighed);
    VECTOR_RELEASE(&u->ends);
    VECTOR_RELEASE(&u->alike);
    VECTOR_RELEASE(&u->direct);
    VECTOR_RELEASE(&u->tests);
    map_release(&u->number_of);
    map_release(&u->use_of);
}
