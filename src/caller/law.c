/* The laws of a plan and of the usage that it was made from: checked in debug builds whenever
 * one was made or changed. */
#include "caller/caller_internal.h"

static bool is_spot(const struct caller *p, uint32_t spot)
{
    return spot == SPOT_NONE || spot < p->spots.count;
}

static void check_range(const struct spot *s)
{
    CHECK_LAW(!s->has_range || s->least <= s->most);
    CHECK_LAW(s->rung >= 0);
}

/* What a shape says of a pointer is said where it means something. */
static void check_shape(const struct caller *p, const struct spot *s)
{
    bool counted = s->shape == SPOT_COUNTED;
    CHECK_LAW(s->shape != SPOT_ARRAY || s->count);
    CHECK_LAW(!counted || s->expression || s->length < p->spots.count);
    CHECK_LAW(!counted || s->expression || p->spots.data[s->length].shape == SPOT_NUMBER);
    CHECK_LAW(s->shape != SPOT_LIST || s->member);
    CHECK_LAW(!s->ring || (s->shape == SPOT_LIST && s->back));
    CHECK_LAW(!s->looks_back || (s->shape == SPOT_LIST && s->back));
    CHECK_LAW((s->shape != SPOT_END && s->shape != SPOT_INSIDE) ||
              s->length < p->spots.count);
}

static void check_spot(const struct caller *p, const struct spot *s)
{
    uint32_t self = (uint32_t)(s - p->spots.data);
    CHECK_LAW(s->ctype < p->program->ctypes.count);
    CHECK_LAW(s->parent == SPOT_NONE || s->parent == SPOT_GLOBAL || s->parent < self);
    CHECK_LAW(s->use == USE_NONE || s->use < p->usage.uses.count);
    CHECK_LAW(s->number == USE_NONE || s->number < p->usage.numbers.count);
    CHECK_LAW(is_spot(p, s->below) && s->below != self);
    CHECK_LAW(is_spot(p, s->beside) && s->beside != self);
    if (s->shape == SPOT_NUMBER)
        check_range(s);
    check_shape(p, s);
}

static void check_element(const struct caller *p, const struct element *e)
{
    CHECK_LAW(e->spot < p->spots.count);
    CHECK_LAW(e->bytes);
    CHECK_LAW(e->kind != ELEMENT_COUNTED || e->length_ctype < p->program->ctypes.count);
}

bool caller_is_lawful(const struct caller *p)
{
    CHECK_LAW(p->function < p->program->functions.count);
    for (size_t i = 0; i < p->spots.count; i++)
        check_spot(p, &p->spots.data[i]);
    for (size_t i = 0; i < p->apart.count; i++)
        CHECK_LAW(p->apart.data[i].one < p->spots.count &&
                  p->apart.data[i].other < p->spots.count);
    for (size_t i = 0; i < p->externs.count; i++)
        CHECK_LAW(p->externs.data[i].function < p->program->functions.count);
    for (size_t i = 0; i < p->returned.count; i++)
        CHECK_LAW(p->returned.data[i].spot < p->spots.count);
    for (size_t i = 0; i < p->elements.count; i++)
        check_element(p, &p->elements.data[i]);
    return true;
}

static bool all_known(const struct pairing *pairs, size_t count, size_t uses, size_t numbers)
{
    for (size_t i = 0; i < count; i++)
        if (pairs[i].use >= uses || pairs[i].number >= numbers)
            return false;
    return true;
}

bool usage_is_lawful(const struct usage *u)
{
    size_t uses = u->uses.count, numbers = u->numbers.count;
    for (size_t i = 0; i < uses; i++)
        CHECK_LAW(u->uses.data[i].parent == USE_NONE || u->uses.data[i].parent < i);
    for (size_t i = 0; i < numbers; i++) {
        CHECK_LAW(u->numbers.data[i].parent == USE_NONE || u->numbers.data[i].parent < uses);
        CHECK_LAW(u->numbers.data[i].width);
    }
    CHECK_LAW(all_known(u->pairings.data, u->pairings.count, uses, numbers));
    CHECK_LAW(all_known(u->direct.data, u->direct.count, uses, numbers));
    CHECK_LAW(all_known(u->compared.data, u->compared.count, numbers, numbers));
    CHECK_LAW(all_known(u->weighed.data, u->weighed.count, numbers, numbers));
    CHECK_LAW(all_known(u->ends.data, u->ends.count, uses, uses));
    CHECK_LAW(all_known(u->alike.data, u->alike.count, uses, uses));
    for (size_t i = 0; i < u->tests.count; i++)
        CHECK_LAW(u->tests.data[i].use < uses);
    return true;
}
