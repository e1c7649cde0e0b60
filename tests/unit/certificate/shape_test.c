/* Graphs in certificates: the text reads back as written, and graphs that name what is not
 * there do not fit. */
#include "base/failure.h"
#include "certificate/certificate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const head = "certificate 1\n"
                                "program 0123456789abcdef\n"
                                "argument shapes 1\n"
                                "recursion 1\n"
                                "external args\n"
                                "malloc-may-fail 0\n"
                                "violations valid-deref\n"
                                "loop 8477b14ee08a0674 0 4 main\n";

static const char *const whole =
    "  graph\n"
    "    list o1 24 heap 77ab0c11d0e2f345 head 8 next 8 prev 16 least 1\n"
    "    region o2 16 stack 8477b14ee08a0675\n"
    "    region o3 v2 heap 8477b14ee08a0676 background zero\n"
    "    region o4 8 global 8477b14ee08a0677 background initial\n"
    "    maybe o5 32 heap 8477b14ee08a0678 head 4 owner o1\n"
    "    tree o6 24 heap 8477b14ee08a0679 head 0 next 8 or 16\n"
    "    region o7 8 heap 8477b14ee08a067a dead\n"
    "    number v1 32 owner o1\n"
    "    number v2 64\n"
    "    number v3 64 float\n"
    "    root 0 30 o1.first+8\n"
    "    root 0 31 o1.last-16\n"
    "    root 1 3 v2\n"
    "    root 1 4 v3\n"
    "    root 1 5 o3+4+v2\n"
    "    root 1 6 dangling\n"
    "    root 1 7 o6+0\n"
    "    root 1 8 o1.some+8\n"
    "    cell o1 0 4 v1\n"
    "    cell o1 8 8 o2+0\n"
    "    cell o1 16 8 o2+0\n"
    "    cell o2 0 8 o1.first+8\n"
    "    cell o2 8 8 null\n"
    "    cell o3 0 1 bits8:255\n"
    "    cell o4 0 8 function:3\n"
    "    cell o5 0 8 o1.self+8\n"
    "    cell o6 0 8 unknown\n"
    "    each o1 (= v1 #x00000003)\n"
    "    step o1 (bvsle v1 w1)\n"
    "    fact (bvult v2 #x0000000000000010)\n"
    "  graph lost\n"
    "    root 0 30 null\n";

static bool read_text(struct certificate *c, const char *graphs)
{
    struct text t = {0};
    struct failure failure = {0};
    text_add(&t, "%s%send\n", head, graphs);
    const char *at = text_of(&t);
    bool good = certificate_read(c, &at, &failure);
    text_release(&t);
    return good;
}

static void reads_back(void **state)
{
    (void)state;
    struct certificate c;
    struct text t = {0};
    const char *why;
    assert_true(read_text(&c, whole));
    assert_int_equal(c.kind, CERTIFICATE_SHAPES);
    assert_int_equal(c.loops.data[0].graphs.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(shape_graph_fits(&c.loops.data[0].graphs.data[i], 8, &why));
    for (size_t i = 0; i < 2; i++)
        shape_graph_write(&c.loops.data[0].graphs.data[i], &t);
    assert_string_equal(text_of(&t), whole);
    text_release(&t);
    certificate_release(&c);
}

/* Replaces the first `from` of the graphs above. */
static char *changed(const char *from, const char *to)
{
    const char *at = strstr(whole, from);
    char *out = malloc(strlen(whole) + strlen(to) + 1);
    assert_non_null(at);
    memcpy(out, whole, (size_t)(at - whole));
    strcpy(out + (at - whole), to);
    strcat(out, at + strlen(from));
    return out;
}

static void wrong_lines_do_not_read(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"list o1 24", "list o2 24"},      {"heap 77ab", "heap 77"},
        {"owner o1\n", "owner\n"},         {"o1.first+8", "o1.first8"},
        {"o1.first+8", "o1.first+8+v"},    {"number v1 32", "number v1"},
        {"root 0 30 o1", "root 0 30 q1"},  {"bits8:255", "bits8:"},
        {"least 1", "least one"},          {"graph lost", "graph found"},
        {"cell o1 0 4 v1", "cell o1 0 4"}, {"step o1 (bvsle v1 w1)", "step o1"},
        {"background zero", "background"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct certificate c;
        char *text = changed(wrong[i][0], wrong[i][1]);
        assert_false(read_text(&c, text));
        free(text);
    }
}

static void wrong_graphs_do_not_fit(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"least 1", "least 0"}, /* o1.last-16, o1.some */
        {"least 1", "least 3"},
        {"next 8 prev", "next 20 prev"},
        {"prev 16", "prev 12"},
        {"head 8 next", "head 24 next"},
        {"o1.first+8", "o9.first+8"},
        {"o1.first+8", "o1+8"},
        {"o6+0", "o6+8"},
        {"o6+0", "o6.first+0"},
        {"root 1 3 v2", "root 1 3 v1"}, /* of an element, outside */
        {"root 1 3 v2", "root 1 3 v4"},
        {"root 1 3 v2", "root 1 3 o5+0"},
        {"root 1 3 v2", "root 1 4 v2"},
        {"cell o1 0 4 v1", "cell o1 0 8 v1"},
        {"cell o1 0 4 v1", "cell o1 6 4 v1"},
        {"cell o1 0 4 v1", "cell o2 0 4 v1"},
        {"cell o1 8 8 o2+0\n", "cell o1 6 2 bits16:1\n"},
        {"cell o2 8 8 null", "cell o2 7 8 null"},
        {"cell o2 8 8 null", "cell o2 8 8 o1.self+8"},
        {"cell o2 8 8 null", "cell o2 9 8 null"},
        {"cell o6 0 8 unknown", "cell o6 8 8 unknown"},
        {"cell o6 0 8 unknown", "cell o7 0 8 unknown"},
        {"owner o1\n    tree", "owner o2\n    tree"},
        {"owner o1\n    tree", "owner o6\n    tree"},
        {"o3+4+v2", "o3+4+v3"},
        {"heap 8477b14ee08a0676 background zero", "heap 8477b14ee08a0676 background initial"},
        {"each o1", "each o2"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct certificate c;
        const char *why;
        char *text = changed(wrong[i][0], wrong[i][1]);
        assert_true(read_text(&c, text));
        if (shape_graph_fits(&c.loops.data[0].graphs.data[0], 8, &why))
            fail_msg("'%s' for '%s' fits", wrong[i][1], wrong[i][0]);
        certificate_release(&c);
        free(text);
    }
}

/* Lists that may be empty, in a ring: what would the pointers stand for? */
static void rings_need_a_node(void **state)
{
    (void)state;
    static const char *const rings[] = {
        "  graph\n    list o1 8 heap 77ab0c11d0e2f345 head 0 next 0 least 0\n    cell o1 0 8 "
        "o1.first+0\n",
        "  graph\n    list o1 8 heap 77ab0c11d0e2f345 head 0 next 0 least 0\n"
        "    list o2 8 heap 77ab0c11d0e2f345 head 0 next 0 least 0\n"
        "    cell o1 0 8 o2.first+0\n    cell o2 0 8 o1.first+0\n",
        "  graph\n    list o1 16 heap 77ab0c11d0e2f345 head 0 next 0 prev 8 least 0\n"
        "    cell o1 0 8 o1.last+0\n    cell o1 8 8 o1.first+0\n",
    };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        struct certificate c;
        const char *why;
        assert_true(read_text(&c, rings[i]));
        assert_false(shape_graph_fits(&c.loops.data[0].graphs.data[0], 8, &why));
        assert_string_equal(why, "a ring of lists that may all be empty");
        c.loops.data[0].graphs.data[0].objects.data[0].least = 1;
        assert_true(shape_graph_fits(&c.loops.data[0].graphs.data[0], 8, &why));
        certificate_release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_back),
        cmocka_unit_test(wrong_lines_do_not_read),
        cmocka_unit_test(wrong_graphs_do_not_fit),
        cmocka_unit_test(rings_need_a_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
