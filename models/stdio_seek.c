/* Positions in files: what is read is an input wherever it comes from, so only the indicators matter. Names of files
 * are removed and changed, or not. */
#include "stdio_internal.h"

int ferror(FILE *file);
void clearerr(FILE *file);
long long __sooth_result_longlong(void); /* positions are definite */

static int failed(void)
{
    if (!__sooth_any_choice()) return 0;
    set_any_errno();
    return 1;
}

/* Success clears the end of the file, not an error. Some systems know further kinds of `whence`. */
static int seek(FILE *file, int whence)
{
    must_be_open(file);
    if (whence < 0 || whence > 2) set_any_errno();
    if (whence < 0 || whence > 2 || failed()) return -1;
    int error = ferror(file) != 0;
    clearerr(file);
    file->pushed = 0;
    file->error = error;
    return 0;
}
int fseek(FILE *file, long offset, int whence)
{
    return seek(file, whence);
}
int fseeko(FILE *file, long offset, int whence)
{
    return seek(file, whence);
}
int fseeko64(FILE *file, long long offset, int whence)
{
    return seek(file, whence);
}
/* The indicators are cleared whether the position can be changed or not, though of the end only glibc says so. */
void rewind(FILE *file)
{
    int end = __sooth_is_at_end(file);
    int kept = seek(file, 0) < 0 && end && __sooth_any_choice();
    clearerr(file);
    if (kept) file->end = 1;
}

static long long tell(FILE *file, long long most)
{
    must_be_open(file);
    if (failed()) return -1;
    long long at = __sooth_result_longlong();
    __VERIFIER_assume(at >= 0 && at <= most);
    return at;
}
long ftell(FILE *file)
{
    return (long)tell(file, LONG_MAX);
}
long ftello(FILE *file)
{
    return (long)tell(file, LONG_MAX);
}
long long ftello64(FILE *file)
{
    return tell(file, LLONG_MAX);
}

int remove(const char *path)
{
    return strlen(path) == SIZE_MAX || failed() ? -1 : 0;
}
int rename(const char *from, const char *to)
{
    return strlen(from) + strlen(to) == SIZE_MAX || failed() ? -1 : 0;
}
