/* QDIMACS as a specification (L14 6.3.3, Theorem 28): universal variables are inputs of one
 * bit, each existential one is an unknown program of the universal ones before it. The
 * negation swaps the roles. Variables that no quantifier binds are existential and outermost,
 * as the format says. */
#include "synth/synth.h"

#include "base/failure.h"
#include "base/text.h"
#include "base/vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qbf {
    unsigned variables;
    uint8_t *quantifier;    /* 'a', 'e' or 0 */
    VECTOR(unsigned) order; /* bound variables, outermost first */
    VECTOR(int) literals;   /* clauses, each ended by 0 */
};

static bool read_block(struct qbf *q, char kind, char **at, const char *path,
                       struct failure *f)
{
    for (;;) {
        long v = strtol(*at, at, 10);
        if (v == 0)
            return true;
        if (v < 0 || v > (long)q->variables || q->quantifier[v])
            return failure_set(f, FAILURE_INPUT,
                               "%s: variable %ld is bound twice or out of range", path, v);
        q->quantifier[v] = (uint8_t)kind;
        VECTOR_PUSH(&q->order, (unsigned)v);
    }
}

static bool read_line(struct qbf *q, char *line, const char *path, struct failure *f)
{
    unsigned clauses;
    while (*line == ' ')
        line++;
    if (!*line || *line == 'c')
        return true;
    if (*line == 'p') {
        if (q->quantifier || sscanf(line, "p cnf %u %u", &q->variables, &clauses) != 2)
            return failure_set(f, FAILURE_INPUT, "%s: no line `p cnf VARIABLES CLAUSES`",
                               path);
        q->quantifier = calloc(q->variables + 1, 1);
        return true;
    }
    if (!q->quantifier)
        return failure_set(f, FAILURE_INPUT, "%s: text before the line `p cnf`", path);
    if (*line == 'a' || *line == 'e') {
        char *at = line + 1;
        return read_block(q, *line, &at, path, f);
    }
    for (char *at = line;;) {
        char *end;
        long v = strtol(at, &end, 10);
        if (end == at)
            return true;
        if (labs(v) > (long)q->variables)
            return failure_set(f, FAILURE_INPUT, "%s: literal %ld is out of range", path, v);
        VECTOR_PUSH(&q->literals, (int)v);
        at = end;
    }
}

static struct term matrix(const struct qbf *q, struct terms *ts, const struct term *value)
{
    struct term all = term_bool(ts, true), any = term_bool(ts, false);
    for (size_t i = 0; i < q->literals.count; i++) {
        int l = q->literals.data[i];
        if (l) {
            any = term_or(ts, any, term_eq(ts, value[abs(l)], term_bv(ts, 1, l > 0)));
        } else {
            all = term_and(ts, all, any);
            any = term_bool(ts, false);
        }
    }
    return all;
}

static bool build(struct spec *s, struct qbf *q, enum qbf_side side, const char *path,
                  struct failure *f)
{
    char universal = side == QBF_FORMULA ? 'a' : 'e';
    struct term *value = calloc(q->variables + 1, sizeof *value);
    unsigned *sequence = calloc(q->variables + 1, sizeof *sequence), count = 0, inputs = 0,
             programs = 0;
    for (unsigned v = 1; v <= q->variables; v++)
        if (!q->quantifier[v]) {
            q->quantifier[v] = 'e';
            sequence[count++] = v;
        }
    for (size_t i = 0; i < q->order.count; i++)
        sequence[count++] = q->order.data[i];
    for (unsigned i = 0; i < count; i++)
        q->quantifier[sequence[i]] == universal ? inputs++ : programs++;
    bool good =
        (inputs <= CANDIDATE_INPUTS && programs <= SOLUTION_PROGRAMS) ||
        failure_set(f, FAILURE_UNSUPPORTED,
                    "%s: %u universal and %u existential variables (at most %d and %d)", path,
                    inputs, programs, CANDIDATE_INPUTS, SOLUTION_PROGRAMS);
    if (good) {
        spec_init(s, 1);
        spec_add_inputs(s, inputs);
        unsigned seen = 0;
        for (unsigned i = 0; i < count; i++) {
            unsigned v = sequence[i];
            if (q->quantifier[v] == universal) {
                value[v] = s->input[seen++];
                continue;
            }
            struct spec_application *a = spec_apply(
                s, spec_add_program(s, arena_format(&s->arena, "variable_%u", v), seen, 1));
            memcpy(a->argument, s->input, seen * sizeof *a->argument);
            value[v] = a->result[0];
        }
        s->holds = matrix(q, s->terms, value);
        if (side == QBF_NEGATION)
            s->holds = term_not(s->terms, s->holds);
    }
    free(value);
    free(sequence);
    return good;
}

bool spec_read_qbf(struct spec *s, enum qbf_side side, const char *path, struct failure *f)
{
    struct text text = {0};
    struct qbf q = {0};
    if (!text_read_file(&text, path, f))
        return false;
    bool good = true;
    char *rest = NULL;
    for (char *line = strtok_r(text.data, "\r\n", &rest); line && good;
         line = strtok_r(NULL, "\r\n", &rest))
        good = read_line(&q, line, path, f);
    if (good && !q.quantifier)
        good = failure_set(f, FAILURE_INPUT, "%s: no line `p cnf VARIABLES CLAUSES`", path);
    good = good && build(s, &q, side, path, f);
    free(q.quantifier);
    VECTOR_RELEASE(&q.order);
    VECTOR_RELEASE(&q.literals);
    text_release(&text);
    return good;
}
