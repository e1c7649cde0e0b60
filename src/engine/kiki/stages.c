#include "engine/kiki/stages.h"

#include "base/failure.h"
#include "base/text.h"
#include "domain/paths.h"
#include "program/passes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PATHS = 64 };

/* Domains that may hold symbolic paths remember which were chosen: each text is read once. */
static const struct domain *read_domain(struct stages *s, const char *text)
{
    for (size_t i = 0; i < s->domains.count; i++)
        if (text_same(s->domains.data[i].text, text))
            return s->domains.data[i].domain;
    struct failure failure = {0};
    const struct domain *d = domain_parse(&s->arena, text, &failure);
    if (!d)
        BUG("%s", failure.message);
    VECTOR_PUSH(&s->domains, (struct stage_domain){text, d});
    return d;
}

void stages_init(struct stages *s, const char *only)
{
    *s = (struct stages){0};
    arena_init(&s->arena);
    if (only)
        s->only = read_domain(s, only);
}

const struct domain *stages_domain(struct stages *s, const char *text)
{
    return s->only ? s->only : read_domain(s, text);
}

void stages_release(struct stages *s)
{
    for (size_t i = 0; i < s->domains.count; i++) {
        struct symbolic_paths *p = stage_paths(s->domains.data[i].domain);
        if (p)
            VECTOR_RELEASE(&p->chosen);
    }
    VECTOR_RELEASE(&s->domains);
    arena_release(&s->arena);
}

struct symbolic_paths *stage_paths(const struct domain *d)
{
    struct symbolic_paths *p = d->paths;
    for (const struct domain *const *i = d->inner; i && *i && !p; i++)
        p = stage_paths(*i);
    return p;
}

/* --- symbolic paths --- */

static void add_branches(const struct program *p, const struct cut_loop *l,
                         struct cut_model *m)
{
    LAW(l->kind == CUT_AT_HEAD && l->function < p->functions.count);
    const struct function *f = &p->functions.data[l->function];
    struct arena arena;
    struct dominators dominators;
    struct loop_forest loops;
    arena_init(&arena);
    dominators_find(f, &arena, &dominators);
    loops_find(f, &dominators, &arena, &loops);
    for (uint32_t b = 0; b < f->blocks.count && m->ghosts.count < MOST_GHOSTS; b++) {
        const struct block *block = &f->blocks.data[b];
        if (!block->instructions.count)
            continue;
        const struct instruction *t =
            &f->instructions.data[VECTOR_LAST(&block->instructions)];
        if (t->op != OP_BRANCH || b == l->header || t->target[0] == l->header ||
            !loop_contains(&loops, l->loop, b))
            continue;
        struct ghost g = {.kind = GHOST_BRANCH,
                          .path = l->path,
                          .function = l->function,
                          .from = b,
                          .to = t->target[0]};
        bool known = false;
        for (size_t i = 0; i < m->ghosts.count; i++)
            known |= m->ghosts.data[i].path == g.path && m->ghosts.data[i].from == b;
        if (!known)
            VECTOR_PUSH(&m->ghosts, g);
    }
    arena_release(&arena);
}

void stage_ghosts(const struct program *p, const struct symbolic_paths *paths,
                  struct cut_model *m)
{
    VECTOR_CLEAR(&m->ghosts);
    for (size_t i = 0; i < m->loops.count && m->ghosts.count < MOST_GHOSTS; i++) {
        const struct cut_loop *l = &m->loops.data[i];
        if (l->kind != CUT_AT_HEAD)
            continue;
        struct ghost g = {.kind = GHOST_LOOP,
                          .path = l->path,
                          .function = l->function,
                          .from = UINT32_MAX,
                          .to = l->header};
        bool known = false;
        for (size_t k = 0; k < m->ghosts.count; k++)
            known |= m->ghosts.data[k].path == g.path && m->ghosts.data[k].to == g.to;
        if (!known)
            VECTOR_PUSH(&m->ghosts, g);
    }
    LAW(m->ghosts.count <= MOST_GHOSTS);
    for (size_t i = 0; i < m->loops.count && paths->kind == PATHS_OF_BRANCHES; i++)
        if (m->loops.data[i].kind == CUT_AT_HEAD)
            add_branches(p, &m->loops.data[i], m);
}

/* A run is on a chosen path because it was on another one before: ghosts that the loop sets
 * were not set then. */
static bool choose_earlier(const struct cut_model *m, struct symbolic_paths *paths)
{
    LAW(paths->chosen.count <= MOST_PATHS);
    bool any = false;
    size_t count = paths->chosen.count;
    for (size_t i = 0; i < m->loops.count; i++)
        for (size_t k = 0; k < count; k++) {
            struct symbolic_path p = paths->chosen.data[k];
            const struct cut_loop *l = &m->loops.data[i];
            if (p.loop != l->name)
                continue;
            for (size_t g = 0; g < l->ghosts.count && paths->chosen.count < MOST_PATHS; g++) {
                bool set_here = !term_same(l->ghosts.data[g].pre, l->ghosts.data[g].entry);
                struct symbolic_path before = {p.loop, p.values & ~((uint32_t)1 << g)};
                if (set_here && before.values != p.values)
                    any |= paths_choose(paths, before);
            }
        }
    return any;
}

bool stage_learn(struct solver *s, const struct cut_model *m, struct symbolic_paths *paths)
{
    LAW(m->ghosts.count <= MOST_GHOSTS);
    bool any = false;
    for (size_t i = 0; i < m->loops.count; i++) {
        const struct cut_loop *l = &m->loops.data[i];
        if (!solver_true(s, l->entered))
            continue;
        struct symbolic_path p = {.loop = l->name};
        LAW(l->ghosts.count <= 32);
        for (size_t g = 0; g < l->ghosts.count; g++)
            p.values |= (uint32_t)solver_true(s, l->ghosts.data[g].pre) << g;
        if (paths->chosen.count < MOST_PATHS)
            any |= paths_choose(paths, p);
    }
    return any || choose_earlier(m, paths);
}

/* --- what was needed --- */

static bool says_something(const struct row *r)
{
    return r->state != ROW_TOP &&
           (r->kind != ROW_BOUND || r->state == ROW_BOTTOM || r->value < r->most);
}

struct reduction {
    struct solver *solver;
    const struct cut_model *model;
    rows *rows;
    struct term bad;
    const struct strategy_options *options;
    bool *used; /* rows that are enough, as the solver found */
};

static bool is_unsigned(const struct row *r, const struct domain *d)
{
    (void)d;
    return r->expression.is_unsigned;
}

static bool is_guarded(const struct row *r, const struct domain *d)
{
    (void)d;
    return r->ghosts != 0;
}

static bool is_of(const struct row *r, const struct domain *d)
{
    return r->domain == d;
}

/* Some rows are left out if the others are enough without them. */
static void leave_out(struct reduction *n,
                      bool (*chosen)(const struct row *, const struct domain *),
                      const struct domain *d)
{
    rows *all = n->rows;
    enum row_state *before = malloc((all->count + 1) * sizeof *before);
    bool *used = calloc(all->count + 1, sizeof *used), any = false;
    for (size_t i = 0; i < all->count; i++) {
        struct row *r = &all->data[i];
        before[i] = r->state;
        any |= chosen(r, d) && says_something(r);
        if (chosen(r, d))
            r->state = ROW_TOP;
    }
    if (any && strategy_used(n->solver, n->model, all, n->bad, used, n->options))
        memcpy(n->used, used, all->count * sizeof *used);
    else
        for (size_t i = 0; i < all->count; i++)
            all->data[i].state = before[i];
    free(before);
    free(used);
}

/* Both bounds of a variable are shown where intervals are needed at all. */
static void add_bounds(struct reduction *n)
{
    rows *all = n->rows;
    bool *used = calloc(all->count + 1, sizeof *used);
    for (size_t i = 0; i < all->count; i++) {
        const struct row *r = &all->data[i];
        used[i] = n->used[i];
        for (size_t k = 0;
             k < all->count && !used[i] && says_something(r) && r->kind == ROW_BOUND; k++) {
            const struct row *o = &all->data[k];
            used[i] = n->used[k] && !r->forall && !o->forall && !r->expression.y.there &&
                      !o->expression.y.there && o->kind == ROW_BOUND && r->loop == o->loop &&
                      r->ghosts == o->ghosts && r->values == o->values &&
                      r->expression.x.slot == o->expression.x.slot &&
                      r->expression.is_unsigned == o->expression.is_unsigned;
        }
    }
    if (strategy_used(n->solver, n->model, all, n->bad, used, n->options))
        memcpy(n->used, used, all->count * sizeof *used);
    free(used);
}

void stage_reduce(struct solver *s, const struct cut_model *m, rows *all, struct term bad,
                  const struct strategy_options *o)
{
    LAW(sort_kind(solver_terms(s), term_sort(solver_terms(s), bad)) == SORT_BOOL);
    struct reduction n = {s, m, all, bad, o, calloc(all->count + 1, sizeof(bool))};
    size_t count = 0;
    while (domain_list[count])
        count++;
    if (strategy_used(s, m, all, bad, n.used, o)) {
        leave_out(&n, is_guarded, NULL);
        while (count-- > 0)
            leave_out(&n, is_of, domain_list[count]);
        leave_out(&n, is_unsigned, NULL);
        add_bounds(&n);
        for (size_t i = 0; i < all->count; i++)
            if (!n.used[i])
                all->data[i].state = ROW_TOP;
    }
    free(n.used);
}

void stage_name(const rows *all, const struct domain *tried, struct text *t)
{
    static const char *const path_words[] = {
        [PATHS_OF_LOOPS] = "paths(", [PATHS_OF_BRANCHES] = "branches("};
    const struct domain *used[32], *kept[32];
    size_t n = 0, shown = 0;
    bool guarded = false;
    for (const struct domain *const *d = domain_list; *d && n < 32; d++) {
        bool says = false;
        for (size_t i = 0; i < all->count && !says; i++)
            says = all->data[i].domain == *d && says_something(&all->data[i]);
        if (says)
            used[n++] = *d;
    }
    for (size_t i = 0; i < all->count; i++)
        guarded |= all->data[i].ghosts && says_something(&all->data[i]);
    for (size_t i = 0; i < n; i++) {
        bool within = false;
        for (size_t k = 0; k < n; k++)
            within |= domain_holds(used[k], used[i]);
        if (!within)
            kept[shown++] = used[i];
    }
    if (guarded || shown > 1)
        text_put(t, guarded ? path_words[stage_paths(tried)->kind] : "product(");
    for (size_t i = 0; i < shown; i++)
        text_add(t, "%s%s", i ? ", " : "", kept[i]->name);
    if (guarded || shown > 1)
        text_put(t, ")");
}
