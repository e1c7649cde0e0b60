/* Circuits to clauses: recognises the shape of each gate (gate.c) and writes the clauses of
 * the polarities asked for. */
#include "blast/cnf.h"

#include "base/failure.h"
#include "blast/gate.h"

#include <stdlib.h>

enum { PAGE_BITS = 9, PAGE_SIZE = 1 << PAGE_BITS };
enum polarity { POSITIVE = 1, NEGATIVE = 2 };

struct cnf_page {
    int variable[PAGE_SIZE];
    uint8_t written[PAGE_SIZE]; /* polarities that have their clauses */
};

void cnf_init(struct cnf *cnf, const struct aig *aig,
              void (*clause)(void *, const int *, size_t), void *context)
{
    *cnf = (struct cnf){.aig = aig, .clause = clause, .context = context};
}

void cnf_release(struct cnf *cnf)
{
    for (size_t i = 0; i < cnf->page_count; i++)
        free(cnf->pages[i]);
    free(cnf->pages);
    VECTOR_RELEASE(&cnf->todo);
    VECTOR_RELEASE(&cnf->inputs);
}

static struct cnf_page *page_of(struct cnf *cnf, uint32_t node)
{
    size_t at = node >> PAGE_BITS;
    if (at >= cnf->page_count) {
        size_t count = at + at / 2 + 16;
        cnf->pages = realloc(cnf->pages, count * sizeof *cnf->pages);
        if (!cnf->pages)
            BUG("out of memory");
        while (cnf->page_count < count)
            cnf->pages[cnf->page_count++] = NULL;
    }
    if (!cnf->pages[at]) {
        cnf->pages[at] = calloc(1, sizeof(struct cnf_page));
        if (!cnf->pages[at])
            BUG("out of memory");
    }
    return cnf->pages[at];
}

int cnf_variable(const struct cnf *cnf, uint32_t node)
{
    LAW(node < cnf->aig->count);
    size_t at = node >> PAGE_BITS;
    if (at >= cnf->page_count || !cnf->pages[at])
        return 0;
    return cnf->pages[at]->variable[node & (PAGE_SIZE - 1)];
}

static void add(struct cnf *cnf, const int *literals, size_t count)
{
    LAW(count > 0);
    cnf->clauses++;
    cnf->clause(cnf->context, literals, count);
}

/* The variable of a node with the polarities noted for later writing. */
static int ask(struct cnf *cnf, literal a, unsigned polarities)
{
    LAW(literal_node(a) < cnf->aig->count);
    uint32_t node = literal_node(a);
    struct cnf_page *page = page_of(cnf, node);
    int *variable = &page->variable[node & (PAGE_SIZE - 1)];
    uint8_t *written = &page->written[node & (PAGE_SIZE - 1)];
    if (!*variable) {
        *variable = ++cnf->variables;
        if (node == 0)
            add(cnf, (int[]){-*variable}, 1);
        if (node != 0 && aig_is_input(cnf->aig, node))
            VECTOR_PUSH(&cnf->inputs, node);
    }
    if (literal_negated(a))
        polarities =
            (polarities & POSITIVE ? NEGATIVE : 0) | (polarities & NEGATIVE ? POSITIVE : 0);
    polarities &= ~(unsigned)*written;
    if (polarities && aig_is_gate(cnf->aig, node))
        VECTOR_PUSH(&cnf->todo, (uint64_t)node << 2 | polarities);
    *written |= (uint8_t)polarities;
    LAW(*variable > 0 && *variable <= cnf->variables);
    return literal_negated(a) ? -*variable : *variable;
}

/* n is 1 or -1 times the gate's variable: the clauses that n implies when the gate's function
 * holds as seen from n. */
static void write_and(struct cnf *cnf, int n, const struct gate *gate, enum polarity polarity)
{
    LAW(gate->count >= 2 && gate->count <= GATE_INPUTS);
    if (polarity == POSITIVE) {
        for (size_t i = 0; i < gate->count; i++)
            add(cnf, (int[]){-n, ask(cnf, gate->inputs[i], POSITIVE)}, 2);
        return;
    }
    int clause[GATE_INPUTS + 1];
    for (size_t i = 0; i < gate->count; i++)
        clause[i] = -ask(cnf, gate->inputs[i], NEGATIVE);
    clause[gate->count] = n;
    add(cnf, clause, gate->count + 1);
}

static void write_ite(struct cnf *cnf, int n, const struct gate *gate, enum polarity polarity)
{
    LAW(gate->count == 3);
    int s = ask(cnf, gate->inputs[0], POSITIVE | NEGATIVE);
    int t = ask(cnf, gate->inputs[1], polarity), e = ask(cnf, gate->inputs[2], polarity);
    if (polarity == NEGATIVE)
        n = -n, t = -t, e = -e;
    add(cnf, (int[]){-n, -s, t}, 3);
    add(cnf, (int[]){-n, s, e}, 3);
    add(cnf, (int[]){-n, t, e}, 3); /* follows, but propagates */
}

static void write_majority(struct cnf *cnf, int n, const struct gate *gate,
                           enum polarity polarity)
{
    LAW(gate->count == 3);
    int x[3];
    for (size_t i = 0; i < 3; i++)
        x[i] = ask(cnf, gate->inputs[i], polarity);
    if (polarity == NEGATIVE) {
        n = -n;
        for (size_t i = 0; i < 3; i++)
            x[i] = -x[i];
    }
    add(cnf, (int[]){-n, x[0], x[1]}, 3);
    add(cnf, (int[]){-n, x[0], x[2]}, 3);
    add(cnf, (int[]){-n, x[1], x[2]}, 3);
}

/* Odd parity of the inputs: excludes every assignment of them with the wrong parity. */
static void write_xor(struct cnf *cnf, int n, const struct gate *gate, enum polarity polarity)
{
    LAW(gate->count == 2 || gate->count == 3);
    int x[3], clause[4];
    for (size_t i = 0; i < gate->count; i++)
        x[i] = ask(cnf, gate->inputs[i], POSITIVE | NEGATIVE);
    bool wrong = polarity == NEGATIVE; /* parity to exclude, when n holds (positive) or not */
    for (unsigned assignment = 0; assignment < 1u << gate->count; assignment++) {
        if ((__builtin_popcount(assignment) & 1) != wrong)
            continue;
        for (size_t i = 0; i < gate->count; i++)
            clause[i] = assignment >> i & 1 ? -x[i] : x[i];
        clause[gate->count] = polarity == POSITIVE ? -n : n;
        add(cnf, clause, gate->count + 1);
    }
}

static bool has_variable(const void *context, uint32_t node)
{
    return cnf_variable(context, node) != 0;
}

static void write_gate(struct cnf *cnf, uint32_t node, enum polarity polarity)
{
    struct gate gate;
    gate_recognise(cnf->aig, node, has_variable, cnf, &gate);
    int n = cnf_variable(cnf, node);
    LAW(n > 0); /* it was asked for */
    switch (gate.kind) {
    case GATE_AND:
        write_and(cnf, n, &gate, polarity);
        break;
    case GATE_ITE:
        write_ite(cnf, n, &gate, polarity);
        break;
    case GATE_MAJORITY:
        write_majority(cnf, n, &gate, polarity);
        break;
    case GATE_XOR:
        write_xor(cnf, n, &gate, polarity);
        break;
    }
}

int cnf_literal(struct cnf *cnf, literal a)
{
    LAW(!cnf->todo.count);
    int result = ask(cnf, a, POSITIVE);
    while (cnf->todo.count) {
        uint64_t entry = VECTOR_POP(&cnf->todo);
        uint32_t node = (uint32_t)(entry >> 2);
        if (entry & POSITIVE)
            write_gate(cnf, node, POSITIVE);
        if (entry & NEGATIVE)
            write_gate(cnf, node, NEGATIVE);
    }
    return result;
}
