/* Termination by edges: where heap_edges_end says that no path is infinite, none is, by brute
 * force.
 *
 * Random edges between a few nodes, with two measures of small values: the states (node,
 * values) and the steps that the edges allow make a finite graph, which must have no cycle.
 */
#include "check/shape/shape_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 4, VALUES = 3, STATES = NODES * VALUES * VALUES, ROUNDS = 4000 };

static uint64_t seed = 7;

static unsigned chance(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((seed >> 33) % n);
}

static bool allows(const struct heap_edge *e, unsigned measure, unsigned before,
                   unsigned after)
{
    if (e->falls >> measure & 1)
        return after < before;
    return !(e->stays >> measure & 1) || after <= before;
}

static void add_steps(const struct heap_edge *e, bool reach[STATES][STATES])
{
    for (unsigned a = 0; a < VALUES * VALUES; a++)
        for (unsigned b = 0; b < VALUES * VALUES; b++)
            if (allows(e, 0, a / VALUES, b / VALUES) && allows(e, 1, a % VALUES, b % VALUES))
                reach[e->from * VALUES * VALUES + a][e->to * VALUES * VALUES + b] = true;
}

static bool has_cycle(const struct heap_edge *edges, size_t count)
{
    static bool reach[STATES][STATES];
    memset(reach, 0, sizeof reach);
    for (size_t i = 0; i < count; i++)
        add_steps(&edges[i], reach);
    for (int k = 0; k < STATES; k++)
        for (int i = 0; i < STATES; i++)
            for (int j = 0; reach[i][k] && j < STATES; j++)
                reach[i][j] |= reach[k][j];
    for (int i = 0; i < STATES; i++)
        if (reach[i][i])
            return true;
    return false;
}

static struct heap_edge random_edge(void)
{
    struct heap_edge e = {.from = chance(NODES), .to = chance(NODES), .stays = chance(4)};
    e.falls = e.stays & chance(4);
    return e;
}

static void endings_are_true(void **state)
{
    (void)state;
    unsigned said = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct heap_edge edges[7];
        size_t count = 1 + chance(7);
        for (size_t i = 0; i < count; i++)
            edges[i] = random_edge();
        if (!heap_edges_end(edges, count))
            continue;
        said++;
        assert_false(has_cycle(edges, count));
    }
    assert_true(said > ROUNDS / 20);
}

static void known_cases(void **state)
{
    (void)state;
    struct heap_edge round = {0, 0, 1, 1}, still = {0, 0, 0, 1}, grows = {0, 1, 0, 0},
                     back = {1, 0, 1, 1};
    assert_true(heap_edges_end(NULL, 0));
    assert_true(heap_edges_end(&round, 1));
    assert_false(heap_edges_end(&still, 1));
    assert_false(heap_edges_end((struct heap_edge[]){grows, back}, 2));
    /* the second measure grows only where the first falls */
    struct heap_edge nested[] = {{0, 1, 0, 1}, {1, 1, 2, 3}, {1, 0, 1, 1}};
    assert_true(heap_edges_end(nested, 3));
    nested[1].stays = 2;
    assert_false(heap_edges_end(nested, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(endings_are_true),
                                       cmocka_unit_test(known_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
