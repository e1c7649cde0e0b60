/* Each node owns a row of its own length, with a number that tells where it ends: texts that
 * end in 0, and cells that are never negative. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct frame {
    char *text;
    size_t length;
    struct frame *below;
};
static struct frame *push(struct frame *top, size_t length)
{
    struct frame *f = malloc(sizeof *f);
    f->text = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        f->text[i] = 'x';
    f->text[length] = 0;
    f->length = length;
    f->below = top;
    return f;
}
int main(void)
{
    struct frame *top = NULL;
    while (__VERIFIER_nondet_int()) {
        int length = __VERIFIER_nondet_int();
        if (length > 0 && length < 1000)
            top = push(top, (size_t)length);
    }
    for (struct frame *f = top; f; f = f->below)
        if (f->text[f->length] || f->text[0] != 'x')
            reach_error();
    while (top) {
        struct frame *below = top->below;
        free(top->text);
        free(top);
        top = below;
    }
    return 0;
}
/* expect: reach true */
/* expect: memsafety true */
/* twin: reach s/length > 0 &&/length >= 0 \&\&/ */
/* twin: reach s/f->length = length;/f->length = length - 1;/ */
/* twin: memsafety s/f->length = length;/f->length = length + 1;/ */
/* twin: memsafety s/malloc(length + 1)/malloc(length)/ */
