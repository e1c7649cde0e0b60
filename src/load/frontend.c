/* Loading: the units of the command line, clang for those in C, models, linking, translation,
 * passes. */
#include "load/frontend.h"

#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "load/clang.h"
#include "load/hidden.h"
#include "load/initialisers.h"
#include "load/module.h"
#include "load/own.h"
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
    LAW(i < list->units.count);
    const struct unit *unit = &list->units.data[i];
    if (unit->compiled == UNIT_READ)
        return module_add_file(store, unit->file, failure);
    LAW(unit->clang < list->clang.count);
    return module_add_output(store, list->clang.data[unit->clang].output, unit->file,
                             "clang-19", failure);
}

/* How one attempt to load treats the blocks that clang does not show, and what it found out
 * about them and about names of the library. */
struct attempt {
    struct own_names *own; /* null: they are known */
    bool again;            /* there are more of those: load once more */
    bool write_plain, write_blocks;
    enum blocks_found found;
    enum unmarked_lives lives;
    bool keeps_unmarked;
    struct constant_warnings warnings;
};

static bool compile(const struct frontend_options *o, struct unit_list *list,
                    struct attempt *a, struct failure *failure)
{
    if (!unit_list_read(list, o, failure))
        return false;
    struct clang_unit *units = list->clang.data;
    if (a->write_plain && !clang_write_plain(o, units, list->clang.count))
        return false;
    if (a->write_blocks && !clang_write_blocks(o, units, list->clang.count, &a->found))
        return false;
    if (!clang_run(o, CLANG_BITCODE, units, list->clang.count, failure))
        return false;
    VECTOR_CLEAR(&a->warnings.list);
    clang_warnings(units, list->clang.count, &a->warnings);
    return true;
}

/* The trees of all units: of one function, or all that there is. */
static bool is_tree_good(const struct frontend_options *o, struct unit_list *list,
                         const char *only, char *variable, size_t room)
{
    struct failure ignored;
    struct clang_unit *units = list->clang.data;
    struct text trees = {0};
    for (size_t i = 0; i < list->clang.count; i++)
        units[i].only = only;
    clang_close_outputs(units, list->clang.count);
    bool good = clang_run(o, CLANG_TREE, units, list->clang.count, &ignored);
    for (size_t i = 0; good && i < list->clang.count; i++)
        good = clang_read_output(&units[i], &trees);
    good = good && !initialisers_overflow(text_of(&trees), o->data_model == DATA_MODEL_ILP32,
                                          variable, room);
    text_release(&trees);
    return good;
}

/* What clang computes in initialisers of locals leaves no check behind. */
static bool initialisers_are_good(const struct frontend_options *o, struct unit_list *list,
                                  const struct ir_store *store, struct failure *failure)
{
    struct initialisers found;
    char variable[64] = "";
    if (o->overflow_sites != OVERFLOW_SITES_PLACED || o->tables_are_known)
        return true;
    initialisers_list(store, &found);
    bool good = true;
    for (size_t i = 0; good && !found.everywhere && i < found.count; i++)
        good = is_tree_good(o, list, found.functions[i], variable, sizeof variable);
    if (found.everywhere)
        good = is_tree_good(o, list, NULL, variable, sizeof variable);
    return good || failure_set(failure, FAILURE_UNSUPPORTED,
                               "overflow in a constant initialiser of `%s`", variable);
}

static bool load_modules(const struct frontend_options *o, struct module_store *store,
                         struct attempt *a, struct failure *failure,
                         struct frontend_times *times)
{
    LAW(o->file_count);
    struct unit_list list;
    unit_list_init(&list);
    double start = children_time();
    bool good = compile(o, &list, a, failure);
    times->clang += children_time() - start;
    start = cpu_now();
    for (size_t i = 0; good && i < list.units.count; i++)
        good = add_unit(store, &list, i, failure);
    if (good && o->models == MODELS_LINKED)
        good = module_add_models(store, failure);
    good = good && ir_store_link(&store->ir, failure) &&
           initialisers_are_good(o, &list, &store->ir, failure);
    clang_close(list.clang.data, list.clang.count);
    unit_list_release(&list);
    times->load += cpu_now() - start;
    return good;
}

/* The passes that look at several functions. */
static bool run_passes(struct program *program, struct failure *failure)
{
    LAW(program->entry == UINT32_MAX || program->entry < program->functions.count);
    program_find_start(program);
    program_open_truths(program);
    program_settle_results(program);
    program_loop_tail_calls(program);
    program_renew_locals(program);
#ifdef SOOTH_DEBUG
    return program_check(program, failure);
#else
    (void)failure;
    return true;
#endif
}

/* Constants that clang computes itself, as in initialisers of arrays, leave no check behind.
 */
static struct program *refuse_hidden(struct program *p, struct ir_store *store,
                                     const struct attempt *a, struct failure *failure)
{
    const struct constant_warning *w = p ? hidden_find(p, store, &a->warnings) : NULL;
    if (!w)
        return p;
    failure_set(failure, FAILURE_UNSUPPORTED, "overflow in a constant on line %u",
                (unsigned)w->line);
    program_free(p);
    return NULL;
}

static struct program *load(const struct frontend_options *o, struct attempt *a,
                            struct failure *failure, struct frontend_times *times)
{
    struct module_store store;
    struct program *program = NULL;
    module_store_init(&store, o->reader);
    bool loaded = load_modules(o, &store, a, failure, times);
    if (a->own)
        a->again = loaded ? own_names_find(a->own, &store.ir)
                          : own_names_find_in_message(a->own, failure);
    if (loaded && !a->again) {
        double start = cpu_now();
        program = translate_program(&store.ir, o->overflow_sites, o->passes, a->lives,
                                    &a->keeps_unmarked, failure);
        times->translate += cpu_now() - start;
        program = refuse_hidden(program, &store.ir, a, failure);
    }
    VECTOR_RELEASE(&a->warnings.list);
    double start = cpu_now();
    module_store_release(&store);
    times->load += cpu_now() - start;
    return program;
}

/* What tells the number that signbit gives from a _Bool made of it is its place, which all
 * that one macro makes has in common (328): the sources are compiled once more as the
 * preprocessor writes them. If that fails, the program is as it was. */
static struct program *load_plain(const struct frontend_options *o,
                                  struct program *as_written, struct attempt *plain,
                                  struct frontend_times *times)
{
    LAW(!plain->own && !plain->again);
    struct failure ignored;
    plain->write_plain = true;
    struct program *program = load(o, plain, &ignored, times);
    if (!program)
        return as_written;
    program_free(as_written);
    return program;
}

/* Where the address of a local without lifetime markers is kept, its block has to be known:
 * the sources are compiled once more with their blocks written out, unless all of them show.
 * If that fails, nobody knows when such locals end. */
static struct program *load_with_blocks(const struct frontend_options *o,
                                        struct program *as_written, struct failure *failure,
                                        struct frontend_times *times)
{
    struct attempt written = {.write_blocks = true,
                              .found = BLOCKS_UNCLEAR}; /* unless the sources were read */
    struct program *program = load(o, &written, failure, times);
    if (!program && written.found == BLOCKS_SHOWN)
        return as_written;
    LAW(written.found != BLOCKS_SHOWN || program);
    program_free(as_written);
    if (program)
        return program;
    struct attempt doubtful = {.lives = LIVES_IN_DOUBT};
    return load(o, &doubtful, failure, times);
}

struct program *frontend_load_timed(const struct frontend_options *o, struct failure *failure,
                                    struct frontend_times *times)
{
    struct frontend_times ignored;
    if (!times)
        times = &ignored;
    *times = (struct frontend_times){0};
    struct own_names own;
    own_names_init(&own, o);
    struct frontend_options options = *o;
    struct attempt first = {.own = &own};
    struct program *program = NULL;
    do {
        if (failure)
            *failure = (struct failure){0}; /* of the attempt before */
        options.arguments = own.arguments.data;
        options.argument_count = own.arguments.count;
        program = load(&options, &first, failure, times);
    } while (first.again);
    first.own = NULL;
    if (program && program_looks_at_truths(program))
        program = load_plain(&options, program, &first, times);
    if (program && first.keeps_unmarked)
        program = load_with_blocks(&options, program, failure, times);
    own_names_release(&own);
    double start = cpu_now();
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
