/* Sections, the newest first, to whose lists lines are appended; their texts differ. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
struct line {
    char *text;
    struct line *next;
};
struct section {
    struct line *first, *last;
    struct section *next;
};

static void append(struct section *s)
{
    struct line *l = malloc(sizeof *l);
    l->text = malloc(2);
    l->text[0] = (char)__VERIFIER_nondet_int();
    l->text[1] = 0;
    l->next = 0;
    if (s->last) s->last->next = l;
    else s->first = l;
    s->last = l;
}

int main(void)
{
    struct section **all = malloc(sizeof *all);
    *all = 0;
    while (__VERIFIER_nondet_bool()) {
        struct section *s = calloc(1, sizeof *s);
        s->next = *all;
        *all = s;
        while (__VERIFIER_nondet_bool()) append(s);
    }
    while (*all) {
        struct section *s = *all;
        *all = s->next;
        while (s->first) {
            struct line *l = s->first;
            s->first = l->next;
            free(l->text);
            free(l);
        }
        free(s);
    }
    free(all);
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/    l->next = 0;/    ;/ */
/* twin: memcleanup s/    else s->first = l;/    else s->first = 0;/ */
