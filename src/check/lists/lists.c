/* The checker of lists from the outside: is it a certificate for this program; all segments;
 * the answer. */
#include "check/lists/lists_internal.h"

#include "base/clock.h"
#include "base/failure.h"
#include "lists/slh/encode.h"
#include "solver/solver.h"

#include <stdio.h>
#include <string.h>

static bool tell(struct check_result *r, enum check_answer answer, const char *why)
{
    r->answer = answer;
    snprintf(r->why, sizeof r->why, "%.230s", why);
    return false;
}

/* --- the question --- */

static void tell_duty(struct list_checker *c, const struct duty *d, struct check_result *r)
{
    static const char *const words[] = {
        [DUTY_VIOLATION] = "the facts do not exclude a violation:",
        [DUTY_COVERED] = "runs meet",
        [DUTY_INITIAL] = "the facts do not hold at the entry of the loop",
        [DUTY_INDUCTIVE] = "the facts are not kept by the loop",
        [DUTY_RANKING] = "no measure falls in some round of the loop",
    };
    char place[160];
    uint32_t id = d->instruction;
    const struct block *b = &c->f->blocks.data[c->f->instructions.data[id].block];
    for (size_t k = 0; k < b->instructions.count && !c->f->instructions.data[id].place; k++)
        id = b->instructions.data[k];
    place_text(c->program, instruction_place(c->program, &c->f->instructions.data[id]), place,
               sizeof place);
    r->answer = d->kind == DUTY_COVERED ? CHECK_NOT_COVERED : CHECK_NOT_SHOWN;
    snprintf(r->why, sizeof r->why, "%s%s%s at %.120s", words[d->kind], d->what ? " " : "",
             d->what ? d->what : "", place);
}

/* Can no duty of the segment fail? */
static bool decide(struct list_checker *c, struct check_result *r)
{
    VECTOR(struct term) roots = {0};
    VECTOR_PUSH(&roots, c->known);
    for (size_t i = 0; i < c->duties.count; i++)
        VECTOR_PUSH(&roots, c->duties.data[i].bad);
    struct slh_encoding *e = slh_encoding_new(c->slh, roots.data, roots.count, 0);
    struct solver *s = solver_new(c->terms, NULL);
    for (size_t i = 0; i < roots.count; i++)
        roots.data[i] = slh_encode(e, roots.data[i]);
    solver_assert(s, slh_encoding_sides(e));
    solver_assert(s, roots.data[0]);
    bool good = true;
    for (size_t i = 0; i < c->duties.count && good; i++) {
        struct solver_limits limits = {.seconds = c->base.until - cpu_now()};
        enum answer answer = ANSWER_UNKNOWN;
        if (limits.seconds > 0)
            answer = solver_solve_under(s, &roots.data[i + 1], 1, &limits);
        good = answer == ANSWER_UNSAT;
        if (answer == ANSWER_SAT)
            tell_duty(c, &c->duties.data[i], r);
        if (answer == ANSWER_UNKNOWN)
            tell(r, CHECK_UNDECIDED, CHECK_OUT_OF_TIME);
    }
    solver_free(s);
    slh_encoding_free(e);
    VECTOR_RELEASE(&roots);
    return good;
}

/* --- the certificate --- */

static bool add_measure(struct list_head *h, const struct fact *f)
{
    if (f->kind != FACT_LIST_FALLS)
        return f->kind == FACT_LIST && !f->ghosts;
    if (h->measures == LIST_MOST_MEASURES)
        return false;
    h->measure[h->measures++] = f->list;
    return true;
}

static bool add_facts(struct list_checker *c, const struct certificate_loop *l)
{
    if (l->at != CERTIFICATE_AT_HEAD || l->function != c->base.entry ||
        l->header >= c->f->blocks.count || c->head_of[l->header] == UINT32_MAX)
        return false;
    struct list_head *h = &c->heads[c->head_of[l->header]];
    if (h->facts)
        return false;
    h->facts = l;
    for (size_t i = 0; i < l->facts.count; i++)
        if (!add_measure(h, &l->facts.data[i]))
            return false;
    return true;
}

static bool find_heads(struct list_checker *c, struct check_result *r)
{
    dominators_find(c->f, &c->arena, &c->dominators);
    loops_find(c->f, &c->dominators, &c->arena, &c->forest);
    c->live = liveness_find(c->f, &c->arena);
    c->heads = ARENA_ARRAY(&c->arena, struct list_head, c->forest.count + 1);
    c->head_of = ARENA_ARRAY(&c->arena, uint32_t, c->f->blocks.count);
    memset(c->head_of, 0xff, c->f->blocks.count * sizeof *c->head_of);
    for (uint32_t k = 0; k < c->forest.count; k++) {
        const struct loop *l = &c->forest.loops[k];
        if (l->irreducible)
            return tell(r, CHECK_NOT_COVERED, "a loop with several entries");
        c->heads[c->head_count] = (struct list_head){.loop = k, .block = l->header};
        c->head_of[l->header] = c->head_count++;
    }
    for (size_t i = 0; i < c->certificate->loops.count; i++)
        if (!add_facts(c, &c->certificate->loops.data[i]))
            return tell(r, CHECK_INVALID, "facts about something that is no loop head");
    return true;
}

static bool calls(const struct list_checker *c, const struct instruction *in, enum builtin b)
{
    if (in->block == UINT32_MAX || in->op != OP_CALL)
        return false;
    struct value v = instruction_operand(c->f, in, 0);
    const struct constant *k = value_is_constant(v) ? program_constant(c->program, v) : NULL;
    return k && k->kind == CONSTANT_FUNCTION &&
           c->program->functions.data[k->index].builtin == b;
}

/* --- termination --- */

/* A number of at most 32 bits that is the only measure of its loop: it goes round at most
 * 2^32 times. */
static bool is_counted(const struct list_checker *c, const struct list_head *h)
{
    if (h->measures != 1 || h->measure[0]->count != 1)
        return false;
    const struct list_item *i = &h->measure[0]->item[0];
    if (i->word != LIST_SIGNED && i->word != LIST_UNSIGNED)
        return false;
    return i->a < c->f->instructions.count && c->f->instructions.data[i->a].type.width <= 32;
}

static bool is_counted_difference(const struct list_checker *c, const struct list_head *h)
{
    if (h->measures != 1 || h->measure[0]->count != 3 ||
        h->measure[0]->item[0].word != LIST_SUB)
        return false;
    for (int k = 1; k < 3; k++) {
        const struct list_item *i = &h->measure[0]->item[k];
        if ((i->word != LIST_SIGNED && i->word != LIST_UNSIGNED) ||
            i->a >= c->f->instructions.count || c->f->instructions.data[i->a].type.width > 32)
            return false;
    }
    return true;
}

/* Lengths are below 2^48, which a run without end may contradict. So all that a run allocates
 * must be less: as long as it is, measures fall, and loops that allocate are counted. */
static bool allocates_little(const struct list_checker *c)
{
    enum { MOST = 1 << 12 };
    unsigned count = 0;
    for (uint32_t id = 0; id < c->f->instructions.count; id++) {
        if (!calls(c, &c->f->instructions.data[id], BUILTIN_MALLOC))
            continue;
        count++;
        uint32_t loop = c->forest.loop_of[c->f->instructions.data[id].block];
        if (loop == UINT32_MAX)
            continue;
        const struct list_head *h = &c->heads[c->head_of[c->forest.loops[loop].header]];
        if (c->forest.loops[loop].parent != UINT32_MAX ||
            (!is_counted(c, h) && !is_counted_difference(c, h)))
            return false;
    }
    return count <= MOST;
}

/* --- the whole --- */

static bool begin(const struct program *p, const struct certificate *certificate,
                  struct check_result *r)
{
    static const uint32_t leaks =
        VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP);
    uint32_t handlers = program_find_function(p, "__sooth_exit_handlers");
    if (certificate->entry != UINT32_MAX && certificate->entry != p->entry)
        return tell(r, CHECK_NOT_COVERED, "lists of a function alone");
    if (certificate->violations & leaks)
        return tell(r, CHECK_NOT_COVERED, "leaks of lists");
    if (handlers != UINT32_MAX && p->functions.data[handlers].has_body)
        return tell(r, CHECK_NOT_COVERED, "exit handlers");
    if (!list_node_fits(&certificate->node, p->pointer_width))
        return tell(r, CHECK_INVALID, "members of a node that do not fit");
    return true;
}

static void check_segments(struct list_checker *c, struct check_result *r)
{
    bool ends = c->certificate->violations & VIOLATION_BIT(VIOLATION_TERMINATION);
    if (ends && !allocates_little(c)) {
        tell(r, CHECK_NOT_COVERED, "termination of loops that allocate and are not counted");
        return;
    }
    bool good = true;
    for (uint32_t id = 0; id < c->f->instructions.count; id++)
        c->frees |= calls(c, &c->f->instructions.data[id], BUILTIN_FREE);
    for (uint32_t k = 0; k <= c->head_count && good; k++) {
        list_segment(c, k ? k - 1 : UINT32_MAX);
        good = decide(c, r);
        slh_free(c->slh);
    }
    if (good)
        r->answer = CHECK_CONFIRMED;
}

static void check_flat(const struct program *p, const struct program *flat,
                       const struct certificate *certificate, double seconds,
                       struct check_result *r)
{
    struct list_checker c = {.base = {.program = flat,
                                      .certificate = certificate,
                                      .entry = p->entry,
                                      .until = cpu_now() + seconds},
                             .certificate = certificate,
                             .node = &certificate->node,
                             .program = flat,
                             .f = &flat->functions.data[p->entry]};
    arena_init(&c.arena);
    arena_init(&c.base.arena);
    c.terms = c.base.terms = terms_new();
    view_init(&c.base.view, c.terms, flat, &c.base.plans);
    c.frame = (struct activation){.function = p->entry, .f = c.f};
    c.frame.values = ARENA_ARRAY(&c.arena, struct datum, c.f->instructions.count + 1);
    if (find_heads(&c, r))
        check_segments(&c, r);
    VECTOR_RELEASE(&c.duties);
    view_release(&c.base.view);
    plans_release(&c.base.plans);
    arena_release(&c.base.arena);
    arena_release(&c.arena);
    terms_free(c.terms);
}

void lists_check(const struct program *p, const struct certificate *certificate,
                 double seconds, struct check_result *r)
{
    struct failure failure = {0};
    *r = (struct check_result){.answer = CHECK_UNDECIDED};
    if (!begin(p, certificate, r))
        return;
    struct program *flat = program_flatten(p, p->entry, true, &failure);
    if (!flat) {
        tell(r, CHECK_NOT_COVERED, failure.message);
        return;
    }
    check_flat(p, flat, certificate, seconds, r);
    program_free(flat);
}
