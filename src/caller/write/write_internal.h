/* Shared by the files that write a plan as C text. */
#ifndef CALLER_WRITE_WRITE_INTERNAL_H
#define CALLER_WRITE_WRITE_INTERNAL_H
#include "caller/caller_internal.h"

struct writer {
    struct caller *plan;
    struct text *out;
    uint32_t line;
};

/* One line of the text, with its end, perhaps begun before: spots are found again by lines.
 */
#define LINE(w, ...) (text_add((w)->out, __VA_ARGS__), (void)(w)->line++)

/* "p->buf" as the stem of a variable's name. */
const char *write_stem(struct writer *, const struct spot *);
/* list.c: makes a list in a variable of its own; it may be empty. */
void write_list(struct writer *, struct spot *);
const char *write_list_name(struct writer *, const struct spot *);
bool write_begins_empty(const struct caller *, const struct spot *);
/* An expression for any value of the type, a number or a float. */
const char *write_any(const struct writer *, const struct ctype *);
/* Functions that stand for those behind pointers of callers. */
void write_callbacks(struct writer *);
void write_externs(struct writer *);
/* a function that returns one, or null unless there always is one */
void write_new_string(struct writer *, const char *declaration, bool always);
/* extern.c: a function that returns any number in the range */
void write_number(struct writer *, const struct spot *number, const struct ctype *,
                  const char *declaration);
/* element.c: what pointers in elements of arrays lead to, and where the arrays are */
void write_array_names(struct writer *);
void write_elements(struct writer *);
void write_note_array(struct writer *, const struct spot *);
/* far.c: far memory, if there is some */
void write_far(struct writer *);
/* Before and after the call: what the contract ensures. */
void write_before(struct writer *);
void write_after(struct writer *);

#endif
