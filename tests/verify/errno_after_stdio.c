/* Functions of stdio.h may set errno: where they fail, and printing also where it succeeds. */
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);
#ifndef DO
#define DO 0
#endif
int main(void)
{
    int other = 0;
    errno = 0;
#if DO == 0
    puts("text");
#elif DO == 1
    if (getchar() != EOF) return 0;
#elif DO == 2
    char line[4];
    if (fgets(line, sizeof line, stdin)) return 0;
#elif DO == 3
    int number;
    if (scanf("%d", &number) == 1) return 0;
#elif DO == 5
    int (*look)(FILE *) = other ? feof : ferror;
    puts("text");
    if (look(stdout)) reach_error();
    return 0;
#elif DO == 4
    other++; /* nothing else does */
#endif
    if (errno != 0 || other > 1) reach_error();
    return 0;
}
/* expect: reach false --no-replay */
/* expect: reach false --no-replay -DDO=1 */
/* expect: reach false --no-replay -DDO=2 */
/* expect: reach false --no-replay -DDO=3 */
/* expect: reach false --no-replay -DDO=5 */
/* expect: reach true -DDO=4 */
