/* sooth lists, for one function: runs, what is known at cut points, conditions, refutations.
 */
#include "lists/lists.h"

#include "base/clock.h"
#include "base/failure.h"
#include "lists/prove.h"

#include <stdlib.h>
#include <string.h>

/* --- words --- */

const char *prover_place(struct prover *p, const struct instruction *in)
{
    char place[240];
    return arena_text(
        &p->out->arena,
        place_text(p->l->program, instruction_place(p->l->program, in), place, sizeof place));
}

const char *prover_from(struct prover *p, uint32_t start)
{
    if (start == UINT32_MAX)
        return "entry";
    const struct cut *c = &p->l->cuts.list.data[start];
    const struct block *b = &p->l->f->blocks.data[c->header];
    const struct instruction *last =
        &p->l->f->instructions.data[VECTOR_LAST(&b->instructions)];
    return arena_format(&p->out->arena, "loop at %s", prover_place(p, last));
}

/* --- conditions --- */

/* What is done about a condition that fails: nothing (more facts may prove it), a search for
 * a short run from the entry that violates it, or a longer search. */
enum effort { EFFORT_NONE, EFFORT_SHORT, EFFORT_FULL };
enum { SHORT_UNWIND = 2 };

struct verdicts {
    struct prover *p;
    enum effort effort;
    struct question unwound; /* made when it is needed */
    bool has_unwound;
    bool violated, open;
    const char *unsupported;
};

static struct question *unwound(struct verdicts *v)
{
    unsigned most = v->p->l->options->unwind;
    bool brief = v->effort == EFFORT_SHORT && most > SHORT_UNWIND;
    if (!v->has_unwound)
        question_make(v->p, UINT32_MAX, brief ? SHORT_UNWIND : most, &v->unwound);
    v->has_unwound = true;
    return &v->unwound;
}

static uint32_t cut_of_ranking(const struct lists *l, uint32_t call)
{
    for (uint32_t c = 0; c < l->cuts.list.count; c++)
        if (l->cuts.list.data[c].ranking == call)
            return c;
    return UINT32_MAX;
}

/* A condition that fails from a state that what is known allows: is it a state that a run
 * has? */
static void refute(struct verdicts *v, struct question *q, const struct obligation *o,
                   struct term coded, struct lists_condition *c)
{
    struct prover *p = v->p;
    bool entry = q->run.start == UINT32_MAX;
    struct confirmation found = {0};
    c->outcome = LISTS_OPEN;
    if (v->effort == EFFORT_NONE)
        return;
    c->heap = question_heap(p, q, o->bad, coded);
    c->at_entry = entry;
    if (entry && !q->divisions.list.count)
        found = (struct confirmation){c->heap != NULL, c->heap};
    else if (o->condition == LISTS_TERMINATION)
        found = prover_confirm_endless(p, unwound(v), cut_of_ranking(p->l, o->instruction));
    else
        found = prover_confirm(p, unwound(v), o);
    c->outcome = found.found ? LISTS_VIOLATED : LISTS_OPEN;
    c->fault = found.found ? o->fault : LISTS_INADEQUATE_INVARIANT;
    if (!found.found)
        return;
    c->heap = found.heap;
    c->at_entry = true;
}

static void check_condition(struct verdicts *v, struct question *q, size_t i)
{
    struct prover *p = v->p;
    struct obligation o = q->run.obligations.data[i];
    double began = wall_now();
    struct lists_condition c = {
        .kind = o.condition,
        .place = prover_place(p, &p->l->f->instructions.data[o.instruction]),
        .from = prover_from(p, q->run.start),
        .text = arena_text(&p->out->arena, o.text),
        .outcome = LISTS_PROVED,
    };
    enum answer answer = term_is_false(p->l->terms, q->bad.data[i])
                             ? ANSWER_UNSAT
                             : question_ask(p, q, q->bad.data[i]);
    if (answer == ANSWER_UNKNOWN)
        c.outcome = LISTS_OPEN;
    if (answer == ANSWER_SAT)
        refute(v, q, &o, q->bad.data[i], &c);
    c.seconds = wall_now() - began;
    v->violated |= c.outcome == LISTS_VIOLATED;
    v->open |= c.outcome == LISTS_OPEN;
    VECTOR_PUSH(&p->out->conditions, c);
}

static void check_support(struct verdicts *v, struct question *q, size_t i)
{
    struct prover *p = v->p;
    const struct obligation *o = &q->run.obligations.data[i];
    if (v->unsupported || term_is_false(p->l->terms, q->bad.data[i]))
        return;
    if (question_ask(p, q, q->bad.data[i]) == ANSWER_UNSAT)
        return;
    v->unsupported =
        arena_format(&p->out->arena, "%s, %s", o->text,
                     prover_place(p, &p->l->f->instructions.data[o->instruction]));
}

static void check_all(struct verdicts *v)
{
    struct prover *p = v->p;
    for (uint32_t k = 0; k < p->count; k++) {
        struct question *q = &p->questions[k];
        for (size_t i = 0; i < q->run.obligations.count; i++) {
            if (q->run.obligations.data[i].kind == OBLIGATION_UNSUPPORTED)
                check_support(v, q, i);
            else
                check_condition(v, q, i);
        }
    }
}

/* Loops whose end was not shown: do they have a run without end? */
static void check_endless(struct verdicts *v)
{
    struct prover *p = v->p;
    if (!p->l->options->termination)
        return;
    size_t first = p->out->conditions.count;
    prover_rank(p);
    uint32_t cut = 0;
    for (size_t i = first; i < p->out->conditions.count; i++, cut++) {
        struct lists_condition *c = &p->out->conditions.data[i];
        while (p->l->cuts.list.data[cut].ranking != UINT32_MAX)
            cut++;
        if (c->outcome == LISTS_PROVED)
            continue;
        double began = wall_now();
        struct confirmation found = {0};
        if (v->effort != EFFORT_NONE)
            found = prover_confirm_endless(p, unwound(v), cut);
        c->seconds += wall_now() - began;
        c->heap = found.heap;
        c->at_entry = true;
        c->outcome = found.found ? LISTS_VIOLATED : LISTS_OPEN;
        c->fault = found.found ? LISTS_NON_TERMINATION : LISTS_INADEQUATE_INVARIANT;
        v->violated |= found.found;
        v->open |= !found.found;
    }
}

static bool all_proved(const struct lists_result *out)
{
    for (size_t i = 0; i < out->conditions.count; i++)
        if (out->conditions.data[i].outcome != LISTS_PROVED)
            return false;
    return true;
}

static bool some_violated(const struct lists_result *out)
{
    for (size_t i = 0; i < out->conditions.count; i++)
        if (out->conditions.data[i].outcome == LISTS_VIOLATED)
            return true;
    return false;
}

static void conclude(struct verdicts *v)
{
    struct lists_result *out = v->p->out;
    out->answer = LISTS_HOLDS;
    out->reason = NULL;
    if (v->violated) {
        LAW(some_violated(out));
        out->answer = LISTS_IS_VIOLATED;
        return;
    }
    if (v->unsupported)
        out->reason = arena_format(&out->arena, "unsupported: %s", v->unsupported);
    else if (v->p->stopped)
        out->reason = "the limit of time";
    else if (v->open)
        out->reason = "inadequate invariant";
    if (out->reason)
        out->answer = LISTS_UNKNOWN;
    LAW(out->answer != LISTS_HOLDS || all_proved(out));
}

/* --- runs --- */

static bool uses_junk(const struct lists *l)
{
    const struct function *f = l->f;
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        if (in->op == OP_INPUT && in->type.kind == TYPE_POINTER)
            return true;
        if (in->op == OP_CALL && text_same(call_name(l->program, f, in), "malloc"))
            return true;
        for (uint32_t k = 0; k < in->count; k++) {
            struct value v = instruction_operand(f, in, k);
            if (instruction_operand_is_block(in, k) || !value_is_constant(v))
                continue;
            if (program_constant(l->program, v)->kind == CONSTANT_UNDEF)
                return true;
        }
    }
    return false;
}

static bool calls(const struct lists *l, const char *name)
{
    for (size_t i = 0; i < l->f->instructions.count; i++) {
        const struct instruction *in = &l->f->instructions.data[i];
        if (in->block != UINT32_MAX && in->op == OP_CALL &&
            text_same(call_name(l->program, l->f, in), name))
            return true;
    }
    return false;
}

/* What values are at cut points, from runs that begin with what is known of it, until nothing
 * is new. */
static void find_crossings(struct lists *l)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t start = 0; start <= l->cuts.list.count; start++) {
            struct run r;
            run_from(l, start ? start - 1 : UINT32_MAX, 1, &r);
            changed |= run_cross(&r);
            run_release(&r);
        }
    }
}

static void find_ranks(struct lists *l)
{
    for (uint32_t c = 0; c < l->cuts.list.count; c++) {
        if (l->cuts.list.data[c].ranking == UINT32_MAX) {
            if (l->options->termination)
                l->ranks[c] = ranks_candidates(l, c, &l->arena, &l->rank_count[c]);
            continue;
        }
        struct lists_rank *ranks = ARENA_ARRAY(&l->arena, struct lists_rank, 3);
        for (uint32_t i = 0; i < 3; i++)
            ranks[i] = (struct lists_rank){RANK_OPERAND, i, 0};
        l->ranks[c] = ranks;
        l->rank_count[c] = 3;
    }
}

static void ask_all(struct prover *p, struct verdicts *v)
{
    VECTOR_CLEAR(&p->out->conditions);
    VECTOR_CLEAR(&p->out->found);
    check_all(v);
    check_endless(v);
    if (v->has_unwound)
        question_release(&v->unwound);
}

static void make_questions(struct prover *p)
{
    for (uint32_t k = 0; k < p->count; k++)
        question_make(p, k ? k - 1 : UINT32_MAX, 1, &p->questions[k]);
}

static void release_questions(struct prover *p)
{
    for (uint32_t k = 0; k < p->count; k++)
        question_release(&p->questions[k]);
}

/* Adds equations of lengths and numbers, in states that the facts so far allow. */
static void add_equations(struct prover *p)
{
    struct lists *l = p->l;
    p->quantities = ARENA_ARRAY(&l->arena, struct quantities, l->cuts.list.count + 1);
    for (uint32_t c = 0; c < l->cuts.list.count; c++)
        facts_quantities(l, c, &p->facts[c], &p->quantities[c]);
    make_questions(p);
    prover_find_equations(p);
    release_questions(p);
    p->quantities = NULL;
}

/* One attempt: facts of a stage beside those that are left of the stages before. True: it is
 * decided. */
static bool attempt(struct prover *p, enum fact_stage stage)
{
    struct lists *l = p->l;
    bool last = stage == FACT_STAGES - 1 || !l->options->find;
    for (uint32_t c = 0; c < l->cuts.list.count; c++)
        facts_drop_dead(&p->facts[c]);
    if (stage == FACTS_EQUATIONS)
        add_equations(p);
    for (uint32_t c = 0; c < l->cuts.list.count; c++) {
        facts_candidates(l, c, stage, &p->facts[c]);
        p->needed[c] = ARENA_ARRAY(&l->arena, bool, p->facts[c].list.count + 1);
    }
    make_questions(p);
    prover_weaken(p);
    bool only = l->options->only_proof;
    struct verdicts v = {.p = p, .effort = stage == 0 && !only ? EFFORT_SHORT : EFFORT_NONE};
    ask_all(p, &v);
    bool decided = !v.open || v.violated || p->stopped;
    if (!decided && last && !only) {
        v = (struct verdicts){.p = p, .effort = EFFORT_FULL};
        ask_all(p, &v);
    }
    conclude(&v);
    if (decided || last)
        prover_tell_facts(p);
    if (l->options->proof && p->out->answer == LISTS_HOLDS)
        prover_certify(p, l->options->proof);
    release_questions(p);
    return decided || last;
}

static void prove(struct prover *p)
{
    struct lists *l = p->l;
    size_t cuts = l->cuts.list.count;
    p->facts = ARENA_ARRAY(&l->arena, struct facts, cuts + 1);
    p->needed = ARENA_ARRAY(&l->arena, bool *, cuts + 1);
    p->rankings = ARENA_ARRAY(&l->arena, struct ranking, cuts + 1);
    p->count = (uint32_t)cuts + 1;
    p->questions = ARENA_ARRAY(&l->arena, struct question, p->count);
    for (uint32_t c = 0; c < cuts; c++)
        p->out->annotated += l->cuts.list.data[c].annotated;
    for (enum fact_stage stage = 0; stage < FACT_STAGES && !attempt(p, stage); stage++) {
    }
    for (uint32_t c = 0; c < cuts; c++)
        facts_release(&p->facts[c]);
}

static void name_members(const struct lists *l, struct lists_result *out)
{
    out->member_count = l->layout.count;
    out->members = ARENA_ARRAY(&out->arena, const char *, l->layout.count + 1);
    for (unsigned m = 0; m < l->layout.count; m++)
        out->members[m] = arena_text(&out->arena, l->layout.members[m].name);
}

static void verify(struct lists *l, struct lists_result *out)
{
    l->live = liveness_find(l->f, &l->arena);
    l->terms = terms_new();
    l->junk = uses_junk(l) ? SLH_MAYBE_JUNK : SLH_PROPER;
    l->frees = calls(l, "free");
    l->crossings = ARENA_ARRAY(&l->arena, struct crossing, l->f->instructions.count + 1);
    l->ranks = ARENA_ARRAY(&l->arena, const struct lists_rank *, l->cuts.list.count + 1);
    l->rank_count = ARENA_ARRAY(&l->arena, uint32_t, l->cuts.list.count + 1);
    find_crossings(l);
    find_ranks(l);
    struct prover p = {.l = l, .out = out};
    out->loops = (uint32_t)l->cuts.list.count;
    name_members(l, out);
    prove(&p);
    terms_free(l->terms);
}

bool lists_suits(const struct program *p, uint32_t function)
{
    struct layout layout;
    bool several;
    bool found = layout_find(p, function, &layout, &several);
    return p->functions.data[function].has_body && (found || several);
}

static void unsupported(struct lists_result *out, const char *what)
{
    out->answer = LISTS_UNKNOWN;
    out->reason = arena_format(&out->arena, "unsupported: %s", what);
}

void lists_verify(struct program *p, uint32_t function, const struct lists_options *options,
                  struct lists_result *out)
{
    double began = wall_now();
    *out = (struct lists_result){0};
    arena_init(&out->arena);
    out->function = arena_text(&out->arena, p->functions.data[function].name);
    struct lists l = {.program = p,
                      .f = &p->functions.data[function],
                      .function = function,
                      .options = options};
    arena_init(&l.arena);
    if (options->seconds > 0)
        l.until = began + options->seconds;
    bool several;
    struct failure failure = {0};
    if (!layout_find(p, function, &l.layout, &several))
        unsupported(out, several ? "lists of two kinds of nodes"
                                 : "no pointer to a structure with one pointer to itself");
    else if (!cuts_find(p, l.f, &l.arena, &l.cuts, &failure))
        unsupported(out, failure.message);
    else
        verify(&l, out);
    cuts_release(&l.cuts);
    arena_release(&l.arena);
    out->seconds = wall_now() - began;
}

void lists_result_release(struct lists_result *r)
{
    for (size_t i = 0; i < r->conditions.count; i++) {
        struct lists_heap *h = r->conditions.data[i].heap;
        if (!h)
            continue;
        VECTOR_RELEASE(&h->names);
        VECTOR_RELEASE(&h->numbers);
    }
    VECTOR_RELEASE(&r->conditions);
    VECTOR_RELEASE(&r->found);
    arena_release(&r->arena);
}
