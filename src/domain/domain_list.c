/* The registry of domains, cheap ones first: a new one adds a line. */
#include "domain/domain.h"

#define EACH_DOMAIN(DOMAIN)                                                                  \
    DOMAIN(interval)                                                                         \
    DOMAIN(pointer)                                                                          \
    DOMAIN(float)                                                                            \
    DOMAIN(congruence)                                                                       \
    DOMAIN(equality)                                                                         \
    DOMAIN(order)                                                                            \
    DOMAIN(sum)                                                                              \
    DOMAIN(affine)                                                                           \
    DOMAIN(polynomial)                                                                       \
    DOMAIN(zone)                                                                             \
    DOMAIN(width)                                                                            \
    DOMAIN(octagon)                                                                          \
    DOMAIN(clause)                                                                           \
    DOMAIN(relation)                                                                         \
    DOMAIN(segment)                                                                          \
    DOMAIN(array)

#define DECLARATION(name) extern const struct domain domain_##name;
EACH_DOMAIN(DECLARATION)

#define ENTRY(name) &domain_##name,
const struct domain *const domain_list[] = {EACH_DOMAIN(ENTRY) NULL};
