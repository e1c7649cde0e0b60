#include "domain/paths.h"

#include "base/map.h"

static struct term guard_at(struct terms *ts, const struct cut_loop *cut, uint32_t values,
                            enum row_moment m)
{
    struct term all = term_bool(ts, true);
    for (size_t g = 0; g < cut->ghosts.count; g++) {
        const struct ghost_view *v = &cut->ghosts.data[g];
        struct term set = term_at_moment(m, v->pre, v->entry, v->post);
        all = term_and(ts, all, values >> g & 1 ? set : term_not(ts, set));
    }
    return all;
}

static void guard_rows(struct terms *ts, const struct cut_loop *cut, uint32_t values,
                       rows *all, size_t first)
{
    struct term guard[3];
    for (int m = 0; m < 3; m++)
        guard[m] = guard_at(ts, cut, values, (enum row_moment)m);
    for (size_t i = first; i < all->count; i++) {
        struct row *r = &all->data[i];
        r->ghosts = (uint32_t)(((uint64_t)1 << cut->ghosts.count) - 1);
        r->values = values;
        for (int m = 0; m < 3; m++)
            r->guard[m] = guard[m];
        r->shape = hash_pair(hash_pair(r->shape, 40), values);
    }
}

static void path_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                      const struct cut_loop *cut, const struct variable_view *v, size_t count,
                      rows *out)
{
    domain_inner_rows(ts, d, loop, cut, v, count, out);
    for (size_t i = 0; i < d->paths->chosen.count && cut->ghosts.count; i++) {
        const struct symbolic_path *p = &d->paths->chosen.data[i];
        size_t first = out->count;
        if (p->loop != cut->name)
            continue;
        domain_inner_rows(ts, d, loop, cut, v, count, out);
        guard_rows(ts, cut, p->values, out, first);
    }
}

const struct domain *domain_paths(struct arena *a, const struct domain *inner,
                                  enum paths_of kind)
{
    const struct domain **list = ARENA_ARRAY(a, const struct domain *, 2);
    list[0] = inner;
    list[1] = NULL;
    struct symbolic_paths *paths = ARENA_NEW(a, struct symbolic_paths);
    *paths = (struct symbolic_paths){.kind = kind};
    struct domain *d = ARENA_NEW(a, struct domain);
    *d = (struct domain){.name = kind == PATHS_OF_LOOPS ? "paths" : "branches",
                         .summary = "a domain for each way through the loops",
                         .rows = path_rows,
                         .inner = list,
                         .paths = paths};
    return d;
}

bool paths_choose(struct symbolic_paths *p, struct symbolic_path path)
{
    for (size_t i = 0; i < p->chosen.count; i++)
        if (p->chosen.data[i].loop == path.loop && p->chosen.data[i].values == path.values)
            return false;
    VECTOR_PUSH(&p->chosen, path);
    return true;
}
