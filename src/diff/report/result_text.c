/* Results as JSON, out and in. The words for verdicts and causes are part of the report
 * format. */
#include "diff/report/result_text.h"

#include "base/failure.h"
#include "base/text.h"

#include <stdlib.h>

static const char *const verdict_words[] = {[COMPARE_SAME] = "same",
                                            [COMPARE_DIFFERENT] = "different",
                                            [COMPARE_UNKNOWN] = "unknown"};
static const char *const cause_words[] = {
    [CAUSE_CODE] = "code",       [CAUSE_VARIABLE] = "variable",   [CAUSE_TYPE] = "type",
    [CAUSE_MISSING] = "missing", [CAUSE_SIGNATURE] = "signature", [CAUSE_LIMIT] = "limit"};

const char *result_verdict_word(enum compare_verdict v)
{
    LAW(v <= COMPARE_UNKNOWN && verdict_words[v]);
    return verdict_words[v];
}

const char *result_cause_word(enum compare_cause c)
{
    LAW(c < sizeof cause_words / sizeof *cause_words && cause_words[c]);
    return cause_words[c];
}

static json_t *place_out(const struct compare_place *p)
{
    return json_pack("{s:s*,s:s*,s:i}", "function", p->function, "file", p->file, "line",
                     (int)p->line);
}

static json_t *chain_out(const struct compare_result *r)
{
    json_t *chain = json_array();
    for (size_t i = 0; i < r->chain_count; i++)
        json_array_append_new(chain,
                              json_pack("{s:o,s:o}", "old", place_out(&r->chain[i].old_call),
                                        "new", place_out(&r->chain[i].new_call)));
    return chain;
}

static bool all_have_words(unsigned assumptions)
{
    for (const struct compare_assumption_word *w = compare_assumption_words; w->word; w++)
        assumptions &= ~w->bit;
    return !assumptions;
}

json_t *result_object(const struct plan_entry *e)
{
    const struct compare_result *r = &e->result;
    LAW(all_have_words(r->assumptions));
    json_t *assumptions = json_array();
    for (const struct compare_assumption_word *w = compare_assumption_words; w->word; w++)
        if (r->assumptions & w->bit)
            json_array_append_new(assumptions, json_string(w->word));
    json_t *object = json_pack("{s:s,s:s*,s:s,s:o}", "name", r->name, "source", r->source,
                               "verdict", verdict_words[r->verdict], "assuming", assumptions);
    if (r->proof)
        json_object_set_new(object, "proof", json_string(r->proof));
    if (r->input)
        json_object_set_new(object, "input", json_string(r->input));
    if (r->effect)
        json_object_set_new(object, "effect", json_string(r->effect));
    if (r->not_shown)
        json_object_set_new(object, "not_shown", json_string(r->not_shown));
    if (r->is_variable)
        json_object_set_new(object, "kind", json_string("variable"));
    if (r->verdict != COMPARE_SAME) {
        json_object_set_new(object, "cause", json_string(cause_words[r->cause]));
        if (r->subject)
            json_object_set_new(object, "subject", json_string(r->subject));
        if (r->reason)
            json_object_set_new(object, "reason", json_string(r->reason));
        json_object_set_new(object, "old", place_out(&r->old_place));
        json_object_set_new(object, "new", place_out(&r->new_place));
        json_object_set_new(object, "chain", chain_out(r));
    }
    json_object_set_new(object, "seconds", json_real(e->seconds));
    json_object_set_new(object, "memory_kb", json_integer(e->memory));
    return object;
}

void result_send(FILE *out, size_t index, const struct plan_entry *e)
{
    json_t *line =
        json_pack("{s:I,s:o}", "index", (json_int_t)index, "result", result_object(e));
    json_dumpf(line, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(line);
}

static const char *text_in(struct arena *a, json_t *o, const char *name)
{
    const char *text = json_string_value(json_object_get(o, name));
    return text ? arena_text(a, text) : NULL;
}

static struct compare_place place_in(struct arena *a, json_t *o)
{
    return (struct compare_place){
        .function = text_in(a, o, "function"),
        .file = text_in(a, o, "file"),
        .line = (unsigned)json_integer_value(json_object_get(o, "line"))};
}

/* The number of a word; `otherwise` for one that is not known. */
static unsigned word_in(json_t *word, const char *const *words, unsigned count,
                        unsigned otherwise)
{
    const char *text = json_string_value(word);
    for (unsigned i = 0; text && i < count; i++)
        if (text_same(words[i], text))
            return i;
    return otherwise;
}

static void chain_in(struct arena *a, json_t *list, struct compare_result *r)
{
    r->chain_count = json_array_size(list);
    struct compare_frame *frames = ARENA_ARRAY(a, struct compare_frame, r->chain_count + 1);
    for (size_t i = 0; i < r->chain_count; i++) {
        json_t *frame = json_array_get(list, i);
        frames[i] = (struct compare_frame){place_in(a, json_object_get(frame, "old")),
                                           place_in(a, json_object_get(frame, "new"))};
    }
    r->chain = frames;
}

static unsigned assumptions_in(json_t *list)
{
    unsigned set = 0;
    size_t i;
    json_t *word;
    json_array_foreach(list, i, word)
    {
        for (const struct compare_assumption_word *w = compare_assumption_words; w->word; w++)
            if (text_same(json_string_value(word), w->word))
                set |= w->bit;
    }
    return set;
}

bool result_receive(struct arena *a, const char *text, size_t *index, struct plan_entry *e)
{
    json_t *line = json_loads(text, 0, NULL), *o = json_object_get(line, "result");
    *e = (struct plan_entry){0};
    if (o) {
        struct compare_result *r = &e->result;
        *index = (size_t)json_integer_value(json_object_get(line, "index"));
        r->name = text_in(a, o, "name");
        r->source = text_in(a, o, "source");
        r->proof = text_in(a, o, "proof");
        r->input = text_in(a, o, "input");
        r->effect = text_in(a, o, "effect");
        r->not_shown = text_in(a, o, "not_shown");
        r->is_variable = json_object_get(o, "kind") != NULL;
        r->verdict = (enum compare_verdict)word_in(json_object_get(o, "verdict"),
                                                   verdict_words, 3, COMPARE_UNKNOWN);
        r->assumptions = assumptions_in(json_object_get(o, "assuming"));
        r->cause = (enum compare_cause)word_in(json_object_get(o, "cause"), cause_words,
                                               sizeof cause_words / sizeof *cause_words,
                                               CAUSE_LIMIT);
        r->subject = text_in(a, o, "subject");
        r->reason = text_in(a, o, "reason");
        r->old_place = place_in(a, json_object_get(o, "old"));
        r->new_place = place_in(a, json_object_get(o, "new"));
        chain_in(a, json_object_get(o, "chain"), r);
        e->seconds = json_real_value(json_object_get(o, "seconds"));
        e->memory = (long)json_integer_value(json_object_get(o, "memory_kb"));
    }
    json_decref(line);
    return o != NULL;
}
