/* string.h and ctype.h. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int sign(int x) { return (x > 0) - (x < 0); }
int main(void)
{
    char buffer[64] = "alpha";
    strcat(buffer, ",beta");
    strncat(buffer, ";gamma delta", 6);
    printf("%s %zu %zu\n", buffer, strlen(buffer), strnlen(buffer, 4));
    printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "a")), strcmp("", ""), sign(strcmp("a", "ab")));
    printf("%d %d %d\n", sign(strncmp("abcx", "abcy", 3)), sign(memcmp("\x80", "\x01", 1)), sign(strcmp("\x80", "\x01")));
    printf("%s %s %d\n", strchr(buffer, 'p'), strrchr(buffer, 'a'), strchr(buffer, 'z') == NULL);
    printf("%s %s %d\n", strstr(buffer, "bet"), strpbrk(buffer, ";,"), (int)strspn(buffer, "ahlp"));
    printf("%d %s\n", (int)strcspn(buffer, ",;"), (char *)memchr(buffer, 'h', 10));
    for (char *t = strtok(buffer, ",;"); t; t = strtok(NULL, ",;")) printf("[%s]", t);
    char *save, line[] = "a  b c";
    for (char *t = strtok_r(line, " ", &save); t; t = strtok_r(NULL, " ", &save)) printf("<%s>", t);
    char fixed[8];
    memset(fixed, '#', sizeof fixed);
    strncpy(fixed, "xy", 5);
    printf("\n%s %d %d %c\n", fixed, fixed[4], fixed[2], fixed[5]);
    char *copy = strndup("duplicate", 5);
    printf("%s %d %d\n", copy, sign(strcasecmp("HeLLo", "hEllO")), sign(strncasecmp("abX", "ABy", 3)));
    free(copy);
    int counts[12] = {0};
    for (int c = 0; c < 256; c++) {
        counts[0] += !!isalpha(c), counts[1] += !!isdigit(c), counts[2] += !!isalnum(c), counts[3] += !!isspace(c);
        counts[4] += !!isupper(c), counts[5] += !!islower(c), counts[6] += !!ispunct(c), counts[7] += !!isprint(c);
        counts[8] += !!iscntrl(c), counts[9] += !!isxdigit(c), counts[10] += toupper(c), counts[11] += tolower(c) * c;
    }
    for (int i = 0; i < 12; i++) printf("%d ", counts[i]);
    int (*test)(int) = isgraph; /* the function behind the macro */
    printf("%d %d %d\n", !!test('!'), !!test(' '), toupper(EOF));
    return 0;
}
