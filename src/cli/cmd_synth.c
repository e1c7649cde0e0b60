/* sooth synth: reads a specification, runs the searches, prints the program found. */
#include "base/clock.h"
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/options.h"
#include "synth/search/search.h"
#include "synth/synth.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum format { FORMAT_C, FORMAT_SYGUS, FORMAT_QBF };
struct request {
    enum format format;
    const char *file, *output;
    struct synth_options options;
    bool quiet;
};

static volatile int stop_flag;
static void on_signal(int number)
{
    (void)number;
    stop_flag = 1;
}

static bool take_search(struct request *r, const char *name, struct failure *f)
{
    for (unsigned i = 0; search_list[i]; i++)
        if (text_same(search_list[i]->name, name)) {
            r->options.searches |= 1u << i;
            return true;
        }
    return failure_set(f, FAILURE_INPUT,
                       "no search '%s'; there are explicit, symbolic and genetic", name);
}

static bool take_count(const struct option_row *row, const char *value, uint64_t most,
                       unsigned *out, struct failure *f)
{
    uint64_t count;
    if (!option_count(row->name, value, most, &count, f))
        return false;
    *out = (unsigned)count;
    return true;
}

enum key {
#define SYNTH_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct request *r = request;
    struct synth_options *o = &r->options;
    switch ((enum key)row->key) {
    case KEY_OUTPUT:
        r->output = value;
        return true;
    case KEY_SEARCH:
        return take_search(r, value, f);
    case KEY_TIMEOUT:
        return option_number_or_zero(row->name, value, 1e9, &o->seconds, f);
    case KEY_MINIMAL:
        return option_number_or_zero(row->name, value, 1e9, &o->minimal_seconds, f);
    case KEY_MEMORY:
        return take_count(row, value, 1u << 30, &o->memory_mb, f);
    case KEY_LENGTH:
        return take_count(row, value, 1u << 10, &o->most, f);
    case KEY_SEED:
        return option_count(row->name, value, UINT64_MAX, &o->seed, f);
    case KEY_FULL_WIDTH:
        return o->full_width_only = true;
    case KEY_QUIET:
        return r->quiet = true;
    case KEY_SYGUS:
        r->format = FORMAT_SYGUS;
        return true;
    case KEY_QBF:
        r->format = FORMAT_QBF;
        return true;
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct request *r = request;
    (void)argc, (void)f;
    if (argv[0][0] == '-' || r->file)
        return 0;
    r->file = argv[0];
    return 1;
}

static void print_statistics(const struct synth_result *s, double load, FILE *out)
{
    fprintf(out,
            "search: %s; iterations %u, proposals %u, tests %u; tried explicit %llu, "
            "symbolic %llu, genetic "
            "%llu\n",
            s->winner ? s->winner : "none", s->iterations, s->proposals, s->tests,
            (unsigned long long)s->tried[0], (unsigned long long)s->tried[1],
            (unsigned long long)s->tried[2]);
    fprintf(out, "time: load %.3f s, search %.3f s, verify %.3f s, minimal %.3f s\n", load,
            s->seconds_search, s->seconds_verify, s->seconds_minimal);
}

static const char *minimal_word(const struct synth_result *s)
{
    if (s->minimal)
        return "proved";
    return s->refuted_listed >= solution_total(&s->solution) ? "over listed constants"
                                                             : "unproved";
}

static int print_verdict(const struct synth_result *s)
{
    switch (s->status) {
    case SYNTH_FOUND:
        printf("verdict: found (length %u, minimal: %s)\n", solution_total(&s->solution),
               minimal_word(s));
        return EXIT_HOLDS;
    case SYNTH_NONE:
        printf("verdict: none (%s)\n", s->reason);
        return EXIT_VIOLATED;
    case SYNTH_UNKNOWN:
        break;
    }
    printf("verdict: unknown (%s)\n", s->reason);
    return EXIT_UNKNOWN;
}

static int fail(const struct failure *f)
{
    if (f->kind == FAILURE_UNSUPPORTED) {
        printf("verdict: unknown (unsupported: %s)\n", f->message);
        return EXIT_UNKNOWN;
    }
    fprintf(stderr, "sooth synth: %s\n", f->message);
    return EXIT_USAGE;
}

/* The text goes to the file named by -o, or to standard output before the verdict. */
static bool put_program(const struct request *r, const struct text *program,
                        struct failure *f)
{
    if (r->output)
        return text_write_file(r->output, text_of(program), program->count, f);
    fputs(text_of(program), stdout);
    return true;
}

static int run_one(struct request *r, struct spec *spec, struct sygus *sygus, double load)
{
    struct synth_result result;
    struct failure f = {0};
    struct text program = {0};
    int status;
    if (!synth_run(spec, &r->options, &result, &f))
        return fail(&f);
    if (result.status == SYNTH_FOUND) {
        if (sygus)
            sygus_print(sygus, spec, &result.solution, &program);
        else
            synth_print_c(spec, &result, &program);
        bool written = put_program(r, &program, &f);
        text_release(&program);
        if (!written)
            return fail(&f);
    }
    if (sygus) { /* the answer alone, as other solvers of the format print it */
        if (result.status != SYNTH_FOUND)
            printf(result.status == SYNTH_NONE ? "infeasible\n" : "fail\n");
        if (!r->quiet)
            print_statistics(&result, load, stderr);
        if (result.status == SYNTH_FOUND)
            return EXIT_HOLDS;
        return result.status == SYNTH_NONE ? EXIT_VIOLATED : EXIT_UNKNOWN;
    }
    if (!r->quiet)
        print_statistics(&result, load, stdout);
    status = print_verdict(&result);
    return status;
}

/* The formula and its negation in turn, with doubling time: whichever has Skolem functions
 * decides. */
static int run_qbf(struct request *r, double load)
{
    double limit = r->options.seconds, began = wall_now();
    r->options.minimal_seconds = 0;
    for (double slice = 1;; slice *= 2)
        for (enum qbf_side side = QBF_FORMULA; side <= QBF_NEGATION; side++) {
            struct spec spec;
            struct failure f = {0};
            struct synth_result result;
            struct text program = {0};
            double left = limit > 0 ? limit - (wall_now() - began) : slice;
            if (left <= 0 || stop_flag) {
                printf("verdict: unknown (%s)\n", stop_flag ? "stopped" : "time limit");
                return EXIT_UNKNOWN;
            }
            r->options.seconds = slice < left ? slice : left;
            if (!spec_read_qbf(&spec, side, r->file, &f))
                return fail(&f);
            bool ran = synth_run(&spec, &r->options, &result, &f);
            bool found = ran && result.status == SYNTH_FOUND;
            bool refuted = ran && result.status ==
                                      SYNTH_NONE; /* some universal choice leaves no answer */
            if (found) {
                synth_print_c(&spec, &result, &program);
                ran = put_program(r, &program, &f);
                text_release(&program);
            }
            spec_release(&spec);
            if (!ran)
                return fail(&f);
            if (!found && !refuted)
                continue;
            if (!r->quiet)
                print_statistics(&result, load, stdout);
            bool holds = found == (side == QBF_FORMULA);
            printf("verdict: %s\n", holds ? "true" : "false");
            return holds ? EXIT_HOLDS : EXIT_VIOLATED;
        }
}

static int run_synth(int argc, char **argv)
{
    struct request r = {.options = {.minimal_seconds = -1, .seed = 1, .stop = &stop_flag}};
    struct failure f = {0};
    struct spec spec;
    struct sygus *sygus = NULL;
    struct option_reader reader = {"synth", &r, take, take_word};
    if (!options_read(&reader, argc, argv, &f)) {
        fprintf(stderr, "sooth synth: %s\n", f.message);
        return EXIT_USAGE;
    }
    if (!r.file) {
        fprintf(stderr, "sooth synth: no specification given; see sooth synth --help\n");
        return EXIT_USAGE;
    }
    if (!r.options.searches)
        r.options.searches = SEARCH_ALL;
    if (r.options.minimal_seconds < 0)
        r.options.minimal_seconds = r.format == FORMAT_SYGUS ? 0 : 0.3;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGPIPE, SIG_IGN);
    double began = wall_now();
    if (r.format == FORMAT_QBF)
        return run_qbf(&r, 0);
    bool read = r.format == FORMAT_SYGUS ? spec_read_sygus(&spec, &sygus, r.file, &f)
                                         : spec_read_c(&spec, r.file, &f);
    if (!read)
        return fail(&f);
    int status = run_one(&r, &spec, sygus, wall_now() - began);
    spec_release(&spec);
    return status;
}

const struct command command_synth = {
    .name = "synth",
    .summary = "a short loop-free program that meets a C specification",
    .usage =
        "usage: sooth synth [OPTION]... SPEC.c\n\n"
        "Finds a loop-free program that meets the specification for all inputs, and prints "
        "it as C. "
        "include/sooth.h\n"
        "describes specifications; the simplest has enum { INPUTS = 2, OUTPUTS = 1 } and\n"
        "int check(const unsigned in[], const unsigned out[]), nonzero when out is right for "
        "in.\n",
    .after = "Exit status: 0 found (true), 10 none can exist (false), 20 unknown, 1 wrong "
             "input.\n",
    .run = run_synth,
};
