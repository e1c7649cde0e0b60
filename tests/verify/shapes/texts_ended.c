/* A list of texts of any length; that each one ends in 0 is known after the number that told where is
 * forgotten, so that looking for the end stays inside. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
struct name {
    struct name *next;
    char *text;
};
static struct name *add(struct name *all, unsigned length)
{
    struct name *e = malloc(sizeof *e);
    e->text = malloc(length + 1);
    for (unsigned i = 0; i < length; i++)
        e->text[i] = __VERIFIER_nondet_char();
    e->text[length] = 0;
    e->next = all;
    return e;
}
int main(void)
{
    struct name *all = NULL;
    while (__VERIFIER_nondet_int()) {
        unsigned length = __VERIFIER_nondet_uint();
        if (length < 1000)
            all = add(all, length);
    }
    while (all) {
        struct name *e = all;
        size_t end = strlen(e->text);
        if (e->text[end])
            reach_error();
        all = e->next;
        free(e->text);
        free(e);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/text.end./text[end \/ 2]/ */
/* twin: memsafety s/text.length. = 0/text[length] = 1/ */
/* twin: memsafety s/text.end./text[end + 1]/ */
