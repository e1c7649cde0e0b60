/* Loops in the checker: unwound as the certificate says, or cut at the header.
 *
 * A cut loop starts in any state that its facts allow and that differs from the entry only in
 * what the body changes: the phis of the header, and the parts of memory in which the state
 * after the body differs from the state before it, found by executing the body again until
 * nothing new differs. With k > 1 the first k-1 iterations are executed from the entry, and
 * from the arbitrary state k-1 iterations without violation and without exit come before the
 * one that is checked; the facts are kept by the first of these, which has no violation by
 * induction over the iterations. */
#include "check/check_internal.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

struct changed {
    struct view_change part;
    VECTOR(uint32_t) targets; /* objects (0: none) that a pointer there may name */
};
struct cutting {
    struct checker *c;
    struct activation *a;
    uint32_t loop, header, phis, first;
    const struct certificate_loop *facts;
    struct visit entry;
    uint32_t named;   /* facts name objects below this one, made before the loop */
    uint32_t objects; /* those from here on were made inside the loop */
    VECTOR(struct changed) parts;
    struct changed *phi; /* their targets */
    struct view_state head;
    VECTOR(struct rank_parts) ranks; /* at the head */
    bool grew;
};

static uint32_t phi_id(const struct cutting *k, uint32_t i)
{
    LAW(i < k->phis);
    return k->a->f->blocks.data[k->header].instructions.data[i];
}

/* --- what pointers may name --- */

static void learn(struct cutting *k, struct changed *part, struct datum p)
{
    struct candidates found;
    if (p.kind != DATUM_POINTER)
        return;
    view_candidates(&k->c->view, p, &found);
    if (found.open)
        k->c->failed = "a pointer to unknown objects at the head of a loop";
    if (found.null)
        VECTOR_PUSH(&found.objects, 0);
    for (size_t i = 0; i < found.objects.count && !found.open; i++) {
        uint32_t o = found.objects.data[i];
        if (o >= k->objects)
            k->c->failed = "an object that outlives the iteration that made it";
        bool known = false;
        for (size_t t = 0; t < part->targets.count; t++)
            known |= part->targets.data[t] == o;
        if (known)
            continue;
        VECTOR_PUSH(&part->targets, o);
        k->grew = true;
    }
    LAW(!k->grew || part->targets.count || found.open);
    view_candidates_release(&found);
}

static struct datum any_pointer(struct cutting *k, const struct changed *part)
{
    struct terms *ts = k->c->terms;
    struct term object =
        term_bv(ts, VIEW_OBJECT_BITS, part->targets.count ? part->targets.data[0] : 0);
    for (size_t i = 1; i < part->targets.count; i++)
        object = term_ite(ts, term_fresh(ts, sort_bool(ts), "names"),
                          term_bv(ts, VIEW_OBJECT_BITS, part->targets.data[i]), object);
    return datum_pointer(object, term_fresh(ts, sort_bv(ts, k->c->view.width), "offset"));
}

static struct datum any_like(struct cutting *k, const struct changed *part,
                             struct datum model)
{
    LAW(model.kind != DATUM_NONE);
    if (model.kind == DATUM_POINTER)
        return any_pointer(k, part);
    return (struct datum){
        .kind = model.kind,
        .a = term_fresh(k->c->terms, term_sort(k->c->terms, model.a), "any")};
}

/* --- the state at the head --- */

static bool whole(const struct cutting *k, uint32_t object)
{
    for (size_t i = 0; i < k->parts.count; i++)
        if (k->parts.data[i].part.kind == CHANGE_OBJECT &&
            k->parts.data[i].part.object == object)
            return true;
    return false;
}

static void see_target(void *context, struct datum p)
{
    struct candidates found;
    struct cutting *k = context;
    view_candidates(&k->c->view, p, &found);
    if (found.objects.count)
        k->c->failed = "pointers in an object that a loop fills or makes anew";
    view_candidates_release(&found);
}

/* Bytes of which nothing is known are no pointers: an object may only be forgotten as a whole
 * when it holds none. */
static void no_pointers(struct cutting *k, const struct view_state *st, uint32_t object)
{
    if (!view_pointers(&k->c->view, st, object, see_target, k))
        k->c->failed = "arrays of pointers that a loop changes";
}

static void forget_column(struct cutting *k, struct changed *part)
{
    LAW(part->part.array);
    struct datum old = view_part(&k->c->view, &k->head, &part->part);
    if (old.kind == DATUM_POINTER) {
        k->c->failed = "arrays of pointers that a loop changes";
        return;
    }
    old.a = term_fresh(k->c->terms, term_sort(k->c->terms, old.a), "array");
    view_set_part(&k->c->view, &k->head, &part->part, old);
}

static void forget_bytes(struct cutting *k, struct changed *part)
{
    LAW(part->part.kind == CHANGE_PART && !part->part.array);
    struct view *v = &k->c->view;
    struct datum old = view_part(v, &k->head, &part->part);
    if (part->targets.count && old.kind == DATUM_BITS)
        old = datum_of_type(v, old, (struct type){TYPE_POINTER, v->width});
    if (old.kind == DATUM_FLOAT)
        old = datum_bits(datum_to_bits(v, old, 8 * part->part.bytes));
    learn(k, part, old);
    view_set_part(v, &k->head, &part->part, any_like(k, part, old));
}

static void forget(struct cutting *k)
{
    struct checker *c = k->c;
    for (size_t i = 0; i < k->parts.count; i++) {
        uint32_t object = k->parts.data[i].part.object;
        if (k->parts.data[i].part.kind != CHANGE_OBJECT)
            continue;
        no_pointers(k, &k->head, object);
        view_havoc(&c->view, &k->head, object);
    }
    for (size_t i = 0; i < k->parts.count && !c->failed; i++) {
        struct changed *p = &k->parts.data[i];
        if (p->part.kind == CHANGE_ALIVE)
            view_set_alive(&c->view, &k->head, p->part.object,
                           term_fresh(c->terms, sort_bool(c->terms), "alive"));
        else if (p->part.kind == CHANGE_PART && p->part.array && !whole(k, p->part.object))
            forget_column(k, p);
        else if (p->part.kind == CHANGE_PART && !whole(k, p->part.object))
            forget_bytes(k, p);
    }
    for (uint32_t i = 0; i < k->phis; i++) {
        struct datum *v = &k->a->values[phi_id(k, i)];
        learn(k, &k->phi[i], *v);
        *v = any_like(k, &k->phi[i], *v);
    }
}

/* --- the state after the body --- */

static bool same_part(const struct view_change *x, const struct view_change *y)
{
    return x->kind == y->kind && x->object == y->object && x->at == y->at &&
           x->bytes == y->bytes;
}

static void see_change(void *context, const struct view_change *found)
{
    struct cutting *k = context;
    if (found->object >= k->objects)
        return; /* pointers to it do not outlive the iteration */
    if (found->kind == CHANGE_PART && whole(k, found->object))
        return;
    for (size_t i = k->parts.count; i-- > 0;)
        if (same_part(&k->parts.data[i].part, found))
            return;
    VECTOR_PUSH(&k->parts, (struct changed){.part = *found});
    k->grew = true;
}

/* It was forgotten as what it is now. */
static void see_part(struct cutting *k, struct changed *p)
{
    LAW(p->part.kind == CHANGE_PART);
    struct checker *c = k->c;
    struct datum v = view_part(&c->view, &c->state, &p->part),
                 old = view_part(&c->view, &k->head, &p->part);
    if (p->part.array) {
        if (v.kind == DATUM_POINTER)
            c->failed = "arrays of pointers that a loop changes";
        return;
    }
    if (old.kind == DATUM_POINTER)
        v = datum_of_type(&c->view, v, (struct type){TYPE_POINTER, c->view.width});
    learn(k, p, v);
    if (v.kind == DATUM_FLOAT && old.kind == DATUM_BITS)
        return; /* its bits, among any bits */
    if (v.kind == old.kind)
        return;
    if (!(v.kind == DATUM_POINTER && old.kind == DATUM_BITS) || !k->grew)
        c->failed = "a cell of several kinds in a loop";
}

static void see_state_behind(struct cutting *k)
{
    struct checker *c = k->c;
    view_difference(&c->view, &k->head, &c->state, see_change, k);
    for (size_t i = 0; i < k->parts.count && !c->failed; i++) {
        struct changed *p = &k->parts.data[i];
        if (p->part.kind == CHANGE_OBJECT)
            no_pointers(k, &c->state, p->part.object);
        if (p->part.kind == CHANGE_PART && !whole(k, p->part.object))
            see_part(k, p);
    }
    for (uint32_t i = 0; i < k->phis; i++)
        learn(k, &k->phi[i], k->a->values[phi_id(k, i)]);
    uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    for (size_t i = 0; i < c->heap.count && (c->certificate->violations & leaks); i++)
        if (c->heap.data[i] >= k->objects)
            check_uncovered(c, k->a, k->first,
                            view_alive(&c->view, &c->state, c->heap.data[i]),
                            "memory that outlives an iteration");
}

/* --- one attempt --- */

static void iterate(struct cutting *k)
{
    const struct loop *l = &k->a->outline->loops.loops[k->loop];
    check_blocks(k->c, k->a, l->blocks, l->block_count, k->loop);
}

static struct visit here(struct cutting *k, struct view_state memory)
{
    LAW(k->c->now);
    size_t bytes = k->a->f->instructions.count * sizeof(struct datum);
    struct visit v = {k->c->now, memory, malloc(bytes + 1)};
    memcpy(v.values, k->a->values, bytes);
    return v;
}

static void start_at_entry(struct cutting *k)
{
    LAW(k->entry.when && k->entry.values);
    memcpy(k->a->values, k->entry.values, k->a->f->instructions.count * sizeof(struct datum));
    k->c->now = k->entry.when;
}

static void run_first_iterations(struct cutting *k, struct term select)
{
    LAW(k->c->certificate->depth > 1);
    start_at_entry(k);
    check_assume(k->c, term_not(k->c->terms, select));
    VECTOR_PUSH(&k->a->waiting[k->header],
                here(k, view_share(&k->c->view, &k->entry.memory)));
    for (uint32_t i = 1; i < k->c->certificate->depth; i++)
        iterate(k);
    visits_cut(&k->a->waiting[k->header], 0);
}

static const struct certificate_loop no_facts;

static void see_ranks(struct cutting *k, const struct view_state *st, struct rank_parts *out)
{
    LAW(!k->facts || k->ranks.count == k->facts->ranks.count);
    const struct certificate_loop *l = k->facts ? k->facts : &no_facts;
    for (size_t i = 0; i < l->ranks.count; i++)
        out[i] = check_rank(k->c, k->a, &l->ranks.data[i], st, k->named);
}

static void rank_head(struct cutting *k)
{
    VECTOR_CLEAR(&k->ranks);
    for (size_t i = 0; k->facts && i < k->facts->ranks.count; i++)
        VECTOR_PUSH(&k->ranks, (struct rank_parts){0});
    see_ranks(k, &k->head, k->ranks.data);
}

/* For termination: one of the loop's ranks has fallen. */
static void check_ranks(struct cutting *k)
{
    struct checker *c = k->c;
    if (!(c->certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION)))
        return;
    struct rank_parts *after = calloc(k->ranks.count + 1, sizeof *after);
    see_ranks(k, &c->state, after);
    const struct fact_rank *ranks = k->facts ? k->facts->ranks.data : NULL;
    struct term falls = check_falls(c, ranks, k->ranks.data, after, k->ranks.count);
    check_duty(c, DUTY_RANKING, k->a, k->first,
               term_and(c->terms, c->now->all, term_not(c->terms, falls)), NULL);
    free(after);
}

/* One iteration from the head, then the facts must hold again. */
static void run_inductive_iteration(struct cutting *k)
{
    LAW(k->named <= k->objects);
    struct checker *c = k->c;
    iterate(k);
    if (c->failed || !check_enter(c, k->a, k->header))
        return;
    see_state_behind(k);
    if (c->failed)
        return;
    struct term kept = k->facts
                           ? check_facts(c, k->a, k->facts, &c->state, k->named, FACTS_SHOWN)
                           : term_bool(c->terms, true);
    check_duty(c, DUTY_INDUCTIVE, k->a, k->first,
               term_and(c->terms, c->now->all, term_not(c->terms, kept)), NULL);
    check_ranks(k);
    if (c->certificate->depth > 1)
        VECTOR_PUSH(&k->a->waiting[k->header], here(k, c->state));
    c->now = NULL;
}

static void run_from_anywhere(struct cutting *k, struct term select)
{
    struct checker *c = k->c;
    bool assuming = c->assuming;
    struct activation *closed = c->closed;
    uint32_t closed_loop = c->closed_loop, depth = c->certificate->depth;
    LAW(c->certificate->depth >= 1);
    LAW(k->named <= c->view.objects.count);
    k->objects = (uint32_t)c->view.objects.count;
    start_at_entry(k);
    k->head = view_share(&c->view, &k->entry.memory);
    forget(k);
    if (c->failed)
        return;
    rank_head(k);
    size_t premises = c->premises.count;
    struct term facts =
        k->facts ? check_facts(c, k->a, k->facts, &k->head, k->named, FACTS_KNOWN_AT_HEAD)
                 : term_bool(c->terms, true);
    check_assume(c, term_and(c->terms, select, facts));
    for (size_t i = premises; i < c->premises.count; i++)
        c->premises.data[i].when = c->now ? c->now->all : term_bool(c->terms, false);
    if (!c->now)
        return;
    VECTOR_PUSH(&k->a->waiting[k->header], here(k, view_share(&c->view, &k->head)));
    if (depth > 1)
        c->assuming = true, c->closed = k->a, c->closed_loop = k->loop;
    run_inductive_iteration(k);
    for (uint32_t i = 2; i < depth; i++)
        iterate(k);
    c->assuming = assuming, c->closed = closed, c->closed_loop = closed_loop;
    if (depth > 1)
        iterate(k);
    visits_cut(&k->a->waiting[k->header], 0);
}

static void attempt(struct cutting *k)
{
    struct checker *c = k->c;
    size_t exposed = c->view.exposed.count;
    k->grew = false;
    bool unwinds = c->certificate->depth > 1;
    struct term select = unwinds ? term_fresh(c->terms, sort_bool(c->terms), "select")
                                 : term_bool(c->terms, true);
    if (unwinds)
        run_first_iterations(k, select);
    if (!c->failed)
        run_from_anywhere(k, select);
    k->grew |=
        c->view.exposed.count != exposed; /* integers may now be addresses of more objects */
    c->now = NULL;
}

/* What an attempt added, to take it back. */
struct mark {
    size_t duties, heap, returns, premises, *waiting;
};

static struct mark set_mark(const struct cutting *k)
{
    struct mark m = {k->c->duties.count, k->c->heap.count, k->a->returns.count,
                     k->c->premises.count, calloc(k->a->f->blocks.count, sizeof(size_t))};
    for (size_t b = 0; b < k->a->f->blocks.count; b++)
        m.waiting[b] = k->a->waiting[b].count;
    return m;
}

static void back_to_mark(struct cutting *k, const struct mark *m)
{
    LAW(m->duties <= k->c->duties.count);
    LAW(m->heap <= k->c->heap.count);
    LAW(m->premises <= k->c->premises.count);
    k->c->duties.count = m->duties;
    k->c->heap.count = m->heap;
    k->c->premises.count = m->premises;
    visits_cut(&k->a->returns, m->returns);
    for (size_t b = 0; b < k->a->f->blocks.count; b++)
        visits_cut(&k->a->waiting[b], m->waiting[b]);
}

static const struct certificate_loop *facts_of(struct checker *c, const struct activation *a,
                                               uint32_t header)
{
    for (size_t i = 0; i < c->certificate->loops.count; i++) {
        const struct certificate_loop *l = &c->certificate->loops.data[i];
        if (l->path == a->path && l->header == header)
            return l;
    }
    return NULL;
}

static void cut_loop(struct checker *c, struct activation *a, uint32_t loop)
{
    LAW(loop < a->outline->loops.count);
    struct cutting k = {
        .c = c, .a = a, .loop = loop, .header = a->outline->loops.loops[loop].header};
    if (!check_enter(c, a, k.header))
        return;
    k.phis = check_phis(a->f, k.header);
    k.first = a->f->blocks.data[k.header].instructions.data[0];
    k.facts = facts_of(c, a, k.header);
    k.phi = calloc(k.phis + 1, sizeof *k.phi);
    k.entry = here(&k, c->state);
    k.named = (uint32_t)c->view.objects.count;
    if (k.facts) {
        struct term facts = check_facts(c, a, k.facts, &c->state, k.named, FACTS_SHOWN);
        check_duty(c, DUTY_INITIAL, a, k.first,
                   term_and(c->terms, c->now->all, term_not(c->terms, facts)), NULL);
    }
    struct mark mark = set_mark(&k);
    for (;;) {
        attempt(&k);
        if (!k.grew || c->view.restart || check_over(c))
            break;
        back_to_mark(&k, &mark);
    }
    free(mark.waiting);
    free(k.entry.values);
    for (uint32_t i = 0; i < k.phis; i++)
        VECTOR_RELEASE(&k.phi[i].targets);
    for (size_t i = 0; i < k.parts.count; i++)
        VECTOR_RELEASE(&k.parts.data[i].targets);
    VECTOR_RELEASE(&k.parts);
    VECTOR_RELEASE(&k.ranks);
    free(k.phi);
}

static void unwind_loop(struct checker *c, struct activation *a, uint32_t loop)
{
    LAW(loop < a->outline->loops.count);
    const struct loop *l = &a->outline->loops.loops[loop];
    for (uint32_t i = 0;
         i <= c->certificate->depth && a->waiting[l->header].count && !c->failed; i++)
        check_blocks(c, a, l->blocks, l->block_count, loop);
    if (c->failed || !a->waiting[l->header].count)
        return;
    if (check_enter(c, a, l->header))
        check_duty(c, DUTY_UNWOUND, a, a->f->blocks.data[l->header].instructions.data[0],
                   c->now->all, "a loop that is repeated more often");
    c->now = NULL;
}

void check_loop(struct checker *c, struct activation *a, uint32_t loop)
{
    LAW(c->certificate->kind != CERTIFICATE_SHAPES); /* they have a checker of their own */
    if (c->certificate->kind == CERTIFICATE_BOUNDED)
        unwind_loop(c, a, loop);
    else
        cut_loop(c, a, loop);
}
