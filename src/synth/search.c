/* What the searches share: proposals, the child's copy of the tests, the list of constants. */
#include "synth/search.h"

#include "base/map.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct search search_explicit, search_symbolic, search_genetic;
const struct search *const search_list[SEARCH_COUNT + 1] = {&search_explicit, &search_symbolic,
                                                            &search_genetic, NULL};

enum proposal_answer host_propose(struct host *h, const struct solution *s)
{
    char byte = 0;
    memcpy(&h->mine->proposal, s, sizeof *s);
    atomic_fetch_add(&h->mine->proposed, 1);
    if (write(h->to_parent, &byte, 1) != 1 || read(h->from_parent, &byte, 1) != 1) _exit(0);
    return (enum proposal_answer)byte;
}

void testbed_init(struct testbed *b, const struct host *h)
{
    *b = (struct testbed){.host = h, .stride = code_registers(h->code)};
    b->registers = malloc((size_t)b->stride * SHARE_TESTS * sizeof *b->registers);
}

void testbed_release(struct testbed *b)
{
    free(b->registers);
}

unsigned testbed_refresh(struct testbed *b)
{
    unsigned from = b->count, to = atomic_load(&b->host->share->test_count);
    for (; b->count < to; b->count++)
        code_prepare(b->host->code, b->host->share->test[b->count].input, testbed_registers(b, b->count));
    return to - from;
}

bool testbed_passes(const struct testbed *b, const struct solution *s)
{
    for (unsigned t = b->count; t-- > 0;) /* the newest tests tell most */
        if (!code_check(b->host->code, s, testbed_registers(b, t))) return false;
    return true;
}

bool testbed_right(const struct testbed *b, unsigned test, uint64_t value)
{
    uint64_t *r = testbed_registers(b, test);
    code_give(b->host->code, r, 0, &value);
    return code_holds(b->host->code, r);
}

struct gather {
    const struct spec *spec;
    struct map seen;
    uint64_t *out;
    unsigned count, room;
};

static void add(struct gather *g, uint64_t value)
{
    value &= width_mask(g->spec->width);
    for (unsigned i = 0; i < g->count; i++)
        if (g->out[i] == value) return;
    if (g->count < g->room) g->out[g->count++] = value;
}

static void gather(struct gather *g, struct term t)
{
    const struct terms *ts = g->spec->terms;
    uint64_t value;
    if (map_has(&g->seen, t.id) || g->seen.count > 20000) return;
    map_set(&g->seen, t.id, 1);
    if (sort_kind(ts, term_sort(ts, t)) == SORT_BV && term_width(ts, t) == g->spec->width &&
        term_const_u64(ts, t, &value) && g->count < 16)
        add(g, value);
    for (size_t i = 0; i < term_count(ts, t); i++)
        gather(g, term_arg(ts, t, i));
}

static uint64_t repeated(uint64_t unit, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < 64; i += width)
        v |= unit << i;
    return v;
}

unsigned constants_list(const struct spec *s, uint64_t *out, unsigned room)
{
    struct gather g = {.spec = s, .out = out, .room = room};
    unsigned w = s->width;
    uint64_t sign = (uint64_t)1 << (w - 1);
    gather(&g, s->holds);
    map_release(&g.seen);
    unsigned kept = 0; /* of its own constants the first few, 0 with the others below */
    for (unsigned i = 0; i < g.count; i++)
        if (out[i] && kept < 6) out[kept++] = out[i];
    g.count = kept;
    const uint64_t more[] = {1,
                             0,
                             ~(uint64_t)0,
                             2,
                             w - 1,
                             w / 2,
                             sign,
                             w,
                             4,
                             8,
                             3,
                             16,
                             sign - 1,
                             w / 4,
                             24,
                             7,
                             15,
                             31,
                             5,
                             repeated(0x55, 8),
                             repeated(0x33, 8),
                             repeated(0x0f, 8),
                             repeated(1, 8),
                             repeated(0xff, 16),
                             repeated(0xaa, 8),
                             repeated(0x11, 8),
                             0x3f,
                             0xff,
                             repeated(1, 16),
                             0xffff,
                             10,
                             6,
                             9,
                             repeated(0xffff, 32),
                             w - 2,
                             w - 4,
                             w - 8,
                             repeated(0x77, 8)};
    for (unsigned i = 0; i < sizeof more / sizeof *more; i++)
        add(&g, more[i]);
    return g.count;
}
