/* Files, folders and the process: requests that change nothing the program can see, besides
 * the memory it hands over. */
#include "system.h"

#define WITH_PATH(name, ...)                                                                 \
    int name(const char *path, ##__VA_ARGS__)                                                \
    {                                                                                        \
        return fails(!strlen(path)) ? -1 : 0;                                                \
    }
WITH_PATH(chmod, unsigned mode)
WITH_PATH(chown, unsigned user, unsigned group)
WITH_PATH(lchown, unsigned user, unsigned group)
WITH_PATH(mkdir, unsigned mode)
WITH_PATH(rmdir)
WITH_PATH(chdir)
WITH_PATH(mkfifo, unsigned mode)
WITH_PATH(truncate, long length)

#define WITH_TWO_PATHS(name)                                                                 \
    int name(const char *old, const char *new)                                               \
    {                                                                                        \
        size_t length = strlen(old);                                                         \
        return fails(!strlen(new) || !length) ? -1 : 0;                                      \
    }
WITH_TWO_PATHS(link)
WITH_TWO_PATHS(symlink)

#define WITH_DESCRIPTOR(name, ...)                                                           \
    int name(int descriptor, ##__VA_ARGS__)                                                  \
    {                                                                                        \
        return fails(descriptor < 0) ? -1 : 0;                                               \
    }
WITH_DESCRIPTOR(fchmod, unsigned mode)
WITH_DESCRIPTOR(fchown, unsigned user, unsigned group)
WITH_DESCRIPTOR(ftruncate, long length)
WITH_DESCRIPTOR(fdatasync)
WITH_DESCRIPTOR(fchdir)
WITH_DESCRIPTOR(flock, int operation)

/* The process: it has a user, a group and a mask of its own. */
#define MAY_FAIL(name, ...)                                                                  \
    int name(__VA_ARGS__)                                                                    \
    {                                                                                        \
        return failed() ? -1 : 0;                                                            \
    }
MAY_FAIL(setuid, unsigned user)
MAY_FAIL(seteuid, unsigned user)
MAY_FAIL(setgid, unsigned group)
MAY_FAIL(setegid, unsigned group)
unsigned umask(unsigned mask)
{
    return (unsigned)__sooth_result_int() & 0777;
}
void sync(void) {}

int dup2(int descriptor, int wanted)
{
    return fails(descriptor < 0 || wanted < 0) ? -1 : wanted;
}
int pipe(int ends[2])
{
    if (failed())
        return -1;
    ends[0] = free_descriptor();
    ends[1] = free_descriptor();
    __VERIFIER_assume(ends[0] != ends[1]);
    return 0;
}
int pipe2(int ends[2], int flags)
{
    return pipe(ends);
}

long readlink(const char *path, char *to, size_t room)
{
    if (fails(!strlen(path) || room == 0))
        return -1;
    long n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= 0 && (size_t)n <= room && n < 4096);
    put_any_bytes(to, n);
    return n;
}

/* The name of the folder begins with a slash; without a buffer it is made. */
char *getcwd(char *to, size_t room)
{
    size_t length = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(length >= 1 && length < 4096);
    size_t needed = to || room ? room : length + 1;
    if (fails(length >= needed))
        return NULL;
    if (!to && !(to = malloc(needed)))
        return NULL;
    put_any_text(to, length);
    __VERIFIER_assume(to[0] == '/');
    return to;
}
int gethostname(char *to, size_t room)
{
    size_t length = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(length <= 64);
    if (fails(length >= room))
        return -1;
    put_any_text(to, length);
    return 0;
}

/* A name that ends in six X gets other letters there. */
static int is_template(const char *name, size_t length)
{
    if (length < 6)
        return 0;
    for (size_t i = length - 6; i < length; i++)
        if (name[i] != 'X')
            return 0;
    return 1;
}
static int make_name(char *name)
{
    size_t length = strlen(name);
    if (!is_template(name, length)) {
        *__errno_location() = ERROR_INVALID;
        return 0;
    }
    int refused = failed();
    for (size_t i = length - 6; i < length; i++) {
        name[i] = (char)__sooth_result_int();
        __VERIFIER_assume(name[i] >= '0' && name[i] <= 'z');
    }
    return !refused;
}
int mkstemp(char *name)
{
    return make_name(name) ? free_descriptor() : -1;
}
char *mkdtemp(char *name)
{
    return make_name(name) ? name : NULL;
}

/* A command runs beside the program, whose memory it cannot reach. */
int system(const char *command)
{
    if (command && strlen(command) == SIZE_MAX)
        return -1;
    touch_errno();
    return __sooth_result_int();
}
