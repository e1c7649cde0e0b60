/* Descriptors: opening gives a number or fails, whatever the file is called; what is read is
 * an input. */
#include "system.h"

int open(const char *path, int flags, ...)
{
    return fails_at(path) ? -1 : free_descriptor();
}
int open64(const char *path, int flags, ...)
{
    return fails_at(path) ? -1 : free_descriptor();
}
int creat(const char *path, unsigned mode)
{
    return fails_at(path) ? -1 : free_descriptor();
}
int dup(int descriptor)
{
    return fails_for(descriptor) ? -1 : free_descriptor();
}
int unlink(const char *path)
{
    return fails_at(path) ? -1 : 0;
}
int access(const char *path, int mode)
{
    return fails_at(path) ? -1 : 0;
}

long read(int descriptor, void *to, size_t count)
{
    long n = any_part(descriptor, count);
    put_any_bytes(to, n);
    return n;
}
long write(int descriptor, const void *from, size_t count)
{
    long n = any_part(descriptor, count);
    read_bytes(from, n);
    return n;
}
long lseek(int descriptor, long offset, int whence)
{
    if (fails_for(descriptor))
        return -1;
    long at = __sooth_result_long();
    __VERIFIER_assume(at >= 0);
    return at;
}

#if __SIZEOF_POINTER__ == 8
struct stat {
    unsigned long device, inode, links;
    unsigned mode, user, group, unused;
    unsigned long special;
    long size, block_size, blocks;
    long times[6];
    long reserved[3];
};
static long any_nanoseconds(void)
{
    long n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 999999999);
    return n;
}
static int tell(struct stat *s, int failed)
{
    if (failed)
        return -1;
    s->device = (unsigned long)__VERIFIER_nondet_long();
    s->inode = (unsigned long)__VERIFIER_nondet_long();
    s->links = (unsigned long)__VERIFIER_nondet_long();
    s->mode = (unsigned)__VERIFIER_nondet_int() & 0177777;
    s->user = (unsigned)__VERIFIER_nondet_int();
    s->group = (unsigned)__VERIFIER_nondet_int();
    s->special = (unsigned long)__VERIFIER_nondet_long();
    s->size = __VERIFIER_nondet_long();
    s->block_size = __VERIFIER_nondet_int();
    s->blocks = __VERIFIER_nondet_long();
    s->times[0] = __VERIFIER_nondet_long();
    s->times[1] = any_nanoseconds();
    s->times[2] = __VERIFIER_nondet_long();
    s->times[3] = any_nanoseconds();
    s->times[4] = __VERIFIER_nondet_long();
    s->times[5] = any_nanoseconds();
    __VERIFIER_assume(s->size >= 0 && s->block_size > 0 && s->blocks >= 0);
    return 0;
}
int fstat(int descriptor, struct stat *s)
{
    return tell(s, fails_for(descriptor));
}
int stat(const char *path, struct stat *s)
{
    return tell(s, fails_at(path));
}
int lstat(const char *path, struct stat *s)
{
    return tell(s, fails_at(path));
}
#endif
