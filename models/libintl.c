/* libintl.h, in the locale C, the only one that the models know: there, no message is
 * translated. */
#include "models.h"

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
