/* Float applications of the term room as circuits. */
#include "blast/float/blast.h"

#include "blast/float/circuit.h"
#include "blast/float/float_internal.h"
#include "term/float_fold.h"

struct bits float_canonical(struct circuit *c, unsigned exponent, unsigned significand,
                            struct bits a)
{
    struct float_format f = {exponent, significand};
    struct float_view x = float_look(c, f, a);
    return float_finish(c, f, x.sign, x.magnitude, x.nan, LITERAL_FALSE, LITERAL_FALSE);
}

static struct float_operation application_operation(const struct terms *terms,
                                                    struct term application)
{
    struct term arguments[4];
    for (size_t i = 0; i < term_count(terms, application); i++)
        arguments[i] = term_arg(terms, application, i);
    return float_operation_of(terms, term_op(terms, application), arguments,
                              term_sort(terms, application));
}

struct bits blast_float(struct circuit *c, const struct terms *terms, struct term application,
                        const struct bits *arguments)
{
    struct float_operation operation = application_operation(terms, application);
    bool rounds = float_op_rounds(operation.op);
    return float_circuit(c, &operation, rounds ? arguments[0] : bits_new(c, 3),
                         arguments + rounds);
}
