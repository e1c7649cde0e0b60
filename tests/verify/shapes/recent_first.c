/* A list with two ends whose elements are moved to the front, and the last one is used again: the pointer to the last
 * element of a part says where that part ends. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct page {
    int number;
    struct page *back, *next;
};
struct ends {
    struct page *first, *last;
    int used;
};

static void unlink_page(struct ends *ends, struct page *page)
{
    if (page->back) page->back->next = page->next;
    else ends->first = page->next;
    if (page->next) page->next->back = page->back;
    else ends->last = page->back;
}

static void push(struct ends *ends, struct page *page)
{
    page->back = NULL;
    page->next = ends->first;
    if (ends->first) ends->first->back = page;
    else ends->last = page;
    ends->first = page;
}

static void use(struct ends *ends, int number)
{
    struct page *page = ends->first;
    while (page && page->number != number)
        page = page->next;
    if (page) {
        unlink_page(ends, page);
    } else if (ends->used < 20) {
        page = malloc(sizeof *page);
        if (!page) return;
        ends->used++;
    } else {
        page = ends->last;
        if (!page) return;
        unlink_page(ends, page);
    }
    page->number = number;
    push(ends, page);
}

int main(void)
{
    struct ends ends = {NULL, NULL, 0};
    while (__VERIFIER_nondet_int())
        use(&ends, __VERIFIER_nondet_int());
    while (ends.first) {
        struct page *page = ends.first;
        unlink_page(&ends, page);
        free(page);
    }
    if (ends.last) reach_error();
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/else ends->first = page->next;/else ends->first = page;/ */
/* expect: reach true */
/* twin: reach s/else ends->last = page->back;/else ends->last = page;/ */
