/* The command line of `sooth verify`. */
#ifndef CLI_VERIFY_ARGUMENTS_H
#define CLI_VERIFY_ARGUMENTS_H
#include "caller/contract/contract.h"
#include "cli/frontend_arguments.h"
#include "judge/judge.h"
#include "trace/steps.h"

#include <stdio.h>

struct failure;

enum dump_stage { DUMP_NOTHING, DUMP_PROGRAM, DUMP_FORMULA, DUMP_SHAPE };
struct verify_arguments {
    struct frontend_arguments frontend;
    uint32_t violations;
    bool leaks_left_out; /* asked for, but not of a function alone */
    struct judge_options judge;
    double seconds;               /* for everything; 0: no limit */
    const char *function;         /* null: main */
    VECTOR(const char *) assumes; /* of callers of `function` */
    struct contracts contracts;   /* from files; verify adds those of the source */
    bool callees_once;            /* the same: verified once, from the start */
    bool any_caller;              /* of `function`: nothing is assumed of callers */
    bool print_harness;           /* for `function`, and stop */
    const char *harness;          /* null: none is kept */
    const char *certificate;      /* file to write it to; null: none */
    bool no_replay, quiet, statistics;
    bool explain; /* why an answer is unknown, or a proof says nothing */
    enum steps_detail detail;
    bool json;
    const char *json_file; /* null: standard output */
    enum dump_stage dump;
};
/* False with a message that can be printed, which names the word and what to do. */
bool verify_arguments_read(struct verify_arguments *, int argc, char **argv,
                           struct failure *);
void verify_arguments_release(struct verify_arguments *);
const char *verify_external_policy(const struct verify_arguments *); /* "args" */

#endif
