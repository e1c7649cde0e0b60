/* Inside the models of stdio.h: streams and the place where printed characters go. */
#ifndef SOOTH_MODELS_STDIO_H
#define SOOTH_MODELS_STDIO_H
#include "models.h"

typedef struct _IO_FILE {
    int stream;     /* 0, 1, 2 */
    int end, error; /* the indicators */
    int closed;
    int pushed; /* 1 + a character that ungetc put back; 0: none */
    int own;    /* a file that was empty: it holds what the program wrote */
} FILE;
extern FILE *stdin, *stdout, *stderr;
int __sooth_is_at_end(const FILE *); /* the indicator */
void __sooth_not_at_end(FILE *);     /* clears it */
void __sooth_unsupported_use_of_a_closed_file(void);
static inline void must_be_open(const FILE *file)
{
    if (file->closed)
        __sooth_unsupported_use_of_a_closed_file();
}

struct sink {
    char *buffer; /* null: to the stream */
    size_t room;  /* of the buffer, the final zero included */
    size_t count; /* characters so far, also those that did not fit */
    int stream;
};
void __sooth_sink_put(struct sink *, char);
/* Text with padding to a width: spaces before or after, or zeros between prefix and digits.
 */
struct conversion {
    int width, precision; /* precision -1: not given */
    int left, plus, space, alternate, zero, upper;
};
void __sooth_put_padded(struct sink *, const struct conversion *, const char *prefix,
                        size_t prefix_length, const char *digits, size_t length,
                        size_t zeros);
void __sooth_put_float(struct sink *, const struct conversion *, long double, char kind);

/* A conversion of scanf. */
struct scan {
    char kind;
    int skip, length; /* length: -2 hh, -1 h, 1 l, 2 ll, 3 L */
    long width;       /* 0: none */
    const char *set;  /* of a %[, after the bracket */
};
/* returns where it ends */
const char *__sooth_read_conversion(const char *behind_percent, struct scan *);
void __sooth_store_integer(void *to, int length, long long);
int __sooth_in_set(const char *set, unsigned char character);
/* glibc sets it even to zero, where the input ends */
static inline void touch_errno_of_scanf(void)
{
    int error = __sooth_any_error();
    if (error)
        *__errno_location() = error > 0 ? error : 0;
}

#endif
