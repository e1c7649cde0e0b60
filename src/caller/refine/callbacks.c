/* What was supposed of functions of callers and cannot be: that they free what they are
 * given, or fill it. */
#include "caller/refine/refine_internal.h"

/* A function of callers that was taken for one that frees. */
bool refine_keep_in_callbacks(struct refining *r)
{
    const char *name = r->view->program->functions.data[r->view->function].name;
    if (r->plan->keeping_callbacks || !text_starts(name, "sooth_callback_"))
        return false;
    return r->plan->keeping_callbacks = true;
}

static bool leads_to_anything(const struct caller *p, const struct spot *s)
{
    uint32_t element = p->program->ctypes.data[s->ctype].element;
    return s->shape == SPOT_ARRAY && (!element || !p->program->ctypes.data[element].bytes);
}

/* A function of callers was taken for one that fills what it is given, as `void *`, with so
 * many bytes as the next number says. What it was given is something of callers of which
 * nothing is known, so the number says something else: a position. */
bool refine_stop_filling(struct refining *r)
{
    const struct replay_view *v = r->view;
    const char *name = v->program->functions.data[v->function].name;
    if (r->plan->shy_callbacks || !text_starts(name, "sooth_callback_"))
        return false;
    const struct spot *s = NULL;
    if (v->object_known && v->made.file == v->harness_file)
        s = refine_spot_at(r->plan, v->made.line);
    if (v->object_known && (!s || !leads_to_anything(r->plan, s)))
        return false;
    return r->plan->shy_callbacks = true;
}

/* --- what they return --- */

/* The function of callers whose result the failing arithmetic is computed from; SPOT_NONE: it
 * is none, or there is a contract for it. */
static uint32_t spot_called(const struct refining *r)
{
    for (uint32_t i = 0; r->sources.called_use && i < r->plan->spots.count; i++) {
        const struct spot *s = &r->plan->spots.data[i];
        if (s->shape == SPOT_FUNCTION && s->use == r->sources.called_use - 1 &&
            !s->by_contract)
            return i;
    }
    return SPOT_NONE;
}

/* What is assumed of the number that the function of callers returns; null: it returns none.
 */
static struct spot *number_returned(struct caller *p, uint32_t spot)
{
    const struct ctype *types = p->program->ctypes.data;
    uint32_t ctype = types[types[p->spots.data[spot].ctype].element].element;
    enum ctype_kind kind = (enum ctype_kind)types[ctype].kind;
    for (size_t i = 0; i < p->returned.count; i++)
        if (p->returned.data[i].spot == spot)
            return &p->returned.data[i].number;
    if (!ctype || (kind != CTYPE_SIGNED && kind != CTYPE_UNSIGNED))
        return NULL;
    struct callback_result made = {spot,
                                   {.shape = SPOT_NUMBER,
                                    .name = "result",
                                    .ctype = ctype,
                                    .parent = SPOT_NONE,
                                    .use = USE_NONE,
                                    .number = USE_NONE,
                                    .length = SPOT_NONE,
                                    .beside = SPOT_NONE,
                                    .below = SPOT_NONE}};
    VECTOR_PUSH(&p->returned, made);
    return &VECTOR_LAST(&p->returned).number;
}

bool refine_depends_on_callback(const struct refining *r)
{
    return spot_called(r) != SPOT_NONE;
}

bool refine_result_of_callback(struct refining *r)
{
    uint32_t spot = spot_called(r);
    if (spot == SPOT_NONE || !r->plan->quiet_callbacks)
        return false;
    struct spot *number = number_returned(r->plan, spot);
    if (!number || !refine_narrow_more(r->plan, number))
        return false;
    refine_note(r, " returns a number in a range", r->plan->spots.data[spot].name);
    return true;
}
