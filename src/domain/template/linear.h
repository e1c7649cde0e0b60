/* Rows over sums and differences of one or two variables, widened so that they cannot
 * overflow. */
#ifndef DOMAIN_TEMPLATE_LINEAR_H
#define DOMAIN_TEMPLATE_LINEAR_H
#include "domain/domain.h"

enum sign { PLUS, MINUS };
enum reading { AS_SIGNED, AS_UNSIGNED };
struct operand {
    const struct variable_view *variable; /* null: absent */
    size_t number;                        /* of the variable, for names */
    enum sign sign;
};
/* Adds the row  +-x +-y <= d; each variable is read at its own width. */
void linear_row(struct terms *, const struct domain *, uint32_t loop, struct operand x,
                struct operand y, enum reading, rows *out);

#endif
