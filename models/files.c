/* Files, folders and the process: requests that change nothing the program can see, besides
 * the memory it hands over. */
#include "system.h"

#define WITH_PATH(name, ...)                                                                 \
    int name(const char *path, ##__VA_ARGS__)                                                \
    {                                                                                        \
        return fails_at(path) ? -1 : 0;                                                      \
    }
WITH_PATH(chmod, unsigned mode)
WITH_PATH(chown, unsigned user, unsigned group)
WITH_PATH(lchown, unsigned user, unsigned group)
WITH_PATH(mkdir, unsigned mode)
WITH_PATH(rmdir)
WITH_PATH(chdir)
WITH_PATH(mkfifo, unsigned mode)

#define WITH_TWO_PATHS(name)                                                                 \
    int name(const char *old, const char *new)                                               \
    {                                                                                        \
        size_t length = strlen(old);                                                         \
        return refused(!strlen(new) || !length, ERROR_NO_FILE) ? -1 : 0;                     \
    }
WITH_TWO_PATHS(link)
WITH_TWO_PATHS(symlink)

#define WITH_DESCRIPTOR(name, ...)                                                           \
    int name(int descriptor, ##__VA_ARGS__)                                                  \
    {                                                                                        \
        return fails_for(descriptor) ? -1 : 0;                                               \
    }
WITH_DESCRIPTOR(fchmod, unsigned mode)
WITH_DESCRIPTOR(fchown, unsigned user, unsigned group)
WITH_DESCRIPTOR(fdatasync)
WITH_DESCRIPTOR(fchdir)
WITH_DESCRIPTOR(flock, int operation)

int truncate(const char *path, long length)
{
    size_t characters = strlen(path);
    if (length < 0)
        return refused(1, ERROR_INVALID), -1;
    return refused(!characters, ERROR_NO_FILE) ? -1 : 0;
}
int ftruncate(int descriptor, long length)
{
    if (length < 0) /* which of two errors it is nobody knows */
        return set_any_errno(), -1;
    return fails_for(descriptor) ? -1 : 0;
}

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
    return refused(descriptor < 0 || wanted < 0, ERROR_DESCRIPTOR) ? -1 : wanted;
}
int pipe(int ends[2])
{
    return any_two_descriptors(ends);
}
int pipe2(int ends[2], int flags)
{
    return pipe(ends);
}

long readlink(const char *path, char *to, size_t room)
{
    size_t characters = strlen(path);
    if (room == 0)
        return refused(1, ERROR_INVALID), -1;
    if (refused(!characters, ERROR_NO_FILE))
        return -1;
    long n = __VERIFIER_nondet_long();
    __VERIFIER_assume(n >= 1 && (size_t)n <= room && n < 4096);
    put_any_bytes(to, n);
    return n;
}

/* The name of the folder begins with a slash; without a buffer it is made. What the buffer
 * holds after an error is open. */
static char *no_folder(char *to, size_t room)
{
    for (size_t i = 0; to && i < room; i++)
        to[i] = (char)__sooth_result_int();
    return NULL;
}
char *getcwd(char *to, size_t room)
{
    size_t length = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(length >= 1 && length < 1 << 30);
    if (to && room == 0)
        return refused(1, ERROR_INVALID), NULL;
    size_t needed = to || room ? room : length + 1;
    if (refused(length >= needed, ERROR_RANGE))
        return no_folder(to, room);
    if (!to && !(to = malloc(needed)))
        return NULL;
    put_any_text(to, length);
    __VERIFIER_assume(to[0] == '/');
    return to;
}
/* A name that does not fit is cut off, without an end. */
int gethostname(char *to, size_t room)
{
    size_t length = (size_t)__VERIFIER_nondet_long();
    __VERIFIER_assume(length <= 64);
    if (length < room) {
        put_any_text(to, length);
        return 0;
    }
    put_any_bytes(to, (long)room);
    *__errno_location() = ERROR_LONG_NAME;
    return -1;
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
