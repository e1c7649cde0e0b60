/* Loops: the body is executed again while some path takes a back edge, up to the bound; what
 * would go on is a cut. */
#include "formula/exec_internal.h"

static void drop_back_edges(struct exec *e, struct frame *fr, uint32_t header)
{
    edges *in = &fr->pending[header];
    uint32_t first = fr->f->blocks.data[header].instructions.data[0];
    for (size_t i = 0; i < in->count; i++)
        exec_cut(e, fr, first, CUT_LOOP, in->data[i].guard->term, NULL);
    VECTOR_CLEAR(in);
}

void exec_loop(struct exec *e, struct frame *fr, uint32_t loop)
{
    LAW(loop < fr->facts->loops.count);
    if (e->options->cuts) {
        exec_cut_loop(e, fr, loop);
        return;
    }
    uint32_t header = fr->facts->loops.loops[loop].header;
    uint32_t outer = fr->iteration[loop];
    for (uint32_t i = 0; fr->pending[header].count; i++) {
        if (i > e->options->bound) {
            drop_back_edges(e, fr, header);
            break;
        }
        fr->iteration[loop] = i;
        exec_region(e, fr, loop);
    }
    fr->iteration[loop] = outer;
}
