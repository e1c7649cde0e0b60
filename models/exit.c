/* Exit handlers. `exit` and the return of main call __sooth_exit_handlers. */
#include "models.h"

static void (*handlers[32])(void); /* the standard promises 32 */
static int handler_count;
static void (*at_exit)(void); /* so that a program with atexit has the function below */

void __sooth_exit_handlers(void);

int atexit(void (*handler)(void))
{
    if (handler_count == 32) return -1;
    at_exit = __sooth_exit_handlers;
    handlers[handler_count++] = handler;
    return 0;
}

void __sooth_exit_handlers(void)
{
    while (handler_count > 0)
        handlers[--handler_count]();
}
