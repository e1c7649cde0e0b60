/* Which parts of loop states claims depend on: those that a claim, or what cannot be encoded,
 * is computed from, and those that such parts are computed from by their loops. Rows about
 * the others say nothing that a proof could use. */
#include "base/map.h"
#include "domain/domain.h"

struct looking {
    const struct terms *terms;
    /* of the memory: what lies behind is seldom meant, and not followed */
    const struct map *reaches;
    struct map seen; /* terms that something is computed from */
    VECTOR(struct term) todo;
};

static bool is_seen(const struct looking *l, struct term t)
{
    return map_has(&l->seen, t.id);
}

static void push(struct looking *l, struct term t)
{
    if (!term_is(t) || is_seen(l, t))
        return;
    map_set(&l->seen, t.id, 1);
    VECTOR_PUSH(&l->todo, t);
}

static void look(struct looking *l, struct term t)
{
    push(l, t);
    while (l->todo.count) {
        t = VECTOR_POP(&l->todo);
        bool reach = term_op(l->terms, t) == TERM_ITE &&
                     map_has(l->reaches, term_arg(l->terms, t, 0).id);
        for (size_t i = 0; i < term_count(l->terms, t); i++)
            if (!reach || i != 1)
                push(l, term_arg(l->terms, t, i));
    }
}

static void look_at(struct looking *l, const struct sym *value)
{
    look(l, value->a);
    look(l, value->b);
}

static bool is_used(struct looking *l, const struct slot *s)
{
    bool a = term_is(s->pre.a) && is_seen(l, s->pre.a);
    return a || (term_is(s->pre.b) && is_seen(l, s->pre.b));
}

/* Calls of recursive functions are states of their own, and what is asked of ghosts is not
 * known here: all of theirs is used. */
static bool is_kept(const struct cut_loop *loop, const struct slot *s)
{
    return loop->kind != CUT_AT_HEAD || s->is_ghost;
}

static void look_at_loop(struct looking *l, struct cut_loop *loop)
{
    for (size_t i = 0; i < loop->slots.count; i++) {
        struct slot *s = &loop->slots.data[i];
        if (!s->idle || !(is_kept(loop, s) || is_used(l, s)))
            continue;
        s->idle = false;
        look_at(l, &s->entry);
        look_at(l, &s->post);
        look(l, loop->entered);
        look(l, loop->arrived);
        look(l, loop->back);
    }
}

struct constant_view {
    struct looking *looking;
    bool any, used;
};

static void see_variable(void *context, struct term t)
{
    struct constant_view *v = context;
    v->any = true;
    v->used |= is_seen(v->looking, t);
}

static void judge_constants(struct looking *l, struct cut_loop *loop)
{
    for (size_t i = 0; i < loop->constants.count; i++) {
        struct constant_view v = {l, false, false};
        term_variables(l->terms, loop->constants.data[i].value, see_variable, &v);
        loop->constants.data[i].idle = v.any && !v.used;
    }
}

static void look_at_claims(struct looking *l, const struct formula *f)
{
    for (size_t i = 0; i < f->claims.count; i++)
        look(l, f->claims.data[i].bad);
    for (size_t i = 0; i < f->cuts.count; i++)
        look(l, f->cuts.data[i].when);
    for (size_t i = 0; i < f->memory.axioms.count; i++)
        look(l, f->memory.axioms.data[i]);
}

void domain_find_idle(struct cut_model *m, const struct formula *f)
{
    struct looking l = {.terms = f->terms, .reaches = &f->memory.reaches};
    look_at_claims(&l, f);
    for (size_t i = 0; i < m->loops.count; i++) {
        for (size_t k = 0; k < m->loops.data[i].slots.count; k++)
            m->loops.data[i].slots.data[k].idle = true;
        for (size_t k = 0; k < m->loops.data[i].ghosts.count; k++)
            look(&l, m->loops.data[i].ghosts.data[k].post);
    }
    for (bool more = true; more;) { /* until nothing new is seen */
        uint64_t before = l.seen.count;
        for (size_t i = 0; i < m->loops.count; i++)
            look_at_loop(&l, &m->loops.data[i]);
        more = l.seen.count > before;
    }
    for (size_t i = 0; i < m->loops.count; i++)
        judge_constants(&l, &m->loops.data[i]);
    map_release(&l.seen);
    VECTOR_RELEASE(&l.todo);
}
