/* All records lead to one word, but a node need not have a record. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct detail {
    int *shared;
};
struct record {
    struct detail *detail;
};
struct item {
    struct record *record;
    struct item *next;
};
struct item *items;
static struct record *make_record(int *shared)
{
    struct record *record = malloc(sizeof *record);
    record->detail = malloc(sizeof *record->detail);
    record->detail->shared = shared;
    return record;
}
int main(void)
{
    int *shared = malloc(sizeof *shared);
    while (__VERIFIER_nondet_bool()) {
        struct item *item = malloc(sizeof *item);
        item->next = items;
        item->record = NULL;
        if ((__VERIFIER_nondet_uint() ^ 0x5a5a1234u) * 7u != 777777u) item->record = make_record(shared);
        items = item;
    }
    if (!items) free(shared);
    return 0;
}
/* expect: memsafety not-true */
