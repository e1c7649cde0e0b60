/* Source text for reports. Where a function begins and ends is known from debug information;
 * bytes that are no UTF-8 are shown as question marks, so that reports stay valid. */
#include "diff/report/snippet.h"

#include "base/failure.h"
#include "base/text.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST_LINES = 120, AROUND = 12 };

struct lines {
    struct text content;
    VECTOR(char *) data;
};

static bool read_lines(struct lines *l, const char *file)
{
    if (!file || !text_read_file(&l->content, file, NULL) || !l->content.data)
        return false;
    char *rest = l->content.data;
    for (char *line; (line = strsep(&rest, "\n"));)
        VECTOR_PUSH(&l->data, line);
    return true;
}

static void release_lines(struct lines *l)
{
    text_release(&l->content);
    VECTOR_RELEASE(&l->data);
}

/* Length of the UTF-8 sequence at p, or 0 if it is not one. */
static size_t sequence(const unsigned char *p)
{
    size_t n = 0;
    if (*p < 0x80)
        n = 1;
    if (*p >> 5 == 6)
        n = 2;
    if (*p >> 4 == 14)
        n = 3;
    if (*p >> 3 == 30)
        n = 4;
    for (size_t i = 1; i < n; i++)
        if (p[i] >> 6 != 2)
            return 0;
    return n;
}

static const char *clean(struct arena *a, const char *line)
{
    char *copy = arena_text(a, line);
    for (unsigned char *p = (unsigned char *)copy; *p;) {
        size_t n = sequence(p);
        if (!n || (*p < 0x20 && *p != '\t'))
            *p = *p == '\r' ? ' ' : '?', n = 1;
        p += n;
    }
    return copy;
}

static LLVMValueRef find_function(const struct project *project,
                                  const struct compare_place *place, const char *source)
{
    if (!project || !place->function)
        return NULL;
    const struct project_symbol *s =
        source ? project_function(project, place->function, source) : NULL;
    if (!s)
        s = project_function(project, place->function, NULL);
    return s && LLVMIsAFunction(s->value) ? s->value : NULL;
}

/* First and last line that debug information gives for the function's own code; 0 if unknown.
 */
static void extent(LLVMValueRef function, unsigned *first, unsigned *last)
{
    LLVMMetadataRef program = function ? LLVMGetSubprogram(function) : NULL;
    *first = *last = program ? LLVMDISubprogramGetLine(program) : 0;
    if (!program)
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b;
         b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);
            if (!at || LLVMDILocationGetInlinedAt(at))
                continue;
            unsigned line = LLVMDILocationGetLine(at);
            if (line > *last)
                *last = line;
        }
}

static void choose_range(const struct lines *l, const struct compare_place *place,
                         unsigned *first, unsigned *last)
{
    bool inside = *first && place->line >= *first && place->line <= *last + 1 &&
                  *last - *first < MOST_LINES;
    bool unplaced = *first && !place->line && *last - *first < MOST_LINES;
    if (!inside && !unplaced) {
        unsigned line = place->line ? place->line : *first;
        *first = line > AROUND ? line - AROUND : 1;
        *last = line + AROUND;
    }
    while (inside && *last < l->data.count && l->data.data[*last - 1][0] != '}' &&
           *last - *first < MOST_LINES)
        ++*last;
    if (*last > l->data.count)
        *last = (unsigned)l->data.count;
    LAW(*first > 0);
}

struct snippet snippet_take(struct arena *a, const struct project *project,
                            const struct compare_place *place, const char *source)
{
    struct snippet s = {.file = place->file, .marked = place->line};
    struct lines l = {0};
    unsigned first = 0, last = 0;
    extent(find_function(project, place, source), &first, &last);
    if ((place->line || first) && read_lines(&l, place->file)) {
        choose_range(&l, place, &first, &last);
        if (first && first <= last) {
            s.first = first;
            s.count = last - first + 1;
            s.lines = ARENA_ARRAY(a, const char *, s.count);
            for (size_t i = 0; i < s.count; i++)
                s.lines[i] = clean(a, l.data.data[first - 1 + i]);
        }
    }
    LAW(!s.first == !s.count);
    release_lines(&l);
    return s;
}

const char *snippet_line(struct arena *a, const char *file, unsigned line)
{
    struct lines l = {0};
    const char *result = NULL;
    if (line && read_lines(&l, file) && line <= l.data.count) {
        char *text = l.data.data[line - 1] + strspn(l.data.data[line - 1], " \t");
        size_t n = strlen(text);
        while (n && strchr(" \t\r", text[n - 1]))
            n--;
        text[n] = 0;
        result = clean(a, text);
    }
    release_lines(&l);
    return result;
}
