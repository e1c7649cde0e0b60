/* The engine `lists`: the whole program as one function over singly linked lists (lists/),
 * with facts about lengths, sharing and cycles. It proves, and never refutes. */
#include "engine/engine.h"

#include "base/clock.h"
#include "certificate/certificate.h"
#include "lists/lists.h"
#include "program/passes.h"
#include "property/property.h"

#include <stdlib.h>

/* --- whether the program suits it, at a glance --- */

struct glance {
    bool makes, links, repeats;
};

static bool is_node(const struct program *p, uint32_t ctype)
{
    const struct ctype *t = &p->ctypes.data[ctype];
    unsigned found = 0;
    for (uint32_t m = 0; t->kind == CTYPE_STRUCT && m < t->member_count; m++) {
        const struct ctype *member = &p->ctypes.data[t->members[m].ctype];
        found += member->kind == CTYPE_POINTER && member->element == ctype;
    }
    return found == 1;
}

static bool has_nodes(const struct program *p)
{
    for (uint32_t t = 0; t < p->ctypes.count; t++)
        if (is_node(p, t))
            return true;
    return false;
}

static bool allocates(const struct program *p, const struct function *f,
                      const struct instruction *in)
{
    if (in->op != OP_CALL)
        return false;
    struct value v = instruction_operand(f, in, 0);
    if (!value_is_constant(v) || program_constant(p, v)->kind != CONSTANT_FUNCTION)
        return false;
    return p->functions.data[program_constant(p, v)->index].builtin == BUILTIN_MALLOC;
}

static void look_at(const struct program *p, const struct function *f, struct glance *g)
{
    for (size_t i = 0; i < f->instructions.count; i++) {
        const struct instruction *in = &f->instructions.data[i];
        if (in->block == UINT32_MAX)
            continue;
        g->makes |= allocates(p, f, in);
        g->links |= in->op == OP_STORE &&
                    value_type(p, f, instruction_operand(f, in, 1)).kind == TYPE_POINTER;
    }
    for (uint32_t b = 1; b < f->blocks.count && !g->repeats; b++)
        g->repeats = block_is_head(f, b);
}

static bool suits(const struct engine_task *task)
{
    struct glance g = {0};
    if (task->entry != task->program->entry || !has_nodes(task->program))
        return false;
    for (size_t i = 0; i < task->program->functions.count; i++)
        if (task->program->functions.data[i].has_body)
            look_at(task->program, &task->program->functions.data[i], &g);
    return g.makes && g.links && g.repeats;
}

/* --- proofs --- */

static void give_up(const struct engine_task *task, const struct engine_host *host,
                    const char *why)
{
    struct reason reason = {0};
    (void)task;
    reason_set(&reason, REASON_ENGINE, "lists: %s", why);
    host->gave_up(host->context, &reason);
}

static void add_claims(struct certificate *c, const struct lists_proof *proof)
{
    for (size_t i = 0; i < proof->claims.count; i++) {
        const struct lists_claim *claim = &proof->claims.data[i];
        if (!c->loops.count || VECTOR_LAST(&c->loops).header != claim->header)
            VECTOR_PUSH(&c->loops, ((struct certificate_loop){.function = c->entry,
                                                              .header = claim->header}));
        struct fact f = {.kind = claim->falls ? FACT_LIST_FALLS : FACT_LIST};
        f.list = malloc(sizeof *f.list);
        *f.list = claim->formula;
        VECTOR_PUSH(&VECTOR_LAST(&c->loops).facts, f);
    }
}

static void tell(const struct engine_task *task, const struct engine_host *host,
                 uint32_t violations, const struct lists_proof *proof)
{
    static const enum certificate_external externals[] = {
        [EXTERN_ARGS] = CERTIFICATE_EXTERN_ARGS,
        [EXTERN_PURE] = CERTIFICATE_EXTERN_PURE,
        [EXTERN_HAVOC] = CERTIFICATE_EXTERN_HAVOC};
    struct certificate c = {.kind = CERTIFICATE_LISTS,
                            .depth = 1,
                            .recursion = 1,
                            .violations = violations,
                            .external = externals[task->external],
                            .malloc_may_fail = task->malloc_may_fail,
                            .program = certificate_hash(task->program),
                            .entry = task->entry,
                            .node = proof->node};
    struct text t = {0};
    add_claims(&c, proof);
    certificate_write(&c, task->program, &t);
    host->certificate(host->context, text_of(&t));
    host->proved(host->context, violations, "lists with length");
    text_release(&t);
    certificate_release(&c);
}

/* Bits by enum check_kind. */
static uint32_t checks_besides(uint32_t violations)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < CHECK_KIND_COUNT; k++) {
        enum violation v;
        if (!violation_of_check((enum check_kind)k, &v) || !(violations >> v & 1))
            bits |= 1u << k;
    }
    return bits;
}

static bool attempt(const struct engine_task *task, const struct engine_host *host,
                    struct program *flat, uint32_t violations, double until)
{
    struct lists_proof proof = {0};
    struct lists_options options = {.seconds = until > 0 ? until - wall_now() : 0,
                                    .termination =
                                        violations & VIOLATION_BIT(VIOLATION_TERMINATION),
                                    .find = true,
                                    .unwind = 1,
                                    .malloc_may_fail = task->malloc_may_fail,
                                    .unchecked = checks_besides(violations),
                                    .only_proof = true,
                                    .proof = &proof};
    struct lists_result result;
    if (until > 0 && options.seconds <= 0)
        return false;
    lists_verify(flat, task->entry, &options, &result);
    bool good = result.answer == LISTS_HOLDS;
    if (good)
        tell(task, host, violations, &proof);
    else
        give_up(task, host, result.reason ? result.reason : "nothing was found");
    VECTOR_RELEASE(&proof.claims);
    lists_result_release(&result);
    return good;
}

static void run(const struct engine_task *task, const struct engine_host *host)
{
    static const uint32_t leaks = VIOLATION_BIT(VIOLATION_MEMTRACK) |
                                  VIOLATION_BIT(VIOLATION_MEMCLEANUP),
                          end = VIOLATION_BIT(VIOLATION_TERMINATION),
                          core = VIOLATION_BIT(VIOLATION_REACH) |
                                 VIOLATION_BIT(VIOLATION_DEREF) |
                                 VIOLATION_BIT(VIOLATION_FREE);
    struct failure failure = {0};
    double until = task->seconds > 0 ? wall_now() + task->seconds : 0;
    struct program *flat = program_flatten(task->program, task->entry, true, &failure);
    uint32_t safety = task->violations & ~leaks & ~end;
    if (!flat) {
        give_up(task, host, failure.message);
        return;
    }
    if (safety && !attempt(task, host, flat, safety, until) && (safety & core) &&
        safety & ~core)
        attempt(task, host, flat, safety & core, until);
    if (task->violations & end)
        attempt(task, host, flat, end, until);
    program_free(flat);
}

const struct engine engine_lists = {
    .name = "lists",
    .summary =
        "lists with length: sharing, cycles and numbers, which proves and never refutes",
    .violations = ~(VIOLATION_BIT(VIOLATION_MEMTRACK) | VIOLATION_BIT(VIOLATION_MEMCLEANUP)),
    .by_default = true,
    .suits = suits,
    .weight = 0.25, /* graphs of memory prove most of these programs sooner */
    .later = 3,
    .only_certified = true,
    .run = run,
};
