/* From clauses to rows, which certificates have words for. */
#include "engine/pdr/pdr_internal.h"

#include <stdio.h>

static struct term clause_at(struct pdr *p, const cube *c, struct map *moment)
{
    struct term any = term_bool(p->terms, false);
    for (size_t i = 0; i < c->count; i++) {
        struct term t = c->data[i].head;
        if (moment)
            t = term_substitute(p->terms, t, moment);
        any = term_or(p->terms, any, term_not(p->terms, t));
    }
    return any;
}

void pdr_rows(struct pdr *p, uint32_t level, rows *out)
{
    LAW(level && level <= p->levels.count);
    for (size_t i = 0; i < p->clauses.count; i++) {
        const struct clause *c = &p->clauses.data[i];
        struct head *place = &p->places.data[c->place];
        if (c->dropped || c->level < level)
            continue;
        LAW(place->loop < p->model->loops.count);
        struct row r = {.kind = ROW_FACT,
                        .loop = place->loop,
                        .state = ROW_VALUE,
                        .shape = hash_pair(60, i)};
        r.expression.form = FORM_CONDITION;
        r.pre = clause_at(p, &c->cube, NULL);
        r.entry = clause_at(p, &c->cube, &place->to_entry);
        r.post = clause_at(p, &c->cube, &place->to_post);
        snprintf(r.text, sizeof r.text, "one of %zu conditions", c->cube.count);
        VECTOR_PUSH(out, r);
    }
}
