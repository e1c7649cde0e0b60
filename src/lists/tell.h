/* Results of sooth lists as text, JSON and pictures. */
#ifndef LISTS_TELL_H
#define LISTS_TELL_H
#include "base/text.h"
#include "lists/lists.h"

enum lists_detail { LISTS_ALL_CONDITIONS, LISTS_FAILED_CONDITIONS };
void lists_tell(const struct lists_result *, enum lists_detail, struct text *);
void lists_tell_json(const struct lists_result *, struct text *); /* one object */
void lists_draw_dot(const struct lists_result *, const struct lists_heap *, struct text *);
void lists_draw_svg(const struct lists_result *, const struct lists_heap *, struct text *);

#endif
