/* The registry of engines, in the order in which they are tried: a new one adds a line. */
#include "engine/engine.h"

#include "base/text.h"

#define EACH_ENGINE(ENGINE)                                                                  \
    ENGINE(samples)                                                                          \
    ENGINE(shapes)                                                                           \
    ENGINE(kiki)                                                                             \
    ENGINE(lists)                                                                            \
    ENGINE(accelerate)                                                                       \
    ENGINE(danger)                                                                           \
    ENGINE(pdr)                                                                              \
    ENGINE(lazy)                                                                             \
    ENGINE(bmc)                                                                              \
    ENGINE(kinduction)                                                                       \
    ENGINE(ai)                                                                               \
    ENGINE(termination)                                                                      \
    ENGINE(ranking)                                                                          \
    ENGINE(recurrence)

#define DECLARATION(name) extern const struct engine engine_##name;
EACH_ENGINE(DECLARATION)

#define ENTRY(name) &engine_##name,
const struct engine *const engine_list[] = {EACH_ENGINE(ENTRY) NULL};

const struct engine *engine_find(const char *name)
{
    for (const struct engine *const *e = engine_list; *e; e++)
        if (text_same((*e)->name, name))
            return *e;
    return NULL;
}
