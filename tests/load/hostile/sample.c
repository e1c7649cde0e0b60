/* A little of everything: bit-fields, an initialiser with addresses, an enumeration, a switch, a loop, library calls. */
#include <stdio.h>
#include <string.h>
struct part { int small : 5; char name[7]; struct part *next; double weight; };
static struct part parts[3] = {{1, "first", &parts[1], 2.5}, {2, "second", &parts[2], 0.5}};
enum how { BY_SIZE, BY_NAME = 7 };
static int measure(struct part p, enum how how)
{
    switch (how) {
    case BY_SIZE: return p.small;
    case BY_NAME: return (int)strlen(p.name);
    default: return 3;
    }
}
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5; i++) sum += measure(parts[i % 3], i & 1 ? BY_SIZE : BY_NAME);
    printf("%d\n", sum);
    return sum < 0;
}
