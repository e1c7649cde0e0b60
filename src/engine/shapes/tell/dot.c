/* Graphs as pictures: one Graphviz cluster for each graph of each loop head. Regions are
 * boxes, lists are double boxes, edges are pointers with their field; numbers and facts are
 * written where they belong. */
#include "engine/shapes/shapes.h"

#include <stdio.h>

static void print_term(struct shapes *s, struct term t, struct text *out)
{
    struct text text = {0};
    term_print(s->terms, t, &text);
    for (const char *c = text_of(&text); *c; c++) {
        if (*c == '"' || *c == '\\')
            text_put(out, "\\");
        if (*c != '\n')
            text_put_range(out, c, 1);
    }
    text_release(&text);
}

static void print_plain(struct shapes *s, struct graph_value v, struct text *out)
{
    switch ((enum graph_value_kind)v.kind) {
    case GRAPH_NONE:
        text_put(out, "none");
        return;
    case GRAPH_DANGLING:
        text_put(out, "dangling");
        return;
    case GRAPH_WILD:
        text_put(out, "unknown");
        return;
    case GRAPH_FUNCTION:
        text_put(out, s->program->functions.data[v.object].name);
        return;
    case GRAPH_STATIC:
        text_put(out, "static ");
        print_term(s, v.term, out);
        return;
    case GRAPH_POINTER:
    case GRAPH_NUMBER:
        print_term(s, v.term, out);
        return;
    }
}

static void print_edge(struct shapes *s, const char *from, uint32_t graph, const char *label,
                       struct graph_value v, struct text *out)
{
    static const char *const ends[] = {
        [GRAPH_FIRST] = "", [GRAPH_LAST] = " last", [GRAPH_SELF] = " self"};
    text_add(out, "    %s -> g%u_o%u [label=\"%s%s +", from, graph, v.object, label,
             ends[v.end]);
    print_term(s, v.term, out);
    text_put(out, "\"];\n");
}

static void print_terms(struct shapes *s, const struct graph_terms *t, struct text *out)
{
    for (uint32_t i = 0; i < t->count; i++) {
        text_put(out, "\\n");
        print_term(s, t->data[i], out);
    }
}

static void print_object(struct shapes *s, const struct graph *g, uint32_t graph, uint32_t id,
                         struct text *out)
{
    static const char *const storages[] = {[GRAPH_HEAP] = "heap",
                                           [GRAPH_STACK] = "local",
                                           [GRAPH_GLOBAL] = "global",
                                           [GRAPH_INSIDE] = "part of"};
    const struct graph_object *o = g->objects[id];
    char name[40], label[40];
    snprintf(name, sizeof name, "g%u_o%u", graph, id);
    text_add(out, "    %s [shape=box%s,label=\"%s", name,
             o->kind == GRAPH_LIST ? ",peripheries=2" : "", storages[o->storage]);
    if (o->kind == GRAPH_LIST)
        text_add(out, " list by +%d, %u or more", o->link.next, o->least);
    if (o->kind == GRAPH_CELL)
        text_put(out, " a region: a word");
    if (o->kind == GRAPH_CELLS)
        text_put(out, " a region: words");
    if (term_is(o->from)) {
        text_put(out, " from ");
        print_term(s, o->from, out);
    }
    if (o->bytes == UINT64_MAX) {
        text_put(out, ", size ");
        print_term(s, o->size, out);
    }
    if (!o->alive)
        text_put(out, ", dead");
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (graph_is_pointer(o->fields[i].value))
            continue;
        text_add(out, "\\n+%u: ", o->fields[i].at);
        print_plain(s, o->fields[i].value, out);
    }
    print_terms(s, &o->facts, out);
    static const char *const rows[GRAPH_ROWS] = {
        [ROW_FIRST] = "first:", [ROW_LAST] = "last:", [ROW_STEP] = "neighbours:"};
    for (int k = 0; k < GRAPH_ROWS; k++) {
        if (!o->rows[k].count)
            continue;
        text_add(out, "\\n%s", rows[k]);
        print_terms(s, &o->rows[k], out);
    }
    text_put(out, "\"];\n");
    for (uint32_t i = 0; i < o->field_count; i++) {
        snprintf(label, sizeof label, "+%u", o->fields[i].at);
        if (graph_is_pointer(o->fields[i].value))
            print_edge(s, name, graph, label, o->fields[i].value, out);
    }
    if (o->kind != GRAPH_LIST)
        return;
    if (graph_is_pointer(o->after))
        print_edge(s, name, graph, "after the last", o->after, out);
    if (graph_is_pointer(o->before))
        print_edge(s, name, graph, "before the first", o->before, out);
}

static void print_frame(struct shapes *s, const struct graph_frame *f, uint32_t graph,
                        struct text *out)
{
    char name[40];
    for (uint32_t i = 0; i < f->f->instructions.count; i++) {
        if (f->values[i].kind == GRAPH_NONE)
            continue;
        const struct instruction *in = &f->f->instructions.data[i];
        const char *variable =
            in->variable == UINT32_MAX ? "" : s->program->variables.data[in->variable].name;
        snprintf(name, sizeof name, "g%u_f%u_%u", graph, f->depth, i);
        text_add(out, "    %s [shape=plaintext,label=\"%s %%%u %s", name, f->f->name, i,
                 variable);
        if (!graph_is_pointer(f->values[i])) {
            text_put(out, " = ");
            print_plain(s, f->values[i], out);
        }
        text_put(out, "\"];\n");
        if (graph_is_pointer(f->values[i]))
            print_edge(s, name, graph, "", f->values[i], out);
    }
}

static void print_graph(struct shapes *s, const struct graph *g, uint32_t number,
                        struct text *out)
{
    char place[200] = "";
    const struct graph_frame *f = g->frame;
    const struct block *b = &f->f->blocks.data[f->block];
    const struct instruction *in = &f->f->instructions.data[VECTOR_LAST(&b->instructions)];
    place_text(s->program, instruction_place(s->program, in), place, sizeof place);
    text_add(out, "  subgraph cluster_%u {\n    label=\"loop at %s", number, place);
    print_terms(s, &g->facts, out);
    text_put(out, "\";\n");
    for (; f; f = f->caller)
        if (!shapes_is_nobody(s, f))
            print_frame(s, f, number, out);
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (o)
            print_object(s, g, number, id, out);
    }
    text_put(out, "  }\n");
}

void shapes_print_dot(struct shapes *s, struct text *out)
{
    uint32_t number = 0;
    text_put(out, "digraph shapes {\n  rankdir=LR;\n");
    for (size_t i = 0; i < s->heads.count; i++)
        for (size_t k = 0; k < s->heads.data[i]->graphs.count; k++)
            print_graph(s, s->heads.data[i]->graphs.data[k], ++number, out);
    text_put(out, "}\n");
}
