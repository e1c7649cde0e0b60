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

static bool take_search(struct request *r, const char *name)
{
    for (unsigned i = 0; search_list[i]; i++)
        if (text_same(search_list[i]->name, name)) {
            r->options.searches |= 1u << i;
            return true;
        }
    fprintf(stderr, "sooth synth: no search '%s'; there are explicit, symbolic and genetic\n", name);
    return false;
}

static bool take_seconds(const char *option, const char *value, double *out, struct failure *f)
{
    if (!text_same(value, "0")) return option_number(option, value, 1e9, out, f);
    *out = 0;
    return true;
}

/* An option whose value is a number; returns 2 words, 0 if it is wrong. */
static int take_number(struct request *r, const char *option, const char *value)
{
    struct failure failure = {0};
    struct synth_options *o = &r->options;
    uint64_t count = 0;
    bool good;
    if (text_same(option, "--timeout"))
        good = take_seconds(option, value, &o->seconds, &failure);
    else if (text_same(option, "--minimal"))
        good = take_seconds(option, value, &o->minimal_seconds, &failure);
    else if (text_same(option, "--memory"))
        good = option_count(option, value, 1u << 30, &count, &failure), o->memory_mb = (unsigned)count;
    else if (text_same(option, "--length"))
        good = option_count(option, value, 1u << 10, &count, &failure), o->most = (unsigned)count;
    else if (text_same(option, "--seed"))
        good = option_count(option, value, UINT64_MAX, &o->seed, &failure);
    else
        return 0;
    if (!good) fprintf(stderr, "sooth synth: %s\n", failure.message);
    return good ? 2 : 0;
}

/* Takes one option with its value; returns how many words, 0 if it is wrong. */
static int take_option(struct request *r, int argc, char **argv)
{
    const char *value = argc > 1 ? argv[1] : NULL;
    if (text_same(argv[0], "--sygus")) return r->format = FORMAT_SYGUS, 1;
    if (text_same(argv[0], "--qbf")) return r->format = FORMAT_QBF, 1;
    if (text_same(argv[0], "--full-width")) return r->options.full_width_only = true, 1;
    if (text_same(argv[0], "--quiet")) return r->quiet = true, 1;
    if (argv[0][0] != '-') return r->file ? 0 : (r->file = argv[0], 1);
    if (!value) return 0;
    if (text_same(argv[0], "-o")) return r->output = value, 2;
    if (text_same(argv[0], "--search")) return take_search(r, value) ? 2 : 0;
    return take_number(r, argv[0], value);
}

static void print_statistics(const struct synth_result *s, double load, FILE *out)
{
    fprintf(out,
            "search: %s; iterations %u, proposals %u, tests %u; tried explicit %llu, symbolic %llu, genetic "
            "%llu\n",
            s->winner ? s->winner : "none", s->iterations, s->proposals, s->tests,
            (unsigned long long)s->tried[0], (unsigned long long)s->tried[1],
            (unsigned long long)s->tried[2]);
    fprintf(out, "time: load %.3f s, search %.3f s, verify %.3f s, minimal %.3f s\n", load, s->seconds_search,
            s->seconds_verify, s->seconds_minimal);
}

static int print_verdict(const struct synth_result *s)
{
    switch (s->status) {
    case SYNTH_FOUND:
        printf("verdict: found (length %u, minimal: %s)\n", solution_total(&s->solution),
               s->minimal                                          ? "proved"
               : s->refuted_listed >= solution_total(&s->solution) ? "over listed constants"
                                                                   : "unproved");
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
static bool put_program(const struct request *r, const struct text *program, struct failure *f)
{
    if (r->output) return text_write_file(r->output, text_of(program), program->count, f);
    fputs(text_of(program), stdout);
    return true;
}

static int run_one(struct request *r, struct spec *spec, struct sygus *sygus, double load)
{
    struct synth_result result;
    struct failure f = {0};
    struct text program = {0};
    int status;
    if (!synth_run(spec, &r->options, &result, &f)) return fail(&f);
    if (result.status == SYNTH_FOUND) {
        if (sygus)
            sygus_print(sygus, spec, &result.solution, &program);
        else
            synth_print_c(spec, &result, &program);
        bool written = put_program(r, &program, &f);
        text_release(&program);
        if (!written) return fail(&f);
    }
    if (sygus) { /* the answer alone, as other solvers of the format print it */
        if (result.status != SYNTH_FOUND) printf(result.status == SYNTH_NONE ? "infeasible\n" : "fail\n");
        if (!r->quiet) print_statistics(&result, load, stderr);
        return result.status == SYNTH_FOUND  ? EXIT_HOLDS
               : result.status == SYNTH_NONE ? EXIT_VIOLATED
                                             : EXIT_UNKNOWN;
    }
    if (!r->quiet) print_statistics(&result, load, stdout);
    status = print_verdict(&result);
    return status;
}

/* The formula and its negation in turn, with doubling time: whichever has Skolem functions decides. */
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
            if (!spec_read_qbf(&spec, side, r->file, &f)) return fail(&f);
            bool ran = synth_run(&spec, &r->options, &result, &f);
            bool found = ran && result.status == SYNTH_FOUND;
            bool refuted = ran && result.status == SYNTH_NONE; /* some universal choice leaves no answer */
            if (found) {
                synth_print_c(&spec, &result, &program);
                ran = put_program(r, &program, &f);
                text_release(&program);
            }
            spec_release(&spec);
            if (!ran) return fail(&f);
            if (!found && !refuted) continue;
            if (!r->quiet) print_statistics(&result, load, stdout);
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
    for (int i = 1; i < argc;) {
        int used = take_option(&r, argc - i, argv + i);
        if (used <= 0) {
            fprintf(stderr, "sooth synth: do not understand '%s'; see sooth synth --help\n", argv[i]);
            return EXIT_USAGE;
        }
        i += used;
    }
    if (!r.file) {
        fprintf(stderr, "sooth synth: no specification given; see sooth synth --help\n");
        return EXIT_USAGE;
    }
    if (!r.options.searches) r.options.searches = SEARCH_ALL;
    if (r.options.minimal_seconds < 0) r.options.minimal_seconds = r.format == FORMAT_SYGUS ? 0 : 0.3;
    signal(SIGINT, on_signal);
    signal(SIGTERM, on_signal);
    signal(SIGPIPE, SIG_IGN);
    double began = wall_now();
    if (r.format == FORMAT_QBF) return run_qbf(&r, 0);
    bool read = r.format == FORMAT_SYGUS ? spec_read_sygus(&spec, &sygus, r.file, &f)
                                         : spec_read_c(&spec, r.file, &f);
    if (!read) return fail(&f);
    int status = run_one(&r, &spec, sygus, wall_now() - began);
    spec_release(&spec);
    return status;
}

const struct command command_synth = {
    "synth", "a short loop-free program that meets a C specification",
    "usage: sooth synth [OPTION]... SPEC.c\n\n"
    "Finds a loop-free program that meets the specification for all inputs, and prints it as C. "
    "include/sooth.h\n"
    "describes specifications; the simplest has enum { INPUTS = 2, OUTPUTS = 1 } and\n"
    "int check(const unsigned in[], const unsigned out[]), nonzero when out is right for in.\n\n"
    "  -o FILE          write the program there\n"
    "  --search S       explicit, symbolic or genetic; may be repeated; default: all three side by side\n"
    "  --timeout S      seconds\n"
    "  --minimal S      seconds to spend on refuting shorter programs once one was found\n"
    "                   (default 0.3; with --sygus 0)\n"
    "  --memory MB      limit of each search\n"
    "  --length N       longest program to look for\n"
    "  --seed N         of tests and genetic search\n"
    "  --full-width     do not search on narrow words first\n"
    "  --quiet          no statistics\n"
    "  --sygus          the file is SyGuS-IF version 2, theory BV\n"
    "  --qbf            the file is QDIMACS: true with Skolem functions, or false with those of the "
    "negation\n\n"
    "Exit status: 0 found (true), 10 none can exist (false), 20 unknown, 1 wrong input.\n",
    run_synth};
