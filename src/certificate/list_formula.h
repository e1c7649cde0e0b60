/* What certificates say of singly linked lists (CERTIFICATE_LISTS): formulae and measures
 * over the values at a loop head, in prefix order, one word each. docs/certificate.md has
 * their meaning.
 *
 * They speak of the program that program_flatten makes of the entry: instructions and blocks
 * are those of its one function. */
#ifndef CERTIFICATE_LIST_FORMULA_H
#define CERTIFICATE_LIST_FORMULA_H
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum list_word {
#define LIST_WORD(name, word, result, arguments, carries) LIST_##name,
#include "certificate/list_words.def"
#undef LIST_WORD
    LIST_WORDS
};
struct list_item {
    enum list_word word;
    uint32_t a, b;  /* an instruction; a member; a loop's header and a measure */
    int64_t number; /* NUMBER */
    char name[32];  /* of an instruction, for people */
};
enum { LIST_MOST_ITEMS = 64, LIST_MOST_MEMBERS = 16 };
struct list_formula {
    uint32_t count;
    struct list_item item[LIST_MOST_ITEMS];
};

/* What a node is: its size, where its link is, and the members that are numbers. */
struct list_node {
    uint64_t size, next;
    uint32_t count;
    struct list_member {
        uint64_t offset;
        uint32_t width; /* in bits */
        bool is_signed;
    } member[LIST_MOST_MEMBERS];
};
/* Link and members lie inside the node, whole, and none over another. */
bool list_node_fits(const struct list_node *, uint32_t pointer_width);

const char *list_word_arguments(enum list_word);
char list_word_result(enum list_word); /* 'P', 'N' or 'T' */
/* Adds a word; false: it is full. */
bool list_formula_add(struct list_formula *, struct list_item);
/* Whether it is one whole expression with that result. */
bool list_formula_fits(const struct list_formula *, char result);

void list_formula_write(struct text *, const struct list_formula *);
/* From words separated by blanks; whether it fits. */
bool list_formula_read(struct list_formula *, char **rest, char result);
void list_formula_print(struct text *, const struct list_formula *); /* for people */
void list_node_write(struct text *, const struct list_node *);
bool list_node_read(const char *line, struct list_node *);

#endif
