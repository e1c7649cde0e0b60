/* The options every command that loads a program shares. */
#ifndef CLI_FRONTEND_ARGUMENTS_H
#define CLI_FRONTEND_ARGUMENTS_H
#include "base/vector.h"
#include "load/frontend.h"

struct frontend_arguments {
    struct frontend_options options;
    VECTOR(const char *) files;
    VECTOR(const char *) clang;
};

void frontend_arguments_init(struct frontend_arguments *);
void frontend_arguments_release(struct frontend_arguments *);
/* Takes argv[0] and what belongs to it: returns how many words were taken, -1 if it is not
 * one of these options. Words that do not start with '-' are files. */
int frontend_arguments_take(struct frontend_arguments *, int argc, char **argv);
/* They ask for LLVM as the reader of modules, which only sooth-llvm has (command.h). */
bool frontend_arguments_want_llvm(int argc, char **argv);
/* The options, pointing into the arguments. */
struct frontend_options frontend_arguments_options(const struct frontend_arguments *);

/* The first two files as programs of their own, as they are compared (check/pair): with sites
 * of overflow, without models of library functions. False with a failure; the caller owns
 * what is there. */
struct program;
struct failure;
bool frontend_arguments_load_pair(const struct frontend_arguments *, struct program *both[2],
                                  struct failure *);

#endif
