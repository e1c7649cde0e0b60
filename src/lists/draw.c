/* A heap as a picture: nodes in a row, as they are numbered, with their members; names above,
 * null at the right. */
#include "lists/tell.h"

static void label(const struct lists_result *r, const struct lists_heap *h, uint32_t node,
                  struct text *out)
{
    text_add(out, "%u", node);
    for (uint32_t m = 0; m < r->member_count; m++)
        text_add(out, " %s=%lld", r->members[m], (long long)h->data[m][node]);
}

static void target(uint32_t node, struct text *out)
{
    if (node == LISTS_JUNK)
        text_put(out, "uninitialised");
    else if (node)
        text_add(out, "n%u", node);
    else
        text_put(out, "null");
}

void lists_draw_dot(const struct lists_result *r, const struct lists_heap *h,
                    struct text *out)
{
    text_put(out, "digraph heap {\n  rankdir=LR;\n  node [shape=box];\n  null "
                  "[shape=plaintext, label=\"NULL\"];\n");
    for (uint32_t n = 1; n <= h->count; n++) {
        text_add(out, "  n%u [label=\"", n);
        label(r, h, n, out);
        text_add(out, "\"];\n  n%u -> ", n);
        target(h->next[n], out);
        text_put(out, ";\n");
    }
    for (size_t i = 0; i < h->names.count; i++) {
        text_add(out, "  p%zu [shape=plaintext, label=\"%s\"];\n  p%zu -> ", i,
                 h->names.data[i].name, i);
        target(h->names.data[i].node, out);
        text_put(out, " [style=dashed];\n");
    }
    text_put(out, "}\n");
}

enum { BOX_WIDTH = 110, BOX_HEIGHT = 36, STEP = 160, LEFT = 40, TOP = 110 };

/* The middle of a node's box; null and uninitialised come after the nodes. */
static unsigned middle(const struct lists_heap *h, uint32_t node)
{
    uint32_t place = node ? node - 1 : h->count;
    if (node == LISTS_JUNK)
        place = h->count + 1;
    return LEFT + place * STEP + BOX_WIDTH / 2;
}

static void draw_box(unsigned x, const char *text, const char *style, struct text *out)
{
    text_add(
        out,
        "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\" stroke=\"black\"/>",
        x - BOX_WIDTH / 2, TOP, BOX_WIDTH, BOX_HEIGHT, style);
    text_add(out, "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\">%s</text>\n", x, TOP + 23,
             text);
}

/* To the next box straight, elsewhere below the row. */
static void draw_edge(const struct lists_heap *h, uint32_t from, uint32_t to,
                      struct text *out)
{
    unsigned a = middle(h, from);
    unsigned b = middle(h, to);
    text_put(out, "<path fill=\"none\" stroke=\"black\" marker-end=\"url(#arrow)\" d=\"");
    if (b == a + STEP) {
        text_add(out, "M%u %u L%u %u\"/>\n", a + BOX_WIDTH / 2, TOP + BOX_HEIGHT / 2,
                 b - BOX_WIDTH / 2, TOP + BOX_HEIGHT / 2);
        return;
    }
    unsigned low = TOP + BOX_HEIGHT + 60;
    text_add(out, "M%u %u C%u %u %u %u %u %u\"/>\n", a + 15, TOP + BOX_HEIGHT, a + 25, low,
             b - 25, low, b - 15, TOP + BOX_HEIGHT);
}

static void draw_name(const struct lists_heap *h, size_t i, struct text *out)
{
    unsigned x = middle(h, h->names.data[i].node);
    unsigned above = 0;
    for (size_t j = 0; j < i; j++)
        above += h->names.data[j].node == h->names.data[i].node;
    text_add(
        out,
        "<text x=\"%u\" y=\"%u\" text-anchor=\"middle\" font-style=\"italic\">%s</text>\n", x,
        TOP - 30 - 16 * above, h->names.data[i].name);
    if (above)
        return;
    text_add(out,
             "<path stroke=\"black\" stroke-dasharray=\"3\" marker-end=\"url(#arrow)\" "
             "d=\"M%u %u L%u %u\"/>\n",
             x, TOP - 24, x, TOP);
}

static bool shows_junk(const struct lists_heap *h)
{
    for (size_t i = 0; i < h->names.count; i++)
        if (h->names.data[i].node == LISTS_JUNK)
            return true;
    for (uint32_t n = 1; n <= h->count; n++)
        if (h->next[n] == LISTS_JUNK)
            return true;
    return false;
}

void lists_draw_svg(const struct lists_result *r, const struct lists_heap *h,
                    struct text *out)
{
    unsigned width = LEFT * 2 + (h->count + 2) * STEP;
    text_add(out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"230\" "
             "font-family=\"sans-serif\" font-size=\"13\">\n",
             width);
    text_put(out, "<defs><marker id=\"arrow\" markerWidth=\"8\" markerHeight=\"8\" "
                  "refX=\"7\" refY=\"4\" "
                  "orient=\"auto\">"
                  "<path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>\n");
    for (uint32_t n = 1; n <= h->count; n++) {
        struct text text = {0};
        label(r, h, n, &text);
        draw_box(middle(h, n), text_of(&text), "white", out);
        draw_edge(h, n, h->next[n], out);
        text_release(&text);
    }
    draw_box(middle(h, 0), "NULL", "lightgrey", out);
    if (shows_junk(h))
        draw_box(middle(h, LISTS_JUNK), "uninitialised", "lightgrey", out);
    for (size_t i = 0; i < h->names.count; i++)
        draw_name(h, i, out);
    text_put(out, "</svg>\n");
}
