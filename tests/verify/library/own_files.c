/* What a program reads back from a file that it made is not known here, but it is what was
 * written: no error rests on it. */
#include <stdio.h>
extern void reach_error(void);
#ifndef FIRST
#define FIRST(c) ((c) >= 0 && (c) <= 255)
#endif

#ifdef EMPTY
static int length(FILE *file)
{
    int n = 0;
    while (n < 4 && fgetc(file) != EOF) n++;
    return n;
}
#endif
int main(void)
{
    FILE *file = tmpfile();
    if (!file) return 0;
#ifdef EMPTY
    if (length(file) EMPTY) reach_error();
#endif
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
/* expect: reach not-false -DEMPTY=>0 */
/* expect: reach not-true -DEMPTY=>0 */
/* expect: reach true -DEMPTY=>4 */
