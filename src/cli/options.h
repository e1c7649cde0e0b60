/* A table of options: parsing, help and completion read the same rows. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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
/* Values that are numbers, the same for all commands: false with a failure that names the option and what it is
 * given. */
struct failure;
bool option_number(const char *option, const char *value, double most, double *out, struct failure *);
bool option_count(const char *option, const char *value, uint64_t most, uint64_t *out, struct failure *);
void options_print(const struct option_row *rows, size_t count, FILE *);

#endif
