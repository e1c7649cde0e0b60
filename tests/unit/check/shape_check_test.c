/* Certificates of heap shapes: good ones are confirmed; forged ones, one change apart, are
 * not.
 *
 * Programs and graphs are files in tests/unit/check/shapes/: NAME.program (the text form of
 * sooth dump) and NAME.graphs (what stands between the head of a certificate and its end;
 * SITE0 is the site of instruction 0). */
#include "base/failure.h"
#include "check/check.h"
#include "program/passes.h"
#include "property/property.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    MEMORY = VIOLATION_BIT(VIOLATION_REACH) | VIOLATION_BIT(VIOLATION_DEREF) |
             VIOLATION_BIT(VIOLATION_FREE) | VIOLATION_BIT(VIOLATION_MEMTRACK) |
             VIOLATION_BIT(VIOLATION_MEMCLEANUP)
};

static char *replaced(const char *text, const char *from, const char *to)
{
    struct text out = {0};
    size_t count = 0;
    for (const char *at = strstr(text, from); at; at = strstr(text, from)) {
        text_put_range(&out, text, (size_t)(at - text));
        text_put(&out, to);
        text = at + strlen(from);
        count++;
    }
    if (!count)
        fail_msg("'%s' does not occur", from);
    text_put(&out, text);
    char *result = strdup(text_of(&out));
    text_release(&out);
    return result;
}

static char *read_part(const char *name, const char *kind)
{
    char path[200];
    struct text t = {0};
    struct failure failure = {0};
    snprintf(path, sizeof path, "tests/unit/check/shapes/%s.%s", name, kind);
    if (!text_read_file(&t, path, &failure))
        fail_msg("%s", failure.message);
    char *result = strdup(text_of(&t));
    text_release(&t);
    return result;
}

static char *read_graphs(const char *name)
{
    char *graphs = read_part(name, "graphs");
    char site[20];
    snprintf(site, sizeof site, "%016lx",
             (unsigned long)hash_pair(certificate_path(0, 0, 0), 0));
    if (!strstr(graphs, "SITE0"))
        return graphs;
    char *result = replaced(graphs, "SITE0", site);
    free(graphs);
    return result;
}

static struct check_result check(const char *program_text, const char *graphs,
                                 uint32_t violations)
{
    struct failure failure = {0};
    struct check_result r = {.answer = CHECK_INVALID, .why = "it does not read"};
    struct program *p = program_parse(program_text, &failure);
    if (!p)
        fail_msg("%s", failure.message);
    struct text t = {0};
    text_add(&t, "certificate 1\nprogram %016lx\nargument shapes 1\n",
             (unsigned long)certificate_hash(p));
    text_put(&t, "recursion 2\nexternal args\nmalloc-may-fail 0\nviolations");
    for (int v = 0; v < VIOLATION_COUNT; v++)
        if (violations >> v & 1)
            text_add(&t, " %s", violation_name(v));
    text_add(&t, "\n%send\n", graphs);
    struct certificate c;
    const char *at = text_of(&t);
    if (certificate_read(&c, &at, &failure)) {
        certificate_check(p, &c, 20, &r);
        certificate_release(&c);
    }
    text_release(&t);
    program_free(p);
    return r;
}

static void good_ones_are_confirmed(void **state)
{
    (void)state;
    static const char *const names[] = {"push",    "queue",  "doubly", "ring",
                                        "nested",  "sorted", "maybe",  "recursion",
                                        "counted", "owned",  "texts"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *program = read_part(names[i], "program"), *graphs = read_graphs(names[i]);
        struct check_result r = check(program, graphs, MEMORY);
        if (r.answer != CHECK_CONFIRMED)
            fail_msg("%s: %s", names[i], r.why);
        free(program);
        free(graphs);
    }
}

struct change {
    const char *name, *from, *to;
};

static void forged_graphs_are_not_confirmed(void **state)
{
    (void)state;
    static const struct change changes[] = {
        /* too long, at a wrong offset, of another size, a wrong value, weaker, missing */
        {"push", "least 1", "least 2"},
        {"push", "next 8", "next 0"},
        {"push", "head 0", "head 8"},
        {"push", "16 heap", "24 heap"},
        {"push", "#x00000003", "#x00000004"},
        {"push", "(= v1 #x00000003)", "(bvsle v1 #x00000003)"},
        {"push", "cell o1 0 4 v1", "cell o1 4 4 v1"},
        {"push", "root 0 14 null", "root 0 14 unknown"},
        {"push", "root 0 14 null", "root 0 14 dangling"},
        {"push", "root 0 2 null", "root 0 3 bits32:0"},
        {"push", "cell o1 8 8 null", "cell o1 8 8 o1.first+0"},
        {"push", "cell o1 8 8 null", "cell o1 8 8 dangling"},
        {"push", "cell o1 8 8 null", "cell o1 8 8 unknown"},
        {"push", "  graph\n", "  graph lost\n"},
        /* which element is the last one */
        {"queue", "root 0 7 o1.last+0", "root 0 7 o1.first+0"},
        {"queue", "root 0 7 o1.last+0", "root 0 7 o1.some+0"},
        {"queue", "least 2", "least 1\n    fact false"},
        {"queue", "cell o1 0 8 o2+0", "cell o1 0 8 null"},
        {"queue", "cell o2 8 4 bits32:7", "cell o2 8 4 bits32:8"},
        {"queue", "cell o2 8 4 bits32:7\n", ""},
        {"queue", "root 0 7 o2+0", "root 0 7 o1.first+0"},
        {"queue", "root 0 7 o2+0", "root 0 7 o2+8"},
        /* links back */
        {"doubly", "prev 8 least 1", "least 1"},
        {"doubly", "prev 8 least 1", "prev 8 least 2"},
        {"doubly", "next 0 prev 8", "next 8 prev 0"},
        {"doubly", "root 0 24 o1.last+0", "root 0 24 o1.first+0"},
        {"doubly", "cell o1 8 8 null", "cell o1 8 8 o1.last+0"},
        {"ring", "next 8 prev 16 least", "next 8 least"},
        {"ring", "cell o2 16 8 o1+0", "cell o2 16 8 o1+8"},
        {"ring", "cell o2 8 8 o1+0", "cell o2 8 8 null"},
        {"ring", "cell o1 8 8 o2.last+8", "cell o1 8 8 o2.first+8"},
        {"ring", "cell o1 0 8 o2.first+8", "cell o1 0 8 o2.last+8"},
        {"ring", "head 8", "head 0"},
        {"ring", "least 0", "least 1"},
        {"ring", "stack", "global"},
        /* what elements own */
        {"nested", " owner o1", ""},
        {"nested", "cell o1 8 8 o2.first+0", "cell o1 8 8 o1.self+0"},
        {"nested", "cell o1 8 8 o2.first+0", "cell o1 8 8 null"},
        {"nested", "cell o1 8 8 o2.first+0", "cell o1 8 8 unknown"},
        {"nested", "least 0 owner o1", "least 1 owner o1"},
        {"nested", "cell o3 8 8 o4.first+0", "cell o3 8 8 o1.first+0"},
        {"maybe", " owner o1", ""},
        {"maybe", "maybe o2 32", "region o2 32"},
        {"maybe", "maybe o2 32", "maybe o2 31"},
        {"maybe", "cell o1 8 8 o2+0", "cell o1 8 8 null"},
        /* facts about elements, not kept or too weak */
        {"sorted", "step o1 (bvsle v2 w2)", "step o1 (bvslt v2 w2)"},
        {"sorted", "step o1 (bvsle v2 w2)", "step o1 (bvsge v2 w2)"},
        {"sorted", "step o1 (bvsle v2 w2)\n", ""},
        {"sorted", "first o1 (= v1 v2)", "first o1 (bvsle v2 v1)"},
        {"sorted", "first o1 (= v1 v2)", "last o1 (= v1 v2)"},
        {"sorted", "first o1 (= v1 v2)", "each o1 (= v1 v2)"},
        {"sorted", "first o1 (bvsle v1 v2)\n", ""},
        {"sorted", "number v2 32 owner o1", "number v2 32"},
        /* lengths */
        {"counted", " length v1", ""},
        {"counted", " length v1", " length v2"},
        {"counted", "least 1 length v1", "least 2 length v1"},
        {"counted", "number v1 64", "number v1 64 owner o1"},
        {"counted", "(= v1 ((_ sign_extend 32) v2))",
         "(= v1 (bvadd #x0000000000000001 ((_ sign_extend 32) v2)))"},
        {"counted", "(= v1 ((_ sign_extend 32) v2))", "(bvsle v1 ((_ sign_extend 32) v2))"},
        /* ... of lists that elements own */
        {"owned", "least 0 length v1", "least 0"},
        {"owned", "least 0 length v1", "least 1 length v1"},
        {"owned", "least 0 length v1", "least 0 length v3"},
        {"owned", "number v1 64 owner o1", "number v1 64"},
        {"owned", "number v1 64 owner o1", "number v1 64 owner o2"},
        {"owned", "(= v1 v2)", "(= v1 (bvadd v2 #x0000000000000001))"},
        {"owned", "least 0 length v1", "least 1"},
        /* rows that elements own */
        {"texts", "from v2 owner o1", "from v1 owner o1"},
        {"texts", "number v2 64 owner o1", "number v2 64"},
        {"texts", "from 0 owner o1", "from 0"},
        {"texts", "cell o4 0 1 bits8:0", "cell o4 0 1 bits8:120"},
        {"texts", "cell o3 0 1 bits8:120", "cell o3 0 1 bits8:0"},
        {"texts", "(= v1 (bvadd v2 #x0000000000000001))", "(bvult v2 v1)"},
        {"texts", "(= v1 (bvadd v3 #x0000000000000001))", "(bvult v3 v1)"},
        /* what calls get and leave */
        {"recursion", "returns 5 release\n  graph\n", "returns 5 release\n"},
        {"recursion", "returns 5 release\n", "returns 3 release\n"},
        {"recursion", "returns 5 release\n  graph\n", "returns 5 release\n  graph lost\n"},
        {"recursion", "cell o1 0 4 bits32:3", "cell o1 0 4 bits32:4"},
        {"recursion", "root 1 13 bits32:3", "root 1 13 bits32:4"},
        {"recursion", "root 1 0 o2+0\n    root 1 1 o1+0", "root 1 0 o1+0\n    root 1 1 o2+0"},
        {"recursion", "root 1 0 o2+0\n    root 1 1 o1+0", "root 1 0 o2+0"},
        {"recursion",
         "    root 1 13 bits32:3\n    cell o1 0 4 bits32:3\n    cell o1 8 8 o2+0\n",
         "    cell o1 0 4 bits32:3\n"},
        {"recursion", "calls 3 fill\n  graph\n    root 0 0 bits64:0\n",
         "calls 3 fill\n  graph\n    root 0 0 dangling\n"},
        {"recursion", "least 1\n    root 0 0 o2.first+0", "least 2\n    root 0 0 o2.first+0"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *program = read_part(changes[i].name, "program"),
             *graphs = read_graphs(changes[i].name);
        char *forged = replaced(graphs, changes[i].from, changes[i].to);
        struct check_result r = check(program, forged, MEMORY);
        if (r.answer == CHECK_CONFIRMED)
            fail_msg("%s: '%s' for '%s' is confirmed", changes[i].name, changes[i].to,
                     changes[i].from);
        free(program);
        free(graphs);
        free(forged);
    }
}

/* Programs that are wrong, one change apart. */
static const struct change wrong_programs[] = {
    {"push", "store %6, i32 3", "store %6, i32 2"},
    {"push", "store %9, %2", "store %9, null"},     /* the rest is lost */
    {"push", "store %9, %2", "store %9, %6"},       /* leads to itself */
    {"push", "call @free, %14", "call @free, %18"}, /* the wrong one */
    {"push", "[%18 b7]", "[%14 b7]"},               /* goes on with a node that was freed */
    {"push", "i64 16", "i64 12"},
    {"counted", "add i32 %3, i32 1", "add i32 %3, i32 2"},
    {"counted", "icmp.sgt i1 %20, i32 0", "icmp.sge i1 %20, i32 0"},
    {"counted", "icmp.sgt i1 %20, i32 0", "icmp.sgt i1 %20, i32 1"},
    {"owned", "add i64 %11, i64 1", "add i64 %11, i64 2"},
    {"owned", "i64 0 b2", "i64 1 b2"},
    {"texts", "store %15, i8 0", "store %15, i8 1"},
    {"texts", "ptradd ptr %14, %1 ", "ptradd ptr %14, %11 "},
    {"texts", "store %17, %1 ", "store %17, %11 "},
    {"texts", "store %17, %1 ", "store %17, %6 "},
    {"queue", "store %7, %11 ", "store %11, %11 "},
    {"queue", "icmp.ne i1 %23, %7", "icmp.ne i1 %23, null"},
    {"queue", "call @free, %7", "call @free, %23\n  call @free, %7"},
    {"doubly", "store %11, %4", "store %11, null"},
    {"doubly", "store %4, %8", "store %4, null"},
    {"ring", "store %20, %18", "store %20, %0"},
    {"ring", "store %44, %42", "store %44, %29"},
    {"ring", "store %9, i64 5", "store %9, i64 6"},
    {"nested", "call @free, %37", "call @free, %26"},
    {"nested", "store %16, %19", "store %16, null"},
    {"sorted", "icmp.sgt i1 %10, %3", "icmp.slt i1 %10, %3"},
    {"maybe", "i64 31", "i64 32"},
    {"maybe", "call @free, %35", "call @free, %24"},
    {"recursion", "store %0, %1 ", "store %0, i32 4 "},
    {"recursion", "call @fill, %9, %1", "call @fill, %0, %1"},
    {"recursion", "call @fill, %9, %1", "call @free, %0\n  call @fill, %9, %1"},
    {"recursion", "call @release, %6", "call @release, %0"},
    {"recursion", "  call @release, %6 !2:14:5\n", ""}, /* the rest is lost */
    {"recursion", "  call @free, %0 !2:15:5\n", ""},
    {"recursion", "call @release, %7", "call @release, %7\n  call @free, %0"},
    {"recursion", "call @fill, %7, i32 3", "call @fill, %7, i32 2"},
    {"recursion", "call @fill, %7, i32 3", "call @release, %7\n  call @fill, %7, i32 3"},
};
enum { WRONG_PROGRAMS = sizeof wrong_programs / sizeof *wrong_programs };

static void wrong_programs_are_not_confirmed(void **state)
{
    (void)state;
    for (size_t i = 0; i < WRONG_PROGRAMS; i++) {
        const struct change *k = &wrong_programs[i];
        char *program = read_part(k->name, "program"), *graphs = read_graphs(k->name);
        char *wrong = replaced(program, k->from, k->to);
        struct check_result r = check(wrong, graphs, MEMORY);
        if (r.answer == CHECK_CONFIRMED)
            fail_msg("%s: '%s' for '%s' is confirmed", k->name, k->to, k->from);
        free(program);
        free(graphs);
        free(wrong);
    }
}

/* --- graphs forged at random --- */

static uint64_t seed = 1;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static bool is_plain_number(const char *word)
{
    return *word && strspn(word, "0123456789") == strlen(word);
}

static void put_changed(struct text *out, const char *word)
{
    static const char *const values[] = {"null",       "dangling",  "unknown",    "o1+0",
                                         "o1.first+0", "o1.last+0", "o2.first+8", "o2+0",
                                         "o1.self+0",  "v1"};
    static const char *const numbers[] = {"0", "1", "2", "4", "8", "16", "24"};
    static const char *const kinds[] = {"region", "list", "maybe"};
    static const char *const rows[] = {"each", "first", "last", "step", "fact"};
    bool value = strchr(word, '+') || text_same(word, "null") || text_starts(word, "bits") ||
                 word[0] == 'v';
    if (is_plain_number(word))
        text_add(out, " %s", numbers[chance(7)]);
    else if (text_same(word, "list") || text_same(word, "region") || text_same(word, "maybe"))
        text_add(out, " %s", kinds[chance(3)]);
    else if (text_same(word, "each") || text_same(word, "first") || text_same(word, "step"))
        text_add(out, " %s", rows[chance(5)]);
    else if (value)
        text_add(out, " %s", values[chance(10)]);
    else if (!text_same(word, "prev") && !text_same(word, "owner"))
        text_add(out, " %s", word);
}

/* Some words of inner lines are changed, some such lines are gone. */
static char *forged(const char *graphs, unsigned rate)
{
    struct text out = {0};
    char *copy = strdup(graphs), *rest, *words;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        bool inner = text_starts(line, "    ");
        if (!inner || chance(rate * 4) == 0) {
            if (!inner)
                text_add(&out, "%s\n", line);
            continue;
        }
        text_put(&out, "   ");
        for (char *word = strtok_r(line, " ", &words); word;
             word = strtok_r(NULL, " ", &words)) {
            if (chance(rate * 4) == 0)
                put_changed(&out, word);
            else
                text_add(&out, " %s", word);
        }
        text_put(&out, "\n");
    }
    free(copy);
    char *result = strdup(text_of(&out));
    text_release(&out);
    return result;
}

static void nothing_makes_wrong_programs_right(void **state)
{
    (void)state;
    unsigned checked = 0;
    for (size_t i = 0; i < WRONG_PROGRAMS; i++) {
        const struct change *k = &wrong_programs[i];
        char *program = read_part(k->name, "program"), *graphs = read_graphs(k->name);
        char *wrong = replaced(program, k->from, k->to);
        for (int round = 0; round < 60; round++) {
            char *changed = forged(graphs, 4 + chance(20));
            struct check_result r = check(wrong, changed, MEMORY);
            checked += r.answer != CHECK_INVALID;
            if (r.answer == CHECK_CONFIRMED)
                fail_msg("%s with '%s' is confirmed by\n%s", k->name, k->to, changed);
            free(changed);
        }
        free(program);
        free(graphs);
        free(wrong);
    }
    assert_true(checked > 300);
    print_message("%u forged certificates were looked at\n", checked);
}

/* A block that is never reached may have any graphs; one that is must have one that holds. */
static void only_reached_blocks_count(void **state)
{
    (void)state;
    char *program = read_part("push", "program"), *graphs = read_graphs("push");
    struct text more = {0};
    text_add(&more, "%sloop 0123456789abcdef 0 4 main\n  graph\n    root 0 14 dangling\n",
             graphs);
    assert_int_equal(check(program, text_of(&more), MEMORY).answer, CHECK_CONFIRMED);
    text_clear(&more);
    text_add(&more, "%sloop %016lx 0 8 main\n  graph\n    root 0 14 dangling\n", graphs,
             (unsigned long)certificate_path(0, 0, 0));
    assert_int_equal(check(program, text_of(&more), MEMORY).answer, CHECK_NOT_SHOWN);
    text_release(&more);
    free(program);
    free(graphs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_ones_are_confirmed),
        cmocka_unit_test(forged_graphs_are_not_confirmed),
        cmocka_unit_test(wrong_programs_are_not_confirmed),
        cmocka_unit_test(nothing_makes_wrong_programs_right),
        cmocka_unit_test(only_reached_blocks_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
