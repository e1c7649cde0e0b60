/* Shared by getopt and getopt_long. */
#ifndef SOOTH_MODELS_GETOPT_H
#define SOOTH_MODELS_GETOPT_H
#include "models.h"

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};
struct long_options {
    const struct option *all; /* null: there are none */
    int *found;
    int alone;   /* getopt_long_only */
    int missing; /* what a missing value is told by: '?' or ':' */
};
extern char *optarg;
extern int optind, opterr, optopt;

int __sooth_next_option(int count, char **arguments, const char *letters,
                        const struct long_options *);
/* An argument that begins with `text` behind its dashes; what it means, or -2 if it is not
 * one of these. */
int __sooth_long_option(int count, char **arguments, const char *text,
                        const struct long_options *, int silent);
/* returns the result; optopt tells what it is about */
int __sooth_wrong_option(int about, int result);
void __sooth_end_of_letters(void); /* the next option is in the next argument */

#endif
