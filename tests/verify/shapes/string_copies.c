/* Each node has a copy of one of two literals. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { char *text; struct node *next; };
static char *copy(const char *from)
{
    char *to = malloc(strlen(from) + 1);
    strcpy(to, from);
    return to;
}
int main(void)
{
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *n = malloc(sizeof *n);
        n->text = copy(__VERIFIER_nondet_int() ? "bat" : "cat");
        n->next = list;
        list = n;
    }
    while (list) {
        struct node *n = list->next;
        if (list->text[1] != 'a' || list->text[3]) reach_error();
        free(list->text);
        free(list);
        list = n;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: reach s/"cat"/"cut"/ */
/* twin: memsafety s/"cat"/"at"/ */
/* twin: memsafety s/strlen(from) + 1/strlen(from)/ */
