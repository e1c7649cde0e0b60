/* Lists of callers as C text: any number of nodes, perhaps with links back, perhaps a ring.
 */
#include "caller/write/write_internal.h"

#include <string.h>

static const struct ctype *ctype_of(const struct writer *w, uint32_t ctype)
{
    return &w->plan->program->ctypes.data[ctype];
}

const char *write_list_name(struct writer *w, const struct spot *s)
{
    return arena_format(&w->plan->arena, "%s_list", write_stem(w, s));
}

/* Other pointers are null, the one back, too. */
static void put_node(struct writer *w, struct spot *s, const char *indent, const char *name,
                     const char *next)
{
    LAW(s->shape == SPOT_LIST && s->member);
    const struct ctype *node = ctype_of(w, ctype_of(w, s->ctype)->element);
    for (uint32_t i = 0; i < node->member_count; i++) {
        const struct cmember *m = &node->members[i];
        if (ctype_of(w, m->ctype)->kind != CTYPE_POINTER || !*m->name ||
            !strcmp(m->name, s->member))
            continue;
        LINE(w, "%s%s->%s = 0;\n", indent, name, m->name);
    }
    LINE(w, "%s%s->%s = %s;\n", indent, name, s->member, next);
}

/* Something is said of what the first node leads to. */
static bool has_parts(const struct caller *p, uint32_t spot)
{
    for (size_t i = 0; i < p->spots.count; i++)
        if (p->spots.data[i].parent == spot)
            return true;
    return false;
}

/* Where the pointer may be null the list may be empty: from the beginning, or made so at the
 * end (put_nulls). */
bool write_begins_empty(const struct caller *p, const struct spot *s)
{
    return s->shape == SPOT_LIST && s->may_be_null &&
           !has_parts(p, (uint32_t)(s - p->spots.data));
}

static void put_ring(struct writer *w, struct spot *s, const char *list, const char *type,
                     unsigned long long bytes)
{
    LAW(s->ring && s->back);
    LINE(w, "    %s *%s = __builtin_malloc(%llu);\n", type, list, bytes);
    put_node(w, s, "    ", list, list);
    LINE(w, "    %s->%s = %s;\n", list, s->back, list);
    LINE(w, "    while (__VERIFIER_nondet_ulong() & 1) {\n");
    s->line = w->line;
    LINE(w, "        %s *node = __builtin_malloc(%llu);\n", type, bytes);
    put_node(w, s, "        ", "node",
             arena_format(&w->plan->arena, "%s->%s", list, s->member));
    LINE(w, "        node->%s = %s;\n", s->back, list);
    LINE(w, "        %s->%s->%s = node;\n", list, s->member, s->back);
    LINE(w, "        %s->%s = node;\n", list, s->member);
    LINE(w, "    }\n");
}

/* Where links back are used the pointer leads to any node. */
static void put_position(struct writer *w, const struct spot *s, const char *list)
{
    LAW(s->shape == SPOT_LIST);
    if (!s->looks_back)
        return;
    if (write_begins_empty(w->plan, s))
        LINE(w, "    while (%s && %s->%s && __VERIFIER_nondet_ulong() & 1)\n", list, list,
             s->member);
    else
        LINE(w, "    while (%s->%s && __VERIFIER_nondet_ulong() & 1)\n", list, s->member);
    LINE(w, "        %s = %s->%s;\n", list, list, s->member);
}

void write_list(struct writer *w, struct spot *s)
{
    const char *list = write_list_name(w, s);
    const struct ctype *node = ctype_of(w, ctype_of(w, s->ctype)->element);
    unsigned long long bytes = node->bytes;
    if (s->ring) {
        put_ring(w, s, list, node->name, bytes);
        return;
    }
    bool empty = write_begins_empty(w->plan, s);
    if (empty) {
        LINE(w, "    %s *%s = 0;\n", node->name, list);
    } else {
        LINE(w, "    %s *%s = __builtin_malloc(%llu);\n", node->name, list, bytes);
        put_node(w, s, "    ", list, "0");
    }
    LINE(w, "    while (__VERIFIER_nondet_ulong() & 1) {\n");
    s->line = w->line;
    LINE(w, "        %s *node = __builtin_malloc(%llu);\n", node->name, bytes);
    put_node(w, s, "        ", "node", list);
    if (s->back)
        LINE(w, "        %s%s->%s = node;\n",
             empty ? arena_format(&w->plan->arena, "if (%s) ", list) : "", list, s->back);
    LINE(w, "        %s = node;\n", list);
    LINE(w, "    }\n");
    put_position(w, s, list);
}
