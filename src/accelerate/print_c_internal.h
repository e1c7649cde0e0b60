/* Inside the printing of programs as C: what statements (print_c.c) are made of
 * (print_c_value.c). */
#ifndef ACCELERATE_PRINT_C_INTERNAL_H
#define ACCELERATE_PRINT_C_INTERNAL_H
#include "base/text.h"
#include "program/program.h"

struct printer {
    const struct program *program;
    const struct function *f;
    uint32_t function;
    struct text *out;
    struct failure *failure;
    bool good;
};

/* Something has no words here: the first one is told. */
void c_unsupported(struct printer *p, const char *what);
/* Types, as typedefs of ours and as others declare them: of functions without body. */
void c_put_type(struct printer *p, struct type t);
void c_put_plain_type(struct printer *p, struct type t);
/* A function without body, and main, are known to others by their names. */
bool c_keeps_name(const struct function *f, uint32_t index, const struct program *p);
void c_put_function_name(struct printer *p, uint32_t index);
/* Expressions. */
void c_put_operand(struct printer *p, const struct instruction *in, uint32_t k);
void c_put_integer(struct printer *p, const struct instruction *in);
void c_put_address(struct printer *p, const struct instruction *in);
void c_put_input(struct printer *p, const struct instruction *in);

#endif
