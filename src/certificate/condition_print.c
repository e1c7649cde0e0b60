/* Conditions of certificates for people: SMT-LIB text becomes infix, what is denied is pushed
 * down to comparisons, and numbers v1, v2, ... have the names that are given. Words that are
 * not known stay as they are. */
#include "certificate/condition_print.h"

#include "base/failure.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct printing {
    const condition_name *names;
    size_t count;
    struct text *t;
};

static void put_condition(struct printing *, const char **, bool denied);

static const struct operation {
    const char *word, *sign, *opposite;
} operations[] = {
    {"=", "=", "!="},       {"bvslt", "<", ">="}, {"bvsle", "<=", ">"}, {"bvsgt", ">", "<="},
    {"bvsge", ">=", "<"},   {"bvult", "<", ">="}, {"bvule", "<=", ">"}, {"bvugt", ">", "<="},
    {"bvuge", ">=", "<"},   {"or", "or", "and"},  {"and", "and", "or"}, {"bvadd", "+", "+"},
    {"bvsub", "-", "-"},    {"bvmul", "*", "*"},  {"bvurem", "%", "%"}, {"bvsrem", "%", "%"},
    {"bvand", "&", "&"},    {"bvor", "|", "|"},   {"bvxor", "^", "^"},  {"bvshl", "<<", "<<"},
    {"bvlshr", ">>", ">>"}, {NULL, NULL, NULL},
};

static size_t word_length(const char *at)
{
    size_t n = 0;
    while (at[n] && at[n] != ' ' && at[n] != '(' && at[n] != ')')
        n++;
    return n;
}

static void skip_blanks(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static void put_constant(struct text *t, const char *digits, size_t count)
{
    uint64_t value = strtoull(digits, NULL, 16);
    unsigned unused = count < 16 ? 64 - 4 * (unsigned)count : 0;
    text_add(t, "%" PRId64, (int64_t)(value << unused) >> unused);
}

static void put_word(struct printing *d, const char *word, size_t length)
{
    bool number =
        (*word == 'v' || *word == 'w') && length > 1 && isdigit((unsigned char)word[1]);
    uint64_t n = number ? strtoull(word + 1, NULL, 10) : 0;
    if (number && n >= 1 && n <= d->count && d->names[n][0])
        text_add(d->t, *word == 'w' ? "the next %s" : "%s", d->names[n]);
    else if (length > 2 && length <= 18 && word[0] == '#' && word[1] == 'x')
        put_constant(d->t, word + 2, length - 2);
    else
        text_put_range(d->t, word, length);
}

static const struct operation *find_operation(const char *word, size_t length)
{
    for (const struct operation *o = operations; o->word; o++)
        if (strlen(o->word) == length && !memcmp(o->word, word, length))
            return o;
    return NULL;
}

/* The rest of a list as it is. */
static void put_raw(struct printing *d, const char **at)
{
    int depth = 1;
    const char *from = *at;
    for (; **at && depth; ++*at)
        depth += (**at == '(') - (**at == ')');
    text_put(d->t, "(");
    text_put_range(d->t, from, (size_t)(*at - from));
}

static bool compares(const struct operation *o)
{
    return strcmp(o->sign, o->opposite) && strcmp(o->word, "or") && strcmp(o->word, "and");
}

/* Arithmetic that stands in brackets. */
static bool binds(const struct operation *o)
{
    return !strcmp(o->sign, o->opposite) && *o->sign != '+' && *o->sign != '-';
}

static void put_more_operands(struct printing *d, const char **at, const struct operation *o,
                              bool denied)
{
    bool inner = !strcmp(o->word, "or") || !strcmp(o->word, "and"), first = true;
    for (skip_blanks(at); **at && **at != ')'; skip_blanks(at)) {
        if (!first)
            text_add(d->t, " %s ", denied ? o->opposite : o->sign);
        put_condition(d, at, inner && denied);
        first = false;
    }
    if (compares(o) && !strncmp(o->word, "bvu", 3))
        text_put(d->t, " unsigned");
    if (**at)
        ++*at;
}

/* 3 < x is told as x > 3. */
static void put_turned(struct printing *d, const char **at, const char *sign)
{
    static const char *const turned[][2] = {{"<", ">"},   {"<=", ">="}, {">", "<"},
                                            {">=", "<="}, {"=", "="},   {"!=", "!="}};
    struct text constant = {0}, *out = d->t;
    d->t = &constant;
    put_condition(d, at, false);
    d->t = out;
    put_condition(d, at, false);
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (!strcmp(sign, turned[i][0]))
            text_add(d->t, " %s %s", turned[i][1], text_of(&constant));
    text_release(&constant);
}

static void put_operands(struct printing *d, const char **at, const struct operation *o,
                         bool denied)
{
    bool choice = !strcmp(denied ? o->opposite : o->sign, "or") || binds(o);
    skip_blanks(at);
    if (compares(o) && **at == '#')
        put_turned(d, at, denied ? o->opposite : o->sign);
    if (choice)
        text_put(d->t, "(");
    put_more_operands(d, at, o, denied);
    if (choice)
        text_put(d->t, ")");
}

static void skip_end(const char **at)
{
    skip_blanks(at);
    if (**at)
        ++*at;
}

/* (ite c a b) */
static void put_choice(struct printing *d, const char **at)
{
    text_put(d->t, "(");
    put_condition(d, at, false);
    text_put(d->t, " ? ");
    put_condition(d, at, false);
    text_put(d->t, " : ");
    put_condition(d, at, false);
    text_put(d->t, ")");
    skip_end(at);
}

/* ((_ extract 7 0) x) and widenings, which change nothing that people see; false: it is
 * something else. */
static bool put_resized(struct printing *d, const char **at)
{
    unsigned high, low;
    int n = 0;
    sscanf(*at, "(_ extract %u %u)%n", &high, &low, &n);
    if (n && !low)
        text_add(d->t, "the low %u bits of ", high + 1);
    else if (n)
        text_add(d->t, "bits %u to %u of ", low, high);
    if (!n)
        sscanf(*at, "(_ %*[a-z]_extend %u)%n", &high, &n);
    if (!n)
        return false;
    *at += n;
    put_condition(d, at, false);
    skip_end(at);
    return true;
}

static bool is_word(const char *word, size_t length, const char *wanted)
{
    return strlen(wanted) == length && !memcmp(word, wanted, length);
}

static void put_condition(struct printing *d, const char **at, bool denied)
{
    skip_blanks(at);
    if (**at != '(') {
        size_t length = word_length(*at);
        if (denied)
            text_put(d->t, "not ");
        put_word(d, *at, length);
        *at += length;
        return;
    }
    const char *word = ++*at;
    size_t length = word_length(word);
    const struct operation *o = find_operation(word, length);
    if (is_word(word, length, "not")) {
        *at += length;
        put_condition(d, at, !denied);
        skip_end(at);
    } else if (is_word(word, length, "bvneg")) {
        *at += length;
        text_put(d->t, "-");
        put_condition(d, at, false);
        skip_end(at);
    } else if (is_word(word, length, "ite") && !denied) {
        *at += length;
        put_choice(d, at);
    } else if (!length && put_resized(d, at)) {
        return;
    } else if (o) {
        *at += length;
        put_operands(d, at, o, denied);
    } else {
        if (denied)
            text_put(d->t, "not ");
        put_raw(d, at);
    }
}

void condition_print(const char *condition, const condition_name *names, size_t count,
                     struct text *t)
{
    LAW(*condition);
    struct printing p = {names, count, t};
    put_condition(&p, &condition, false);
}
