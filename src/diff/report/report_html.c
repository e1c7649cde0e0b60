/* The document as one page that needs nothing else: a summary, the differences with both
 * versions side by side (aligned by their longest common lines), and the list of functions.
 */
#include "diff/report/report.h"

#include "base/text.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>sooth "
    "diff</title>\n<style>\n"
    "body{font:15px/1.5 sans-serif;margin:2em auto;max-width:110em;padding:0 "
    "1em;color:#222;background:#fff}\n"
    "h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em}h3{font-size:1em;margin:0}\n"
    "table.code{border-collapse:collapse;width:100%;table-layout:fixed;font:13px/1.4 "
    "monospace;margin:.5em "
    "0}\n"
    "table.code td{vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere;padding:0 "
    ".4em}\n"
    "td.n{width:4em;text-align:right;color:#777;user-select:none}\n"
    ".gone{background:#fdd}.come{background:#dfd}.mark td.n{color:#000;font-weight:bold}\n"
    "section{border:1px solid #ccc;border-radius:6px;padding:1em;margin:1em 0}\n"
    ".same{color:#176117}.different{color:#a11212}.unknown{color:#7a5a00}\n"
    "table.list{border-collapse:collapse}table.list td,table.list th{padding:.15em "
    ".8em;text-align:left;border-bottom:1px solid #eee}\n"
    "details>summary{cursor:pointer}input{font-size:1em;padding:.3em;margin:.5em "
    "0;width:20em}\n"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1b1b1b}.gone{background:#"
    "522}.come{"
    "background:#253}"
    ".same{color:#7c7}.different{color:#f88}.unknown{color:#db6}section{border-color:#444}."
    "mark "
    "td.n{color:#fff}}\n"
    "</style></head><body>\n";

static const char tail[] = "<script>\nconst box=document.getElementById('find');\n"
                           "box.addEventListener('input',()=>{for(const r of "
                           "document.querySelectorAll('table.list tr[data-name]'))"
                           "r.style.display=r.dataset.name.includes(box.value)?'':'none';});"
                           "\n</script></body></html>\n";

static void put_escaped(struct text *t, const char *s)
{
    for (; s && *s; s++) {
        if (*s == '<')
            text_put(t, "&lt;");
        else if (*s == '>')
            text_put(t, "&gt;");
        else if (*s == '&')
            text_put(t, "&amp;");
        else if (*s == '"')
            text_put(t, "&quot;");
        else
            text_put_range(t, s, 1);
    }
}

static const char *text_in(json_t *o, const char *name)
{
    const char *s = json_string_value(json_object_get(o, name));
    return s ? s : "";
}

static int number_in(json_t *o, const char *name)
{
    return (int)json_integer_value(json_object_get(o, name));
}

/* ---- side by side ---- */

struct sheet {
    json_t *lines[2];
    int first[2], marked[2];
};

static const char *line_at(const struct sheet *s, int side, size_t i)
{
    return json_string_value(json_array_get(s->lines[side], i));
}

static void put_cell(struct text *t, const struct sheet *s, int side, long i,
                     const char *class)
{
    if (i < 0) {
        text_put(t, "<td class=\"n\"></td><td></td>");
        return;
    }
    text_add(t, "<td class=\"n\">%ld</td><td class=\"%s\">", s->first[side] + i, class);
    put_escaped(t, line_at(s, side, (size_t)i));
    text_put(t, "</td>");
}

static void put_row(struct text *t, const struct sheet *s, long old, long new)
{
    bool same = old >= 0 && new >= 0 &&
                !strcmp(line_at(s, 0, (size_t)old), line_at(s, 1, (size_t)new));
    bool marked = (old >= 0 && s->first[0] + old == s->marked[0]) ||
                  (new >= 0 && s->first[1] + new == s->marked[1]);
    text_add(t, "<tr%s>", marked ? " class=\"mark\"" : "");
    put_cell(t, s, 0, old, same ? "" : "gone");
    put_cell(t, s, 1, new, same ? "" : "come");
    text_put(t, "</tr>\n");
}

/* Lengths of the longest common lines of all pairs of tails. */
static unsigned short *common_lengths(const struct sheet *s, size_t n, size_t m)
{
    unsigned short *length = calloc((n + 1) * (m + 1), sizeof *length);
    for (size_t i = n; i-- > 0;)
        for (size_t k = m; k-- > 0;) {
            unsigned short down = length[(i + 1) * (m + 1) + k],
                           right = length[i * (m + 1) + k + 1];
            unsigned short longest = down > right ? down : right;
            if (!strcmp(line_at(s, 0, i), line_at(s, 1, k)))
                longest = (unsigned short)(length[(i + 1) * (m + 1) + k + 1] + 1);
            length[i * (m + 1) + k] = longest;
        }
    return length;
}

/* Lines that changed stand beside each other as far as they go. */
static void put_changed(struct text *t, const struct sheet *s, size_t *i, size_t i_end,
                        size_t *k, size_t k_end)
{
    while (*i < i_end || *k < k_end) {
        long old = *i < i_end ? (long)(*i)++ : -1, new = *k < k_end ? (long)(*k)++ : -1;
        put_row(t, s, old, new);
    }
}

static void put_sheet(struct text *t, json_t *old, json_t *new)
{
    struct sheet s = {{json_object_get(old, "lines"), json_object_get(new, "lines")},
                      {number_in(old, "first"), number_in(new, "first")},
                      {number_in(old, "marked"), number_in(new, "marked")}};
    size_t n = json_array_size(s.lines[0]), m = json_array_size(s.lines[1]), i = 0, k = 0,
           i_next = 0, k_next = 0;
    if (!n && !m)
        return;
    unsigned short *length = common_lengths(&s, n, m);
    text_put(t, "<table class=\"code\"><tr><td class=\"n\"></td><td>");
    put_escaped(t, text_in(old, "file"));
    text_put(t, "</td><td class=\"n\"></td><td>");
    put_escaped(t, text_in(new, "file"));
    text_put(t, "</td></tr>\n");
    while (i_next < n && k_next < m) {
        if (!strcmp(line_at(&s, 0, i_next), line_at(&s, 1, k_next))) {
            put_changed(t, &s, &i, i_next, &k, k_next);
            put_row(t, &s, (long)i_next, (long)k_next);
            i = ++i_next;
            k = ++k_next;
        } else if (length[(i_next + 1) * (m + 1) + k_next] >=
                   length[i_next * (m + 1) + k_next + 1])
            i_next++;
        else
            k_next++;
    }
    put_changed(t, &s, &i, n, &k, m);
    text_put(t, "</table>\n");
    free(length);
}

/* ---- parts of the page ---- */

static void put_summary(struct text *t, json_t *document)
{
    json_t *s = json_object_get(document, "summary");
    text_put(t, "<h1>Old <code>");
    put_escaped(t, text_in(document, "old"));
    text_put(t, "</code>, new <code>");
    put_escaped(t, text_in(document, "new"));
    text_put(t, "</code>");
    if (*text_in(document, "variable")) {
        text_put(t, ", with respect to <code>");
        put_escaped(t, text_in(document, "variable"));
        text_put(t, "</code>");
    }
    text_add(t,
             "</h1>\n<p>%d functions: <b class=\"same\">%d same</b>, <b class=\"same\">%d "
             "same under an "
             "assumption</b>, "
             "<b class=\"different\">%d different</b>, <b class=\"unknown\">%d unknown</b>; "
             "%.2f s of "
             "processor time, %d kB.</p>\n",
             number_in(s, "functions"), number_in(s, "same"), number_in(s, "same_assuming"),
             number_in(s, "different"), number_in(s, "unknown"),
             json_number_value(json_object_get(s, "cpu_seconds")), number_in(s, "memory_kb"));
}

static void put_difference(struct text *t, json_t *d, size_t index)
{
    size_t i;
    json_t *name;
    text_add(t, "<section id=\"d%zu\"><h3>%s <code>", index, text_in(d, "kind"));
    put_escaped(t, text_in(d, "subject"));
    text_put(t, "</code></h3><p>");
    put_escaped(t, text_in(d, "reason"));
    text_put(t, "</p>\n");
    if (json_object_get(d, "old_macro"))
        put_sheet(t, json_object_get(d, "old_macro"), json_object_get(d, "new_macro"));
    put_sheet(t, json_object_get(d, "old"), json_object_get(d, "new"));
    json_t *users = json_object_get(d, "functions");
    text_add(t, "<details><summary>%zu functions differ because of it</summary><p>",
             json_array_size(users));
    json_array_foreach(users, i, name)
    {
        text_put(t, i ? ", <code>" : "<code>");
        put_escaped(t, json_string_value(name));
        text_put(t, "</code>");
    }
    text_put(t, "</p></details></section>\n");
}

static void put_chain(struct text *t, json_t *function)
{
    size_t i;
    json_t *frame, *chain = json_object_get(function, "chain");
    json_array_foreach(chain, i, frame)
    {
        text_put(t, i ? " → " : "");
        put_escaped(t, text_in(json_object_get(frame, "old"), "function"));
    }
    if (json_array_size(chain)) {
        text_put(t, " → ");
        put_escaped(t, text_in(json_object_get(function, "old"), "function"));
    }
}

static void put_function(struct text *t, json_t *f)
{
    size_t i;
    json_t *word, *assuming = json_object_get(f, "assuming"),
                  *difference = json_object_get(f, "difference");
    text_put(t, "<tr data-name=\"");
    put_escaped(t, text_in(f, "name"));
    text_put(t, "\"><td><code>");
    put_escaped(t, text_in(f, "name"));
    text_put(t, "</code></td><td>");
    put_escaped(t, text_in(f, "source"));
    text_add(t, "</td><td class=\"%s\">%s", text_in(f, "verdict"), text_in(f, "verdict"));
    json_array_foreach(assuming, i, word)
        text_add(t, "%s%s", i ? ", " : " assuming ", json_string_value(word));
    text_put(t, "</td><td>");
    if (difference)
        text_add(t, "<a href=\"#d%lld\">why</a> ", (long long)json_integer_value(difference));
    put_chain(t, f);
    text_add(t, "</td><td>%.1f ms</td></tr>\n",
             json_number_value(json_object_get(f, "seconds")) * 1000);
}

bool report_write_html(struct json_t *document, const char *path, struct failure *f)
{
    struct text t = {0};
    size_t i;
    json_t *item;
    text_put(&t, head);
    put_summary(&t, document);
    json_t *differences = json_object_get(document, "differences");
    if (json_array_size(differences))
        text_put(&t, "<h2>Differences</h2>\n");
    json_array_foreach(differences, i, item) put_difference(&t, item, i);
    text_put(
        &t,
        "<h2>Functions</h2>\n<input id=\"find\" placeholder=\"part of a name\" "
        "aria-label=\"part of a "
        "name\">\n"
        "<table class=\"list\"><tr><th>function</th><th>file</th><th>verdict</th><th>calls "
        "towards the "
        "difference</th><th>time</th></tr>\n");
    json_array_foreach(json_object_get(document, "functions"), i, item)
        put_function(&t, item);
    text_put(&t, "</table>\n");
    text_put(&t, tail);
    bool good = text_write_file(path, text_of(&t), t.count, f);
    text_release(&t);
    return good;
}
