/* Octagons: x + y <= d and -x - y <= d; with intervals and zones beside it, all of +-x +-y <=
 * d. */
#include "domain/template/linear.h"

enum { MOST_VARIABLES = 16 };

static void octagon_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                         const struct cut_loop *cut, const struct variable_view *v,
                         size_t count, rows *out)
{
    domain_inner_rows(ts, d, loop, cut, v, count, out);
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            if (v[i].width != v[j].width || v[i].width < 2)
                continue;
            if (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX)
                continue;
            for (int sign = PLUS; sign <= MINUS; sign++)
                linear_row(ts, d, loop, (struct operand){&v[i], i, sign},
                           (struct operand){&v[j], j, sign}, AS_SIGNED, out);
        }
}

extern const struct domain domain_zone;
static const struct domain *const inner[] = {&domain_zone, NULL};
const struct domain domain_octagon = {
    .name = "octagons", .summary = "bounds of sums", .rows = octagon_rows, .inner = inner};
