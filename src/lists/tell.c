#include "lists/tell.h"

static const char *const kinds[] = {[LISTS_BASE] = "base",
                                    [LISTS_STEP] = "step",
                                    [LISTS_USE] = "use",
                                    [LISTS_MEMORY] = "memory",
                                    [LISTS_TERMINATION] = "termination"};
static const char *const outcomes[] = {
    [LISTS_PROVED] = "proved", [LISTS_VIOLATED] = "violated", [LISTS_OPEN] = "open"};
static const char *const answers[] = {
    [LISTS_HOLDS] = "holds", [LISTS_IS_VIOLATED] = "violated", [LISTS_UNKNOWN] = "unknown"};
static const char *const faults[] = {[LISTS_FAULT_NONE] = "",
                                     [LISTS_NULL_DEREFERENCE] = "null dereference",
                                     [LISTS_USE_AFTER_FREE] = "use after free",
                                     [LISTS_ASSERTION_FAILURE] = "assertion failure",
                                     [LISTS_NON_TERMINATION] = "non-termination",
                                     [LISTS_INADEQUATE_INVARIANT] = "inadequate invariant"};

static void tell_node(uint32_t node, struct text *out)
{
    if (node == LISTS_JUNK)
        text_put(out, "?");
    else if (node)
        text_add(out, "%u", node);
    else
        text_put(out, "NULL");
}

/* "value = 3, other = 4": the members of a node. */
static void tell_members(const struct lists_result *r, const struct lists_heap *h,
                         uint32_t node, struct text *out)
{
    for (uint32_t m = 0; m < r->member_count; m++)
        text_add(out, "%s%s = %lld", m ? ", " : "", r->members[m],
                 (long long)h->data[m][node]);
}

static void tell_heap(const struct lists_result *r, const struct lists_condition *c,
                      struct text *out)
{
    const struct lists_heap *h = c->heap;
    text_add(out, "    heap at %s, %u node%s:", c->at_entry ? "entry" : c->from, h->count,
             h->count == 1 ? "" : "s");
    if (!h->whole) {
        text_put(out, " too large to be shown\n");
        return;
    }
    for (size_t i = 0; i < h->names.count; i++) {
        text_add(out, "%s %s = ", i ? "," : "", h->names.data[i].name);
        tell_node(h->names.data[i].node, out);
    }
    for (size_t i = 0; i < h->numbers.count; i++)
        text_add(out, "%s %s", i || h->names.count ? "," : "", h->numbers.data[i]);
    text_put(out, "\n");
    for (uint32_t n = 1; n <= h->count; n++) {
        text_add(out, "      %u -> ", n);
        tell_node(h->next[n], out);
        text_put(out, r->member_count ? "  (" : "");
        tell_members(r, h, n, out);
        text_put(out, r->member_count ? ")\n" : "\n");
    }
}

static void tell_condition(const struct lists_result *r, const struct lists_condition *c,
                           struct text *out)
{
    text_add(out, "  %-11s %s: %s (from %s): %s", kinds[c->kind], c->place, c->text, c->from,
             outcomes[c->outcome]);
    if (c->fault != LISTS_FAULT_NONE)
        text_add(out, ", %s", faults[c->fault]);
    text_add(out, ", %.3f s\n", c->seconds);
    if (c->heap)
        tell_heap(r, c, out);
}

void lists_tell(const struct lists_result *r, enum lists_detail detail, struct text *out)
{
    for (size_t i = 0; i < r->conditions.count; i++) {
        const struct lists_condition *c = &r->conditions.data[i];
        if (detail == LISTS_ALL_CONDITIONS || c->outcome != LISTS_PROVED)
            tell_condition(r, c, out);
    }
    for (size_t i = 0; i < r->found.count; i++)
        text_add(out, "  found %s\n", r->found.data[i]);
    text_add(out, "%s: %s", r->function, answers[r->answer]);
    if (r->reason)
        text_add(out, " (%s)", r->reason);
    text_add(out, ", %zu conditions, %.3f s\n", r->conditions.count, r->seconds);
}

/* --- JSON --- */

static void quoted(const char *s, struct text *out)
{
    text_put(out, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            text_add(out, "\\%c", *s);
        else if ((unsigned char)*s < ' ')
            text_add(out, "\\u%04x", (unsigned char)*s);
        else
            text_put_range(out, s, 1);
    }
    text_put(out, "\"");
}

static void member(const char *name, const char *value, struct text *out)
{
    text_add(out, "\"%s\": ", name);
    quoted(value, out);
    text_put(out, ", ");
}

static void json_node(uint32_t node, struct text *out)
{
    if (node && node != LISTS_JUNK)
        text_add(out, "%u", node);
    else
        text_put(out, node ? "\"uninitialised\"" : "null");
}

static void json_heap(const struct lists_result *r, const struct lists_condition *c,
                      struct text *out)
{
    const struct lists_heap *h = c->heap;
    text_add(out, "\"heap\": {\"at\": ");
    quoted(c->at_entry ? "entry" : c->from, out);
    text_put(out, ", \"pointers\": {");
    for (size_t i = 0; i < h->names.count; i++) {
        text_put(out, i ? ", " : "");
        quoted(h->names.data[i].name, out);
        text_put(out, ": ");
        json_node(h->names.data[i].node, out);
    }
    text_put(out, "}, \"nodes\": [");
    for (uint32_t n = 1; n <= h->count; n++) {
        text_add(out, "%s{\"node\": %u, \"next\": ", n > 1 ? ", " : "", n);
        json_node(h->next[n], out);
        for (uint32_t m = 0; m < r->member_count; m++) {
            text_put(out, ", ");
            quoted(r->members[m], out);
            text_add(out, ": %lld", (long long)h->data[m][n]);
        }
        text_put(out, "}");
    }
    text_put(out, "]}, ");
}

static void json_condition(const struct lists_result *r, const struct lists_condition *c,
                           struct text *out)
{
    text_put(out, "{");
    member("kind", kinds[c->kind], out);
    member("place", c->place, out);
    member("from", c->from, out);
    member("what", c->text, out);
    member("outcome", outcomes[c->outcome], out);
    if (c->fault != LISTS_FAULT_NONE)
        member("fault", faults[c->fault], out);
    if (c->heap)
        json_heap(r, c, out);
    text_add(out, "\"seconds\": %.4f}", c->seconds);
}

void lists_tell_json(const struct lists_result *r, struct text *out)
{
    text_put(out, "{");
    member("function", r->function, out);
    member("answer", answers[r->answer], out);
    if (r->reason)
        member("reason", r->reason, out);
    text_add(out, "\"seconds\": %.4f, \"loops\": %u, \"annotated\": %u, \"found\": [",
             r->seconds, r->loops, r->annotated);
    for (size_t i = 0; i < r->found.count; i++) {
        text_put(out, i ? ", " : "");
        quoted(r->found.data[i], out);
    }
    text_put(out, "], \"conditions\": [");
    for (size_t i = 0; i < r->conditions.count; i++) {
        text_put(out, i ? ", " : "");
        json_condition(r, &r->conditions.data[i], out);
    }
    text_put(out, "]}");
}
