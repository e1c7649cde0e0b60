/* The registry of domains, cheap ones first. */
#include "domain/domain.h"

extern const struct domain domain_interval, domain_congruence, domain_equality, domain_zone, domain_octagon,
    domain_pointer, domain_float, domain_sum, domain_relation, domain_segment, domain_array, domain_width;

const struct domain *const domain_list[] = {
    &domain_interval, &domain_pointer, &domain_float,    &domain_congruence, &domain_equality, &domain_sum,
    &domain_zone,     &domain_width,   &domain_octagon,  &domain_relation,   &domain_segment,  &domain_array,
    NULL,
};
