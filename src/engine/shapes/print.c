/* Graphs as text, for people who look for what went wrong. */
#include "engine/shapes/shapes.h"

static const char *end_text(const struct graph *g, struct graph_value v)
{
    if (!g->objects[v.object] || g->objects[v.object]->kind != GRAPH_LIST) return "";
    if (v.end == GRAPH_FIRST) return ".first";
    return v.end == GRAPH_LAST ? ".last" : ".self";
}

static void print_value(struct shapes *s, const struct graph *g, struct graph_value v, struct text *out)
{
    switch ((enum graph_value_kind)v.kind) {
    case GRAPH_NONE:
        text_put(out, "none");
        return;
    case GRAPH_DANGLING:
        text_put(out, "dangling");
        return;
    case GRAPH_WILD:
        text_put(out, "wild");
        return;
    case GRAPH_FUNCTION:
        text_add(out, "@%s+", s->program->functions.data[v.object].name);
        break;
    case GRAPH_POINTER:
        if (v.object) text_add(out, "o%u%s+", v.object, end_text(g, v));
        else text_put(out, "address ");
        break;
    case GRAPH_NUMBER:
        break;
    }
    term_print(s->terms, v.term, out);
}

static void print_terms(struct shapes *s, const char *word, const struct graph_terms *t, struct text *out)
{
    for (uint32_t i = 0; i < t->count; i++) {
        text_add(out, "    %s ", word);
        term_print(s->terms, t->data[i], out);
        text_put(out, "\n");
    }
}

static void print_object(struct shapes *s, const struct graph *g, uint32_t id, struct text *out)
{
    static const char *const storages[] = {"heap", "stack", "global"};
    const struct graph_object *o = g->objects[id];
    text_add(out, "  o%u %s %s", id, storages[o->storage], o->kind == GRAPH_LIST ? "list" : "region");
    if (o->kind == GRAPH_LIST)
        text_add(out, " head %d next %d prev %d", o->link.head, o->link.next, o->link.prev);
    text_add(out, " bytes %lld least %u%s%s", (long long)o->bytes, o->least, o->alive ? "" : " dead",
             o->background == GRAPH_ZERO ? " zero" : "");
    if (o->owner) text_add(out, " owner o%u", o->owner);
    text_put(out, "\n");
    for (uint32_t i = 0; i < o->field_count; i++) {
        text_add(out, "    %u:%u = ", o->fields[i].at, o->fields[i].bytes);
        print_value(s, g, o->fields[i].value, out);
        text_put(out, "\n");
    }
    if (o->kind != GRAPH_LIST) return;
    text_put(out, "    after ");
    print_value(s, g, o->after, out);
    text_put(out, "  before ");
    print_value(s, g, o->before, out);
    text_put(out, "\n");
    print_terms(s, "each", &o->variables, out);
    print_terms(s, "fact", &o->facts, out);
    print_terms(s, "step", &o->steps, out);
}

void graph_print(struct shapes *s, const struct graph *g, struct text *out)
{
    text_add(out, "graph%s%s\n", g->lost ? " lost" : "", g->exposed ? " exposed" : "");
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++) {
            if (f->values[i].kind == GRAPH_NONE) continue;
            text_add(out, "  %s %%%zu = ", f->f->name, i);
            print_value(s, g, f->values[i], out);
            text_put(out, "\n");
        }
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        bool constant = o && o->storage == GRAPH_GLOBAL && s->program->globals.data[o->index].read_only;
        if (o && !constant) print_object(s, g, id, out);
    }
    print_terms(s, "fact", &g->facts, out);
}
