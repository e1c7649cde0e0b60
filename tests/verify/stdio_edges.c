/* What is definite about streams and texts, and what is not. */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
#define CHECK(condition) if (!(condition)) reach_error()
#ifndef DO
#define DO 0
#endif
int main(void)
{
#if DO == 0
    long long least = 0;
    CHECK(scanf("") == 0);
    CHECK(sscanf("-9223372036854775808", "%lld", &least) == 1 && least == LLONG_MIN);
#elif DO == 1
    char *rest = 0;
    (void)strtok_r(0, ",", &rest);
#elif DO == 2
    char text[] = "a,b", *rest;
    CHECK(strtok_r(text, ",", &rest) == text);
    CHECK(*strtok_r(0, ",", &rest) == 'b');
    CHECK(!strtok_r(0, ",", &rest) && !strtok_r(0, ",", &rest));
#elif DO == 3
    FILE *file = fopen("a", "r");
    if (!file) return 0;
    fclose(file);
    return feof(file);
#elif DO == 4
    FILE *file = fopen("a", "r");
    uintptr_t first = (uintptr_t)file;
    if (!file) return 0;
    fclose(file);
    file = fopen("b", "r");
    CHECK(!file || (uintptr_t)file != first);
#elif DO == 5
    char line[4];
    if (getchar() == EOF && ferror(stdin) && fgets(line, sizeof line, stdin)) CHECK(!feof(stdin));
#elif DO == 6
    char got;
    if (ungetc('5', stdin) == '5' && scanf("%c", &got) == 1) CHECK(got == '5');
#endif
    return 0;
}
/* expect: reach true */
/* expect: memsafety false -DDO=1 */
/* expect: reach true -DDO=2 */
/* expect: memsafety unknown -DDO=3 */
/* expect: reach false --no-replay -DDO=4 */
/* expect: reach false --no-replay -DDO=5 */
/* expect: reach unknown -DDO=6 */
