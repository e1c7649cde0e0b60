/* Loading: the units of the command line, clang for those in C, linking, models, translation, passes. */
#include "frontend/frontend.h"

#include "base/failure.h"
#include "base/text.h"
#include "frontend/clang.h"
#include "frontend/module.h"
#include "frontend/translate.h"
#include "frontend/units.h"
#include "program/passes.h"

#include <time.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool add_unit(struct module_store *store, const struct unit_list *list, size_t i,
                     struct failure *failure)
{
    const struct unit *unit = &list->units.data[i];
    if (unit->compiled == UNIT_READ) return module_add_file(store, unit->file, failure);
    return module_add_output(store, list->clang.data[unit->clang].output, unit->file, failure);
}

static bool load_module(const struct frontend_options *o, struct module_store *store, struct failure *failure,
                        struct frontend_times *times)
{
    struct unit_list list;
    unit_list_init(&list);
    double start = now();
    bool good = unit_list_read(&list, o, failure) && clang_run(o, list.clang.data, list.clang.count, failure);
    times->clang = now() - start;
    start = now();
    for (size_t i = 0; good && i < list.units.count; i++)
        good = add_unit(store, &list, i, failure);
    clang_close(list.clang.data, list.clang.count);
    unit_list_release(&list);
    if (good && o->models == MODELS_LINKED) good = module_add_models(store, failure);
    if (good) LLVMSetIsNewDbgInfoFormat(store->module, 0);
    times->load = now() - start;
    return good;
}

static bool run_passes(struct program *program, struct failure *failure)
{
    program_lower_switches(program);
    program_promote(program);
    program_clean(program);
#ifdef SOOTH_DEBUG
    return program_check(program, failure);
#else
    (void)failure;
    return true;
#endif
}

struct program *frontend_load_timed(const struct frontend_options *o, struct failure *failure,
                                    struct frontend_times *times)
{
    struct module_store store;
    struct program *program = NULL;
    struct frontend_times ignored;
    if (!times) times = &ignored;
    *times = (struct frontend_times){0};
    module_store_init(&store);
    if (load_module(o, &store, failure, times)) {
        double start = now();
        program = translate_module(store.module, failure);
        times->translate = now() - start;
    }
    module_store_release(&store);
    double start = now();
    if (program && o->passes == PASSES_RUN && !run_passes(program, failure)) {
        program_free(program);
        program = NULL;
    }
    times->passes = now() - start;
    return program;
}

struct program *frontend_load(const struct frontend_options *o, struct failure *failure)
{
    return frontend_load_timed(o, failure, NULL);
}
