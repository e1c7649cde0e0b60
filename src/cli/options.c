#include "cli/options.h"

#include "base/failure.h"
#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_COLUMN = 27, WIDTH = 110 };

enum option_match option_match(const struct option_row *rows, size_t count, int argc, char **argv,
                               const struct option_row **row, const char **value, int *used)
{
    *value = NULL;
    *used = 1;
    for (size_t i = 0; i < count; i++) {
        size_t n = strlen(rows[i].name);
        if (strncmp(argv[0], rows[i].name, n) || (argv[0][n] && argv[0][n] != '=')) continue;
        *row = &rows[i];
        if (argv[0][n] == '=') {
            *value = argv[0] + n + 1;
            return rows[i].argument ? OPTION_FOUND : OPTION_VALUE_EXTRA;
        }
        if (!rows[i].argument || rows[i].argument[0] == '[') return OPTION_FOUND;
        if (argc < 2) return OPTION_VALUE_MISSING;
        *value = argv[1];
        *used = 2;
        return OPTION_FOUND;
    }
    return OPTION_NONE;
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

void options_print(const struct option_row *rows, size_t count, FILE *out)
{
    for (size_t i = 0; i < count; i++) {
        const char *argument = rows[i].argument ? rows[i].argument : "";
        int n = fprintf(out, "  %s%s%s", rows[i].name, *argument && *argument != '[' ? " " : "", argument);
        fprintf(out, "%*s", n < HELP_COLUMN - 1 ? HELP_COLUMN - n : 1, "");
        print_wrapped(rows[i].help, out);
    }
}

bool option_number(const char *option, const char *value, double most, double *out, struct failure *f)
{
    char *end;
    *out = strtod(value, &end);
    if (*value && !*end && isfinite(*out) && *out > 0 && *out <= most) return true;
    return failure_set(f, FAILURE_INPUT, "%s: '%s' is not a positive number", option, value);
}

bool option_count(const char *option, const char *value, uint64_t most, uint64_t *out, struct failure *f)
{
    char *end;
    *out = strtoull(value, &end, 10);
    if (isdigit((unsigned char)*value) && !*end && *out && *out <= most) return true;
    return failure_set(f, FAILURE_INPUT, "%s: '%s' is not a positive whole number", option, value);
}
