/* Hash maps from 64-bit keys or from strings to 64-bit values. Zero is a valid empty map.
 * Keys of a string map are borrowed: they must outlive the map. */
#ifndef BASE_MAP_H
#define BASE_MAP_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct map_slot {
    uint64_t key, value;
    bool used;
};
struct map {
    struct map_slot *slots;
    size_t count, capacity;
};

void map_release(struct map *);
void map_clear(struct map *);
void map_set(struct map *, uint64_t key, uint64_t value);
/* false and *value untouched if absent */
bool map_get(const struct map *, uint64_t key, uint64_t *value);
/* the value, or otherwise */
uint64_t map_or(const struct map *, uint64_t key, uint64_t otherwise);
bool map_has(const struct map *, uint64_t key);
bool map_remove(struct map *, uint64_t key); /* true if it was there */

struct text_map_slot {
    const char *key;
    uint64_t value;
};
struct text_map {
    struct text_map_slot *slots;
    size_t count, capacity;
};

void text_map_release(struct text_map *);
void text_map_set(struct text_map *, const char *key, uint64_t value);
bool text_map_get(const struct text_map *, const char *key, uint64_t *value);

uint64_t hash_mix(uint64_t);            /* a good 64-bit mixer */
uint64_t hash_pair(uint64_t, uint64_t); /* order matters */
uint64_t hash_bytes(const void *, size_t bytes);

#endif
