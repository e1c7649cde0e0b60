/* Names of the C and POSIX libraries: a function of one of these names without a model does something definite that we do not
 * know, unlike a function of the user's that may do anything its type allows. */
#include "program/library.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "access", "acos", "acosf", "acosh", "asin", "asinf", "asinh", "asprintf", "atan", "atan2", "atan2f", "atanf", "atanh", "bind",
    "cbrt", "chdir", "chmod", "clock", "clock_gettime", "close", "connect", "cos", "cosf", "cosh", "coshf", "cosl", "creat",
    "dup", "dup2", "erf", "erfc", "execl", "execv", "execve", "execvp", "exp", "exp2", "expf", "expl", "expm1", "fclose", "fcntl",
    "fdopen", "feclearexcept", "fegetround", "feof", "feraiseexcept", "ferror", "fesetround", "fetestexcept", "fflush", "fgetc",
    "fgets", "fileno", "fopen", "fork", "fread", "freopen", "frexp", "fscanf", "fseek", "fstat", "ftell", "getc", "getchar",
    "getcwd", "getenv", "getline", "getpid", "getrandom", "gets", "gettimeofday", "gmtime", "hypot", "ioctl", "kill", "ldexp",
    "lgamma", "listen", "localeconv", "localtime", "log", "log10", "log10f", "log1p", "log2", "logb", "logf", "logl", "longjmp",
    "lseek", "mkdir", "mktime", "mmap", "modf", "munmap", "nanosleep", "nextafter", "nextafterf", "open", "opendir", "pause",
    "pipe", "poll", "pow", "powf", "powl", "pthread_create", "pthread_exit", "pthread_join", "pthread_mutex_lock",
    "pthread_mutex_unlock", "raise", "read", "readdir", "recv", "remove", "rename", "rewind", "scalbn", "scanf", "select",
    "send", "setjmp", "setlocale", "sigaction", "signal", "sin", "sinf", "sinh", "sinhf", "sinl", "sleep", "socket", "sscanf",
    "stat", "strerror", "strftime", "system", "tan", "tanf", "tanh", "tanhf", "tanl", "tgamma", "time", "tmpfile", "tmpnam",
    "ungetc", "unlink", "usleep", "vfork", "vfscanf", "vscanf", "vsscanf", "wait", "waitpid", "write",
};

static int compare(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

bool library_function(const char *name)
{
    return bsearch(name, names, sizeof names / sizeof *names, sizeof *names, compare) != NULL;
}
