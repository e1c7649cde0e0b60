/* Layouts: which cells an allocation site's objects have, and with which stride they are
 * arrays. */
#include "memory/memory_internal.h"

#include "base/failure.h"

#include <string.h>

enum { LARGEST_TILE = 8 };

void layouts_release(struct layouts *l)
{
    map_release(&l->index);
    for (size_t i = 0; i < l->hints.count; i++)
        VECTOR_RELEASE(&l->hints.data[i].pins);
    VECTOR_RELEASE(&l->hints);
}

uint32_t site_of_key(struct memory *m, uint64_t key)
{
    uint64_t found;
    if (map_get(&m->site_index, key, &found))
        return (uint32_t)found;
    struct layouts *l = m->layouts;
    uint64_t hint;
    if (!map_get(&l->index, key, &hint)) {
        hint = l->hints.count;
        VECTOR_PUSH(&l->hints, (struct layout_hint){0});
        map_set(&l->index, key, hint);
    }
    VECTOR_PUSH(&m->sites, (struct site){.key = key, .hint = (uint32_t)hint});
    map_set(&m->site_index, key, m->sites.count - 1);
    return (uint32_t)m->sites.count - 1;
}

static struct layout_hint *hint_of(struct memory *m, const struct object *o)
{
    return &m->layouts->hints.data[m->sites.data[o->site].hint];
}

uint64_t object_stride(struct memory *m, const struct object *o)
{
    return hint_of(m, o)->stride;
}

/* --- pins --- */

void memory_pin(struct memory *m, uint32_t object, struct pin p)
{
    LAW(has_object(m, object));
    LAW(p.bytes > 0 && p.at < PINNED && p.bytes < PINNED - p.at);
    struct layout_hint *h = hint_of(m, &m->objects.data[object]);
    size_t i = 0;
    while (i < h->pins.count && h->pins.data[i].at < p.at)
        i++;
    bool after_last = !i || h->pins.data[i - 1].at + h->pins.data[i - 1].bytes <= p.at;
    bool before_next = i == h->pins.count || p.at + p.bytes <= h->pins.data[i].at;
    if (!after_last || !before_next)
        return; /* known, or members that share bytes */
    VECTOR_PUSH(&h->pins, p);
    struct pin *d = h->pins.data;
    memmove(d + i + 1, d + i, (h->pins.count - 1 - i) * sizeof *d);
    d[i] = p;
}

const struct pin *object_pin(struct memory *m, const struct object *o, uint64_t at)
{
    const struct layout_hint *h = hint_of(m, o);
    for (size_t i = 0; h->stride && i < h->pins.count; i++)
        if ((uint64_t)h->pins.data[i].at + h->pins.data[i].bytes > at)
            return &h->pins.data[i];
    return NULL;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

void object_want_stride(struct memory *m, const struct object *o, uint64_t stride)
{
    struct layout_hint *h = hint_of(m, o);
    h->next = common_divisor(h->next, stride);
    if (h->next != h->stride)
        m->restart = true;
}

void layouts_commit(struct layouts *l)
{
    for (size_t i = 0; i < l->hints.count; i++)
        l->hints.data[i].stride = l->hints.data[i].next;
}

static size_t first_ending_after(const struct site *s, uint32_t at)
{
    size_t low = 0, high = s->cells.count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        if (s->cells.data[mid].at + s->cells.data[mid].bytes <= at)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* One new cell at the start of the gap [at, end): natural power-of-two tiles, so that later
 * accesses match.
 */
static struct cell_range tile(uint32_t at, uint32_t end, uint32_t whole)
{
    if (whole <= LARGEST_TILE || whole == 10 || whole == 16)
        return (struct cell_range){at, end - at, SYM_NONE};
    uint32_t bytes = LARGEST_TILE;
    while (at % bytes || at + bytes > end)
        bytes /= 2;
    return (struct cell_range){at, bytes, SYM_NONE};
}

static void insert(struct site *s, size_t position, struct cell_range r)
{
    VECTOR_PUSH(&s->cells, r);
    struct cell_range *d = s->cells.data;
    memmove(d + position + 1, d + position, (s->cells.count - 1 - position) * sizeof *d);
    d[position] = r;
}

void site_cells(struct memory *m, uint32_t site, uint32_t at, uint32_t bytes,
                cell_ranges *out)
{
    struct site *s = &m->sites.data[site];
    uint32_t end = at + bytes;
    size_t i = first_ending_after(s, at);
    for (uint32_t position = at; position < end; i++) {
        bool inside = i < s->cells.count &&
                      s->cells.data[i].at <= position; /* pins come after all others */
        if (!inside) {
            uint32_t gap_end =
                i < s->cells.count && s->cells.data[i].at < end ? s->cells.data[i].at : end;
            insert(s, i, tile(position, gap_end, bytes));
        }
        VECTOR_PUSH(out, s->cells.data[i]);
        position = s->cells.data[i].at + s->cells.data[i].bytes;
    }
}

struct cell_range site_use_pin(struct memory *m, uint32_t site, const struct pin *p)
{
    struct site *s = &m->sites.data[site];
    struct cell_range r = {p->at | PINNED, p->bytes, SYM_NONE};
    size_t i = first_ending_after(s, r.at);
    if (i == s->cells.count || s->cells.data[i].at != r.at)
        insert(s, i, r);
    return r;
}

struct cell_range *site_cell_at(struct memory *m, uint32_t site, uint32_t at)
{
    struct site *s = &m->sites.data[site];
    size_t i = first_ending_after(s, at);
    CHECK_LAW(i < s->cells.count && s->cells.data[i].at == at);
    return &s->cells.data[i];
}
