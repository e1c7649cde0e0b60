/* What a program reads back from a file that it made is not known here, but it is what was
 * written: no error rests on it. */
#include <stdio.h>
extern void reach_error(void);
#ifndef FIRST
#define FIRST(c) ((c) >= 0 && (c) <= 255)
#endif

int main(void)
{
    FILE *file = tmpfile();
    if (!file) return 0;
    fputs("abc", file);
    rewind(file);
    int c = fgetc(file);
    if (c != EOF && !FIRST(c)) reach_error();
    fclose(file);
    return 0;
}
/* expect: reach true */
/* expect: reach not-false LP64 -DFIRST(c)=((c)=='a') */
/* twin: reach -DFIRST(c)=((c)=='b') LP64 */
