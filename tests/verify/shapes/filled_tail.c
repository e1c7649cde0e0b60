/* Nodes with a tail of any length that is filled as a whole: what lies before it stays. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
struct buffer { struct buffer *next; size_t length; unsigned char data[]; };
int main(void)
{
    struct buffer *list = NULL;
    while (__VERIFIER_nondet_int()) {
        size_t length = __VERIFIER_nondet_uint() % 100 + 1;
        struct buffer *b = malloc(sizeof *b + length);
        if (!b) abort();
        b->length = length;
        b->next = list;
        memset(b->data, 1, length);
        list = b;
    }
    for (struct buffer *b = list; b; b = b->next)
        b->data[b->length - 1] = 0;
    while (list) {
        struct buffer *b = list;
        list = b->next;
        free(b);
    }
    return 0;
}
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: memsafety s/memset(b->data/memset(\&b->length/ */
/* twin: memsafety s/b->length - 1\]/b->length]/ */
/* twin: memsafety s/1, length)/1, length + 1)/ */
