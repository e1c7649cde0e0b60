/* The numbers of a certificate. Conditions (SMT-LIB) are not looked into. */
#include "certificate/certificate.h"

static void add(certificate_number_list *out, uint64_t n)
{
    VECTOR_PUSH(out, n);
}

static void numbers_of_fact(const struct fact *f, certificate_number_list *out)
{
    enum {
        CARRIES_NOTHING,
        CARRIES_OWN = 0,
        CARRIES_VALUE,
        CARRIES_SIGN = 1,
        CARRIES_BITS = 1
    };
    static const bool carries_value[] = {
#define FACT(kind, word, carries, words, meaning) CARRIES_##carries,
#include "certificate/facts.def"
#undef FACT
    };
    if (carries_value[f->kind])
        add(out, (uint64_t)f->value);
    for (uint8_t i = 0; f->kind == FACT_RELATION && i < f->relation.constants; i++)
        add(out, f->relation.constant[i]);
}

static void number_of_value(const struct shape_value *v, certificate_number_list *out)
{
    if (v->kind == SHAPE_BITS)
        add(out, v->bits);
}

static void numbers_of_graph(const struct shape_graph *g, certificate_number_list *out)
{
    for (size_t i = 0; i < g->roots.count; i++)
        number_of_value(&g->roots.data[i].value, out);
    for (size_t i = 0; i < g->cells.count; i++)
        number_of_value(&g->cells.data[i].value, out);
    for (size_t i = 0; i < g->objects.count; i++)
        if (!g->objects.data[i].size_number)
            add(out, g->objects.data[i].size);
}

void certificate_numbers(const struct certificate *c, certificate_number_list *out)
{
    for (size_t l = 0; l < c->loops.count; l++) {
        const struct certificate_loop *loop = &c->loops.data[l];
        for (size_t i = 0; i < loop->facts.count; i++)
            numbers_of_fact(&loop->facts.data[i], out);
        for (size_t i = 0; i < loop->graphs.count; i++)
            numbers_of_graph(&loop->graphs.data[i], out);
    }
}
