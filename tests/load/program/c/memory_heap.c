/* realloc that moves, calloc, malloc(0), sizes that wrap or are huge, objects of one allocation site alive at once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
static struct node *push(struct node *list, int value)
{
    struct node *n = malloc(sizeof *n); /* one site, many objects */
    n->next = list;
    n->value = value;
    return n;
}
int main(void)
{
    int *a = malloc(2 * sizeof *a);
    a[0] = 7;
    a[1] = 8;
    for (int n = 3; n < 40; n++) {
        a = realloc(a, (size_t)n * sizeof *a);
        a[n - 1] = a[n - 2] + a[n - 3] % 5;
    }
    printf("%d\n", a[38]);
    a = realloc(a, sizeof *a);
    printf("%d\n", a[0]);
    free(a);
    char *z = calloc(5, 3);
    int sum = 0;
    for (int i = 0; i < 15; i++) sum += z[i];
    free(z);
    void *p = malloc(0), *q = malloc(0);
    printf("%d %d %d\n", sum, p != NULL, p != q);
    free(p);
    free(q);
    volatile size_t huge = SIZE_MAX / 2 + 10;
    printf("%d %d\n", malloc(huge) == NULL, calloc(huge, 4) == NULL);
    struct node *list = NULL, *x, *y;
    for (int i = 0; i < 6; i++) list = push(list, i);
    x = list->next;
    y = list->next->next;
    x->value = 50;
    y->value += x->value;
    for (struct node *n = list; n; n = n->next) printf("%d ", n->value);
    struct node *alias = x; /* written through one pointer, read through another */
    alias->next = y->next;
    printf("| %d\n", x->next->value);
    free(y);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    struct node *cells[3];
    for (int i = 0; i < 3; i++) cells[i] = push(i ? cells[i - 1] : NULL, i * i);
    cells[2]->next->next->value = 9; /* reached only through array cells */
    printf("%d %d %d\n", cells[0]->value, cells[1]->value, cells[2]->value);
    for (int i = 0; i < 3; i++) free(cells[i]);
    char *copy = strdup("kept");
    copy = realloc(copy, 20);
    strcat(copy, " and longer");
    puts(copy);
    free(copy);
    return 0;
}
