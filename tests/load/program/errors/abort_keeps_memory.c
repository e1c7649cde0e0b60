/* abort ends the program at once: what is allocated then is no leak, as main does not return. */
#include <stdlib.h>
int main(void)
{
    char *p = malloc(3);
    p[0] = 1;
    abort();
}
/* options: --property memtrack */
/* expect: run none */
