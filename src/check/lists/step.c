/* What one instruction does to a state of the checker of lists. */
#include "check/lists/lists_internal.h"

#include "base/failure.h"
#include "base/text.h"

static const struct list_value nothing = {.kind = LIST_NONE};

static struct list_value number(struct term bits)
{
    return (struct list_value){.kind = LIST_IS_NUMBER, .bits = bits};
}

static struct list_value pointer(struct slh_pointer p)
{
    return (struct list_value){.kind = LIST_IS_POINTER, .pointer = p};
}

static struct list_value any_number(struct list_checker *c, struct type t)
{
    if (t.kind != TYPE_INT || t.width > 64)
        return nothing;
    return number(term_fresh(c->terms, sort_bv(c->terms, t.width), "any"));
}

static struct list_value constant_value(struct list_checker *c, const struct constant *k)
{
    bool is_pointer = k->type.kind == TYPE_POINTER;
    if (k->kind == CONSTANT_NULL)
        return pointer(slh_null(c->slh));
    if (k->kind == CONSTANT_UNDEF)
        return is_pointer ? pointer(slh_junk(c->slh)) : any_number(c, k->type);
    if (k->kind != CONSTANT_BITS || k->type.kind != TYPE_INT || k->type.width > 64)
        return nothing;
    return number(term_bv(c->terms, k->type.width, constant_low_bits(k)));
}

struct list_value list_value(struct list_checker *c, const struct list_state *s,
                             struct value v)
{
    if (value_is_none(v))
        return nothing;
    if (value_is_constant(v))
        return constant_value(c, program_constant(c->program, v));
    return s->values[v.id];
}

static struct list_value operand(struct list_checker *c, const struct list_state *s,
                                 const struct instruction *in, uint32_t k)
{
    return list_value(c, s, instruction_operand(c->f, in, k));
}

/* --- duties --- */

void list_duty(struct list_checker *c, enum duty_kind kind, const struct list_state *s,
               uint32_t id, struct term bad, const char *what)
{
    struct term all = term_and(c->terms, s->guard, bad);
    if (!term_is_false(c->terms, all))
        VECTOR_PUSH(&c->duties, (struct duty){kind, all, 0, id, what});
}

static void assume(struct list_checker *c, struct list_state *s, struct term condition)
{
    s->guard = term_and(c->terms, s->guard, condition);
}

void list_uncovered(struct list_checker *c, struct list_state *s, uint32_t id,
                    const char *what)
{
    list_duty(c, DUTY_COVERED, s, id, term_bool(c->terms, true), what);
    assume(c, s, term_bool(c->terms, false));
}

/* Runs in which the condition does not hold are not covered. */
static void cover(struct list_checker *c, struct list_state *s, uint32_t id,
                  struct term condition, const char *what)
{
    list_duty(c, DUTY_COVERED, s, id, term_not(c->terms, condition), what);
    assume(c, s, condition);
}

/* What is looked for must not be violated; the run goes on where it is not. */
static void claim(struct list_checker *c, struct list_state *s, uint32_t id, enum violation v,
                  struct term good)
{
    if (!(c->certificate->violations & VIOLATION_BIT(v)))
        return;
    list_duty(c, DUTY_VIOLATION, s, id, term_not(c->terms, good), violation_name(v));
    assume(c, s, good);
}

/* --- memory --- */

struct term list_is_freed(struct list_checker *c, const struct list_state *s,
                          struct slh_pointer p)
{
    return term_eq(c->terms, slh_value(c->slh, s->heap, p, c->freed),
                   term_bv(c->terms, 1, 1));
}

static struct term is_written(struct list_checker *c, struct slh_pointer p)
{
    return term_not(c->terms, slh_alias(c->slh, p, slh_junk(c->slh)));
}

/* An access through the pointer. What comes after one that is an error is not covered, where
 * errors of that kind are not looked for. */
static bool access(struct list_checker *c, struct list_state *s, uint32_t id,
                   struct list_value p)
{
    struct terms *t = c->terms;
    if (p.kind != LIST_IS_POINTER) {
        list_uncovered(c, s, id, "an access to memory that is no node of a list");
        return false;
    }
    cover(c, s, id, is_written(c, p.pointer), "the use of a pointer without value");
    struct term good = term_not(
        t, term_or(t, slh_is_null(c->slh, p.pointer), list_is_freed(c, s, p.pointer)));
    claim(c, s, id, VIOLATION_DEREF, good);
    cover(c, s, id, good, "an access outside of a live object");
    return true;
}

static struct list_value read_link(struct list_checker *c, struct list_state *s, uint32_t id,
                                   struct slh_pointer p)
{
    for (unsigned i = 0; i < s->load_count; i++)
        if (s->loads[i].heap.id == s->heap.id && s->loads[i].from.id == p.id)
            return pointer(s->loads[i].next);
    struct slh_pointer next = slh_next(c->slh, s->guard, s->heap, p, s->nexts++);
    if (s->load_count < LIST_MOST_LOADS)
        s->loads[s->load_count++] = (struct list_load){s->heap, p, next};
    cover(c, s, id, is_written(c, next), "a link that was never written");
    return pointer(next);
}

/* UINT32_MAX: no member. */
static uint32_t member_at(const struct list_checker *c, int64_t offset, struct type t)
{
    if (t.kind != TYPE_INT || offset < 0)
        return UINT32_MAX;
    for (uint32_t m = 0; m < c->node->count; m++)
        if (c->node->member[m].offset == (uint64_t)offset &&
            c->node->member[m].width == type_bytes(t) * 8)
            return m;
    return UINT32_MAX;
}

static bool is_link(const struct list_checker *c, struct list_value p, struct type t)
{
    return t.kind == TYPE_POINTER && p.offset >= 0 && (uint64_t)p.offset == c->node->next;
}

static bool is_plain(struct list_checker *c, struct list_state *s, uint32_t id)
{
    if (!(c->f->instructions.data[id].flags & (FLAG_VOLATILE | FLAG_ATOMIC)))
        return true;
    list_uncovered(c, s, id, "a volatile access");
    return false;
}

static void load(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    struct list_value p = operand(c, s, in, 0);
    if (!is_plain(c, s, id) || !access(c, s, id, p))
        return;
    if (is_link(c, p, in->type)) {
        s->values[id] = read_link(c, s, id, p.pointer);
        return;
    }
    uint32_t m = member_at(c, p.offset, in->type);
    if (m == UINT32_MAX) {
        list_uncovered(c, s, id, "a read of something that is no member of a node");
        return;
    }
    struct term bits = slh_value(c->slh, s->heap, p.pointer, c->fields[m]);
    if (in->type.width < c->node->member[m].width)
        bits = term_extract(c->terms, bits, in->type.width - 1, 0);
    s->values[id] = number(bits);
}

static void store(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    struct list_value p = operand(c, s, in, 0), v = operand(c, s, in, 1);
    struct type type = value_type(c->program, c->f, instruction_operand(c->f, in, 1));
    if (!is_plain(c, s, id) || !access(c, s, id, p))
        return;
    if (is_link(c, p, type) && v.kind == LIST_IS_POINTER && !v.offset) {
        s->heap = slh_link(c->slh, s->heap, p.pointer, v.pointer);
        return;
    }
    uint32_t m = member_at(c, p.offset, type);
    if (m == UINT32_MAX || v.kind != LIST_IS_NUMBER) {
        list_uncovered(c, s, id, "a write of something that is no member of a node");
        return;
    }
    s->heap = slh_put(c->slh, s->heap, p.pointer, c->fields[m],
                      term_zext(c->terms, v.bits, c->node->member[m].width));
}

static bool is_number(struct list_checker *c, struct list_value v, uint64_t n)
{
    uint64_t is;
    return v.kind == LIST_IS_NUMBER && term_const_u64(c->terms, v.bits, &is) && is == n;
}

/* A whole node becomes zero. */
static void clear(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    struct list_value p = operand(c, s, in, 0);
    if (!is_number(c, operand(c, s, in, 1), 0) ||
        !is_number(c, operand(c, s, in, 2), c->node->size) || p.offset) {
        list_uncovered(c, s, id, "memset of something else than a whole node to zero");
        return;
    }
    if (!access(c, s, id, p))
        return;
    s->heap = slh_link(c->slh, s->heap, p.pointer, slh_null(c->slh));
    for (uint32_t m = 0; m < c->node->count; m++)
        s->heap = slh_put(c->slh, s->heap, p.pointer, c->fields[m],
                          term_bv(c->terms, c->node->member[m].width, 0));
}

static void on_memory(struct list_checker *c, struct list_state *s, uint32_t id)
{
    switch ((enum memory_op)c->f->instructions.data[id].op) {
    case MEMORY_LOAD:
        load(c, s, id);
        return;
    case MEMORY_STORE:
        store(c, s, id);
        return;
    case MEMORY_MEMSET:
        clear(c, s, id);
        return;
    case MEMORY_ALLOCA: /* whatever uses it is not covered */
    case MEMORY_LIFESTART:
    case MEMORY_LIFEEND:
        return;
    case MEMORY_STACKSAVE:
    case MEMORY_STACKRESTORE:
    case MEMORY_MEMCPY:
    case MEMORY_MEMMOVE:
        list_uncovered(c, s, id, "an operation on memory");
        return;
    }
}

/* --- numbers --- */

/* The checker's own operations on numbers; they know nothing of this state. */
static struct list_value computed(struct list_checker *c, const struct list_state *s,
                                  const struct instruction *in)
{
    for (uint32_t k = 0; k < in->count; k++) {
        struct value v = instruction_operand(c->f, in, k);
        struct list_value x = list_value(c, s, v);
        if (x.kind != LIST_IS_NUMBER)
            return nothing;
        if (!value_is_constant(v))
            c->frame.values[v.id] = datum_bits(x.bits);
    }
    c->base.now = step_and(&c->base, NULL, term_bool(c->terms, true));
    return number(check_operation(&c->base, &c->frame, in).a);
}

/* The run ends at a division by zero; what INT_MIN / -1 is is not covered. */
static void cover_division(struct list_checker *c, struct list_state *s, uint32_t id)
{
    struct terms *t = c->terms;
    const struct instruction *in = &c->f->instructions.data[id];
    struct list_value x = operand(c, s, in, 0), y = operand(c, s, in, 1);
    unsigned w = in->type.width;
    if (x.kind != LIST_IS_NUMBER || y.kind != LIST_IS_NUMBER)
        return;
    assume(c, s, term_ne(t, y.bits, term_bv(t, w, 0)));
    if (in->op != OP_SDIV && in->op != OP_SREM)
        return;
    struct term least = term_2(t, TERM_BV_SHL, term_bv(t, w, 1), term_bv(t, w, w - 1));
    struct term over =
        term_and(t, term_eq(t, x.bits, least), term_eq(t, y.bits, term_bv_signed(t, w, -1)));
    cover(c, s, id, term_not(t, over), "a quotient that is too large");
}

/* Two pointers: which are freed is not known by looking at them, since addresses are used
 * again, unless the other one is null. */
static struct list_value compared(struct list_checker *c, struct list_state *s, uint32_t id,
                                  struct list_value p, struct list_value q)
{
    struct terms *t = c->terms;
    const struct instruction *in = &c->f->instructions.data[id];
    bool null = p.pointer.id == slh_null(c->slh).id || q.pointer.id == slh_null(c->slh).id;
    if ((in->sub != COMPARE_EQ && in->sub != COMPARE_NE) || p.offset || q.offset) {
        list_uncovered(c, s, id, "the order of pointers");
        return nothing;
    }
    cover(c, s, id, term_and(t, is_written(c, p.pointer), is_written(c, q.pointer)),
          "a comparison of a pointer without value");
    struct term freed = term_or(t,
                                term_and(t, list_is_freed(c, s, p.pointer),
                                         term_not(t, slh_is_null(c->slh, p.pointer))),
                                term_and(t, list_is_freed(c, s, q.pointer),
                                         term_not(t, slh_is_null(c->slh, q.pointer))));
    if (!null)
        cover(c, s, id, term_not(t, freed), "a comparison of a pointer to freed memory");
    struct term same = slh_alias(c->slh, p.pointer, q.pointer);
    return number(check_flag(&c->base, in->sub == COMPARE_EQ ? same : term_not(t, same)));
}

static void on_integers(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    if (in->op == OP_UDIV || in->op == OP_SDIV || in->op == OP_UREM || in->op == OP_SREM)
        cover_division(c, s, id);
    if (in->op == OP_ICMP) {
        struct list_value p = operand(c, s, in, 0), q = operand(c, s, in, 1);
        if (p.kind == LIST_IS_POINTER && q.kind == LIST_IS_POINTER) {
            s->values[id] = compared(c, s, id, p, q);
            return;
        }
    }
    s->values[id] = computed(c, s, in);
}

static struct list_value selected(struct list_checker *c, const struct list_state *s,
                                  const struct instruction *in)
{
    struct list_value k = operand(c, s, in, 0), a = operand(c, s, in, 1),
                      b = operand(c, s, in, 2);
    if (k.kind != LIST_IS_NUMBER || a.kind != b.kind || a.offset != b.offset)
        return nothing;
    struct term when = term_eq(c->terms, k.bits, term_bv(c->terms, 1, 1));
    if (a.kind == LIST_IS_POINTER)
        a.pointer = slh_if(c->slh, when, a.pointer, b.pointer);
    if (a.kind == LIST_IS_NUMBER)
        a.bits = term_ite(c->terms, when, a.bits, b.bits);
    return a;
}

static struct list_value moved(struct list_checker *c, const struct list_state *s,
                               const struct instruction *in)
{
    uint64_t by;
    struct list_value p = operand(c, s, in, 0);
    if (in->op != OP_PTRADD || p.kind != LIST_IS_POINTER)
        return nothing;
    struct list_value n = operand(c, s, in, 1);
    if (n.kind != LIST_IS_NUMBER || !term_const_u64(c->terms, n.bits, &by) ||
        by > c->node->size || p.offset + (int64_t)by > (int64_t)c->node->size)
        return nothing;
    p.offset += (int64_t)by;
    return p;
}

/* --- calls --- */

static void allocate(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    if (in->count != 2 || !is_number(c, operand(c, s, in, 1), c->node->size)) {
        list_uncovered(c, s, id, "an allocation of another size than a node's");
        return;
    }
    struct slh_pointer p = slh_fresh(c->slh, s->fresh++);
    s->heap = slh_link(c->slh, s->heap, p, slh_junk(c->slh));
    s->heap = slh_put(c->slh, s->heap, p, c->freed, term_bv(c->terms, 1, 0));
    if (c->certificate->malloc_may_fail)
        p = slh_if(c->slh, term_fresh(c->terms, sort_bool(c->terms), "fails"),
                   slh_null(c->slh), p);
    s->values[id] = pointer(p);
}

static void release(struct list_checker *c, struct list_state *s, uint32_t id)
{
    struct terms *t = c->terms;
    const struct instruction *in = &c->f->instructions.data[id];
    struct list_value p = operand(c, s, in, 1);
    if (p.kind != LIST_IS_POINTER || p.offset) {
        list_uncovered(c, s, id, "free of something that is no node");
        return;
    }
    cover(c, s, id, is_written(c, p.pointer), "free of a pointer without value");
    struct term good = term_or(t, slh_is_null(c->slh, p.pointer),
                               term_not(t, list_is_freed(c, s, p.pointer)));
    claim(c, s, id, VIOLATION_FREE, good);
    cover(c, s, id, good, "a second free");
    s->heap = slh_put(c->slh, s->heap, p.pointer, c->freed, term_bv(t, 1, 1));
}

static struct term truth(struct list_checker *c, struct list_value v)
{
    LAW(v.kind == LIST_IS_NUMBER);
    return term_ne(c->terms, v.bits, term_bv(c->terms, term_width(c->terms, v.bits), 0));
}

static void over(struct list_checker *c, struct list_state *s)
{
    assume(c, s, term_bool(c->terms, false));
}

static void call_builtin(struct list_checker *c, struct list_state *s, uint32_t id,
                         enum builtin b)
{
    const struct instruction *in = &c->f->instructions.data[id];
    struct term no = term_bool(c->terms, false);
    switch (b) {
    case BUILTIN_MALLOC:
        allocate(c, s, id);
        return;
    case BUILTIN_FREE:
        release(c, s, id);
        return;
    case BUILTIN_ASSUME:
    case BUILTIN_ASSERT: {
        struct list_value v = operand(c, s, in, 1);
        if (v.kind != LIST_IS_NUMBER) {
            list_uncovered(c, s, id, "a condition that is no number");
            return;
        }
        if (b == BUILTIN_ASSERT)
            claim(c, s, id, VIOLATION_REACH, truth(c, v));
        assume(c, s, truth(c, v));
        return;
    }
    case BUILTIN_ERROR:
    case BUILTIN_ASSERT_FAIL:
        claim(c, s, id, VIOLATION_REACH, no);
        over(c, s);
        return;
    case BUILTIN_ABORT:
    case BUILTIN_EXIT:
    case BUILTIN_QUIT:
        over(c, s);
        return;
    case BUILTIN_NONE:
    case BUILTIN_INPUT:
    case BUILTIN_OBJECT_SIZE:
    case BUILTIN_OBJECT_OFFSET:
    case BUILTIN_IS_HEAP:
    case BUILTIN_PUTCHAR:
    case BUILTIN_COUNT:
        list_uncovered(c, s, id, "the call of a function");
        return;
    }
}

static void call(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    if (in->op != OP_CALL) {
        list_uncovered(c, s, id, "a further result of a call");
        return;
    }
    struct value v = instruction_operand(c->f, in, 0);
    const struct constant *k = value_is_constant(v) ? program_constant(c->program, v) : NULL;
    if (!k || k->kind != CONSTANT_FUNCTION || k->offset) {
        list_uncovered(c, s, id, "a call through a pointer");
        return;
    }
    call_builtin(c, s, id, (enum builtin)c->program->functions.data[k->index].builtin);
}

/* --- the rest --- */

static void on_meaning(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    enum violation v;
    struct list_value x = in->count ? operand(c, s, in, 0) : nothing;
    switch ((enum meaning_op)in->op) {
    case MEANING_CHECK:
        if (!violation_of_check((enum check_kind)in->sub, &v) ||
            !(c->certificate->violations & VIOLATION_BIT(v)))
            return;
        if (x.kind == LIST_IS_NUMBER)
            claim(c, s, id, v, truth(c, x));
        else
            list_uncovered(c, s, id, "a check of something unknown");
        return;
    case MEANING_ASSUME:
        if (x.kind == LIST_IS_NUMBER)
            assume(c, s, truth(c, x));
        else
            list_uncovered(c, s, id, "an assumption about something unknown");
        return;
    case MEANING_INPUT:
        if (in->type.kind == TYPE_POINTER)
            s->values[id] = in->text && text_starts(in->text, "uninitialised")
                                ? pointer(slh_junk(c->slh))
                                : nothing;
        else
            s->values[id] = any_number(c, in->type);
        return;
    case MEANING_NOTE:
        return;
    case MEANING_UNSUPPORTED:
        list_uncovered(c, s, id, "something unsupported");
        return;
    }
}

void list_step(struct list_checker *c, struct list_state *s, uint32_t id)
{
    const struct instruction *in = &c->f->instructions.data[id];
    LAW(in->op != OP_PHI);
    s->values[id] = nothing;
    switch (op_class((enum op)in->op)) {
    case CLASS_START:
        s->values[id] = any_number(c, in->type); /* argc; pointers are unknown */
        return;
    case CLASS_INTEGER:
        on_integers(c, s, id);
        return;
    case CLASS_ANY:
        if (in->op == OP_SELECT)
            s->values[id] = selected(c, s, in);
        return;
    case CLASS_ADDRESS:
        s->values[id] = moved(c, s, in);
        return;
    case CLASS_MEMORY:
        on_memory(c, s, id);
        return;
    case CLASS_CALL:
        call(c, s, id);
        return;
    case CLASS_MEANING:
        on_meaning(c, s, id);
        return;
    case CLASS_FLOAT:
    case CLASS_FLOW:
        return;
    }
}
