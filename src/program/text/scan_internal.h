/* Reading the text form: the lexical level and what the parser's files share. Every reader
 * returns false after it has filled the failure with line and reason; lines end statements,
 * `;` starts a comment. */
#ifndef PROGRAM_TEXT_SCAN_INTERNAL_H
#define PROGRAM_TEXT_SCAN_INTERNAL_H
#include "program/passes.h"

struct parser {
    struct program *program;
    const char *at; /* the next character */
    uint32_t line;
    struct failure *failure;
    struct text_map functions, globals; /* by name; the first of a name */
};

bool scan_fail(struct parser *, const char *what);
bool scan_line_end(struct parser *); /* nothing else is on this line (comment skipped) */
/* to the next line that is not empty; false at the end of the text */
bool scan_next_line(struct parser *);
/* takes the word or mark if it comes next; no failure */
bool scan_is(struct parser *, const char *word);
bool scan_expect(struct parser *, const char *word);
bool scan_word(struct parser *, char *out, size_t room); /* letters, digits, _ . */
bool scan_number(struct parser *, uint64_t *out);        /* decimal, unsigned */
bool scan_number32(struct parser *, uint32_t *out);
bool scan_signed(struct parser *, int64_t *out);
bool scan_quoted(struct parser *, const char **out); /* in the program's arena */
bool scan_type(struct parser *, struct type *out);
bool scan_place(struct parser *, struct place *out); /* 1:2:3 after the ! */
/* After the mark: a name, then #index if several have it. `index` is UINT32_MAX if there is
 * no #. */
bool scan_symbol(struct parser *, const char **name, uint32_t *index);
bool scan_function(struct parser *, uint32_t *index); /* a known function, after @ */
bool scan_value(struct parser *, uint32_t *out);

bool parse_body(struct parser *, uint32_t function); /* after the { of a function, to the } */

#endif
