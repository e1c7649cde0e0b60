/* getopt as the GNU library has it: operands are passed over and, at the next call, moved
 * behind the options that followed them, unless the letters begin with + or - or
 * POSIXLY_CORRECT is set. What it prints is left out. */
#include "getopt.h"

void __sooth_unsupported_the_letters_W_and_semicolon_of_getopt(void);
int strcmp(const char *, const char *);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

enum order { PASSES_OVER, STOPS, RETURNS };
static char *letters_left; /* of an argument like -abc */
static int begun;
static enum order order;
static int operands_begin, operands_end; /* passed over, between options */
static int kept_optopt;                  /* every call sets optopt to it, whatever it was */

int __sooth_wrong_option(int about, int result)
{
    kept_optopt = about;
    return result;
}

void __sooth_end_of_letters(void)
{
    letters_left = NULL;
}

static int is_operand(const char *argument)
{
    return argument[0] != '-' || argument[1] == 0;
}

static void begin(const char *letters)
{
    if (!optind)
        optind = 1;
    operands_begin = operands_end = optind;
    letters_left = NULL;
    order = PASSES_OVER;
    if (*letters == '-')
        order = RETURNS;
    else if (*letters == '+' || __sooth_any_choice())
        order = STOPS;
    begun = 1;
}

static void reverse(char **from, char **to)
{
    while (from < --to) {
        char *kept = *from;
        *from++ = *to;
        *to = kept;
    }
}

/* The operands, and the options after them up to optind, change places. */
static void move_operands(char **arguments)
{
    int options = optind - operands_end;
    if (operands_begin != operands_end && options) {
        reverse(arguments + operands_begin, arguments + operands_end);
        reverse(arguments + operands_end, arguments + optind);
        reverse(arguments + operands_begin, arguments + optind);
    }
    operands_begin += options;
    operands_end = optind;
}

/* Whether there is another argument with options; else optind is that of the first operand.
 */
static int find_argument(int count, char **arguments)
{
    if (operands_end > optind)
        operands_end = optind;
    if (operands_begin > optind)
        operands_begin = optind;
    if (order == PASSES_OVER) {
        move_operands(arguments);
        while (optind < count && is_operand(arguments[optind]))
            optind++;
        operands_end = optind;
    }
    if (optind < count && !strcmp(arguments[optind], "--")) {
        optind++;
        move_operands(arguments);
        operands_end = optind = count;
    }
    if (optind < count)
        return 1;
    if (operands_begin != operands_end)
        optind = operands_begin;
    return 0;
}

/* The argument of an option with a letter, in the rest of the word or in the next one. */
static int take_value(int count, char **arguments, const char *letter, int missing)
{
    int result = *letter;
    if (letter[2] == ':') {
        optarg = *letters_left ? letters_left : NULL;
        optind++;
    } else if (*letters_left) {
        optarg = letters_left;
        optind++;
    } else if (optind + 1 >= count) {
        optind++;
        result = __sooth_wrong_option(*letter, missing);
    } else {
        optarg = arguments[optind + 1];
        optind += 2;
    }
    letters_left = NULL;
    return result;
}

static const char *find_letter(const char *letters, char c)
{
    for (; *letters; letters++)
        if (*letters == c)
            return letters;
    return NULL;
}

static int take_letter(int count, char **arguments, const char *letters)
{
    int missing = *letters == ':' ? ':' : '?';
    char c = *letters_left++;
    const char *letter = c == ':' || c == ';' ? NULL : find_letter(letters, c);
    if (letter && letter[1] == ':')
        return take_value(count, arguments, letter, missing);
    if (letter && c == 'W' && letter[1] == ';')
        __sooth_unsupported_the_letters_W_and_semicolon_of_getopt();
    if (!*letters_left) {
        optind++;
        letters_left = NULL;
    }
    if (letter)
        return c;
    return __sooth_wrong_option(c, '?');
}

static int begin_argument(int count, char **arguments, const char *letters,
                          const struct long_options *o)
{
    char *word = arguments[optind];
    int found = -2;
    if (o->all && word[1] == '-')
        return __sooth_long_option(count, arguments, word + 2, o, 0);
    if (o->all && o->alone && (word[2] || !find_letter(letters, word[1])))
        found = __sooth_long_option(count, arguments, word + 1, o,
                                    find_letter(letters, word[1]) != NULL);
    if (found == -2)
        letters_left = word + 1;
    return found;
}

static int next_option(int count, char **arguments, const char *letters,
                       const struct long_options *o)
{
    optarg = NULL;
    if (!begun || !optind)
        begin(letters);
    if (*letters == '-' || *letters == '+')
        letters++;
    if (!letters_left || !*letters_left) {
        if (!find_argument(count, arguments))
            return -1;
        if (is_operand(arguments[optind])) {
            if (order == STOPS)
                return -1;
            optarg = arguments[optind++];
            return 1;
        }
        int found = begin_argument(count, arguments, letters, o);
        if (found != -2)
            return found;
    }
    return take_letter(count, arguments, letters);
}

int __sooth_next_option(int count, char **arguments, const char *letters,
                        const struct long_options *o)
{
    int option = count < 1 ? -1 : next_option(count, arguments, letters, o);
    optopt = kept_optopt;
    return option;
}

int getopt(int count, char *const *arguments, const char *letters)
{
    struct long_options none = {0};
    return __sooth_next_option(count, (char **)arguments, letters, &none);
}
int __posix_getopt(int count, char *const *arguments, const char *letters)
{
    return getopt(count, arguments, letters);
}
