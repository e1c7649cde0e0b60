/* locale.h, langinfo.h and libintl.h, in the locale C, the only one that the models know:
 * there, no message is translated. */
#include "models.h"

int strcmp(const char *, const char *);

void __sooth_unsupported_another_locale(void);

/* What the environment asks for may be this locale, one that does not exist, or another. */
char *setlocale(int category, const char *wanted)
{
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

/* Texts of the C library: short, and nobody knows them. */
enum { LONGEST = 63 };
extern const char __sooth_fixed_text[LONGEST + 1];
static char *any_text(void)
{
    __VERIFIER_assume(!__sooth_fixed_text[LONGEST]);
    return (char *)__sooth_fixed_text;
}
char *nl_langinfo(int item)
{
    return any_text();
}
static char *kept(void) /* null: there is no memory for it, or nothing was set */
{
    return __sooth_any_choice() ? NULL : any_text();
}
char *textdomain(const char *domain)
{
    return kept();
}
char *bindtextdomain(const char *domain, const char *folder)
{
    return kept();
}
char *bind_textdomain_codeset(const char *domain, const char *codes)
{
    return kept();
}

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
