/* Folding: two heap objects that are neighbours by a link become one list. Links are read off
 * the graph; each fold is kept only if the graph before entails the one after. */
#include "engine/shapes/fold/fold.h"
#include "engine/shapes/fold/tree.h"

#include <stdlib.h>

struct seen { /* who leads to an object */
    uint32_t object, from_a, a, total_first, total_last;
};

static void see(void *context, uint32_t from, struct graph_value v)
{
    struct seen *s = context;
    if (!graph_is_pointer(v) || v.object != s->object || v.end == GRAPH_SELF)
        return;
    if (v.end == GRAPH_LAST)
        s->total_last++;
    else
        s->total_first++;
    if (from == s->a)
        s->from_a++;
}

static bool leads(struct shapes *s, struct graph_value v, uint32_t object, uint8_t end,
                  int32_t head)
{
    LAW(head >= 0);
    uint64_t at;
    if (!graph_is_pointer(v) || v.object != object || v.end != end)
        return false;
    return term_const_u64(s->terms, v.term, &at) && at == (uint64_t)head;
}

static uint8_t last_end(const struct graph *g, uint32_t id)
{
    return g->objects[id]->kind == GRAPH_LIST ? GRAPH_LAST : GRAPH_FIRST;
}

static bool may_fold(const struct graph_object *o)
{
    if (!o || o->kind == GRAPH_TREE || o->link.fork || o->parted)
        return false;
    return o->storage == GRAPH_HEAP && o->alive && !o->owner && !term_is(o->base) && o->least;
}

static struct graph_value link_of(struct shapes *s, const struct graph *g, uint32_t id,
                                  int32_t at, bool next)
{
    LAW(id && id < g->count && g->objects[id]);
    LAW(next || at >= 0 || g->objects[id]->kind == GRAPH_LIST);
    const struct graph_object *o = g->objects[id];
    if (o->kind == GRAPH_LIST)
        return next ? o->after : o->before;
    const struct graph_field *f = object_field(o, (uint32_t)at, s->width / 8);
    return f ? f->value : (struct graph_value){0};
}

/* A field of b that leads back to a: the link's prev. */
static int32_t find_prev(struct shapes *s, const struct graph *g, uint32_t a, uint32_t b,
                         struct graph_link link)
{
    LAW(a != b && link.next >= 0);
    const struct graph_object *x = g->objects[a], *y = g->objects[b];
    uint8_t end = last_end(g, a);
    if (y->kind == GRAPH_LIST)
        return y->link.prev >= 0 && leads(s, y->before, a, end, link.head) ? y->link.prev
                                                                           : -1;
    for (uint32_t i = 0; i < y->field_count; i++) {
        const struct graph_field *f = &y->fields[i];
        if (f->at == (uint32_t)link.next || !leads(s, f->value, a, end, link.head))
            continue;
        if (x->kind == GRAPH_LIST && x->link.prev != (int32_t)f->at)
            continue;
        if (x->kind == GRAPH_LIST || object_field(x, f->at, f->bytes))
            return (int32_t)f->at;
    }
    return -1;
}

struct back { /* how many values of the set lead to an object */
    const bool *set;
    uint32_t object, count;
};

static void see_back(void *context, uint32_t from, struct graph_value v)
{
    struct back *b = context;
    b->count += from && b->set[from] && graph_is_pointer(v) && v.object == b->object;
}

/* Values of what only the node leads to that lead back to it. */
static uint32_t count_back(const struct graph *g, uint32_t node, struct graph_link link)
{
    LAW(node < g->count && g->objects[node]);
    bool *set = calloc(g->count + 1, sizeof *set);
    fold_private(g, node, &link, set);
    struct back b = {set, node, 0};
    graph_each(g, see_back, &b);
    free(set);
    return b.count;
}

/* How many words of the record lead to the object; the last one is noted. */
static uint32_t count_words(const struct graph_object *o, uint32_t object, uint32_t *at)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < o->field_count; i++) {
        if (!graph_is_pointer(o->fields[i].value) || o->fields[i].value.object != object)
            continue;
        *at = o->fields[i].at;
        n++;
    }
    return n;
}

/* A record of an array, once its words are folded; or a node to which no variable leads. */
static bool may_hold_tail(struct shapes *s, const struct graph *g, uint32_t id)
{
    const struct graph_object *o = g->objects[id];
    if (o && o->storage == GRAPH_INSIDE)
        return s->eager;
    return o && o->storage == GRAPH_HEAP && o->kind == GRAPH_REGION && !o->parted &&
           o->alive && !fold_is_root(g, id);
}

/* What leads to the first node of a list may lead to its last one, too. */
static uint32_t count_tails(struct shapes *s, const struct graph *g, uint32_t a, uint32_t b)
{
    uint32_t count = 0, first, last;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (id == a || id == b || !may_hold_tail(s, g, id) || !count_words(o, a, &first))
            continue;
        uint32_t words = count_words(o, b, &last);
        if (words == 1 && o->storage == GRAPH_INSIDE)
            fold_note_tail(s, o, last);
        count += words;
    }
    return count;
}

/* Nobody but the neighbours, and the node's own parts, leads to the inner ends. */
static bool is_inner(struct shapes *s, const struct graph *g, uint32_t a, uint32_t b,
                     struct graph_link link)
{
    LAW(a != b);
    struct seen x = {.object = a}, y = {.object = b, .a = a};
    graph_each(g, see, &x);
    graph_each(g, see, &y);
    if (g->objects[a]->kind == GRAPH_LIST && x.total_last != (link.prev >= 0 ? 1u : 0u))
        return false;
    if (g->objects[b]->kind == GRAPH_LIST)
        return y.total_first == 1;
    uint32_t allowed = 1;
    struct graph_value next = link_of(s, g, b, link.next, true);
    if (link.prev >= 0 && graph_is_pointer(next) && next.object != b) {
        struct graph_value back = {0};
        const struct graph_object *c = g->objects[next.object];
        if (c->kind == GRAPH_LIST ? c->link.prev == link.prev : true)
            back = link_of(s, g, next.object, link.prev, false);
        uint64_t head;
        if (term_const_u64(s->terms, next.term, &head) &&
            leads(s, back, b, GRAPH_FIRST, link.head)) {
            allowed++;
        } else { /* a ring closed by something of another layout: its field that leads to b */
            for (uint32_t i = 0; c->kind == GRAPH_REGION && i < c->field_count; i++)
                if (leads(s, c->fields[i].value, b, GRAPH_FIRST, link.head)) {
                    allowed++;
                    break;
                }
        }
    }
    for (uint32_t i = 0; i < g->objects[b]->field_count; i++) {
        struct graph_value v = g->objects[b]->fields[i].value;
        allowed += graph_is_pointer(v) && v.object == b;
    }
    if (y.total_first > allowed)
        allowed += count_back(g, b, link);
    if (y.total_first > allowed && link.prev < 0)
        allowed += count_tails(s, g, a, b);
    return y.total_first == allowed;
}

/* --- one fold --- */

struct turn {
    uint32_t a, b, list;
    bool list_a, list_b;
};

static struct graph_value turn_to(void *context, uint32_t from, struct graph_value v)
{
    (void)from;
    const struct turn *t = context;
    if (!graph_is_pointer(v))
        return v;
    LAW(v.object != t->list || v.end == GRAPH_SELF); /* of its own fields alone */
    if (v.object == t->a)
        return graph_pointer(t->list, GRAPH_FIRST, v.term);
    if (v.object == t->b)
        return graph_pointer(t->list, GRAPH_LAST, v.term);
    return v;
}

/* What was private has been joined; what it owned goes with it. */
void fold_remove_private(struct folding *f)
{
    struct graph *g = f->after;
    for (uint32_t id = 1; id < f->before->count; id++)
        if (f->private_a[id] || f->private_b[id])
            graph_remove(g, id);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t id = 1; id < f->before->count; id++) {
            if (!g->objects[id] || !g->objects[id]->owner ||
                g->objects[g->objects[id]->owner])
                continue;
            graph_remove(g, id);
            changed = true;
        }
    }
}

/* Private parts that were joined with nothing would be lost. */
bool fold_all_joined(const struct folding *f)
{
    for (uint32_t id = 1; id < f->before->count; id++) {
        if (!f->private_a[id] && !f->private_b[id])
            continue;
        bool found = false;
        for (size_t i = 0; i < f->pairs.count; i++)
            found |= f->pairs.data[i].a == id || f->pairs.data[i].b == id;
        if (!found)
            return false;
    }
    return true;
}

static bool build(struct folding *f)
{
    LAW(f->a != f->b && f->after != f->before);
    const struct graph_object *x = f->before->objects[f->a], *y = f->before->objects[f->b];
    struct graph_object l = *x;
    uint32_t least = (uint32_t)x->least + y->least;
    l.kind = GRAPH_LIST;
    l.link = f->link;
    l.least = least < f->s->settings.least ? (uint8_t)least : f->s->settings.least;
    l.field_count = 0;
    object_forget_elements(&l);
    struct term first = shapes_length(f->s, x), rest = shapes_length(f->s, y);
    bool known = f->s->settings.lengths && term_is(first) && term_is(rest);
    if (known)
        l.length = term_2(f->s->terms, TERM_BV_ADD, first, rest);
    if (x->background != y->background)
        l.background = GRAPH_UNKNOWN;
    if (x->maker != y->maker)
        l.maker = 0;
    if (!l.type)
        l.type = y->type;
    l.after = link_of(f->s, f->before, f->b, f->link.next, true);
    l.before = f->link.prev >= 0 ? link_of(f->s, f->before, f->a, f->link.prev, false)
                                 : (struct graph_value){0};
    f->list = graph_add(&f->s->arena, f->after, &l);
    VECTOR_PUSH(&f->lists, f->list);
    if (!fold_size(f, f->list, x, y, f->list))
        return false;
    if (!fold_fields(f, f->list, x, y, &f->link, f->list) || !fold_all_joined(f))
        return false;
    LAW(f->list != f->a && f->list != f->b);
    graph_remove(f->after, f->a);
    graph_remove(f->after, f->b);
    fold_remove_private(f);
    struct turn t = {.a = f->a, .b = f->b, .list = f->list};
    graph_change(&f->s->arena, f->after, turn_to, &t);
    return true;
}

/* Another node that leads to a by the link. */
static bool has_predecessor(struct shapes *s, const struct graph *g, uint32_t a, uint32_t b,
                            struct graph_link link)
{
    for (uint32_t id = 1; id < g->count; id++) {
        if (!may_fold(g->objects[id]) || id == b ||
            !fold_fits_size(g->objects[id], g->objects[a]))
            continue;
        if (g->objects[id]->kind == GRAPH_LIST && g->objects[id]->link.next != link.next)
            continue;
        if (leads(s, link_of(s, g, id, link.next, true), a, GRAPH_FIRST, link.head))
            return true;
    }
    return false;
}

static bool is_long(struct shapes *s, const struct graph *g, uint32_t a, uint32_t b,
                    struct graph_link link)
{
    if (g->objects[a]->kind == GRAPH_LIST || g->objects[b]->kind == GRAPH_LIST)
        return true;
    struct graph_value next = link_of(s, g, b, link.next, true);
    if (graph_is_pointer(next) && may_fold(g->objects[next.object]) && next.object != a &&
        fold_fits_size(g->objects[next.object], g->objects[b]))
        return true;
    return has_predecessor(s, g, a, b, link);
}

/* A local, a global or a register leads to the node: what is known of it is not given up. */
bool fold_is_root(const struct graph *g, uint32_t a)
{
    LAW(a && a < g->count && g->objects[a]);
    if (g->objects[a]->kind == GRAPH_LIST)
        return false;
    for (const struct graph_frame *f = g->frame; f; f = f->caller)
        for (size_t i = 0; i < f->f->instructions.count; i++)
            if (graph_is_pointer(f->values[i]) && f->values[i].object == a)
                return true;
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!o || o->storage == GRAPH_HEAP)
            continue;
        for (uint32_t i = 0; i < o->field_count; i++)
            if (graph_is_pointer(o->fields[i].value) && o->fields[i].value.object == a)
                return true;
    }
    return false;
}

/* May be given up what this fold gives up? */
static bool may_lose(const struct folding *f, bool lossy)
{
    if (f->varies && f->s->settings.roots && fold_is_root(f->before, f->a))
        return false;
    if (f->forgets && (fold_is_root(f->before, f->a) || fold_is_root(f->before, f->b)))
        return false; /* it may be used still */
    return !f->lossy || (lossy && f->s->eager) ||
           (lossy && is_long(f->s, f->before, f->a, f->b, f->link));
}

bool fold_is_entailed(struct folding *f)
{
    struct embedding e;
    struct shapes *s = f->s;
    bool good = shapes_match(s, f->before, f->after, &e);
    LAW(f->after != f->before);
    for (size_t i = 0; i < f->lists.count && good; i++)
        shapes_find_rows(s, f->before, f->after, f->lists.data[i], &e);
    good = good && embedding_holds(s, f->before, f->after, &e);
    embedding_release(&e);
    return good;
}

static struct graph *fold_two(struct shapes *s, struct graph *g, uint32_t a, uint32_t b,
                              struct graph_link link, bool lossy)
{
    LAW(may_fold(g->objects[a]) && may_fold(g->objects[b]));
    struct folding f = {.s = s, .before = g, .a = a, .b = b, .link = link};
    f.private_a = calloc(g->count + 1, sizeof(bool));
    f.private_b = calloc(g->count + 1, sizeof(bool));
    fold_private(g, a, &link, f.private_a);
    fold_private(g, b, &link, f.private_b);
    bool good = !f.private_a[b] && !f.private_b[a];
    if (good)
        f.after = graph_copy(&s->arena, g);
    good = good && build(&f) && may_lose(&f, lossy) && fold_is_entailed(&f);
    free(f.private_a);
    free(f.private_b);
    VECTOR_RELEASE(&f.pairs);
    VECTOR_RELEASE(&f.lists);
    if (good) {
        s->statistics.folds++;
        fold_note_link(s, g->objects[a], link);
        fold_note_link(s, g->objects[b], link);
    }
    return good ? f.after : NULL;
}

/* --- search --- */

/* A doubly linked list has two directions: all are folded in that in which the program walks
 * more. */
static bool is_backward(const struct shapes *s, struct graph_link link)
{
    if (link.prev < 0)
        return false;
    uint64_t ahead = map_or(&s->walks, (uint64_t)link.next, 0),
             back = map_or(&s->walks, (uint64_t)link.prev, 0);
    return ahead == back ? link.prev < link.next : ahead < back;
}

/* Nodes of one site have their links at one place; in others a number is hardly one that is
 * not set yet. */
static bool may_link(struct shapes *s, const struct graph_object *x,
                     const struct graph_object *y, uint32_t at)
{
    const struct graph_field *f = object_field(y, at, s->width / 8);
    return f && (f->value.kind != GRAPH_NUMBER || x->site == y->site);
}

/* A link to a child, where the other child is one that trees may have: no list. */
static bool is_tree_link(struct shapes *s, const struct graph *g, uint32_t a, uint32_t at)
{
    const struct graph_link *t = fold_layout(s, g->objects[a]);
    if (!t || g->objects[a]->kind != GRAPH_REGION)
        return false;
    if (at != (uint32_t)t->next && at + 1 != t->fork)
        return false;
    struct graph_value other =
        fold_link_value(s, g->objects[a], at == (uint32_t)t->next ? graph_fork(t) : t->next);
    return !graph_is_pointer(other) || g->objects[other.object]->kind == GRAPH_TREE;
}

static struct graph *try_link(struct shapes *s, struct graph *g, uint32_t a, uint32_t at,
                              struct graph_value v, bool lossy)
{
    uint64_t head;
    if (!graph_is_pointer(v) || v.object == a || v.end != GRAPH_FIRST ||
        !may_fold(g->objects[v.object]))
        return NULL;
    const struct graph_object *x = g->objects[a], *y = g->objects[v.object];
    if (!fold_fits_size(x, y) || !term_const_u64(s->terms, v.term, &head) || head >= x->bytes)
        return NULL;
    if (x->type && y->type && x->type != y->type)
        return NULL;
    struct graph_link link = {(int32_t)head, (int32_t)at, -1, 0};
    if (x->kind == GRAPH_LIST && (x->link.next != link.next || x->link.head != link.head))
        return NULL;
    if (y->kind == GRAPH_LIST && (y->link.next != link.next || y->link.head != link.head))
        return NULL;
    if (x->kind == GRAPH_TREE || y->kind == GRAPH_TREE || is_tree_link(s, g, a, at))
        return NULL;
    link.prev = find_prev(s, g, a, v.object, link);
    if (is_backward(s, link))
        return NULL;
    if (x->kind == GRAPH_LIST && x->link.prev != link.prev)
        return NULL;
    if (y->kind == GRAPH_LIST && y->link.prev != link.prev)
        return NULL;
    if (y->kind == GRAPH_REGION && !may_link(s, x, y, at))
        return NULL;
    if (!is_inner(s, g, a, v.object, link))
        return NULL;
    return fold_two(s, g, a, v.object, link, lossy);
}

/* Nodes along a link from an object on; a list counts as two. */
static uint32_t chain_length(struct shapes *s, const struct graph *g, uint32_t id,
                             struct graph_link link)
{
    LAW(id && id < g->count && g->objects[id]);
    uint32_t n = 0;
    for (uint32_t steps = 0; steps < g->count; steps++) {
        const struct graph_object *o = g->objects[id];
        n += o->kind == GRAPH_LIST ? 2 : 1;
        struct graph_value next = link_of(s, g, id, link.next, true);
        if (!graph_is_pointer(next) || !may_fold(g->objects[next.object]))
            return n;
        const struct graph_object *to = g->objects[next.object];
        if (!fold_fits_size(to, o) || !leads(s, next, next.object, GRAPH_FIRST, link.head))
            return n;
        if (to->kind == GRAPH_LIST &&
            (to->link.next != link.next || to->link.head != link.head))
            return n;
        if (to->kind == GRAPH_REGION && !object_field(to, (uint32_t)link.next, s->width / 8))
            return n;
        id = next.object;
    }
    return n;
}

struct candidate {
    uint32_t object, at, length;
    struct graph_value value;
};
typedef VECTOR(struct candidate) candidates;

static void add_candidate(struct shapes *s, const struct graph *g, uint32_t id, uint32_t at,
                          struct graph_value v, candidates *out)
{
    uint64_t head;
    if (!graph_is_pointer(v) || !term_const_u64(s->terms, v.term, &head))
        return;
    struct graph_link link = {(int32_t)head, (int32_t)at, -1, 0};
    uint32_t length = chain_length(s, g, id, link);
    if (length > 1 && has_predecessor(s, g, id, v.object, link))
        length++;
    if (length >= s->settings.nodes)
        VECTOR_PUSH(out, (struct candidate){id, at, length, v});
}

static int compare_candidates(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->length != y->length)
        return x->length > y->length ? -1 : 1;
    if (x->object != y->object)
        return x->object < y->object ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Made by one instruction: nodes of one kind. What is not may be a neighbour by chance, such
 * as the head of a ring inside a node, and is folded only if nothing else can be (and never
 * if it is a struct of another name). */
static bool are_alike(const struct graph *g, uint32_t a, struct graph_value v)
{
    LAW(a && a < g->count && g->objects[a]);
    return graph_is_pointer(v) && g->objects[a]->maker &&
           g->objects[a]->maker == g->objects[v.object]->maker;
}

static struct graph *fold_once(struct shapes *s, struct graph *g, bool alike, bool lossy)
{
    candidates c = {0};
    for (uint32_t id = 1; id < g->count; id++) {
        const struct graph_object *o = g->objects[id];
        if (!may_fold(o))
            continue;
        if (o->kind == GRAPH_LIST)
            add_candidate(s, g, id, (uint32_t)o->link.next, o->after, &c);
        for (uint32_t i = 0; o->kind == GRAPH_REGION && i < o->field_count; i++)
            if (o->fields[i].bytes == s->width / 8)
                add_candidate(s, g, id, o->fields[i].at, o->fields[i].value, &c);
    }
    if (c.count)
        qsort(c.data, c.count, sizeof *c.data, compare_candidates);
    struct graph *out = NULL;
    for (size_t i = 0; i < c.count && !out; i++)
        if (!alike || are_alike(g, c.data[i].object, c.data[i].value))
            out = try_link(s, g, c.data[i].object, c.data[i].at, c.data[i].value, lossy);
    VECTOR_RELEASE(&c);
    return out;
}

struct graph *fold_chains(struct shapes *s, struct graph *g)
{
    LAW(!s->eager);
    uint32_t nodes = s->settings.nodes;
    s->eager = true;
    s->settings.nodes = 2;
    for (struct graph *out = g; out;) {
        out = NULL;
        for (unsigned how = 0; how < 4 && !out; how++)
            out = fold_once(s, g, how < 2, how % 2);
        if (out)
            g = out;
    }
    s->settings.nodes = nodes;
    s->eager = false;
    return g;
}

struct graph *shapes_fold(struct shapes *s, struct graph *g)
{
    fold_note_layouts(s, g);
    g = fold_settle_members(s, g);
    shapes_number_functions(s, g);
    if (s->settings.roots || s->settings.forget)
        s->crossed |= fold_crosses(s, g);
    g = fold_number_rows(s, g);
    if (s->settings.single)
        g = fold_singles(s, g, false);
    for (;;) {
        struct graph *out = fold_tree_once(s, g);
        if (!out)
            out = fold_path_once(s, g);
        for (unsigned how = 0; how < 4 && !out; how++)
            out = fold_once(s, g, how < 2, how % 2);
        if (!out)
            break;
        g = out;
    }
    fold_loosen_trees(s, g);
    return s->settings.single ? fold_loosen_owned(s, g) : g;
}
