/* ctype.h in the C locale: the functions, and the tables that glibc's macros index from -128
 * to 255. */
#include "models.h"

#define UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
#define HEX(c) (DIGIT(c) || ((c) >= 'A' && (c) <= 'F') || ((c) >= 'a' && (c) <= 'f'))
#define GRAPH(c) ((c) > ' ' && (c) <= '~')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define CONTROL(c) (((c) >= 0 && (c) < ' ') || (c) == 127)

/* The functions return any value other than zero for what holds. */
#define PREDICATE(name, condition)                                                           \
    int name(int c)                                                                          \
    {                                                                                        \
        return true_as(condition, __sooth_any_truth());                                      \
    }
PREDICATE(isupper, UPPER(c))
PREDICATE(islower, LOWER(c))
PREDICATE(isalpha, UPPER(c) || LOWER(c))
PREDICATE(isdigit, DIGIT(c))
PREDICATE(isalnum, ALNUM(c))
PREDICATE(isxdigit, HEX(c))
PREDICATE(isspace, is_space(c))
PREDICATE(isblank, c == ' ' || c == '\t')
PREDICATE(isprint, c >= ' ' && c <= '~')
PREDICATE(isgraph, GRAPH(c))
PREDICATE(iscntrl, CONTROL(c))
PREDICATE(ispunct, GRAPH(c) && !ALNUM(c))
PREDICATE(isascii, (c & ~0x7f) == 0)
int toascii(int c)
{
    return c & 0x7f;
}
int tolower(int c)
{
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
}
int toupper(int c)
{
    return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
}

#define EACH16(F, n)                                                                         \
    F((n)), F((n) + 1), F((n) + 2), F((n) + 3), F((n) + 4), F((n) + 5), F((n) + 6),          \
        F((n) + 7), F((n) + 8), F((n) + 9), F((n) + 10), F((n) + 11), F((n) + 12),           \
        F((n) + 13), F((n) + 14), F((n) + 15)
#define EACH128(F, n)                                                                        \
    EACH16(F, n), EACH16(F, (n) + 16), EACH16(F, (n) + 32), EACH16(F, (n) + 48),             \
        EACH16(F, (n) + 64), EACH16(F, (n) + 80), EACH16(F, (n) + 96), EACH16(F, (n) + 112)
#define EACH384(F) EACH128(F, -128), EACH128(F, 0), EACH128(F, 128)

#define CLASS(c)                                                                             \
    (unsigned short)(UPPER(c) << 8 | LOWER(c) << 9 | (UPPER(c) || LOWER(c)) << 10 |          \
                     DIGIT(c) << 11 | HEX(c) << 12 |                                         \
                     ((c) == ' ' || ((c) >= '\t' && (c) <= '\r')) << 13 |                    \
                     ((c) >= ' ' && (c) <= '~') << 14 | GRAPH(c) << 15 |                     \
                     ((c) == ' ' || (c) == '\t') |                                           \
                     (((c) >= 0 && (c) < ' ') || (c) == 127) << 1 |                          \
                     (GRAPH(c) && !ALNUM(c)) << 2 | ALNUM(c) << 3)
#define BYTE(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : BYTE(c))
#define TO_UPPER(c) (LOWER(c) ? (c) - 32 : BYTE(c))

static const unsigned short classes[384] = {EACH384(CLASS)};
static const int lowers[384] = {EACH384(TO_LOWER)}, uppers[384] = {EACH384(TO_UPPER)};
static const unsigned short *const class_table = classes + 128;
static const int *const lower_table = lowers + 128, *const upper_table = uppers + 128;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&class_table;
}
const int **__ctype_tolower_loc(void)
{
    return (const int **)&lower_table;
}
const int **__ctype_toupper_loc(void)
{
    return (const int **)&upper_table;
}
