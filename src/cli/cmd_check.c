/* sooth check: a certificate from a file against a program, by a checker that shares nothing with the
 * engines. */
#include "base/failure.h"
#include "judge/certification.h"
#include "cli/command.h"
#include "cli/frontend_arguments.h"
#include "program/passes.h"
#include "property/property.h"

#include <stdio.h>
#include <stdlib.h>

struct check_arguments {
    struct frontend_arguments frontend;
    const char *certificate;
    double seconds;
    bool invariants;
};

static int answer(const struct check_result *r)
{
    if (r->answer == CHECK_CONFIRMED) {
        printf("check: confirmed\n");
        return EXIT_HOLDS;
    }
    printf("check: %s (%s)\n", r->answer == CHECK_REFUTED ? "refuted" : "unknown", r->why);
    return r->answer == CHECK_REFUTED ? EXIT_VIOLATED : EXIT_UNKNOWN;
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
    if (f->kind != FAILURE_NONE) return false;
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
        if (c->violations & VIOLATION_BIT(v)) printf(" %s", violation_name(v));
    printf("%s\n", c->pure ? " (if functions without body change nothing)" : "");
}

static int check(const struct check_arguments *a, struct text *text)
{
    struct failure failure = {0};
    struct claims claims;
    if (!text_read_file(text, a->certificate, &failure) || !read_claims(text_of(text), &claims, &failure)) {
        fprintf(stderr, "sooth: %s: %s\n", a->certificate, failure.message);
        return EXIT_USAGE;
    }
    struct frontend_options options = frontend_arguments_options(&a->frontend);
    if (claims.violations & (VIOLATION_BIT(VIOLATION_OVERFLOW) | VIOLATION_BIT(VIOLATION_SHIFT) |
                             VIOLATION_BIT(VIOLATION_TERMINATION)))
        options.overflow_sites = OVERFLOW_SITES_PLACED;
    struct program *p = frontend_load(&options, &failure);
    if (!p) {
        fprintf(stderr, "sooth: %s\n", failure.message);
        return failure.kind == FAILURE_UNSUPPORTED ? EXIT_UNKNOWN : EXIT_USAGE;
    }
    for (uint32_t i = 0; i < p->functions.count; i++)
        function_make_reducible(p, &p->functions.data[i]);
    struct check_result result = {CHECK_REFUTED, "the program has no function main"};
    if (claims.entry == UINT32_MAX) claims.entry = p->entry;
    if (claims.entry != UINT32_MAX)
        certification_check(p, text_of(text), claims.violations, claims.entry, a->seconds, 0, &result);
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

static int run(int argc, char **argv)
{
    struct check_arguments a = {.seconds = 60};
    struct text text = {0};
    frontend_arguments_init(&a.frontend);
    int status = -1;
    for (int i = 1; i < argc && status < 0;) {
        int used = 1;
        if (text_same(argv[i], "--invariants")) {
            a.invariants = true;
        } else if (i + 1 < argc && text_same(argv[i], "--timeout")) {
            a.seconds = atof(argv[i + 1]);
            used = 2;
        } else if (argv[i][0] != '-' && !a.certificate) {
            a.certificate = argv[i];
        } else if ((used = frontend_arguments_take(&a.frontend, argc - i, argv + i)) <= 0) {
            fprintf(stderr, "sooth check: cannot use '%s'; see sooth check --help\n", argv[i]);
            status = EXIT_USAGE;
        }
        i += used;
    }
    if (status < 0 && (!a.certificate || !a.frontend.files.count)) {
        fprintf(stderr, "sooth check: a certificate and a program are needed; see sooth check --help\n");
        status = EXIT_USAGE;
    }
    if (status < 0) status = check(&a, &text);
    text_release(&text);
    frontend_arguments_release(&a.frontend);
    return status;
}

const struct command command_check = {
    .name = "check",
    .summary = "check a certificate of a proof anew",
    .usage =
        "usage: sooth check [OPTION]... CERTIFICATE FILE...\n\n"
        "Exit status 0: confirmed, 10: refuted, 20: unknown.\n\n"
        "  --timeout S              default 60\n"
        "  --invariants             show the loop invariants in the words of the source\n" FRONTEND_USAGE,
    .run = run,
};
