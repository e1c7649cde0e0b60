/* signal.h: a handler may run at any moment from then on. Those runs are not covered, all others are. */
#include "models.h"

void __sooth_unsupported_a_signal_handler_that_runs(void);
typedef void handler(int);
struct sigaction { /* as Linux has it for programs */
    handler *run;
    unsigned long mask[128 / sizeof(long)];
    int flags;
    void (*restore)(void);
};

/* Zero and one are SIG_DFL and SIG_IGN: the default ends the program or does nothing. */
static void install(handler *run)
{
    if ((uintptr_t)run > 1 && __sooth_any_choice()) __sooth_unsupported_a_signal_handler_that_runs();
}
handler *signal(int number, handler *run)
{
    static handler *before[65];
    if (number < 1 || number > 64 || number == 9 || number == 19) {
        *__errno_location() = ERROR_INVALID;
        return (handler *)-1;
    }
    install(run);
    handler *old = before[number];
    before[number] = run;
    return old;
}
int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    static struct sigaction before[65];
    if (number < 1 || number > 64 || (new && (number == 9 || number == 19))) {
        *__errno_location() = ERROR_INVALID;
        return -1;
    }
    struct sigaction kept = before[number];
    if (new) {
        install(new->run);
        before[number] = *new;
    }
    if (old) *old = kept;
    return 0;
}
int sigemptyset(void *set)
{
    __builtin_memset(set, 0, 128);
    return 0;
}
int sigfillset(void *set)
{
    __builtin_memset(set, 255, 128);
    return 0;
}
static int change(unsigned long *set, int number, int put)
{
    if (number < 1 || number > 64) {
        *__errno_location() = ERROR_INVALID;
        return -1;
    }
    unsigned bits = 8 * sizeof *set, at = (unsigned)number - 1;
    unsigned long bit = 1ul << at % bits;
    if (put)
        set[at / bits] |= bit;
    else
        set[at / bits] &= ~bit;
    return 0;
}
int sigaddset(unsigned long *set, int number)
{
    return change(set, number, 1);
}
int sigdelset(unsigned long *set, int number)
{
    return change(set, number, 0);
}
