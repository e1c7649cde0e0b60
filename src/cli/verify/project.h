/* `verify --function F compile_commands.json`: the file of the project that defines F, with
 * the arguments of its entry. What F calls elsewhere is without body then, as where a file is
 * given by itself. */
#ifndef CLI_VERIFY_PROJECT_H
#define CLI_VERIFY_PROJECT_H
#include "base/arena.h"
#include "cli/verify/arguments.h"

/* Puts that file and its arguments in the place of the database, which must be the only file
 * given; else, where no function is asked for, and for any caller, nothing changes. False
 * with a failure: it cannot be read, or no file of it defines the function. What is put there
 * lives in the arena. */
bool project_choose_file(struct verify_arguments *, struct arena *, struct failure *);

#endif
