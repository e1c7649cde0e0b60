/* Lines that count their words: the number in each is the length of the list that it owns. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct word {
    struct word *next;
};
struct line {
    struct word *words;
    int count;
    struct line *next;
};
static void add_word(struct line *l)
{
    struct word *w = malloc(sizeof *w);
    w->next = l->words;
    l->words = w;
    l->count++;
}
static int drop_words(struct line *l)
{
    int dropped = 0;
    while (l->words) {
        struct word *w = l->words;
        l->words = w->next;
        free(w);
        dropped++;
    }
    return dropped;
}
int main(void)
{
    struct line *text = NULL;
    while (__VERIFIER_nondet_int()) {
        struct line *l = malloc(sizeof *l);
        l->words = NULL;
        l->count = 0;
        l->next = text;
        text = l;
        while (__VERIFIER_nondet_int())
            add_word(l);
    }
    while (text) {
        struct line *l = text;
        text = l->next;
        if (drop_words(l) != l->count)
            reach_error();
        free(l);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/l->count = 0;/l->count = 1;/ */
/* twin: reach s/dropped = 0;/dropped = 2;/ */
/* twin: reach s/l->count++;/l->count += 2;/ */
