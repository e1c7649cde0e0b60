/* Names of the C library (library_names.def, made by scripts/library-names): a function of
 * one of these names without a model does something definite that we do not know, unlike a
 * function of the user's that may do anything its type allows. */
#include "program/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
#include "program/library_names.def"
};

/* Those that the headers declare and no model defines, and some that older headers do; flags
 * and numbers that hold anything are left out. Sorted. */
static const char *const variables[] = {
    "__environ",
    "__progname",
    "__progname_full",
    "__tzname",
    "_ns_flagdata",
    "_r_debug",
    "_res",
    "_sys_errlist",
    "_sys_siglist",
    "argp_program_bug_address",
    "argp_program_version",
    "argp_program_version_hook",
    "environ",
    "error_print_progname",
    "in6addr_any",
    "in6addr_loopback",
    "obstack_alloc_failed_handler",
    "program_invocation_name",
    "program_invocation_short_name",
    "rpc_createerr",
    "sys_errlist",
    "sys_siglist",
    "tzname",
};

#define LEFT_OUT "__sooth_unsupported_"

static int compare(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

static bool begins(const char *name, const char *with)
{
    return !strncmp(name, with, strlen(with));
}

/* Functions that belong to the compiler: builtins of another one (`__builtin_exit` is gcc's),
 * and what its own library has for machines without an instruction (`__popcountdi2`). */
static bool is_of_compiler(const char *name)
{
    static const char *const families[] = {"__builtin_", "__sync_", "__atomic_", "__c11_"};
    static const char *const types[] = {"si", "di", "ti", "sf", "df", "xf", "tf"};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (begins(name, families[i]))
            return true;
    size_t length = strlen(name);
    if (length < 6 || !begins(name, "__") || name[length - 1] < '2' || name[length - 1] > '4')
        return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (begins(name + length - 3, types[i]))
            return true;
    return false;
}

bool library_function(const char *name)
{
    if (begins(name, "__sooth_"))
        return true; /* what a model leaves out */
    if (is_of_compiler(name))
        return true;
    return bsearch(name, names, sizeof names / sizeof *names, sizeof *names, compare) != NULL;
}

bool library_variable(const char *name)
{
    return bsearch(name, variables, sizeof variables / sizeof *variables, sizeof *variables,
                   compare) != NULL;
}

bool library_result(const char *name)
{
    return begins(name, "__sooth_result_");
}

bool library_error_text(const char *name)
{
    return !strcmp(name, "__sooth_result_error_text");
}

bool library_failure(const char *name)
{
    return name &&
           (!strcmp(name, "__sooth_any_failure") || !strcmp(name, "__sooth_any_variant"));
}

bool library_unit(const char *unit)
{
    return unit && !strncmp(unit, "<models>/", 9);
}

void library_describe(const char *name, char *out, size_t room)
{
    if (strncmp(name, LEFT_OUT, strlen(LEFT_OUT))) {
        snprintf(out, room, "library function %s", name);
        return;
    }
    snprintf(out, room, "%s", name + strlen(LEFT_OUT));
    for (char *p = out; *p; p++)
        if (*p == '_')
            *p = ' ';
}
