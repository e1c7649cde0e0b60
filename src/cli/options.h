/* The options of all commands, one table (options.def): parsing, help, the manual page and
 * completion read the same rows. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct failure;
struct option_row {
    int key; /* its place in the section of its command */
    /* "--timeout"; a name without a dash is never matched, it only shows in help */
    const char *name;
    const char *argument; /* see options.def */
    const char *help;
};
struct option_table {
    const char *command; /* "frontend": of all commands that load a program */
    const struct option_row *rows;
    size_t count;
};
extern const struct option_table option_tables[]; /* ends with a null command */
/* The options of a command; null: it has none. */
const struct option_table *options_of(const char *command);

enum option_match { OPTION_NONE, OPTION_FOUND, OPTION_VALUE_MISSING, OPTION_VALUE_EXTRA };
/* Matches argv[0], as `--name VALUE`, `--name=VALUE` or `-nVALUE`; sets the row, the value
 * (null if none) and how many words it took. */
enum option_match option_match(const struct option_table *, int argc, char **argv,
                               const struct option_row **, const char **value, int *used);

/* How a command reads its words. */
struct option_reader {
    const char *command;
    void *request;
    /* One option; false with a failure if its value is wrong. */
    bool (*take)(void *request, const struct option_row *, const char *value,
                 struct failure *);
    /* A word that is none of them, with what belongs to it: how many words; 0 (a failure may
     * say why) if it cannot be used. */
    int (*take_word)(void *request, int argc, char **argv, struct failure *);
};
/* All words after the first; false with a failure that names the word and what to do. */
bool options_read(const struct option_reader *, int argc, char **argv, struct failure *);

/* Values that are numbers: false with a failure that names the option and what it is given.
 */
bool option_number(const char *option, const char *value, double most, double *out,
                   struct failure *);
bool option_number_or_zero(const char *option, const char *value, double most, double *out,
                           struct failure *);
bool option_count(const char *option, const char *value, uint64_t most, uint64_t *out,
                  struct failure *);

void options_print(const struct option_table *, FILE *); /* as help */
/* Every row as a line: command, name, argument and help, with tabs between them. */
void options_list(FILE *);

#endif
