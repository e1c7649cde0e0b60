/* What the searches share: proposals and the child's copy of the tests. */
#include "synth/search/search.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const struct search search_explicit, search_symbolic, search_genetic;
const struct search *const search_list[SEARCH_COUNT + 1] = {
    &search_explicit, &search_symbolic, &search_genetic, NULL};

enum proposal_answer host_propose(struct host *h, const struct solution *s)
{
    LAW(s->count == h->spec->program_count);
    char byte = 0;
    memcpy(&h->mine->proposal, s, sizeof *s);
    atomic_fetch_add(&h->mine->proposed, 1);
    if (write(h->to_parent, &byte, 1) != 1 || read(h->from_parent, &byte, 1) != 1)
        _exit(0);
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
    LAW(from <= to && to <= SHARE_TESTS);
    for (; b->count < to; b->count++)
        code_prepare(b->host->code, b->host->share->test[b->count].input,
                     testbed_registers(b, b->count));
    return to - from;
}

bool testbed_passes(const struct testbed *b, const struct solution *s)
{
    for (unsigned t = b->count; t-- > 0;) /* the newest tests tell most */
        if (!code_check(b->host->code, s, testbed_registers(b, t)))
            return false;
    return true;
}

bool testbed_right(const struct testbed *b, unsigned test, uint64_t value)
{
    LAW(test < b->count);
    uint64_t *r = testbed_registers(b, test);
    code_give(b->host->code, r, 0, &value);
    return code_holds(b->host->code, r);
}
