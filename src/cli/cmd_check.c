/* sooth check: a certificate from a file against a program, by a checker that shares nothing
 * with the engines. */
#include "base/failure.h"
#include "judge/certification.h"
#include "caller/contract/contract.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "cli/options.h"
#include "check/pair/pair.h"
#include "program/passes.h"
#include "property/property.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct check_arguments {
    struct frontend_arguments frontend;
    const char *certificate;
    uint32_t violations;  /* that it must be about; 0: whatever it is about */
    const char *function; /* that it must be about; null: main, or whatever it is about */
    double seconds;
    bool invariants;
};

static int answer(const struct check_result *r)
{
    printf("check: %s", check_answer_name(r->answer));
    if (r->answer != CHECK_CONFIRMED)
        printf(" (%s)", r->why);
    putchar('\n');
    switch (r->answer) {
    case CHECK_CONFIRMED:
        return EXIT_HOLDS;
    case CHECK_REFUTED:
    case CHECK_INVALID:
        return EXIT_VIOLATED;
    case CHECK_UNDECIDED:
    case CHECK_NOT_SHOWN:
    case CHECK_NOT_COVERED:
        break;
    }
    return EXIT_UNKNOWN;
}

/* The union of what the certificates claim, and what they take for granted. */
struct claims {
    uint32_t violations, entry;
    bool pure; /* functions without body change nothing */
};

/* False if there is none, or something else. */
static bool read_claims(const char *text, struct claims *out, struct failure *f)
{
    struct certificate c;
    *out = (struct claims){.entry = UINT32_MAX};
    while (certificate_read(&c, &text, f)) {
        out->violations |= c.violations;
        out->entry = c.entry;
        out->pure |= c.external == CERTIFICATE_EXTERN_PURE;
        certificate_release(&c);
    }
    if (f->kind != FAILURE_NONE)
        return false;
    return out->violations ||
           failure_set(f, FAILURE_INPUT, "there is no certificate of anything in the file");
}

static void tell_claims(const struct program *p, const struct claims *c)
{
    if (c->entry != p->entry && c->entry < p->functions.count)
        printf("about function %s alone:", p->functions.data[c->entry].name);
    else
        printf("about:");
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (c->violations & VIOLATION_BIT(v))
            printf(" %s", violation_name(v));
    printf("%s\n", c->pure ? " (if functions without body change nothing)" : "");
}

/* What is asked of the certificates: what the user says, else what they claim themselves. */
static bool make_question(const struct check_arguments *a, const struct program *p,
                          const struct claims *claims, struct certification_question *q,
                          struct failure *f)
{
    *q = (struct certification_question){a->violations | claims->violations, claims->entry};
    if (a->function)
        q->entry = program_find_function(p, a->function);
    else if (a->violations || q->entry == UINT32_MAX)
        q->entry = p->entry;
    if (q->entry != UINT32_MAX)
        return true;
    return failure_set(f, FAILURE_INPUT, "the program has no function %s",
                       a->function ? a->function : "main");
}

/* --- certificates of two versions --- */

static void tell_pair(const struct pair_witness *w)
{
    printf("about: %s does the same in both versions", w->function);
    if (!w->wraps)
        printf(", assuming overflow");
    if (!w->defined)
        printf(", assuming defined");
    putchar('\n');
}

static enum check_answer answer_of_pair(enum pair_answer answer)
{
    switch (answer) {
    case PAIR_CONFIRMED:
        return CHECK_CONFIRMED;
    case PAIR_REFUSED:
        return CHECK_NOT_SHOWN;
    case PAIR_UNDECIDED:
        break;
    }
    return CHECK_UNDECIDED;
}

static int check_pair(const struct check_arguments *a, const char *text,
                      struct program *both[2], struct failure *f)
{
    struct terms *terms = terms_new();
    struct pair_witness witness;
    struct pair_result pair;
    struct check_result result = {.answer = CHECK_INVALID};
    if (!pair_witness_read(&witness, terms, text, f)) {
        snprintf(result.why, sizeof result.why, "%.200s", f->message);
    } else if (a->function && strcmp(a->function, witness.function) != 0) {
        snprintf(result.why, sizeof result.why, "it is about %.100s", witness.function);
    } else {
        pair_check((const struct program *const *)both, &witness, terms, a->seconds, &pair);
        result.answer = answer_of_pair(pair.answer);
        snprintf(result.why, sizeof result.why, "%s", pair.why);
        tell_pair(&witness);
    }
    if (!f->kind)
        pair_witness_release(&witness);
    terms_free(terms);
    return answer(&result);
}

static int load_and_check_pair(const struct check_arguments *a, const char *text)
{
    struct program *both[2] = {NULL, NULL};
    struct failure failure = {0};
    int status = EXIT_USAGE;
    if (a->frontend.files.count != 2)
        fprintf(stderr, "sooth check: the certificate is about two versions; give both\n");
    else if (frontend_arguments_load_pair(&a->frontend, both, &failure))
        status = check_pair(a, text, both, &failure);
    else
        fprintf(stderr, "sooth: %s\n", failure.message);
    for (int i = 0; i < 2; i++)
        if (both[i])
            program_free(both[i]);
    return status;
}

/* `sooth verify` proves more of a program with contracts than the program alone says: that
 * calls meet them. */
static bool has_contracts(const struct program *p)
{
    struct contracts c;
    contracts_init(&c);
    contracts_read_program(&c, p);
    bool any = c.clauses.count > 0;
    contracts_release(&c);
    return any;
}

static int check(struct check_arguments *a, struct text *text)
{
    struct failure failure = {0};
    struct claims claims;
    bool read = text_read_file(text, a->certificate, &failure);
    if (read && pair_witness_is(text_of(text)))
        return load_and_check_pair(a, text_of(text));
    if (!read || !read_claims(text_of(text), &claims, &failure)) {
        fprintf(stderr, "sooth: %s: %s\n", a->certificate, failure.message);
        return EXIT_USAGE;
    }
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    if (violations_need_sites(claims.violations | a->violations))
        options.overflow_sites = OVERFLOW_SITES_PLACED;
    struct program *p = frontend_load(&options, &failure);
    if (!p) {
        fprintf(stderr, "sooth: %s\n", failure.message);
        return failure.kind == FAILURE_UNSUPPORTED ? EXIT_UNKNOWN : EXIT_USAGE;
    }
    for (uint32_t i = 0; i < p->functions.count; i++)
        function_make_reducible(p, &p->functions.data[i]);
    a->violations = violations_that_matter(p, a->violations);
    struct certification_question question;
    if (!make_question(a, p, &claims, &question, &failure)) {
        fprintf(stderr, "sooth: %s\n", failure.message);
        program_free(p);
        return EXIT_USAGE;
    }
    struct check_result result;
    if (has_contracts(p))
        result = (struct check_result){
            .answer = CHECK_UNDECIDED,
            .why = "the program has contracts, which are not part of what is checked here"};
    else
        certification_check(p, text_of(text), &question, a->seconds, 0, &result);
    if (a->invariants && result.answer == CHECK_CONFIRMED) {
        struct text shown = {0};
        certification_show(p, text_of(text), &shown);
        fputs(text_of(&shown), stdout);
        text_release(&shown);
    }
    tell_claims(p, &claims);
    program_free(p);
    return answer(&result);
}

enum key {
#define CHECK_OPTION(key, name, argument, help) KEY_##key,
#include "cli/options.def"
};

static bool take(void *request, const struct option_row *row, const char *value,
                 struct failure *f)
{
    struct check_arguments *a = request;
    switch ((enum key)row->key) {
    case KEY_PROPERTY:
        return property_parse(value, &a->violations, f);
    case KEY_FUNCTION:
        a->function = value;
        return true;
    case KEY_TIMEOUT:
        return option_number(row->name, value, 1e9, &a->seconds, f);
    case KEY_INVARIANTS:
        return a->invariants = true;
    }
    return false;
}

/* The first file is the certificate. */
static int take_word(void *request, int argc, char **argv, struct failure *f)
{
    struct check_arguments *a = request;
    (void)f;
    if (argv[0][0] == '-' || a->certificate)
        return frontend_arguments_take(&a->frontend, argc, argv);
    a->certificate = argv[0];
    return 1;
}

static bool read_arguments(struct check_arguments *a, int argc, char **argv,
                           struct failure *f)
{
    struct option_reader reader = {"check", a, take, take_word};
    if (!options_read(&reader, argc, argv, f))
        return false;
    if (a->certificate && a->frontend.files.count)
        return true;
    return failure_set(f, FAILURE_INPUT,
                       "a certificate and a program are needed; see sooth check --help");
}

static int run(int argc, char **argv)
{
    struct check_arguments a = {.seconds = 60};
    struct text text = {0};
    struct failure failure = {0};
    int status = EXIT_USAGE;
    frontend_arguments_init(&a.frontend);
    if (read_arguments(&a, argc, argv, &failure))
        status = check(&a, &text);
    else
        fprintf(stderr, "sooth check: %s\n", failure.message);
    text_release(&text);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "check a certificate of a proof anew",
    .usage = "usage: sooth check [OPTION]... CERTIFICATE FILE...\n"
             "       sooth check [OPTION]... CERTIFICATE OLD NEW\n\n"
             "Exit status 0: confirmed; 10: refuted, or invalid: for another program, or "
             "about less than is "
             "asked; 20: not shown, not covered or undecided.\n",
    .loads_program = true,
    .run = run,
};
