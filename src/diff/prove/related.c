#include "diff/prove/related.h"

#include "base/companion.h"
#include "base/text.h"
#include "diff/prove/proof.h"

#include <stdio.h>
#include <string.h>

static unsigned assumed(const char *said)
{
    unsigned bits = 0;
    for (const struct compare_assumption_word *w = compare_assumption_words; w->word; w++)
        if (strstr(said, w->word)) bits |= w->bit;
    return bits;
}

bool related_holds(const char *const files[2], const char *function, double seconds, unsigned *assumptions)
{
    char self[COMPANION_ROOM], limit[32], wanted[300];
    struct text output = {0};
    if (!companion_path(self, "sooth")) return false;
    snprintf(limit, sizeof limit, "%.1f", seconds);
    int n = snprintf(wanted, sizeof wanted, "%s: same", function);
    const char *const arguments[] = {self, "relate", "--timeout", limit, "--function", function, files[0], files[1], NULL};
    bool found = n > 0 && (size_t)n < sizeof wanted && proof_ask(arguments, &output) &&
                 !strncmp(text_of(&output), wanted, (size_t)n);
    if (found) *assumptions = assumed(text_of(&output) + n);
    text_release(&output);
    return found;
}
