/* Zones: x - y <= d for variables of one width. */
#include "domain/template/linear.h"

enum { MOST_VARIABLES = 24 };

static void zone_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                      const struct cut_loop *cut, const struct variable_view *v, size_t count,
                      rows *out)
{
    domain_inner_rows(ts, d, loop, cut, v, count, out);
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (i == j || v[i].width != v[j].width || v[i].width < 2)
                continue;
            if (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX)
                continue;
            for (int reading = AS_SIGNED; reading <= AS_UNSIGNED; reading++)
                linear_row(ts, d, loop, (struct operand){&v[i], i, PLUS},
                           (struct operand){&v[j], j, MINUS}, reading, out);
        }
}

extern const struct domain domain_interval;
static const struct domain *const inner[] = {&domain_interval, NULL};
const struct domain domain_zone = {
    .name = "zones", .summary = "bounds of differences", .rows = zone_rows, .inner = inner};
