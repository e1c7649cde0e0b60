/* A text that grows by pieces of open length, and ends in 0. */
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct builder {
    char *text;
    size_t length, room;
};

static void add(struct builder *b, const char *piece, size_t n)
{
    if (b->length + n + 1 > b->room) {
        b->room = 2 * (b->length + n + 1);
        b->text = realloc(b->text, b->room);
    }
    memcpy(b->text + b->length, piece, n);
    b->length += n;
    b->text[b->length] = 0;
}

int main(void)
{
    struct builder b = {malloc(1), 0, 1};
    b.text[0] = 0;
    while (b.length < 1000 && __VERIFIER_nondet_bool())
        add(&b, "abcdef", __VERIFIER_nondet_uint() % 7);
    if (b.text[b.length]) reach_error();
    free(b.text);
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* expect: memcleanup true */
/* twin: reach s/b->length\] = 0;/b->length] = 1;/ */
/* twin: memsafety s/n + 1 > b->room/n > b->room/ */
/* twin: memsafety s/% 7/% 9/ */
