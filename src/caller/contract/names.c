/* Names of the parameters of a function without body: debug information has none, so they are
 * read off the declaration's text, which an annotation leads to. */
#include "caller/contract/contract.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

static bool is_part_of_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the matching parenthesis; null if there is none. */
static const char *behind(const char *open)
{
    LAW(*open == '(');
    int depth = 0;
    for (const char *c = open; *c; c++) {
        depth += (*c == '(') - (*c == ')');
        if (!depth)
            return c + 1;
    }
    return NULL;
}

/* The parameters of a declaration that carries a contract: `name(...) sooth_...`. */
static const char *find_parameters(const char *text, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = text; (at = strstr(at, name)); at += n) {
        const char *open = at + n + strspn(at + n, " \t\n");
        if ((at > text && is_part_of_name(at[-1])) || *open != '(')
            continue;
        const char *end = behind(open);
        if (end && text_starts(end + strspn(end, " \t\r\n\\"), "sooth_"))
            return open;
    }
    return NULL;
}

/* The last name of `const int *a[4]`; the first in parentheses of `int (*f)(int x)`. */
static void add_name(struct contracts *c, const char *function, const char *from,
                     const char *to)
{
    LAW(from <= to);
    const char *inner = memchr(from, '(', (size_t)(to - from));
    const char *array = memchr(from, '[', (size_t)(to - from));
    if (inner)
        to = memchr(inner, ')', (size_t)(to - inner));
    if (!inner && array)
        to = array;
    while (to && to > from && !is_part_of_name(to[-1]))
        to--;
    const char *begin = to;
    while (begin && begin > from && is_part_of_name(begin[-1]))
        begin--;
    if (!to || begin == to)
        return;
    struct contract_name name = {function,
                                 arena_text_range(&c->arena, begin, (size_t)(to - begin))};
    VECTOR_PUSH(&c->names, name);
}

void contracts_read_names(struct contracts *c, const char *file, const char *function)
{
    struct text text = {0};
    struct failure ignored = {0};
    if (!text_read_file(&text, file, &ignored))
        return;
    const char *open = find_parameters(text_of(&text), function);
    const char *end = open ? behind(open) : NULL;
    int depth = 0;
    const char *from = open ? open + 1 : NULL;
    for (const char *at = from; at && at < end; at++) {
        if ((*at == ',' || at == end - 1) && !depth) {
            add_name(c, arena_text(&c->arena, function), from, at);
            from = at + 1;
        }
        depth += (*at == '(') - (*at == ')');
    }
    text_release(&text);
}
