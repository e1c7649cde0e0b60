/* Facts about all elements in certificates: `forall +operand ...
 * array:OBJECT:AT:BYTES:STRIDE=name ... | CONDITION`.
 *
 * The condition is an SMT-LIB term. It holds for every number j (of 64 bits) for which the
 * elements that it mentions lie inside their objects. In it the operands are x0w32, x1w64,
 * ... (number and width) and the arrays functions a0b4, a1b1, ... (number and bytes) from
 * numbers of elements to words; element n of an array is the `bytes` bytes at offset at + n *
 * stride of the object. */
#include "certificate/certificate.h"

#include "base/failure.h"
#include "certificate/condition_print.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void fact_forall_write(struct text *t, const struct fact_forall *f)
{
    LAW(f->operands <= FACT_FORALL_OPERANDS && f->arrays <= FACT_FORALL_ARRAYS);
    LAW(f->condition);
    for (unsigned i = 0; i < f->operands; i++)
        fact_operand_write(t, &f->operand[i]);
    for (unsigned i = 0; i < f->arrays; i++) {
        const struct fact_array *a = &f->array[i];
        text_add(t, " array:%016lx:%u:%u:%lu=%s", (unsigned long)a->object, a->at, a->bytes,
                 (unsigned long)a->stride, a->name);
    }
    text_add(t, " | %s", f->condition);
}

static bool read_array(char *word, struct fact_array *a)
{
    unsigned long object, stride;
    char *name = strchr(word, '=');
    if (name) {
        *name++ = 0;
        snprintf(a->name, sizeof a->name, "%s", name);
    }
    if (sscanf(word, "array:%lx:%u:%u:%lu", &object, &a->at, &a->bytes, &stride) != 4)
        return false;
    a->object = object;
    a->stride = stride;
    return a->bytes >= 1 && a->bytes <= 8 && stride >= 1 && stride < 1u << 31 &&
           a->at < 1u << 31;
}

bool fact_forall_read(struct fact *fact, char **rest)
{
    struct fact_forall *f = calloc(1, sizeof *f);
    char *word;
    bool good = true;
    fact->forall = f;
    while (good && (word = strtok_r(NULL, " ", rest)) && !text_same(word, "|")) {
        if (*word == '+')
            good = f->operands < FACT_FORALL_OPERANDS && !f->arrays &&
                   fact_operand_read(word, &f->operand[f->operands++]);
        else
            good = f->arrays < FACT_FORALL_ARRAYS && read_array(word, &f->array[f->arrays++]);
    }
    good = good && word && **rest;
    if (good)
        f->condition = strdup(*rest);
    if (!good)
        fact_forall_free(f), fact->forall = NULL;
    return good;
}

bool fact_condition_read(struct fact *fact, char **rest)
{
    if (!fact_forall_read(fact, rest))
        return false;
    if (!fact->forall->arrays)
        return true;
    fact_forall_free(fact->forall);
    fact->forall = NULL;
    return false;
}

void fact_forall_free(struct fact_forall *f)
{
    if (!f)
        return;
    free(f->condition);
    free(f);
}

void fact_condition_print(struct text *t, const struct fact_forall *f)
{
    condition_name names[FACT_FORALL_OPERANDS + 1] = {""};
    struct text numbered = {0};
    for (unsigned i = 0; i < f->operands; i++)
        snprintf(names[i + 1], sizeof names[i + 1], "%s", f->operand[i].name);
    for (const char *s = f->condition; *s;) {
        unsigned number, width;
        int n = 0;
        if (sscanf(s, "x%uw%u%n", &number, &width, &n) == 2 && n && number < f->operands)
            text_add(&numbered, "v%u", number + 1), s += n;
        else
            text_put_range(&numbered, s++, 1);
    }
    condition_print(text_of(&numbered), names, f->operands, t);
    text_release(&numbered);
}

/* For people: the condition with names of the source. */
void fact_forall_print(struct text *t, const struct fact_forall *f)
{
    text_put(t, "for all j: ");
    for (const char *s = f->condition; *s;) {
        unsigned number, size;
        int n = 0;
        bool starts = s == f->condition || !isalnum((unsigned char)s[-1]);
        if (starts && sscanf(s, "x%uw%u%n", &number, &size, &n) == 2 && n &&
            number < f->operands)
            text_put(t, f->operand[number].name), s += n;
        else if (starts && sscanf(s, "a%ub%u%n", &number, &size, &n) == 2 && n &&
                 number < f->arrays)
            text_put(t, f->array[number].name), s += n;
        else
            text_put_range(t, s++, 1);
    }
}
