/* A list whose nodes own copies of texts of different length. */
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
struct entry {
    char *name;
    struct entry *next;
};
static struct entry *all;
static char *copy(const char *name)
{
    size_t n = strlen(name) + 1;
    char *text = malloc(n);
    memcpy(text, name, n);
    return text;
}
static void add(const char *name)
{
    struct entry *e = malloc(sizeof *e);
    e->name = copy(name);
    e->next = all;
    all = e;
}
int main(void)
{
    while (__VERIFIER_nondet_bool())
        add(__VERIFIER_nondet_bool() ? "eth0" : "loopback");
    while (all) {
        struct entry *e = all;
        all = e->next;
        if (e->name[0] != 'e' && e->name[0] != 'l') reach_error();
        if (e->name[0] == 'x') e->name[0] = 'y';
        free(e->name);
        free(e);
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/e->name\[0\] = 'y'/e->name[8] = 'y'/;s/== 'x'/!= 'x'/ */
/* twin: memcleanup s/        free(e->name);/        ;/ */
/* twin: reach s/"loopback"/"0oopback"/ */
