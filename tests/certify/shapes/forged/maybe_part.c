/* A part belongs to a record that may be missing: it is not there without it. Here it is, and is lost. */
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct record {
    int *part;
    int data;
};
int main(void)
{
    struct record *record = NULL;
    int *part = malloc(sizeof *part);
    if (__VERIFIER_nondet_bool()) {
        record = malloc(sizeof *record);
        record->data = 0;
        record->part = part;
    }
    while (__VERIFIER_nondet_bool()) {
    }
    while (__VERIFIER_nondet_bool()) {
    }
    if (record) {
        free(record->part);
        free(record);
    }
    return 0;
}
