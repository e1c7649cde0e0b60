/* Reads C sources once each and looks for tokens in ranges of lines. No preprocessing: a
 * token that only a macro brings is not seen. */
#include "diff/project/source.h"

#include "base/failure.h"
#include "base/text.h"
#include "diff/match/compare_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *content_of(struct comparer *comparer, const char *file)
{
    uint64_t known;
    if (text_map_get(&comparer->sources, file, &known))
        return (const char *)(uintptr_t)known;
    struct text text = {0};
    struct failure unused;
    const char *content = NULL;
    if (text_read_file(&text, file, &unused))
        content = arena_text(&comparer->arena, text_of(&text));
    text_release(&text);
    text_map_set(&comparer->sources, arena_text(&comparer->arena, file),
                 (uint64_t)(uintptr_t)content);
    return content;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *line_start(const char *content, unsigned line)
{
    for (; line > 1 && content; line--) {
        content = strchr(content, '\n');
        if (content)
            content++;
    }
    return content;
}

typedef bool token_test(const char *token, size_t length, const void *wanted);

static enum source_evidence find_token(struct comparer *comparer, const char *file,
                                       unsigned from, unsigned to, token_test *test,
                                       const void *wanted)
{
    LAW(!from || from <= to);
    const char *content = file && from ? content_of(comparer, file) : NULL;
    if (!content)
        return SOURCE_UNAVAILABLE;
    const char *end = line_start(content, to + 1), *p = line_start(content, from);
    if (!p)
        return SOURCE_UNAVAILABLE;
    if (!end)
        end = p + strlen(p);
    while (p < end) {
        if (!is_word(*p)) {
            p++;
            continue;
        }
        const char *token = p;
        while (p < end && is_word(*p))
            p++;
        if (test(token, (size_t)(p - token), wanted))
            return SOURCE_YES;
    }
    return SOURCE_NO;
}

static bool is_identifier(const char *token, size_t length, const void *wanted)
{
    return strlen(wanted) == length && !memcmp(token, wanted, length);
}

static bool is_number(const char *token, size_t length, const void *wanted)
{
    if (!isdigit((unsigned char)token[0]) || length > 40)
        return false;
    char copy[48];
    memcpy(copy, token, length);
    copy[length] = 0;
    char *rest;
    unsigned long long value = strtoull(copy, &rest, 0);
    if (*rest && !strchr("uUlL", *rest))
        return false;
    int64_t number = *(const int64_t *)wanted;
    return value == (unsigned long long)number || value == (unsigned long long)-number;
}

enum source_evidence source_mentions(struct comparer *comparer, const char *file,
                                     unsigned from, unsigned to, const char *word)
{
    return find_token(comparer, file, from, to, is_identifier, word);
}

enum source_evidence source_has_number(struct comparer *comparer, const char *file,
                                       unsigned from, unsigned to, int64_t number)
{
    return find_token(comparer, file, from, to, is_number, &number);
}
