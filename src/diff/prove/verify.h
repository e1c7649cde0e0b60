/* Asks sooth verify whether the two functions of a product behave alike. */
#ifndef DIFF_PROVE_VERIFY_H
#define DIFF_PROVE_VERIFY_H
#include "base/arena.h"
#include "diff/prove/product.h"

struct verify_answer {
    bool proved;
    /* for inputs on which signed arithmetic of the old version does not overflow */
    bool excludes_overflow;
    /* that of the new version might overflow where that of the old one does not */
    bool may_overflow;
    bool in_question;   /* they could be put in step: a proof might be found */
    const char *reason; /* how it was proved, or why not */
};

/* When work on two functions began, by the clock and by the processor: how much slower the
 * clock is for them. */
struct verify_start {
    double clock, spent;
};
struct verify_start verify_start(void);
struct verify_answer verify_product(struct arena *, struct product *, double seconds,
                                    struct verify_start);

#endif
