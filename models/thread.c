/* pthread.h and threads.h where there is one thread (starting another is unsupported): what
 * runs once. */
#include "models.h"

enum { DONE = 2 };

int pthread_once(int *control, void (*routine)(void))
{
    if (*control == DONE)
        return 0;
    routine();
    *control = DONE;
    return 0;
}
void call_once(int *control, void (*routine)(void))
{
    pthread_once(control, routine);
}
