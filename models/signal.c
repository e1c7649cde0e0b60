/* signal.h: a handler may run at any moment from then on. Those runs are not covered, all
 * others are. */
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
    if ((uintptr_t)run > 1 && __sooth_any_choice())
        __sooth_unsupported_a_signal_handler_that_runs();
}
/* A program may begin with signals that are ignored. */
static struct sigaction *action_of(int number)
{
    static struct sigaction actions[65];
    static char met[65];
    if (!met[number] && __sooth_any_choice())
        actions[number].run = (handler *)1;
    met[number] = 1;
    return &actions[number];
}
/* Two numbers are the C library's own, which may refuse them. */
static int is_refused(int number)
{
    return number < 1 || number > 64 ||
           ((number == 32 || number == 33) && __sooth_any_choice());
}
handler *signal(int number, handler *run)
{
    if (is_refused(number) || number == 9 || number == 19) {
        *__errno_location() = ERROR_INVALID;
        return (handler *)-1;
    }
    install(run);
    struct sigaction *action = action_of(number);
    handler *old = action->run;
    *action = (struct sigaction){run, .flags = __VERIFIER_nondet_int()};
    action->mask[0] = (unsigned long)__VERIFIER_nondet_long();
    return old;
}
int sigaction(int number, const struct sigaction *new, struct sigaction *old)
{
    if (is_refused(number) || (new && (number == 9 || number == 19))) {
        *__errno_location() = ERROR_INVALID;
        return -1;
    }
    struct sigaction *action = action_of(number), kept = *action;
    if (new) {
        install(new->run);
        *action = *new;
        action->flags |= __VERIFIER_nondet_int(); /* the library has flags of its own */
        action->mask[0] &=
            (unsigned long)__VERIFIER_nondet_long(); /* some signals cannot be kept out */
    }
    if (old)
        *old = kept;
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
    if (is_refused(number)) {
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
