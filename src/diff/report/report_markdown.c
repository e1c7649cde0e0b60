/* The document as Markdown, for the review of a change: what differs and why, with an input
 * where one is known and both pieces of source; then what is the same only under an
 * assumption. What is the same is counted. */
#include "diff/report/report.h"

#include "base/text.h"

#include <jansson.h>
#include <string.h>

static const char *word(json_t *object, const char *name)
{
    const char *value = json_string_value(json_object_get(object, name));
    return value ? value : "";
}

static long long number(json_t *object, const char *name)
{
    return (long long)json_integer_value(json_object_get(object, name));
}

/* Text outside of code: what Markdown would take for a sign is escaped. */
static void put_plain(struct text *t, const char *text)
{
    for (const char *p = text; *p; p++) {
        if (strchr("\\`*_{}[]<>#|", *p))
            text_put(t, "\\");
        text_put_range(t, p, 1);
    }
}

/* As code; a name that holds the sign for code is put in two of them. */
static void put_code(struct text *t, const char *text)
{
    const char *fence = strchr(text, '`') ? "``" : "`";
    text_add(t, "%s%s%s", fence, text, fence);
}

static void put_lines(struct text *t, json_t *piece, char sign)
{
    json_t *lines = json_object_get(piece, "lines"), *line;
    size_t i;
    json_array_foreach(lines, i, line)
    {
        text_add(t, "%c %s\n", sign, json_string_value(line));
    }
}

static void put_source(struct text *t, json_t *difference)
{
    json_t *old = json_object_get(difference, "old_macro"),
           *new = json_object_get(difference, "new_macro");
    if (!old)
        old = json_object_get(difference, "old");
    if (!new)
        new = json_object_get(difference, "new");
    if (!json_array_size(json_object_get(old, "lines")) &&
        !json_array_size(json_object_get(new, "lines")))
        return;
    text_put(t, "\n~~~~diff\n");
    put_lines(t, old, '-');
    put_lines(t, new, '+');
    text_put(t, "~~~~\n");
}

static void put_inputs(struct text *t, json_t *functions, size_t difference)
{
    json_t *function;
    size_t i;
    json_array_foreach(functions, i, function)
    {
        json_t *index = json_object_get(function, "difference");
        if (!index || (size_t)json_integer_value(index) != difference)
            continue;
        if (*word(function, "input")) {
            text_put(t, "- input of ");
            put_code(t, word(function, "name"));
            text_put(t, ": ");
            put_plain(t, word(function, "input"));
            text_put(t, "; there ");
            put_plain(t, word(function, "effect"));
            text_put(t, "\n");
        } else if (*word(function, "not_shown")) {
            text_put(t, "- no input of ");
            put_code(t, word(function, "name"));
            text_put(t, " is known: ");
            put_plain(t, word(function, "not_shown"));
            text_put(t, "\n");
        }
    }
}

static void put_difference(struct text *t, json_t *document, json_t *difference, size_t index)
{
    json_t *users = json_object_get(difference, "functions"), *user;
    size_t i;
    text_put(t, "\n### ");
    put_code(t, word(difference, "subject"));
    text_put(t, "\n");
    put_plain(t, word(difference, "reason"));
    text_put(t, "\n\n- affects ");
    json_array_foreach(users, i, user)
    {
        if (i)
            text_put(t, ", ");
        put_code(t, json_string_value(user));
    }
    text_put(t, "\n");
    put_inputs(t, json_object_get(document, "functions"), index);
    put_source(t, difference);
}

static void put_assumed(struct text *t, json_t *functions)
{
    json_t *function, *assumption;
    size_t i, k;
    bool any = false;
    json_array_foreach(functions, i, function)
    {
        json_t *assuming = json_object_get(function, "assuming");
        if (strcmp(word(function, "verdict"), "same") || !json_array_size(assuming))
            continue;
        if (!any)
            text_put(t, "\n## The same under an assumption\n");
        any = true;
        text_put(t, "- ");
        put_code(t, word(function, "name"));
        text_put(t, ":");
        json_array_foreach(assuming, k, assumption)
        {
            text_add(t, "%s %s", k ? "," : "", json_string_value(assumption));
        }
        text_put(t, "\n");
    }
}

static void put_summary(struct text *t, json_t *document)
{
    json_t *summary = json_object_get(document, "summary");
    text_put(t, "# ");
    put_plain(t, word(document, "old"));
    text_put(t, " to ");
    put_plain(t, word(document, "new"));
    text_add(t,
             "\n\n| compared | same | same, assuming something | different | unknown "
             "|\n|---|---|---|---|---|\n"
             "| %lld | %lld | %lld | %lld | %lld |\n",
             number(summary, "functions"), number(summary, "same"),
             number(summary, "same_assuming"), number(summary, "different"),
             number(summary, "unknown"));
}

bool report_write_markdown(struct json_t *document, const char *path, struct failure *f)
{
    struct text t = {0};
    json_t *differences = json_object_get(document, "differences"), *difference;
    size_t i;
    put_summary(&t, document);
    if (json_array_size(differences))
        text_put(&t, "\n## What differs, or is not known\n");
    json_array_foreach(differences, i, difference)
    {
        put_difference(&t, document, difference, i);
    }
    put_assumed(&t, json_object_get(document, "functions"));
    bool good = text_write_file(path, text_of(&t), t.count, f);
    text_release(&t);
    return good;
}
