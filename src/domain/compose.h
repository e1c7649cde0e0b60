/* Domains made of others, and their names as text. */
#ifndef DOMAIN_COMPOSE_H
#define DOMAIN_COMPOSE_H
#include "base/arena.h"

struct domain;
struct failure;
struct text;

/* The product of some domains (of one: itself), in the arena. */
const struct domain *domain_product(struct arena *, const struct domain *const *factors,
                                    size_t count);
/* Reads a name such as `zones` or `paths(intervals, floats)`; null with a failure. */
const struct domain *domain_parse(struct arena *, const char *text, struct failure *);
void domain_put_name(const struct domain *, struct text *);

#endif
