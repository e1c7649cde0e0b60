/* Joining of rows of numbers that two elements own: part by part, with boundaries that are
 * numbers of the elements. */
#include "engine/shapes/fold/fold.h"

enum { MOST_OWNED_PARTS = 4 };

static bool holds_numbers(const struct graph *g, const struct graph_object *row)
{
    for (uint32_t i = 0; i < row->field_count; i++) {
        const struct graph_object *part = g->objects[graph_part(row, i)];
        for (uint32_t k = 0; k < part->field_count; k++)
            if (part->fields[k].value.kind != GRAPH_NUMBER)
                return false;
    }
    return true;
}

/* How many parts of a row stand for one of those that are to be left; of rows that elements
 * own only the numbers of parts are compared, as boundaries differ from element to element.
 */
uint32_t graph_owned_parts(bool stretch, uint32_t left, uint32_t wanted)
{
    LAW(wanted);
    if (!stretch)
        return 1;
    return left + 1 > wanted ? left + 1 - wanted : 0;
}

struct row_join {
    struct folding *f;
    uint32_t a, b, to; /* regions: a has at least as many parts as b */
    uint32_t list;     /* whose elements these are */
    struct graph_start parts[MOST_OWNED_PARTS];
};

static bool join_part(struct row_join *j, uint32_t i, uint32_t x, uint32_t y)
{
    struct folding *f = j->f;
    const struct graph_object *p = f->before->objects[x], *q = f->before->objects[y ? y : x];
    struct graph_object part = *p;
    bool one = y && p->kind == GRAPH_CELL && q->kind == GRAPH_CELL;
    part.kind = one ? GRAPH_CELL : GRAPH_CELLS;
    part.owner = f->after->objects[j->to]->owner;
    part.field_count = 0;
    part.link = (struct graph_link){0, 0, -1, 0};
    object_forget_elements(&part);
    if (p->background != q->background)
        part.background = GRAPH_UNKNOWN;
    uint32_t id = graph_add(&f->s->arena, f->after, &part);
    j->parts[i].part = id;
    VECTOR_PUSH(&f->pairs, (struct fold_pair){x, y, id});
    if (!one)
        VECTOR_PUSH(&f->lists, id);
    return fold_fields(f, one ? j->list : id, p, q, NULL, id);
}

static bool join_start(struct row_join *j, uint32_t i, uint32_t k)
{
    struct shapes *s = j->f->s;
    struct term x = graph_part_start(s, j->f->before, j->a, i),
                y = graph_part_start(s, j->f->before, j->b, k);
    return fold_term(j->f, j->list, x, y, &j->parts[i].from);
}

static bool join_parts(struct row_join *j)
{
    const struct graph_object *x = j->f->before->objects[j->a],
                              *y = j->f->before->objects[j->b];
    uint32_t at = 0;
    for (uint32_t i = 0; i < x->field_count; i++) {
        uint32_t part = graph_part(x, i), left = y->field_count - at;
        uint32_t wanted = x->field_count - i;
        /* a word that the other row does not have is a stretch of none or one */
        bool stretch = j->f->before->objects[part]->kind == GRAPH_CELLS || left < wanted;
        uint32_t taken = graph_owned_parts(stretch, left, wanted);
        if (taken > left || taken > 1 || !join_start(j, i, at) ||
            !join_part(j, i, part, taken ? graph_part(y, at) : 0))
            return false;
        at += taken;
    }
    return at == y->field_count;
}

bool fold_rows(struct folding *f, uint32_t a, uint32_t b, uint32_t to)
{
    const struct graph_object *x = f->before->objects[a], *y = f->before->objects[b];
    uint32_t list = graph_list_of(f->after, f->after->objects[to]->owner);
    bool fits = x->parted && y->parted && x->stride == y->stride && list &&
                x->field_count <= MOST_OWNED_PARTS && y->field_count <= MOST_OWNED_PARTS;
    if (!fits || !holds_numbers(f->before, x) || !holds_numbers(f->before, y))
        return false;
    bool turned = y->field_count > x->field_count;
    struct row_join j = {
        .f = f, .a = turned ? b : a, .b = turned ? a : b, .to = to, .list = list};
    uint32_t count = turned ? y->field_count : x->field_count;
    if (!count || !join_parts(&j))
        return false;
    graph_set_parts(f->s, f->after, to, j.parts, count);
    return true;
}
