/* getopt_long: words, or beginnings of words that only one option has. */
#include "getopt.h"

/* 2: the whole name; 1: the beginning of it; 0: another one. The text ends at = or its end.
 */
static int matches(const char *name, const char *text)
{
    while (*text && *text != '=' && *name == *text)
        name++, text++;
    if (*text && *text != '=')
        return 0;
    return *name ? 1 : 2;
}

static int mean_the_same(const struct option *a, const struct option *b)
{
    return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

enum { NONE = -1, SEVERAL = -2 };
static int find(const struct option *all, const char *text)
{
    int found = NONE, several = 0;
    for (int i = 0; all[i].name; i++) {
        int match = matches(all[i].name, text);
        if (match == 2)
            return i;
        if (match && found == NONE)
            found = i;
        else if (match && !mean_the_same(&all[i], &all[found]))
            several = 1;
    }
    return several ? SEVERAL : found;
}

static char *value_in(char *text)
{
    while (*text && *text != '=')
        text++;
    return *text ? text + 1 : NULL;
}

int __sooth_long_option(int count, char **arguments, const char *text,
                        const struct long_options *o, int silent)
{
    int which = find(o->all, text);
    if (which == NONE && silent)
        return -2;
    __sooth_end_of_letters();
    optind++;
    if (which < 0)
        return __sooth_wrong_option(0, '?');
    const struct option *chosen = &o->all[which];
    char *value = value_in((char *)text);
    if (value && !chosen->has_arg)
        return __sooth_wrong_option(chosen->val, '?');
    if (!value && chosen->has_arg == 1) {
        if (optind >= count)
            return __sooth_wrong_option(chosen->val, o->missing);
        value = arguments[optind++];
    }
    optarg = value;
    if (o->found)
        *o->found = which;
    if (!chosen->flag)
        return chosen->val;
    *chosen->flag = chosen->val;
    return 0;
}

/* Letters that begin with a colon tell a missing value from an unknown option. */
static int missing(const char *letters)
{
    if (*letters == '-' || *letters == '+')
        letters++;
    return *letters == ':' ? ':' : '?';
}
int getopt_long(int count, char *const *arguments, const char *letters,
                const struct option *all, int *found)
{
    struct long_options o = {all, found, 0, missing(letters)};
    return __sooth_next_option(count, (char **)arguments, letters, &o);
}
int getopt_long_only(int count, char *const *arguments, const char *letters,
                     const struct option *all, int *found)
{
    struct long_options o = {all, found, 1, missing(letters)};
    return __sooth_next_option(count, (char **)arguments, letters, &o);
}
