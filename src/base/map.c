/* Open addressing with linear probing, at most 2/3 full; removal shifts the cluster back. */
#include "base/map.h"

#include "base/failure.h"

#include <stdlib.h>
#include <string.h>

uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

uint64_t hash_pair(uint64_t a, uint64_t b)
{
    return hash_mix(a * 0x9e3779b97f4a7c15u + b + 0x7f4a7c15u);
}

uint64_t hash_bytes(const void *data, size_t bytes)
{
    const unsigned char *p = data;
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return hash_mix(h);
}

static void *zeroed(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        BUG("out of memory");
    return p;
}

/* A power of two of slots, at most 2/3 of them used. */
static bool fill_holds(size_t count, size_t capacity)
{
    return !(capacity & (capacity - 1)) && 3 * count <= 2 * capacity;
}

void map_release(struct map *m)
{
    free(m->slots);
    memset(m, 0, sizeof *m);
}

void map_clear(struct map *m)
{
    if (m->slots)
        memset(m->slots, 0, m->capacity * sizeof *m->slots);
    m->count = 0;
}

static size_t find(const struct map *m, uint64_t key)
{
    LAW(m->capacity > m->count); /* else the search does not end */
    size_t i = hash_mix(key) & (m->capacity - 1);
    while (m->slots[i].used && m->slots[i].key != key)
        i = (i + 1) & (m->capacity - 1);
    return i;
}

static void grow(struct map *m)
{
    struct map old = *m;
    m->capacity = old.capacity ? old.capacity * 2 : 16;
    m->slots = zeroed(m->capacity, sizeof *m->slots);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].used)
            m->slots[find(m, old.slots[i].key)] = old.slots[i];
    free(old.slots);
    LAW(fill_holds(m->count, m->capacity));
}

void map_set(struct map *m, uint64_t key, uint64_t value)
{
    if (3 * (m->count + 1) > 2 * m->capacity)
        grow(m);
    size_t i = find(m, key);
    if (!m->slots[i].used)
        m->count++;
    m->slots[i] = (struct map_slot){key, value, true};
    LAW(fill_holds(m->count, m->capacity));
}

bool map_get(const struct map *m, uint64_t key, uint64_t *value)
{
    if (!m->count)
        return false;
    size_t i = find(m, key);
    if (!m->slots[i].used)
        return false;
    *value = m->slots[i].value;
    return true;
}

uint64_t map_or(const struct map *m, uint64_t key, uint64_t otherwise)
{
    map_get(m, key, &otherwise);
    return otherwise;
}

bool map_has(const struct map *m, uint64_t key)
{
    return m->count && m->slots[find(m, key)].used;
}

bool map_remove(struct map *m, uint64_t key)
{
    if (!map_has(m, key))
        return false;
    size_t mask = m->capacity - 1, hole = find(m, key);
    for (size_t i = (hole + 1) & mask; m->slots[i].used; i = (i + 1) & mask) {
        size_t home = hash_mix(m->slots[i].key) & mask;
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            m->slots[hole] = m->slots[i];
            hole = i;
        }
    }
    m->slots[hole].used = false;
    m->count--;
    LAW(fill_holds(m->count, m->capacity));
    LAW(!map_has(m, key));
    return true;
}

void text_map_release(struct text_map *m)
{
    free(m->slots);
    memset(m, 0, sizeof *m);
}

static size_t text_find(const struct text_map *m, const char *key)
{
    LAW(key);
    LAW(m->capacity > m->count);
    size_t i = hash_bytes(key, strlen(key)) & (m->capacity - 1);
    while (m->slots[i].key && strcmp(m->slots[i].key, key))
        i = (i + 1) & (m->capacity - 1);
    return i;
}

static void text_grow(struct text_map *m)
{
    struct text_map old = *m;
    m->capacity = old.capacity ? old.capacity * 2 : 16;
    m->slots = zeroed(m->capacity, sizeof *m->slots);
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].key)
            m->slots[text_find(m, old.slots[i].key)] = old.slots[i];
    free(old.slots);
    LAW(fill_holds(m->count, m->capacity));
}

void text_map_set(struct text_map *m, const char *key, uint64_t value)
{
    if (3 * (m->count + 1) > 2 * m->capacity)
        text_grow(m);
    size_t i = text_find(m, key);
    if (!m->slots[i].key)
        m->count++;
    m->slots[i] = (struct text_map_slot){key, value};
    LAW(fill_holds(m->count, m->capacity));
}

bool text_map_get(const struct text_map *m, const char *key, uint64_t *value)
{
    if (!m->count)
        return false;
    size_t i = text_find(m, key);
    if (!m->slots[i].key)
        return false;
    *value = m->slots[i].value;
    return true;
}
