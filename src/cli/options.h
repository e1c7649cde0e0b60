/* A table of options: parsing, help and completion read the same rows. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H
#include <stddef.h>
#include <stdio.h>

struct option_row {
    int key;
    const char *name;     /* "--timeout" */
    const char *argument; /* "S"; null: takes none; "[=FILE]": optional, only behind an equals sign */
    const char *help;
};
enum option_match { OPTION_NONE, OPTION_FOUND, OPTION_VALUE_MISSING, OPTION_VALUE_EXTRA };
/* Matches argv[0], as `--name VALUE` or `--name=VALUE`; sets the row, the value (null if none) and how many
 * words it took. */
enum option_match option_match(const struct option_row *rows, size_t count, int argc, char **argv,
                               const struct option_row **row, const char **value, int *used);
void options_print(const struct option_row *rows, size_t count, FILE *);

#endif
