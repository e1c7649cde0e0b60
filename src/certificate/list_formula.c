#include "certificate/list_formula.h"

#include "base/failure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum list_carries {
    LIST_CARRIES_NOTHING,
    LIST_CARRIES_VALUE,
    LIST_CARRIES_NUMBER,
    LIST_CARRIES_MEMBER,
    LIST_CARRIES_LAST
};
static const struct {
    const char *word, *arguments;
    enum list_carries carries;
    char result;
} rows[] = {
#define LIST_WORD(name, word, result, arguments, carries)                                    \
    {word, arguments, LIST_CARRIES_##carries, result},
#include "certificate/list_words.def"
#undef LIST_WORD
};

const char *list_word_arguments(enum list_word w)
{
    LAW(w < LIST_WORDS);
    return rows[w].arguments;
}

char list_word_result(enum list_word w)
{
    LAW(w < LIST_WORDS);
    return rows[w].result;
}

bool list_formula_add(struct list_formula *f, struct list_item item)
{
    LAW(item.word < LIST_WORDS);
    if (f->count == LIST_MOST_ITEMS)
        return false;
    f->item[f->count++] = item;
    return true;
}

/* The place after the expression at `at`; UINT32_MAX: there is none of that result. */
static uint32_t after(const struct list_formula *f, uint32_t at, char result)
{
    if (at >= f->count || rows[f->item[at].word].result != result)
        return UINT32_MAX;
    const char *arguments = rows[f->item[at].word].arguments;
    for (at++; *arguments && at != UINT32_MAX; arguments++)
        at = after(f, at, *arguments);
    return at;
}

bool list_formula_fits(const struct list_formula *f, char result)
{
    return after(f, 0, result) == f->count && f->count;
}

/* --- the file --- */

static void write_item(struct text *t, const struct list_item *i)
{
    text_add(t, " %s", rows[i->word].word);
    switch (rows[i->word].carries) {
    case LIST_CARRIES_NOTHING:
        break;
    case LIST_CARRIES_VALUE:
        text_add(t, ":%u=%s", i->a, i->name);
        break;
    case LIST_CARRIES_NUMBER:
        text_add(t, ":%" PRId64, i->number);
        break;
    case LIST_CARRIES_MEMBER:
        text_add(t, ":%u", i->a);
        break;
    case LIST_CARRIES_LAST:
        text_add(t, ":%u:%u", i->a, i->b);
        break;
    }
}

void list_formula_write(struct text *t, const struct list_formula *f)
{
    for (uint32_t i = 0; i < f->count; i++)
        write_item(t, &f->item[i]);
}

static bool read_item(char *word, struct list_item *i)
{
    char *rest = strchr(word, ':'), *name = strchr(word, '=');
    if (name)
        *name++ = 0;
    if (rest)
        *rest++ = 0;
    *i = (struct list_item){0};
    while (i->word < LIST_WORDS && !text_same(rows[i->word].word, word))
        i->word++;
    if (i->word == LIST_WORDS || (rows[i->word].carries == LIST_CARRIES_NOTHING) != !rest)
        return false;
    snprintf(i->name, sizeof i->name, "%s", name ? name : "");
    switch (rows[i->word].carries) {
    case LIST_CARRIES_NOTHING:
        return true;
    case LIST_CARRIES_VALUE:
        return sscanf(rest, "%u", &i->a) == 1;
    case LIST_CARRIES_NUMBER:
        return sscanf(rest, "%" SCNd64, &i->number) == 1;
    case LIST_CARRIES_MEMBER:
        return sscanf(rest, "%u", &i->a) == 1 && i->a < LIST_MOST_MEMBERS;
    case LIST_CARRIES_LAST:
        return sscanf(rest, "%u:%u", &i->a, &i->b) == 2;
    }
    return false;
}

bool list_formula_read(struct list_formula *f, char **rest, char result)
{
    char *word;
    f->count = 0;
    while ((word = strtok_r(NULL, " ", rest))) {
        struct list_item i;
        if (!read_item(word, &i) || !list_formula_add(f, i))
            return false;
    }
    return list_formula_fits(f, result);
}

void list_node_write(struct text *t, const struct list_node *n)
{
    text_add(t, "nodes %" PRIu64 " next %" PRIu64, n->size, n->next);
    for (uint32_t i = 0; i < n->count; i++)
        text_add(t, " %" PRIu64 ":%u:%s", n->member[i].offset, n->member[i].width,
                 n->member[i].is_signed ? "signed" : "unsigned");
    text_put(t, "\n");
}

bool list_node_read(const char *line, struct list_node *n)
{
    int used;
    *n = (struct list_node){0};
    if (sscanf(line, "nodes %" SCNu64 " next %" SCNu64 "%n", &n->size, &n->next, &used) != 2)
        return false;
    for (line += used; *line; line += used) {
        struct list_member m = {0};
        char sign[12];
        if (n->count == LIST_MOST_MEMBERS ||
            sscanf(line, " %" SCNu64 ":%u:%10s%n", &m.offset, &m.width, sign, &used) != 3)
            return false;
        m.is_signed = text_same(sign, "signed");
        n->member[n->count++] = m;
    }
    return true;
}

static bool apart(uint64_t a, uint64_t bytes_a, uint64_t b, uint64_t bytes_b)
{
    return a + bytes_a <= b || b + bytes_b <= a;
}

bool list_node_fits(const struct list_node *n, uint32_t pointer_width)
{
    uint64_t pointer = pointer_width / 8;
    if (n->size > 1u << 20 || n->next > n->size || n->next + pointer > n->size ||
        n->count > LIST_MOST_MEMBERS)
        return false;
    for (uint32_t i = 0; i < n->count; i++) {
        const struct list_member *m = &n->member[i];
        uint64_t bytes = m->width / 8;
        if (m->width % 8 || !m->width || m->width > 64 || m->offset > n->size ||
            m->offset + bytes > n->size || !apart(m->offset, bytes, n->next, pointer))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (!apart(m->offset, bytes, n->member[k].offset, n->member[k].width / 8))
                return false;
    }
    return true;
}

/* --- for people --- */

static uint32_t put(struct text *t, const struct list_formula *f, uint32_t at);

static uint32_t put_between(struct text *t, const struct list_formula *f, uint32_t at,
                            const char *sign)
{
    text_put(t, "(");
    at = put(t, f, at);
    text_put(t, sign);
    at = put(t, f, at);
    text_put(t, ")");
    return at;
}

static uint32_t put_call(struct text *t, const struct list_formula *f, uint32_t at)
{
    const char *arguments = rows[f->item[at].word].arguments;
    text_add(t, "%s(", rows[f->item[at].word].word);
    if (rows[f->item[at].word].carries == LIST_CARRIES_MEMBER)
        text_add(t, "member %u%s", f->item[at].a, *arguments ? ", " : "");
    at++;
    for (; *arguments; arguments++) {
        at = put(t, f, at);
        text_put(t, arguments[1] ? ", " : "");
    }
    text_put(t, ")");
    return at;
}

static uint32_t put(struct text *t, const struct list_formula *f, uint32_t at)
{
    LAW(at < f->count);
    const struct list_item *i = &f->item[at];
    switch (i->word) {
    case LIST_NULL:
        text_put(t, "NULL");
        return at + 1;
    case LIST_POINTER:
    case LIST_SIGNED:
    case LIST_UNSIGNED:
        text_add(t, "%s", i->name);
        return at + 1;
    case LIST_NUMBER:
        text_add(t, "%" PRId64, i->number);
        return at + 1;
    case LIST_LAST:
        text_add(t, "last(%u, %u)", i->a, i->b);
        return at + 1;
    case LIST_ADD:
        return put_between(t, f, at + 1, " + ");
    case LIST_SUB:
        return put_between(t, f, at + 1, " - ");
    case LIST_MUL:
        return put_between(t, f, at + 1, " * ");
    case LIST_MOD:
        return put_between(t, f, at + 1, " % ");
    case LIST_AND:
        return put_between(t, f, at + 1, " && ");
    case LIST_OR:
        return put_between(t, f, at + 1, " || ");
    case LIST_ALIAS:
    case LIST_EQUAL:
        return put_between(t, f, at + 1, " == ");
    case LIST_AT_MOST:
        return put_between(t, f, at + 1, " <= ");
    case LIST_NOT:
        text_put(t, "!");
        return put(t, f, at + 1);
    case LIST_LENGTH:
    case LIST_MEMBER:
    case LIST_PATH:
    case LIST_DISJOINT:
    case LIST_CIRCULAR:
    case LIST_WRITTEN:
    case LIST_ALIVE:
    case LIST_KEPT:
    case LIST_SORTED:
    case LIST_WITHIN:
        return put_call(t, f, at);
    case LIST_WORDS:
        break;
    }
    BUG("word about lists");
}

void list_formula_print(struct text *t, const struct list_formula *f)
{
    LAW(list_formula_fits(f, 'T') || list_formula_fits(f, 'N'));
    put(t, f, 0);
}
