/* The registry of engines: a new one adds a declaration and a line. */
#include "engine/engine.h"

#include "base/text.h"

extern const struct engine engine_kiki, engine_bmc, engine_kinduction, engine_ai, engine_termination, engine_ranking,
    engine_recurrence, engine_shapes;

const struct engine *const engine_list[] = {
    &engine_shapes, &engine_kiki, &engine_bmc, &engine_kinduction, &engine_ai, &engine_termination, &engine_ranking, &engine_recurrence, NULL,
};

const struct engine *engine_find(const char *name)
{
    for (const struct engine *const *e = engine_list; *e; e++)
        if (text_same((*e)->name, name)) return *e;
    return NULL;
}
