/* Relations: an equation between two computed values of a loop's state, such as 2*s = i*(i-1)
 * or g = i ^ (i
 * >> 1). No template lists them: an engine invents those that hold, and lends them to the
 * domain. */
#ifndef DOMAIN_TEMPLATE_RELATION_H
#define DOMAIN_TEMPLATE_RELATION_H
#include "domain/domain.h"

/* Registers are numbered: variables, then constants, then steps; a step reads registers
 * before its own. Narrower variables are extended with their sign. */
struct relation_step {
    enum term_op op; /* a bit-vector operator with two arguments of one width */
    uint8_t a, b;
};
struct relation {
    unsigned width;
    uint8_t variables, constants, steps;
    uint8_t left, right;                   /* the registers that are equal */
    uint64_t variable[RELATION_VARIABLES]; /* names of variable_views */
    uint64_t constant[RELATION_CONSTANTS];
    struct relation_step step[RELATION_STEPS];
};

struct loop_relation {
    uint64_t loop; /* its name */
    struct relation relation;
};
struct loop_relations {
    VECTOR(struct loop_relation) list;
};

/* The domains whose rows are relations: invented ones, and equations of multiples. */
extern const struct domain domain_relation, domain_affine, domain_polynomial;
/* Adds a row of this domain for each relation that the context lends; they must not change
 * while the rows are used. */
void relation_rows(const struct domain_context *, const struct domain *, rows *out);
/* The relation as a FACT row of a loop with these variables; false if one of its own is not
 * among them. The relation must outlive the row. */
bool relation_row(struct terms *, const struct relation *, uint32_t loop,
                  const struct variable_view *, size_t count, struct row *out);

#endif
