/* Circuits of float operators. */
#include "blast/float_blast.h"

#include "base/failure.h"

struct bits float_canonical(struct circuit *c, unsigned exponent, unsigned significand, struct bits a)
{
    struct bits fraction = bits_extract(c, a, significand - 2, 0);
    struct bits high = bits_extract(c, a, exponent + significand - 2, significand - 1);
    literal nan = aig_and(c->aig, bits_all(c, high), bits_any(c, fraction));
    struct bits canonical = bits_new(c, a.width);
    for (unsigned i = 0; i <= exponent; i++)
        canonical.at[significand - 2 + i] = LITERAL_TRUE;
    return bits_ite(c, nan, canonical, a);
}

struct bits blast_float(struct circuit *c, const struct terms *terms, struct term application,
                        const struct bits *arguments)
{
    (void)c, (void)arguments;
    BUG("no circuit for float operator %d", (int)term_op(terms, application));
}
