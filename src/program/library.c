/* Names of the C and POSIX libraries: a function of one of these names without a model does something definite that we do not
 * know, unlike a function of the user's that may do anything its type allows. */
#include "program/library.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "abs", "access", "acos", "acosf", "acosh", "acoshf", "acosl", "alarm", "aligned_alloc", "asctime", "asin",
    "asinf", "asinh", "asinhf", "asinl", "asprintf", "atan", "atan2", "atan2f", "atan2l", "atanf", "atanh", "atanhf",
    "atanl", "atexit", "atof", "atoi", "atol", "atoll", "bind", "bsearch", "btowc", "c16rtomb", "calloc", "cbrt",
    "cbrtf", "cbrtl", "ceil", "ceilf", "chdir", "chmod", "clearerr", "clock", "clock_gettime", "close", "closedir",
    "connect", "copysign", "cos", "cosf", "cosh", "coshf", "coshl", "cosl", "creat", "ctime", "difftime", "div",
    "dprintf", "dup", "dup2", "erf", "erfc", "erfcf", "erff", "err", "errx", "execl", "execv", "execve", "execvp",
    "exp", "exp2", "exp2f", "expf", "expl", "expm1", "expm1f", "fabs", "fclose", "fcntl", "fdim", "fdopen",
    "feclearexcept", "fegetenv", "fegetexceptflag", "fegetround", "feholdexcept", "feof", "feraiseexcept", "ferror",
    "fesetenv", "fesetexceptflag", "fesetround", "fetestexcept", "feupdateenv", "fflush", "fgetc", "fgetpos", "fgets",
    "fgetwc", "fileno", "floor", "fma", "fmax", "fmin", "fmod", "fopen", "fork", "fprintf", "fputc", "fputs",
    "fputwc", "fread", "free", "freeaddrinfo", "freopen", "frexp", "frexpf", "fscanf", "fseek", "fsetpos", "fstat",
    "ftell", "fwide", "fwprintf", "fwrite", "getaddrinfo", "getc", "getchar", "getcwd", "getenv", "geteuid", "getgid",
    "gethostname", "getline", "getopt", "getopt_long", "getpid", "getppid", "getpwnam", "getpwuid", "getrandom",
    "gets", "gettimeofday", "getuid", "getwc", "getwchar", "gmtime", "hypot", "hypotf", "ilogb", "imaxabs", "ioctl",
    "isalnum", "isalpha", "isatty", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
    "isupper", "iswalpha", "isxdigit", "kill", "labs", "ldexp", "ldexpf", "ldiv", "lgamma", "lgammaf", "link",
    "listen", "llabs", "lldiv", "llrint", "llrintf", "llround", "localeconv", "localtime", "log", "log10", "log10f",
    "log1p", "log1pf", "log2", "log2f", "logb", "logbf", "logf", "logl", "longjmp", "lrint", "lrintf", "lrintl",
    "lround", "lroundf", "lroundl", "lseek", "lstat", "malloc", "mblen", "mbrlen", "mbrtowc", "mbsrtowcs", "mbstowcs",
    "mbtowc", "memccpy", "memchr", "memcmp", "memcpy", "memmove", "memset", "mkdir", "mkstemp", "mktime", "mmap",
    "modf", "modff", "mprotect", "munmap", "nan", "nanf", "nanosleep", "nearbyint", "nearbyintf", "nearbyintl",
    "nextafter", "nextafterf", "nexttoward", "open", "opendir", "pause", "perror", "pipe", "poll", "posix_memalign",
    "pow", "powf", "powl", "printf", "pthread_cond_signal", "pthread_cond_wait", "pthread_create", "pthread_exit",
    "pthread_join", "pthread_mutex_destroy", "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_unlock",
    "pthread_self", "putc", "putchar", "puts", "putwc", "qsort", "quick_exit", "raise", "rand", "rand_r", "random",
    "read", "readdir", "readlink", "realloc", "realpath", "recv", "recvfrom", "regcomp", "regexec", "regfree",
    "remainder", "remainderf", "remove", "remquo", "remquof", "rename", "rewind", "rint", "rintf", "rintl", "rmdir",
    "round", "roundf", "scalbln", "scalbn", "scalbnf", "scanf", "select", "send", "sendto", "setbuf", "setenv",
    "setjmp", "setlocale", "setsid", "setsockopt", "setuid", "setvbuf", "shutdown", "sigaction", "sigemptyset",
    "sigfillset", "signal", "significand", "sigprocmask", "sin", "sinf", "sinh", "sinhf", "sinhl", "sinl", "sleep",
    "snprintf", "socket", "sprintf", "sqrt", "sqrtf", "srand", "srandom", "sscanf", "stat", "strcasecmp", "strcat",
    "strchr", "strcmp", "strcoll", "strcpy", "strcspn", "strdup", "strerror", "strftime", "strlen", "strncasecmp",
    "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr", "strsep", "strspn", "strstr",
    "strtod", "strtof", "strtoimax", "strtok", "strtok_r", "strtol", "strtold", "strtoll", "strtoul", "strtoull",
    "strtoumax", "strxfrm", "swprintf", "symlink", "sync", "sysconf", "syslog", "system", "tan", "tanf", "tanh",
    "tanhf", "tanhl", "tanl", "tcgetattr", "tcsetattr", "tgamma", "tgammaf", "time", "times", "tmpfile", "tmpnam",
    "tolower", "toupper", "towlower", "trunc", "truncate", "truncf", "ttyname", "tzset", "umask", "uname", "ungetc",
    "ungetwc", "unlink", "unsetenv", "usleep", "utime", "vasprintf", "vdprintf", "vfork", "vfprintf", "vfscanf",
    "vprintf", "vscanf", "vsnprintf", "vsprintf", "vsscanf", "vsyslog", "wait", "waitpid", "warn", "warnx", "wcscat",
    "wcschr", "wcscmp", "wcscpy", "wcslen", "wcstombs", "wctomb", "wmemcpy", "wmemset", "wprintf", "write",
};

static int compare(const void *key, const void *item)
{
    return strcmp(key, *(const char *const *)item);
}

bool library_function(const char *name)
{
    return bsearch(name, names, sizeof names / sizeof *names, sizeof *names, compare) != NULL;
}
