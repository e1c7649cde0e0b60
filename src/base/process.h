/* Child processes: the only file that starts them. (`sooth` itself becomes `sooth-llvm` for
 * some commands, in cli/elsewhere.c.)
 *
 * A child runs a function of ours, or another program. It has its limits, dies with its
 * parent, and is always waited for. How it ended is told apart: a child that broke an
 * invariant or a signal ended is our own failure, one that had no memory left met a limit. */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct process {
    pid_t id;     /* 0: none */
    int from, to; /* what it says, what it is told; -1: nothing */
    bool ours;    /* work of ours, not another program */
};

enum process_stack { STACK_OURS, STACK_DEEP /* calls of a program nest in calls of ours */ };

/* Work of ours in a child. It is over when `run` returns. */
struct process_work {
    void (*run)(void *context, int in, int out);
    void *context;
    bool told;       /* there is a pipe to it */
    uint64_t memory; /* bytes it may use beside what is there already; 0: no limit */
    double seconds;  /* of the processor; 0: no limit */
    enum process_stack stack;
    bool ignores_interrupt; /* else an interrupt ends it */
};
/* False if no child could be started; nothing is left open then. */
bool process_start(struct process *, const struct process_work *);

/* Another program. Descriptors: -1 is /dev/null, PROCESS_OURS the parent's. */
enum { PROCESS_NOWHERE = -1, PROCESS_OURS = -2, PROCESS_NOT_FOUND = 127 };
struct process_command {
    const char *const *arguments;   /* ends with null; [0] is looked up in PATH */
    const char *const *environment; /* ends with null; null: ours */
    const char *directory;          /* null: ours */
    int output, errors;
    void (*prepare)(void *context); /* in the child, last before the program; may be null */
    void *context;
};
bool process_run(struct process *, const struct process_command *);

enum process_end {
    PROCESS_EXITED,        /* with a code; PROCESS_NOT_FOUND: there is no such program */
    PROCESS_OUT_OF_MEMORY, /* work of ours only */
    PROCESS_BROKEN,    /* an internal failure, already told on stderr; work of ours only */
    PROCESS_SIGNALLED, /* code: the signal */
};
struct process_status {
    enum process_end end;
    int code;
};
/* Waits for it, whatever interrupts, and closes the pipes. */
struct process_status process_wait(struct process *);
/* The same if it is over; false if it still runs. */
bool process_over(struct process *, struct process_status *);
void process_pause(struct process *);
void process_resume(struct process *);
void process_kill(struct process *); /* it is to be waited for all the same */

/* Runs another program to its end; what it says on standard output is put into the text, its
 * errors go nowhere. False if it could not be started. */
struct text;
bool process_output(const char *const *arguments, struct text *output,
                    struct process_status *);

/* All the bytes, whatever interrupts: false at an error or at the end. */
bool process_write(int fd, const void *data, size_t bytes);
bool process_read(int fd, void *data, size_t bytes);
/* The same from a child that is killed, so that the answer is false, if it says nothing for
 * so many seconds (0: no limit) or, as one whose memory is damaged may, does not use the
 * processor for some time either. */
bool process_listen(struct process *, void *data, size_t bytes, double seconds);

#endif
