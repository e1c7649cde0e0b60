/* Recursive functions in certificates: `calls` with the entry graph of each kind of memory,
 * `returns` with the exits. The frame of nobody's becomes witnesses (certificate/shape.h),
 * results get a depth of their own. */
#include "engine/shapes/shapes.h"

#include "certificate/certificate.h"

/* At an exit the frame of nobody's is the only one. */
static void split_results(struct shape_graph *g)
{
    for (size_t i = 0; i < g->roots.count; i++) {
        struct shape_root *r = &g->roots.data[i];
        LAW(!r->depth && r->instruction < GRAPH_SLOTS);
        r->depth = r->instruction >= GRAPH_FIRST_RESULT ? 0 : 1;
        if (!r->depth)
            r->instruction -= GRAPH_FIRST_RESULT;
    }
}

void shapes_certify_memos(struct shapes *s, struct certificate *c)
{
    for (size_t i = 0; i < s->memos.count; i++) {
        const struct graph_memo *m = s->memos.data[i];
        LAW(!m->pending && m->function < s->program->functions.count);
        struct certificate_loop calls = {
            .at = CERTIFICATE_AT_CALLS, .function = m->function, .header = UINT32_MAX};
        struct certificate_loop returns = {
            .at = CERTIFICATE_AT_RETURN, .function = m->function, .header = UINT32_MAX};
        struct shape_graph g;
        shapes_write_graph(s, m->entry, &g);
        VECTOR_PUSH(&calls.graphs, g);
        for (size_t k = 0; k < m->exits.count; k++) {
            shapes_write_graph(s, m->exits.data[k], &g);
            split_results(&g);
            VECTOR_PUSH(&returns.graphs, g);
        }
        VECTOR_PUSH(&c->loops, calls);
        VECTOR_PUSH(&c->loops, returns);
    }
}
