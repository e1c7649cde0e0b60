/* Loading: the units of the command line, clang for those in C, models, linking, translation, passes. */
#include "load/frontend.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "load/clang.h"
#include "load/module.h"
#include "load/translate/translate.h"
#include "load/units.h"
#include "program/passes.h"

#include <sys/resource.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

static double children_time(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

static bool add_unit(struct module_store *store, const struct unit_list *list, size_t i,
                     struct failure *failure)
{
    const struct unit *unit = &list->units.data[i];
    if (unit->compiled == UNIT_READ) return module_add_file(store, unit->file, failure);
    return module_add_output(store, list->clang.data[unit->clang].output, unit->file, "clang-19", failure);
}

static bool load_modules(const struct frontend_options *o, struct module_store *store,
                         struct failure *failure, struct frontend_times *times)
{
    struct unit_list list;
    unit_list_init(&list);
    double start = children_time();
    bool good = unit_list_read(&list, o, failure) && clang_run(o, list.clang.data, list.clang.count, failure);
    times->clang = children_time() - start;
    start = cpu_now();
    for (size_t i = 0; good && i < list.units.count; i++)
        good = add_unit(store, &list, i, failure);
    clang_close(list.clang.data, list.clang.count);
    unit_list_release(&list);
    if (good && o->models == MODELS_LINKED) good = module_add_models(store, failure);
    good = good && ir_store_link(&store->ir, failure);
    times->load = cpu_now() - start;
    return good;
}

/* The passes that look at several functions. */
static bool run_passes(struct program *program, struct failure *failure)
{
    program_find_start(program);
    program_settle_results(program);
    program_renew_locals(program);
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
    module_store_init(&store, o->reader);
    if (load_modules(o, &store, failure, times)) {
        double start = cpu_now();
        program = translate_program(&store.ir, o->overflow_sites, o->passes, failure);
        times->translate = cpu_now() - start;
    }
    double start = cpu_now();
    module_store_release(&store);
    times->load += cpu_now() - start;
    start = cpu_now();
    if (program && o->passes == PASSES_RUN && !run_passes(program, failure)) {
        program_free(program);
        program = NULL;
    }
    times->passes = cpu_now() - start;
    return program;
}

struct program *frontend_load(const struct frontend_options *o, struct failure *failure)
{
    return frontend_load_timed(o, failure, NULL);
}
