/* Positions in files: what is read is an input wherever it comes from, so only the indicators
 * matter. Names of files are removed and changed, or not. */
#include "stdio_internal.h"

int ferror(FILE *file);
void clearerr(FILE *file);
long long __sooth_result_longlong(void); /* positions are definite */

static int failed(void)
{
    if (!__sooth_any_choice())
        return 0;
    set_any_errno();
    return 1;
}

enum { INPUT = 0, ONLY_READ = 4 }; /* streams without output */

/* Output that waits is written first, which may be what fails. */
static void may_set_error(FILE *file)
{
    if (file->stream != INPUT && file->stream != ONLY_READ && __sooth_any_choice())
        file->error = 1;
}

/* Success clears the end of the file, not an error. Some systems know further kinds of
 * `whence`. No position is negative. */
static int seek(FILE *file, long long offset, int whence)
{
    must_be_open(file);
    int wrong = whence < 0 || whence > 2 || (whence == 0 && offset < 0);
    if (wrong)
        set_any_errno();
    if (wrong || failed()) {
        may_set_error(file);
        return -1;
    }
    int error = ferror(file) != 0;
    clearerr(file);
    file->pushed = 0;
    file->error = error;
    return 0;
}
int fseek(FILE *file, long offset, int whence)
{
    return seek(file, offset, whence);
}
int fseeko(FILE *file, long offset, int whence)
{
    return seek(file, offset, whence);
}
int fseeko64(FILE *file, long long offset, int whence)
{
    return seek(file, offset, whence);
}
/* The indicators are cleared whether the position can be changed or not, though of the end
 * only glibc says so. */
void rewind(FILE *file)
{
    int end = __sooth_is_at_end(file);
    int kept = seek(file, 0, 0) < 0 && end && __sooth_any_choice();
    clearerr(file);
    if (kept)
        file->end = 1;
}

static long long tell(FILE *file, long long most)
{
    must_be_open(file);
    if (failed()) {
        may_set_error(file);
        return -1;
    }
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

/* No file has the empty name. */
static int change(int nameless)
{
    if (!nameless)
        return failed() ? -1 : 0;
    set_any_errno();
    return -1;
}
int remove(const char *path)
{
    return change(!strlen(path));
}
int rename(const char *from, const char *to)
{
    return change(!strlen(from) | !strlen(to));
}
