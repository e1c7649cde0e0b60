/* Memory as one array of bytes, the same for both sides where a round begins. */
#include "check/pair/pair_internal.h"

#include "base/failure.h"

/* Looks through stores at constant addresses, and in an example at what memory held. */
static struct term read_byte(struct pair_side *s, struct term memory, struct term address)
{
    struct terms *ts = s->terms;
    uint64_t at, other;
    if (!s->byte || !term_const_u64(ts, address, &at))
        return term_select(ts, memory, address);
    while (term_op(ts, memory) == TERM_STORE) {
        if (!term_const_u64(ts, term_arg(ts, memory, 1), &other))
            return term_select(ts, memory, address);
        if (other == at)
            return term_arg(ts, memory, 2);
        memory = term_arg(ts, memory, 0);
    }
    return term_bv(ts, 8, s->byte(s->context, at));
}

static struct term byte_address(struct terms *ts, struct term address, uint32_t i)
{
    return term_2(ts, TERM_BV_ADD, address, term_bv(ts, 64, i));
}

static void note(struct pair_side *s, struct pair_way *w, struct term address, uint32_t bytes,
                 bool writes)
{
    LAW(bytes > 0);
    if (pair_is_inside(s, address, bytes, writes))
        return;
    VECTOR_PUSH(&w->accesses,
                (struct pair_access){address, bytes, (uint32_t)w->events.count, writes});
}

struct term pair_load(struct pair_side *s, struct pair_way *w, struct term address,
                      uint32_t bytes)
{
    struct term all = read_byte(s, w->memory, address);
    note(s, w, address, bytes, false);
    for (uint32_t i = 1; i < bytes; i++)
        all = term_concat(s->terms,
                          read_byte(s, w->memory, byte_address(s->terms, address, i)), all);
    LAW(term_width(s->terms, all) == 8 * bytes);
    return all;
}

void pair_store(struct pair_side *s, struct pair_way *w, struct term address,
                struct term value, uint32_t bytes)
{
    LAW(term_width(s->terms, value) == 8 * bytes);
    note(s, w, address, bytes, true);
    for (uint32_t i = 0; i < bytes; i++)
        w->memory = term_store(s->terms, w->memory, byte_address(s->terms, address, i),
                               term_extract(s->terms, value, 8 * i + 7, 8 * i));
}
