/* sooth relate: a certificate that two versions of a function do the same. */
#include "base/failure.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
#include "program/program.h"
#include "relate/relate.h"

#include <string.h>

struct relate_arguments {
    struct frontend_arguments frontend;
    const char *function, *certificate;
    double seconds;
};

static const char *claim_text(const struct pair_witness *w)
{
    if (w->wraps)
        return w->defined ? "same" : "same (assuming defined)";
    return w->defined ? "same (assuming overflow)" : "same (assuming overflow, defined)";
}

static int tell(const struct relate_arguments *a, const struct pair_witness *w,
                const struct terms *terms)
{
    struct failure failure = {0};
    struct text text = {0};
    pair_witness_write(w, terms, &text);
    bool good = !a->certificate ||
                text_write_file(a->certificate, text_of(&text), text.count, &failure);
    text_release(&text);
    if (!good) {
        fprintf(stderr, "sooth relate: %s\n", failure.message);
        return EXIT_USAGE;
    }
    printf("%s: %s\n", a->function, claim_text(w));
    return EXIT_HOLDS;
}

static int relate(const struct relate_arguments *a, const struct program *const both[2])
{
    struct relate_question question = {{both[0], both[1]}, a->function, a->seconds};
    struct terms *terms = terms_new();
    struct pair_witness witness;
    struct pair_result result;
    int status = EXIT_UNKNOWN;
    if (relate_find(&question, terms, &witness, &result)) {
        status = tell(a, &witness, terms);
        pair_witness_release(&witness);
    } else {
        printf("%s: unknown (%s)\n", a->function, result.why);
    }
    terms_free(terms);
    return status;
}

static int load_and_relate(const struct relate_arguments *a)
{
    struct program *both[2] = {NULL, NULL};
    struct failure failure = {0};
    int status = EXIT_USAGE;
    if (frontend_arguments_load_pair(&a->frontend, both, &failure))
        status = relate(a, (const struct program *const *)both);
    else
        fprintf(stderr, "sooth relate: %s\n", failure.message);
    for (int i = 0; i < 2; i++)
        if (both[i])
            program_free(both[i]);
    return status;
}

enum key {
#define RELATE_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct relate_arguments *a = request;
    switch ((enum key)row->key) {
    case KEY_FUNCTION:
        a->function = value;
        return true;
    case KEY_CERTIFICATE:
        a->certificate = value;
        return true;
    case KEY_TIMEOUT:
        return option_number(row->name, value, 1e9, &a->seconds, f);
    }
    return false;
}

static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    (void)f;
    return frontend_arguments_take(&((struct relate_arguments *)request)->frontend, argc,
                                   argv);
}

static int run(int argc, char **argv)
{
    struct relate_arguments a = {.seconds = 10};
    struct failure failure = {0};
    struct option_reader reader = {"relate", &a, take, take_word};
    int status = EXIT_USAGE;
    frontend_arguments_init(&a.frontend);
    bool good = options_read(&reader, argc, argv, &failure);
    if (good && (!a.function || a.frontend.files.count != 2))
        good = failure_set(&failure, FAILURE_INPUT,
                           "a function and two versions are needed; see sooth relate --help");
    if (good)
        status = load_and_relate(&a);
    else
        fprintf(stderr, "sooth relate: %s\n", failure.message);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_relate = {
    .name = "relate",
    .summary = "a certificate that two versions of a function do the same",
    .usage = "usage: sooth relate --function F [--certificate FILE] [OPTION]... OLD NEW\n\n"
             "Looks for relations between the loops of two versions, and writes them for "
             "sooth check. The same\n"
             "means: where the old version is defined, both make the same calls, leave the "
             "same memory, return the\n"
             "same, and one ends where the other does.\n\n"
             "Exit status 0: a certificate was found; 20: none was.\n",
    .loads_program = true,
    .run = run,
};
