/* Differences of variables of different widths: an int that counts is at most the size_t
 * beside it. Zones hold those of one width. */
#include "domain/template/linear.h"

enum { MOST_VARIABLES = 24 };

static void width_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                       const struct cut_loop *cut, const struct variable_view *v,
                       size_t count, rows *out)
{
    (void)cut;
    if (count > MOST_VARIABLES)
        count = MOST_VARIABLES;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            if (v[i].width == v[j].width || v[i].width < 16 || v[j].width < 16)
                continue;
            if (v[i].slot == UINT32_MAX && v[j].slot == UINT32_MAX)
                continue;
            for (int reading = AS_SIGNED; reading <= AS_UNSIGNED; reading++)
                linear_row(ts, d, loop, (struct operand){&v[i], i, PLUS},
                           (struct operand){&v[j], j, MINUS}, reading, out);
        }
}

const struct domain domain_width = {
    .name = "widths",
    .summary = "bounds of differences of variables of different widths",
    .rows = width_rows};
