/* Products: the conjunction of the rows of the factors (T23 3.4.1). The solver reduces them
 * against each other. */
#include "domain/compose.h"

#include "base/failure.h"
#include "base/text.h"
#include "domain/paths.h"

#include <ctype.h>
#include <string.h>

enum { MOST_FACTORS = 16, MOST_DEPTH = 8 };

const struct domain *domain_product(struct arena *a, const struct domain *const *factors,
                                    size_t count)
{
    if (count == 1)
        return factors[0];
    const struct domain **inner = ARENA_ARRAY(a, const struct domain *, count + 1);
    for (size_t i = 0; i < count; i++)
        inner[i] = factors[i];
    inner[count] = NULL;
    struct domain *d = ARENA_NEW(a, struct domain);
    *d = (struct domain){.name = "product",
                         .summary = "all of several domains",
                         .rows = domain_inner_rows,
                         .inner = inner};
    return d;
}

/* --- names: intervals, product(zones, floats), paths(octagons) --- */

struct name_reader {
    struct arena *arena;
    const char *at;
    struct failure *failure;
    int depth;
};

static bool skip(struct name_reader *r, char c)
{
    while (*r->at == ' ')
        r->at++;
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static const struct domain *read_domain(struct name_reader *r);

static const struct domain *read_composed(struct name_reader *r, const char *name)
{
    const struct domain *factors[MOST_FACTORS];
    size_t n = 0;
    do {
        if (n == MOST_FACTORS || !(factors[n++] = read_domain(r)))
            return NULL;
    } while (skip(r, ','));
    if (!skip(r, ')')) {
        failure_set(r->failure, FAILURE_INPUT, "--domain: a ')' is missing before '%s'",
                    r->at);
        return NULL;
    }
    const struct domain *inner = domain_product(r->arena, factors, n);
    if (text_same(name, "product"))
        return inner;
    if (text_same(name, "paths"))
        return domain_paths(r->arena, inner, PATHS_OF_LOOPS);
    if (text_same(name, "branches"))
        return domain_paths(r->arena, inner, PATHS_OF_BRANCHES);
    failure_set(r->failure, FAILURE_INPUT,
                "--domain: '%s' holds no other domains; product, paths and branches do",
                name);
    return NULL;
}

static const struct domain *read_domain(struct name_reader *r)
{
    char name[32] = "";
    size_t n = 0;
    while (*r->at == ' ')
        r->at++;
    while (isalpha((unsigned char)*r->at) && n + 1 < sizeof name)
        name[n++] = *r->at++;
    if (skip(r, '('))
        return r->depth++ < MOST_DEPTH ? read_composed(r, name) : NULL;
    const struct domain *d = domain_find(name);
    if (d)
        return d;
    struct text names = {0};
    for (const struct domain *const *l = domain_list; *l; l++)
        text_add(&names, "%s, ", (*l)->name);
    failure_set(r->failure, FAILURE_INPUT,
                "--domain: there is no domain '%s'; there are %sproduct(D, ...), paths(D, "
                "...) and branches(D, ...)",
                name, text_of(&names));
    text_release(&names);
    return NULL;
}

const struct domain *domain_parse(struct arena *a, const char *text, struct failure *failure)
{
    struct name_reader r = {a, text, failure, 0};
    const struct domain *d = read_domain(&r);
    while (*r.at == ' ')
        r.at++;
    if (d && !*r.at)
        return d;
    if (!failure->message[0])
        failure_set(failure, FAILURE_INPUT, "--domain: cannot read '%s'", text);
    return NULL;
}

void domain_put_name(const struct domain *d, struct text *t)
{
    text_put(t, d->name);
    if (!d->inner || (!d->paths && d->rows != domain_inner_rows))
        return;
    text_put(t, "(");
    const struct domain *const *inner = d->inner;
    if (d->paths && inner[0]->rows == domain_inner_rows)
        inner = inner[0]->inner; /* paths(a, b) holds product(a, b) */
    for (size_t i = 0; inner[i]; i++) {
        if (i)
            text_put(t, ", ");
        domain_put_name(inner[i], t);
    }
    text_put(t, ")");
}
