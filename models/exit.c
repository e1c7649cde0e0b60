/* Exit handlers. `exit` and the return of main call __sooth_exit_handlers; `quick_exit` has
 * its own. */
#include "models.h"

/* As malloc, atexit does not fail: C libraries take as many handlers as there is memory for.
 */
enum { MOST = 1024, PROMISED = 32 };
static void (*handlers[MOST])(void);
static int handler_count;
static void (*at_exit)(void); /* so that a program with atexit has the function below */

void __sooth_exit_handlers(void);
void __sooth_unsupported_so_many_exit_handlers(void);
_Noreturn void _Exit(int status);

static void keep(void (*handler)(void))
{
    if (handler_count == MOST)
        __sooth_unsupported_so_many_exit_handlers();
    at_exit = __sooth_exit_handlers;
    handlers[handler_count++] = handler;
}

int atexit(void (*handler)(void))
{
    keep(handler);
    return 0;
}

/* Destructors run after what atexit was given: they are handed in before constructors run. */
void __sooth_destructor(void (*handler)(void))
{
    keep(handler);
}

void __sooth_exit_handlers(void)
{
    while (handler_count > 0)
        handlers[--handler_count]();
}

static void (*quick_handlers[PROMISED])(void);
static int quick_count;

int at_quick_exit(void (*handler)(void))
{
    if (quick_count == PROMISED)
        __sooth_unsupported_so_many_exit_handlers();
    quick_handlers[quick_count++] = handler;
    return 0;
}

_Noreturn void quick_exit(int status)
{
    while (quick_count > 0)
        quick_handlers[--quick_count]();
    _Exit(status);
}
