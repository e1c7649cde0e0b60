#include "judge/certification.h"

#include "base/clock.h"
#include "base/failure.h"

#include <stdio.h>

void certification_check(const struct program *p, const char *text, uint32_t violations, uint32_t entry,
                         double seconds, uint64_t memory, struct check_result *r)
{
    struct certificate c;
    struct failure failure = {0};
    double until = wall_now() + seconds;
    uint32_t confirmed = 0;
    *r = (struct check_result){.why = "there is no certificate of everything that holds"};
    while (certificate_read(&c, &text, &failure)) {
        double left = until - wall_now();
        if ((c.entry == UINT32_MAX ? p->entry : c.entry) != entry) {
            *r = (struct check_result){CHECK_REFUTED, "it is about another function"};
            certificate_release(&c);
            return;
        }
        certificate_check_apart(p, &c, left > 0.05 ? left : 0.05, memory, r);
        if (r->answer == CHECK_CONFIRMED) confirmed |= c.violations;
        certificate_release(&c);
        if (r->answer != CHECK_CONFIRMED) return;
    }
    if (failure.kind != FAILURE_NONE) {
        r->answer = CHECK_REFUTED;
        snprintf(r->why, sizeof r->why, "%.200s", failure.message);
    } else if (violations & ~confirmed) {
        *r = (struct check_result){.why = "there is no certificate of everything that holds"};
    }
}

void certification_show(const struct program *p, const char *text, struct text *out)
{
    struct certificate c;
    struct failure failure = {0};
    while (certificate_read(&c, &text, &failure)) {
        certificate_print(&c, p, out);
        certificate_release(&c);
    }
}
