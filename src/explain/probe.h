/* Probes: instructions that are put into a program for one question, and taken out again. */
#ifndef EXPLAIN_PROBE_H
#define EXPLAIN_PROBE_H
#include "explain/explain.h"

struct probe_mark { /* an instruction that was put in */
    uint32_t function, instruction;
};
struct probe {
    struct program *program;
    VECTOR(struct probe_mark) marks;
};
struct probe_range { /* a value of the program lies between these */
    uint32_t function, value;
    bool at_end; /* the value is a phi: what it becomes at the end of an iteration does */
    bool is_signed;
    __int128 least, most;
};

void probe_init(struct probe *, struct program *);
/* Takes out all that was put in: the program is as before. Of two probes the later one goes
 * first. */
void probe_release(struct probe *);
/* Runs in which it does not hold are left out. */
void probe_assume(struct probe *, const struct probe_range *);
/* Reaching the position in the block is an error. */
void probe_reach(struct probe *, uint32_t function, uint32_t block, size_t at);
/* Every return of the function is. */
void probe_return(struct probe *, uint32_t function);

/* FALSE: a run reaches a position that was made an error; TRUE: none does. */
enum verdict probe_ask(const struct explain_task *, const struct probe *, double seconds);

#endif
