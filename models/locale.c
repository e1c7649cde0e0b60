/* locale.h and libintl.h, in the locale C, the only one that the models know:
 * there, no message is translated. */
#include "models.h"

int strcmp(const char *, const char *);

void __sooth_unsupported_another_locale(void);

/* What the environment asks for may be this locale, one that does not exist, or another. */
char *setlocale(int category, const char *wanted)
{
    if (category < 0 || category > 12) {
        *__errno_location() = ERROR_INVALID;
        return NULL;
    }
    if (!wanted || !strcmp(wanted, "C") || !strcmp(wanted, "POSIX"))
        return (char *)"C";
    if (__sooth_any_choice())
        return NULL;
    if (*wanted || __sooth_any_choice())
        __sooth_unsupported_another_locale();
    return (char *)"C";
}

struct lconv {
    const char *texts[10]; /* the first is the decimal point */
    char numbers[14];
};
struct lconv *localeconv(void)
{
    static struct lconv c;
    for (int i = 0; i < 10; i++)
        c.texts[i] = i ? "" : ".";
    for (int i = 0; i < 14; i++)
        c.numbers[i] = CHAR_MAX;
    return &c;
}

/* What they return is a text of the library, or null; which, counts only where it is looked
 * at. */
void __sooth_unsupported_names_of_message_catalogues(void);
static void read_text(const char *text)
{
    if (text && strlen(text) == SIZE_MAX)
        abort();
}
#define NAMES(name, parameters, first, second)                                               \
    char *name parameters                                                                    \
    {                                                                                        \
        read_text(first);                                                                    \
        read_text(second);                                                                   \
        if (__sooth_any_outcome())                                                           \
            __sooth_unsupported_names_of_message_catalogues();                               \
        return NULL;                                                                         \
    }
NAMES(textdomain, (const char *domain), domain, NULL)
NAMES(bindtextdomain, (const char *domain, const char *folder), domain, folder)
NAMES(bind_textdomain_codeset, (const char *domain, const char *codes), domain, codes)

char *gettext(const char *message)
{
    return (char *)message;
}
char *dgettext(const char *domain, const char *message)
{
    return (char *)message;
}
char *dcgettext(const char *domain, const char *message, int category)
{
    return (char *)message;
}
char *ngettext(const char *one, const char *many, unsigned long n)
{
    return (char *)(n == 1 ? one : many);
}
char *dngettext(const char *domain, const char *one, const char *many, unsigned long n)
{
    return ngettext(one, many, n);
}
char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
                 int category)
{
    return ngettext(one, many, n);
}
