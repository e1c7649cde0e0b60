/* The text form, as print.c writes and parse.c reads it.
 *
 *   program 64 entry @main
 *   file 1 "a.c"
 *   ctype 1 signed "int" bytes 4 element 0 count 0 member "x" 1 0 32 enumerator "A" 1
 *   variable 0 "x" ctype 1 in @main !1:3:7
 *   global $g size 8 align 4 internal readonly unit "a.c" var 3 bytes 0a0b000000000000 at 0
 * $h+4 function @main(i32, ptr) -> (i32) unit "a.c" internal variadic noreturn ctype 1 !1:2:1
 * { b0 "entry": %0 = param i32 {0} var 2 %3 = icmp.slt i1 %0, i32 10 !1:4:9 branch %3 b1 b2
 *   b1:
 *     %5 = phi i32 [%0 b0] [i32 7 b3]
 *   }
 *
 * A line is [%id =] op[.sub] [type, if there is a result] operands, then targets, {extra} if
 * not 0, flags, var N, "text", !file:line:column. Constants carry their type: i32 -5, f64
 * 0x3ff0000000000000, null, $g+8,
 * @f, block @f 3, undef i32. A name that several functions (or globals) have is followed by
 * #index; odd names are quoted. Instructions without result have no number; the parser gives
 * them the numbers that are free. */
#ifndef PROGRAM_TEXT_TEXT_INTERNAL_H
#define PROGRAM_TEXT_TEXT_INTERNAL_H
#include "program/program.h"

#define FLAG_NAMES                                                                           \
    {"volatile", "atomic", "nsw", "loop_stops"} /* bit k of enum instruction_flag */
enum { FLAG_NAME_COUNT = 4 };
_Static_assert(FLAG_LOOP_STOPS == 1 << (FLAG_NAME_COUNT - 1), "every flag has a name");

#define CTYPE_KIND_NAMES                                                                     \
    {"void",   "bool",  "signed", "unsigned", "char",     "float", "pointer",                \
     "struct", "union", "array",  "enum",     "function", "other"}                           \
    /* in the order of enum ctype_kind */
enum { CTYPE_KIND_NAME_COUNT = 13 };
_Static_assert(CTYPE_OTHER == CTYPE_KIND_NAME_COUNT - 1, "every kind has a name");

#endif
