/* Intervals: low <= x <= high, reading x as signed and as unsigned. */
#include "domain/template/linear.h"

static void interval_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                          const struct cut_loop *cut, const struct variable_view *v,
                          size_t count, rows *out)
{
    (void)cut;
    for (size_t i = 0; i < count; i++) {
        if (v[i].slot == UINT32_MAX || v[i].width < 2)
            continue;
        for (int sign = PLUS; sign <= MINUS; sign++)
            for (int reading = AS_SIGNED; reading <= AS_UNSIGNED; reading++)
                linear_row(ts, d, loop, (struct operand){&v[i], i, sign}, (struct operand){0},
                           reading, out);
    }
}

const struct domain domain_interval = {
    .name = "intervals", .summary = "bounds of single variables", .rows = interval_rows};
