/* Helpers of the program tests: text in, a pass, text out. */
#ifndef CHECK_PASS_H
#define CHECK_PASS_H
#include "base/failure.h"
#include "base/text.h"
#include "program/passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static inline struct program *parse_good(const char *text)
{
    struct failure failure = {0};
    struct program *p = program_parse(text, &failure);
    if (!p || !program_check(p, &failure))
        fail_msg("%s", failure.message);
    return p;
}

static inline void check_good(const struct program *p)
{
    struct failure failure = {0};
    if (program_check(p, &failure))
        return;
    struct text out = {0};
    program_print(p, &out);
    fail_msg("%s\n%s", failure.message, text_of(&out));
}

/* The program in `before`, after the pass, prints as `after`, and keeps the laws. */
static inline void check_pass(const char *before, void (*pass)(struct program *),
                              const char *after)
{
    struct program *p = parse_good(before);
    pass(p);
    check_good(p);
    struct text out = {0};
    program_print(p, &out);
    assert_string_equal(text_of(&out), after);
    text_release(&out);
    program_free(p);
}

#endif
