/* Shelves with books: a book is taken out by the address of the link that leads to it. The pointer into the list of one
 * shelf tells that shelf from the others, which are elements. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct book {
    int title;
    struct book *next;
};
struct shelf {
    int number;
    struct book *books;
    struct shelf *next;
};
static struct shelf *room;

static struct shelf *find(int number)
{
    struct shelf *shelf = room;
    while (shelf && shelf->number != number)
        shelf = shelf->next;
    return shelf;
}

static void put(int number, int title)
{
    struct shelf *shelf = find(number);
    if (!shelf) {
        shelf = malloc(sizeof *shelf);
        if (!shelf) return;
        shelf->number = number;
        shelf->books = NULL;
        shelf->next = room;
        room = shelf;
    }
    struct book *book = malloc(sizeof *book);
    if (!book) return;
    book->title = title;
    book->next = shelf->books;
    shelf->books = book;
}

static void take(int number, int title)
{
    struct shelf *shelf = find(number);
    if (!shelf) return;
    for (struct book **at = &shelf->books; *at; at = &(*at)->next)
        if ((*at)->title == title) {
            struct book *gone = *at;
            *at = gone->next;
            free(gone);
            return;
        }
}

int main(void)
{
    while (__VERIFIER_nondet_int()) {
        int number = __VERIFIER_nondet_int(), title = __VERIFIER_nondet_int();
        if (__VERIFIER_nondet_int())
            put(number, title);
        else
            take(number, title);
    }
    while (room) {
        struct shelf *shelf = room;
        room = shelf->next;
        while (shelf->books) {
            struct book *next = shelf->books->next;
            free(shelf->books);
            shelf->books = next;
        }
        free(shelf);
    }
    return 0;
}
/* expect: memsafety true */
/* twin: memsafety s/free(gone);/free(*at);/ */
/* expect: memcleanup true */
/* twin: memcleanup s/free(shelf->books);/(void)0;/ */
