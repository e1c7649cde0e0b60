/* Characters that a list holds are copied to a buffer of as many bytes. */
#include <stdlib.h>
extern char __VERIFIER_nondet_char(void);
struct piece {
    char c;
    struct piece *next;
};
int main(void)
{
    struct piece *list = 0;
    size_t n = 0;
    char c;
    while ((c = __VERIFIER_nondet_char()) != 0) {
        struct piece *p = malloc(sizeof *p);
        p->c = c;
        p->next = list;
        list = p;
        n++;
    }
    char *text = malloc(n + 1);
    size_t i = n;
    text[n] = 0;
    while (list) {
        struct piece *p = list;
        i--;
        text[i] = p->c;
        list = p->next;
        free(p);
    }
    free(text);
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/malloc(n + 1)/malloc(n)/ */
/* twin: memsafety s/        i--;/        i -= 2;/ */
/* twin: memsafety s/size_t n = 0;/size_t n = -3;/ */
