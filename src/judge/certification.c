#include "judge/certification.h"

#include "base/clock.h"
#include "base/failure.h"
#include "property/property.h"

#include <stdio.h>

static void make_invalid(struct check_result *r, const char *why)
{
    r->answer = CHECK_INVALID;
    snprintf(r->why, sizeof r->why, "%.200s", why);
}

static void miss(uint32_t violations, struct check_result *r)
{
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (violations & VIOLATION_BIT(v)) {
            r->answer = CHECK_INVALID;
            snprintf(r->why, sizeof r->why, "there is no certificate of %s",
                     violation_name((enum violation)v));
            return;
        }
}

void certification_check(const struct program *p, const char *text,
                         const struct certification_question *q, double seconds,
                         uint64_t memory, struct check_result *r)
{
    struct certificate c;
    struct failure failure = {0};
    double until = wall_now() + seconds;
    uint32_t confirmed = 0;
    *r = (struct check_result){.answer = CHECK_CONFIRMED};
    while (r->answer == CHECK_CONFIRMED && certificate_read(&c, &text, &failure)) {
        double left = until - wall_now();
        if ((c.entry == UINT32_MAX ? p->entry : c.entry) != q->entry)
            make_invalid(r, "it is about another function");
        else
            certificate_check_apart(p, &c, left > 0.05 ? left : 0.05, memory, r);
        confirmed |= c.violations;
        certificate_release(&c);
    }
    if (failure.kind != FAILURE_NONE)
        make_invalid(r, failure.message);
    else if (r->answer == CHECK_CONFIRMED)
        miss(q->violations & ~confirmed, r);
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
