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
