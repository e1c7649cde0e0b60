/* Descriptors: opening gives a number or fails, whatever the file is called; what is read is an input. The number is the
 * lowest that is free: definite, and not known. */
#include "models.h"

long __sooth_result_long(void);

static int failed(void)
{
    if (!__sooth_any_choice()) return 0;
    set_any_errno();
    return 1;
}
static int any_descriptor(const char *path)
{
    if (strlen(path) == SIZE_MAX || failed()) return -1;
    int descriptor = __sooth_result_int();
    __VERIFIER_assume(descriptor >= 0 && descriptor < 1 << 20);
    return descriptor;
}
int open(const char *path, int flags, ...)
{
    return any_descriptor(path);
}
int open64(const char *path, int flags, ...)
{
    return any_descriptor(path);
}
int creat(const char *path, unsigned mode)
{
    return any_descriptor(path);
}
int dup(int descriptor)
{
    if (descriptor >= 0) return any_descriptor("");
    set_any_errno();
    return -1;
}
int unlink(const char *path)
{
    return strlen(path) == SIZE_MAX || failed() ? -1 : 0;
}
int access(const char *path, int mode)
{
    return strlen(path) == SIZE_MAX || failed() ? -1 : 0;
}

/* How many of so many bytes are moved: some, at the end none, or an error. Linux moves less than 2 GB at once. */
static long any_part(size_t count)
{
    if (failed()) return -1;
    long moved = __VERIFIER_nondet_long();
    __VERIFIER_assume(moved >= 0 && (size_t)moved <= count && moved <= 0x7ffff000);
    return moved;
}
/* The last byte comes first: a buffer that is too small shows at once. */
long read(int descriptor, void *to, size_t count)
{
    unsigned char *bytes = to;
    long n = any_part(count);
    if (n > 0) bytes[n - 1] = (unsigned char)__VERIFIER_nondet_int();
    for (long i = 0; i < n - 1; i++)
        bytes[i] = (unsigned char)__VERIFIER_nondet_int();
    return n;
}
long write(int descriptor, const void *from, size_t count)
{
    const volatile unsigned char *bytes = from;
    long n = any_part(count);
    if (n > 0) (void)bytes[0], (void)bytes[n - 1];
    return n;
}
long lseek(int descriptor, long offset, int whence)
{
    if (failed()) return -1;
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
static int tell(struct stat *s)
{
    if (failed()) return -1;
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
    s->times[1] = __VERIFIER_nondet_int() & 0x1fffffff;
    s->times[2] = __VERIFIER_nondet_long();
    s->times[3] = __VERIFIER_nondet_int() & 0x1fffffff;
    s->times[4] = __VERIFIER_nondet_long();
    s->times[5] = __VERIFIER_nondet_int() & 0x1fffffff;
    __VERIFIER_assume(s->size >= 0 && s->block_size > 0 && s->blocks >= 0);
    return 0;
}
int fstat(int descriptor, struct stat *s)
{
    return tell(s);
}
int stat(const char *path, struct stat *s)
{
    return strlen(path) == SIZE_MAX ? -1 : tell(s);
}
int lstat(const char *path, struct stat *s)
{
    return strlen(path) == SIZE_MAX ? -1 : tell(s);
}
#endif
