/* Exit handlers. `exit` and the return of main call __sooth_exit_handlers. */
#include "models.h"

enum { MOST = 1024 }; /* the standard promises 32; C libraries take many more */
static void (*handlers[MOST])(void);
static int handler_count;
static void (*at_exit)(void); /* so that a program with atexit has the function below */

void __sooth_exit_handlers(void);

int atexit(void (*handler)(void))
{
    if (handler_count == MOST) return -1;
    at_exit = __sooth_exit_handlers;
    handlers[handler_count++] = handler;
    return 0;
}

void __sooth_exit_handlers(void)
{
    while (handler_count > 0)
        handlers[--handler_count]();
}
