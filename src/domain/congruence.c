/* Congruences: x mod 2^j is one constant (j up to 4), and flags of width 1. */
#include "domain/domain.h"

#include "base/map.h"

#include <stdio.h>

static void congruence_rows(struct terms *ts, const struct domain *d, uint32_t loop,
                            const struct cut_loop *cut, const struct variable_view *v, size_t count,
                            rows *out)
{
    (void)cut;
    for (size_t i = 0; i < count; i++) {
        if (v[i].slot == UINT32_MAX) continue;
        unsigned most = v[i].width < 4 ? v[i].width : 4;
        for (unsigned j = 1; j <= most; j++) {
            struct row r = {.kind = ROW_CONST, .loop = loop, .domain = d};
            r.expression = (struct row_expression){.form = FORM_LOW_BITS, .bits = j, .x = row_operand(&v[i])};
            r.pre = term_extract(ts, v[i].pre, j - 1, 0);
            r.entry = term_extract(ts, v[i].entry, j - 1, 0);
            r.post = term_extract(ts, v[i].post, j - 1, 0);
            r.shape = hash_pair(hash_pair(5, v[i].name), j);
            snprintf(r.text, sizeof r.text, "v%zu mod %u", i, 1u << j);
            VECTOR_PUSH(out, r);
        }
    }
}

const struct domain domain_congruence = {
    .name = "congruences", .summary = "remainders modulo powers of two", .rows = congruence_rows};
