/* Witnesses as text: a line for each cut and each pair of places, and what holds there as an
 * SMT-LIB script (docs/certificate.md). */
#include "check/pair/pair.h"

#include "base/failure.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char header[] = "sooth pair 1";

bool pair_witness_is(const char *text)
{
    return !strncmp(text, header, strlen(header));
}

void pair_witness_release(struct pair_witness *w)
{
    free(w->function);
    for (int s = 0; s < 2; s++)
        VECTOR_RELEASE(&w->cuts[s]);
    for (size_t i = 0; i < w->at.count; i++)
        VECTOR_RELEASE(&w->at.data[i].facts);
    VECTOR_RELEASE(&w->at);
    *w = (struct pair_witness){0};
}

/* What the header says of cuts and places: calls have room, and a place is the start, a cut
 * or the end. */
static bool is_about_its_cuts(const struct pair_witness *w)
{
    for (int s = 0; s < 2; s++) {
        for (size_t i = 0; i < w->cuts[s].count; i++)
            if (w->cuts[s].data[i].depth >= PAIR_DEPTH)
                return false;
        for (size_t i = 0; i < w->at.count; i++)
            if (w->at.data[i].place[s] > w->cuts[s].count &&
                w->at.data[i].place[s] != PAIR_DONE)
                return false;
    }
    return true;
}

void pair_witness_write(const struct pair_witness *w, const struct terms *ts,
                        struct text *out)
{
    LAW(is_about_its_cuts(w));
    text_add(out, "%s\nfunction %s\noverflow %s\ndefined %s\n", header, w->function,
             w->wraps ? "wraps" : "excluded", w->defined ? "yes" : "no");
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < w->cuts[s].count; i++) {
            const struct pair_cut *cut = &w->cuts[s].data[i];
            text_add(out, "cut %s %u", s ? "new" : "old", cut->block);
            for (uint32_t k = 0; k < cut->depth; k++)
                text_add(out, " %u", cut->calls[k]);
            text_put(out, "\n");
        }
    for (size_t i = 0; i < w->at.count; i++) {
        const struct pair_at *at = &w->at.data[i];
        text_add(out, "at %u %u steps %u %u\n", at->place[0], at->place[1], at->steps[0],
                 at->steps[1]);
        if (at->facts.count)
            term_print_script(ts, at->facts.data, at->facts.count, out);
        text_put(out, "end\n");
    }
}

/* --- reading --- */

struct witness_reader {
    const char *at;
    struct terms *terms;
    struct failure *failure;
    struct pair_witness *witness;
};

/* The next line, without its end, in ROOM; false: there is none, or it is too long. */
static bool next_line(struct witness_reader *r, char *line, size_t room)
{
    const char *end = strchr(r->at, '\n');
    if (!end || (size_t)(end - r->at) >= room)
        return false;
    memcpy(line, r->at, (size_t)(end - r->at));
    line[end - r->at] = 0;
    r->at = end + 1;
    return true;
}

static bool is_wrong(struct witness_reader *r, const char *what)
{
    return failure_set(r->failure, FAILURE_INPUT, "it is no certificate of two versions: %s",
                       what);
}

/* A number of the line, which is moved past it. */
static bool number(char **line, uint32_t *out)
{
    char *end;
    while (**line == ' ')
        ++*line;
    if (!isdigit((unsigned char)**line))
        return false;
    unsigned long n = strtoul(*line, &end, 10);
    *line = end;
    *out = (uint32_t)n;
    return n <= UINT32_MAX && (*end == ' ' || !*end);
}

static bool read_cut(struct witness_reader *r, char *line)
{
    struct pair_cut cut = {0};
    int s = !strncmp(line, "new ", 4);
    if (!s && strncmp(line, "old ", 4) != 0)
        return is_wrong(r, "a cut of no side");
    line += 4;
    if (!number(&line, &cut.block))
        return is_wrong(r, "a cut without block");
    while (*line) {
        if (cut.depth == PAIR_DEPTH || !number(&line, &cut.calls[cut.depth++]))
            return is_wrong(r, "the calls of a cut");
    }
    if (r->witness->cuts[s].count == PAIR_MOST_CUTS)
        return is_wrong(r, "too many cuts");
    VECTOR_PUSH(&r->witness->cuts[s], cut);
    return true;
}

/* Facts may speak of what there is at a place, and of nothing that a round brings. */
static bool may_be_told(const struct terms *ts, struct term v)
{
    static const char *const prefixes[] = {"old.",     "new.",     "parameter.",
                                           "address.", "literal.", "function."};
    const char *name = term_name(ts, v), *dot = strrchr(name, '.');
    struct sort sort = term_sort(ts, v);
    if (!strcmp(name, "memory"))
        return sort_kind(ts, sort) == SORT_ARRAY &&
               sort_kind(ts, sort_index(ts, sort)) == SORT_BV &&
               sort_width(ts, sort_index(ts, sort)) == 64 &&
               sort_kind(ts, sort_element(ts, sort)) == SORT_BV &&
               sort_width(ts, sort_element(ts, sort)) == 8;
    if (sort_kind(ts, sort) != SORT_BV || !dot ||
        strtoul(dot + 1, NULL, 10) != sort_width(ts, sort))
        return false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

struct told {
    const struct terms *terms;
    bool good;
};

static void look_at(void *context, struct term v)
{
    struct told *t = context;
    t->good = t->good && term_op(t->terms, v) == TERM_VAR && may_be_told(t->terms, v);
}

static bool read_facts(struct witness_reader *r, struct pair_at *at)
{
    const char *end = strstr(r->at, "end\n");
    struct term *list = NULL;
    size_t count = 0;
    while (end && end != r->at && end[-1] != '\n')
        end = strstr(end + 1, "end\n");
    if (!end)
        return is_wrong(r, "facts without end");
    char *script = strndup(r->at, (size_t)(end - r->at));
    bool good = term_read_script(r->terms, script, &list, &count, r->failure);
    struct told told = {r->terms, true};
    for (size_t i = 0; i < count; i++) {
        term_variables(r->terms, list[i], look_at, &told);
        VECTOR_PUSH(&at->facts, list[i]);
    }
    r->at = end + 4;
    free(script);
    free(list);
    if (good && !told.good)
        return is_wrong(r, "a fact about something else");
    return good;
}

static bool read_place(struct witness_reader *r, char *line)
{
    struct pair_at at = {0};
    bool good = number(&line, &at.place[0]) && number(&line, &at.place[1]) &&
                !strncmp(line, " steps ", 7);
    if (good)
        line += 7;
    good = good && number(&line, &at.steps[0]) && number(&line, &at.steps[1]) && !*line;
    if (!good)
        return is_wrong(r, "a pair of places");
    good = read_facts(r, &at);
    VECTOR_PUSH(&r->witness->at, at);
    return good;
}

static bool read_line(struct witness_reader *r, char *line)
{
    struct pair_witness *w = r->witness;
    if (!strncmp(line, "function ", 9) && !w->function) {
        w->function = strdup(line + 9);
        return true;
    }
    if (!strcmp(line, "overflow wraps"))
        return w->wraps = true;
    if (!strcmp(line, "overflow excluded"))
        return true;
    if (!strcmp(line, "defined yes"))
        return w->defined = true;
    if (!strcmp(line, "defined no"))
        return true;
    if (!strncmp(line, "cut ", 4))
        return read_cut(r, line + 4);
    if (!strncmp(line, "at ", 3))
        return read_place(r, line + 2);
    return is_wrong(r, "a line that says nothing");
}

bool pair_witness_read(struct pair_witness *w, struct terms *terms, const char *text,
                       struct failure *f)
{
    struct witness_reader r = {text, terms, f, w};
    char line[1000];
    *w = (struct pair_witness){0};
    bool good = next_line(&r, line, sizeof line) && !strcmp(line, header);
    if (!good)
        return is_wrong(&r, "its first line");
    while (good && *r.at)
        good = next_line(&r, line, sizeof line) ? read_line(&r, line)
                                                : is_wrong(&r, "a line that is too long");
    if (good && !w->function)
        good = is_wrong(&r, "of which function");
    if (!good)
        pair_witness_release(w);
    return good;
}
