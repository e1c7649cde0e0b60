#include "cli/options.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 27, WIDTH = 110 };

/* Where the value starts in a word that begins with the option's name; null: it is another
 * word. */
static const char *value_in(const struct option_row *r, const char *word)
{
    size_t n = strlen(r->name);
    if (r->name[0] != '-' || strncmp(word, r->name, n))
        return NULL;
    if (!word[n])
        return word + n;
    if (word[n] == '=')
        return word + n + 1;
    return n == 2 && r->argument ? word + n : NULL; /* -jN */
}

enum option_match option_match(const struct option_table *t, int argc, char **argv,
                               const struct option_row **row, const char **value, int *used)
{
    *value = NULL;
    *used = 1;
    for (size_t i = 0; i < t->count; i++) {
        const struct option_row *r = &t->rows[i];
        const char *start = value_in(r, argv[0]);
        if (!start)
            continue;
        *row = r;
        if (start != argv[0] + strlen(r->name) || *start) {
            *value = start;
            return r->argument ? OPTION_FOUND : OPTION_VALUE_EXTRA;
        }
        if (!r->argument || r->argument[0] == '[')
            return OPTION_FOUND;
        if (argc < 2)
            return OPTION_VALUE_MISSING;
        *value = argv[1];
        *used = 2;
        return OPTION_FOUND;
    }
    return OPTION_NONE;
}

/* A word that the table does not know. */
static int take_word(const struct option_reader *r, int argc, char **argv, struct failure *f)
{
    if (text_same(argv[0], "--help"))
        failure_set(f, FAILURE_INPUT, "--help comes first: sooth %s --help", r->command);
    int used =
        f->kind == FAILURE_NONE && r->take_word ? r->take_word(r->request, argc, argv, f) : 0;
    if (used > 0)
        return used;
    if (f->kind == FAILURE_NONE)
        failure_set(f, FAILURE_INPUT, "cannot use '%s'; see sooth %s --help", argv[0],
                    r->command);
    return 0;
}

bool options_read(const struct option_reader *r, int argc, char **argv, struct failure *f)
{
    const struct option_table *table = options_of(r->command);
    for (int i = 1, used = 1; i < argc; i += used) {
        const struct option_row *row;
        const char *value;
        switch (option_match(table, argc - i, argv + i, &row, &value, &used)) {
        case OPTION_FOUND:
            if (!r->take(r->request, row, value, f))
                return false;
            break;
        case OPTION_VALUE_MISSING:
            return failure_set(f, FAILURE_INPUT, "%s needs a value: %s", row->name,
                               row->argument);
        case OPTION_VALUE_EXTRA:
            return failure_set(f, FAILURE_INPUT, "%s takes no value", row->name);
        case OPTION_NONE:
            used = take_word(r, argc - i, argv + i, f);
            if (!used)
                return false;
            break;
        }
    }
    return true;
}

/* The help text, broken between words and indented to its column. */
static void print_wrapped(const char *help, FILE *out)
{
    int column = HELP_COLUMN;
    for (const char *p = help; *p;) {
        size_t n = strcspn(p, " ");
        if (column > HELP_COLUMN && column + 1 + (int)n > WIDTH) {
            fprintf(out, "\n%*s", HELP_COLUMN, "");
            column = HELP_COLUMN;
        } else if (column > HELP_COLUMN) {
            fputc(' ', out);
            column++;
        }
        fprintf(out, "%.*s", (int)n, p);
        column += (int)n;
        p += n + (p[n] == ' ');
    }
    fputc('\n', out);
}

void options_print(const struct option_table *t, FILE *out)
{
    for (size_t i = 0; i < t->count; i++) {
        const char *argument = t->rows[i].argument ? t->rows[i].argument : "";
        int n = fprintf(out, "  %s%s%s", t->rows[i].name,
                        *argument && *argument != '[' ? " " : "", argument);
        if (n >= HELP_COLUMN)
            n = fprintf(out, "\n") - 1;
        fprintf(out, "%*s", HELP_COLUMN - n, "");
        print_wrapped(t->rows[i].help, out);
    }
}

bool option_number(const char *option, const char *value, double most, double *out,
                   struct failure *f)
{
    char *end;
    *out = strtod(value, &end);
    if (*value && !*end && isfinite(*out) && *out > 0 && *out <= most)
        return true;
    return failure_set(f, FAILURE_INPUT, "%s: '%s' is not a positive number", option, value);
}

bool option_number_or_zero(const char *option, const char *value, double most, double *out,
                           struct failure *f)
{
    if (!text_same(value, "0"))
        return option_number(option, value, most, out, f);
    *out = 0;
    return true;
}

bool option_count(const char *option, const char *value, uint64_t most, uint64_t *out,
                  struct failure *f)
{
    char *end;
    *out = strtoull(value, &end, 10);
    if (isdigit((unsigned char)*value) && !*end && *out && *out <= most)
        return true;
    return failure_set(f, FAILURE_INPUT, "%s: '%s' is not a positive whole number", option,
                       value);
}
