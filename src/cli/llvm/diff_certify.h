/* Certificates of what diff proved: sooth relate finds one in the sources, sooth check
 * confirms it. */
#ifndef CLI_LLVM_DIFF_CERTIFY_H
#define CLI_LLVM_DIFF_CERTIFY_H
#include "diff/match/compare.h"

struct certify_request {
    const char *folder;      /* where certificates are written */
    const char *versions[2]; /* files or folders */
    double seconds;          /* for each */
};
/* "yes", "yes, assuming overflow", or "no (why)"; in the arena. */
const char *diff_certify(struct arena *, const struct certify_request *,
                         const struct compare_result *);

#endif
