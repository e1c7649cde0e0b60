/* Compiler commands taken apart: what counts is kept, what does not is gone, whatever way it
 * is written. */
#include "diff/snapshot/snapshot_internal.h"

#include "base/text.h"

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

static const char *joined(struct arena *a, const snapshot_words *words)
{
    const char *text = "";
    for (size_t i = 0; i < words->count; i++)
        text = arena_format(a, "%s%s%s", text, i ? " " : "", words->data[i]);
    return text;
}

/* LINE is split like a shell does; checks the flags kept, the sources and the object. */
static void check(const char *line, bool compiles, const char *flags, const char *sources,
                  const char *object)
{
    struct arena a;
    arena_init(&a);
    snapshot_words words = {0};
    snapshot_split(&words, &a, line);
    struct snapshot_command c;
    snapshot_command_parse(&c, &a, words.count, words.data);
    assert_int_equal(c.compiles, compiles);
    assert_string_equal(joined(&a, &c.flags), flags);
    assert_string_equal(joined(&a, &c.sources), sources);
    if (object)
        assert_string_equal(c.object, object);
    else
        assert_null(c.object);
    snapshot_command_release(&c);
    VECTOR_RELEASE(&words);
    arena_release(&a);
}

static void keeps_what_matters(void **state)
{
    (void)state;
    check("-c -O2 -g3 -Wall -Werror -DX=1 -I inc -Iother -std=gnu99 -pthread a.c -o a.o",
          true, "-DX=1 -I inc -Iother -std=gnu99 -pthread", "a.c", "a.o");
    check("-m32 -fwrapv -fno-strict-aliasing -c a.c", true,
          "-m32 -fwrapv -fno-strict-aliasing", "a.c", NULL);
    check("-include config.h -isystem sys -U Y -c dir/a.c -oout.o", true,
          "-include config.h -isystem sys -U Y", "dir/a.c", "out.o");
}

static void drops_outputs_of_the_build(void **state)
{
    (void)state;
    check("-MD -MF a.d -MT a.o -c a.c -o a.o", true, "", "a.c", "a.o");
    check("-Wp,-MMD,x/.a.d -Wp,-DY,-UZ -c a.c -o a.o", true, "-DY -UZ", "a.c", "a.o");
    check("-Wa,--noexecstack -Wl,--gc-sections -fsanitize=address -flto -pg -fprofile-arcs "
          "-c a.c",
          true, "", "a.c", NULL);
    check("-Os -c a.c", true, "-D__OPTIMIZE_SIZE__=1", "a.c", NULL);
}

static void tells_commands_apart(void **state)
{
    (void)state;
    check("a.o b.o -o prog -lm", false, "", "", NULL);
    check("-E a.c", false, "", "a.c", NULL);
    check("-S -c a.c -o a.s", false, "", "a.c", "a.s");
    check("a.c b.c -o prog -lm -L lib", true, "", "a.c b.c", NULL);
    check("-c start.S -o start.o", false, "", "", "start.o");
}

static void splits_like_a_shell(void **state)
{
    (void)state;
    check("-c \"-DNAME=\\\"a b\\\"\" -DQ='x y' a\\ b.c", true, "-DNAME=\"a b\" -DQ=x y",
          "a b.c", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_matters),
        cmocka_unit_test(drops_outputs_of_the_build),
        cmocka_unit_test(tells_commands_apart),
        cmocka_unit_test(splits_like_a_shell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
