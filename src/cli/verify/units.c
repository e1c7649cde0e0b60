#include "cli/verify/units.h"

#include "base/failure.h"
#include "base/temporary.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct units {
    const struct verify_arguments *a;
    const struct program *first;
    const struct unit_plan *plan;
    struct arena arena;
    VECTOR(const char *) files;
    VECTOR(struct temporary) temporary; /* folders */
};
static const char *const harness_name = "sooth_harness.c";

/* In a folder of its own: what it includes would be taken from its folder first. */
static const char *write_temporary(struct units *u, const struct text *text,
                                   struct failure *f)
{
    struct temporary folder;
    if (!temporary_folder(&folder, "harness", f))
        return NULL;
    VECTOR_PUSH(&u->temporary, folder);
    const char *path = arena_format(&u->arena, "%s/%s", folder.path, harness_name);
    return text_write_file(path, text_of(text), text->count, f) ? path : NULL;
}

/* What follows the source: nothing where no function of it has a contract. */
static void put_words(struct units *u, size_t i, struct text *out)
{
    const char *file = u->a->frontend.files.data[i];
    const struct caller *c = u->plan && u->plan->file == i ? u->plan->caller : NULL;
    struct text wrappers = {0};
    contracts_put_wrappers(&u->a->contracts, u->first,
                           u->a->frontend.files.count == 1 ? NULL : file, &wrappers);
    if (wrappers.count || (c && (c->extra.count || c->ensured.count)))
        contracts_put_words(out);
    text_put(out, text_of(&wrappers));
    text_release(&wrappers);
}

static bool add_file(struct units *u, size_t i, struct failure *f)
{
    const char *file = u->a->frontend.files.data[i];
    struct text words = {0}, text = {0};
    bool source = text_ends(file, ".c") || text_ends(file, ".i");
    if (source)
        put_words(u, i, &words);
    if (u->plan && u->plan->file == i)
        caller_write(u->plan->caller, file, text_of(&words), &text);
    else if (words.count)
        text_add(&text, "#include \"%s\"\n%s", file, text_of(&words));
    const char *path = text.count ? write_temporary(u, &text, f) : file;
    text_release(&words);
    text_release(&text);
    if (path)
        VECTOR_PUSH(&u->files, path);
    return path != NULL;
}

/* Paths of files come without what they share with the folder of the sources. */
static bool is_harness(struct units *u, size_t number, const char *file)
{
    const char *whole =
        arena_format(&u->arena, "%s/%s", u->temporary.data[number].path, harness_name);
    return *file && text_ends(whole, file);
}

/* Paths as they were given: sources are included from the current folder. */
static void tidy_paths(struct units *u, struct program *p)
{
    for (size_t i = 0; i < p->files.count; i++) {
        for (size_t k = 0; k < u->temporary.count; k++)
            if (is_harness(u, k, p->files.data[i]))
                p->files.data[i] = harness_name;
        if (text_starts(p->files.data[i], "./"))
            p->files.data[i] += 2;
    }
}

static struct program *load(struct units *u, struct failure *f)
{
    const struct verify_arguments *a = u->a;
    VECTOR(const char *) words = {0};
    for (size_t i = 0; i < a->frontend.clang.count; i++)
        VECTOR_PUSH(&words, a->frontend.clang.data[i]);
    VECTOR_PUSH(&words, "-iquote");
    VECTOR_PUSH(&words, ".");
    if (u->plan && u->plan->probe == PROBE_REACHED)
        VECTOR_PUSH(&words, "-DSOOTH_REACHED");
    if (u->plan && u->plan->probe == PROBE_BROKEN)
        VECTOR_PUSH(&words, "-DSOOTH_BROKEN");
    struct frontend_options o = frontend_arguments_options(&a->frontend);
    o.files = u->files.data;
    o.file_count = u->files.count;
    o.arguments = words.data;
    o.argument_count = words.count;
    if (a->violations & (VIOLATION_BIT(VIOLATION_OVERFLOW) | VIOLATION_BIT(VIOLATION_SHIFT) |
                         VIOLATION_BIT(VIOLATION_TERMINATION)))
        o.overflow_sites = OVERFLOW_SITES_PLACED;
    /* the sources were loaded before; only contracts add expressions of their own */
    o.tables_are_known = !a->contracts.clauses.count && !a->assumes.count;
    struct program *p = frontend_load(&o, f);
    VECTOR_RELEASE(&words);
    return p;
}

struct program *units_load(const struct verify_arguments *a, const struct program *first,
                           const struct unit_plan *plan, struct failure *f)
{
    struct units u = {.a = a, .first = first, .plan = plan};
    arena_init(&u.arena);
    bool good = true;
    for (size_t i = 0; good && i < a->frontend.files.count; i++)
        good = add_file(&u, i, f);
    struct program *p = good ? load(&u, f) : NULL;
    if (p)
        tidy_paths(&u, p);
    for (size_t i = 0; i < u.temporary.count; i++)
        temporary_remove(&u.temporary.data[i]);
    if (p) {
        contracts_redirect(&a->contracts, p,
                           plan ? program_find_function(p, "sooth_harness") : UINT32_MAX);
        for (uint32_t i = 0; i < p->functions.count; i++)
            function_make_reducible(p, &p->functions.data[i]);
    }
    VECTOR_RELEASE(&u.files);
    VECTOR_RELEASE(&u.temporary);
    arena_release(&u.arena);
    return p;
}
