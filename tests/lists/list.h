/* The list of all programs here. */
#ifndef TESTS_LISTS_LIST_H
#define TESTS_LISTS_LIST_H
#include <assert.h>
#include <stdlib.h>
#include <sooth.h>

typedef struct node {
    int value;
    struct node *next;
} *list;

#endif
