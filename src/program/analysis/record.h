/* Members of records that stand beside arrays: numbers and pointers at fixed places, which an
 * access to an element of such an array is not meant to reach. It is how memory is divided,
 * and nothing follows from it. */
#ifndef PROGRAM_ANALYSIS_RECORD_H
#define PROGRAM_ANALYSIS_RECORD_H
#include "program/program.h"

enum { RECORD_PARTS = 24 };
struct record_parts {
    struct {
        uint32_t at, bytes;
        bool pointer;
    } part[RECORD_PARTS];
    uint32_t count;
};
/* False: it is no record, has no array, or too many members. */
bool record_parts(const struct program *, uint32_t ctype, struct record_parts *);
/* What the variable that the pointer goes into at once points to; 0: that is not known. */
uint32_t record_behind(const struct program *, const struct function *, uint32_t pointer);

#endif
