/* As in library.c; a handler that something in the file sets could run at any moment. */
#include <assert.h>
#include <signal.h>

static int n;
static void handle(int number) { n = number; }
void set_handler(void) { signal(SIGINT, handle); }
void interrupted(void)
{
    n = 0;
    assert(n == 0);
}
void former(void)
{
    void (*old)(int) = signal(SIGINT, SIG_IGN);
    assert(old == SIG_DFL || old == SIG_IGN || old == SIG_ERR);
}
void former_action(void)
{
    struct sigaction old;
    if (sigaction(SIGINT, 0, &old) == 0) assert(old.sa_handler == SIG_DFL || old.sa_handler == SIG_IGN);
}
/* expect: reach true --function interrupted */
/* says: assuming: the C library is in its initial state: no handler of a signal is set */
/* expect: reach true --function former */
/* says: assuming: the C library is in its initial state: no handler of a signal is set */
/* expect: reach true --function former_action */
/* says: assuming: the C library is in its initial state: no handler of a signal is set */
