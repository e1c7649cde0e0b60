/* A list of tokens, whose kind tells which of several characters they are. */
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
enum kind { NUMBER = 1, OPERATOR, PAREN };
struct token {
    enum kind kind;
    int value;
    struct token *next;
};
int main(void)
{
    struct token *first = 0;
    char c;
    while ((c = __VERIFIER_nondet_char()) != 0) {
        struct token *t = malloc(sizeof *t);
        t->value = c;
        if (c == '+' || c == '*') {
            t->kind = OPERATOR;
        } else if (c == '(' || c == ')') {
            t->kind = PAREN;
        } else {
            t->kind = NUMBER;
            t->value = 0;
        }
        t->next = first;
        first = t;
    }
    for (struct token *t = first; t; t = t->next)
        if (t->kind == OPERATOR && t->value != '+' && t->value != '*') reach_error();
    while (first) {
        struct token *t = first;
        first = t->next;
        free(t);
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/t->kind = PAREN/t->kind = OPERATOR/ */
/* twin: reach s/c == '+' || c == '\*'/c == '+' || c == '-'/ */
