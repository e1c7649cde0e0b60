/* Static locals, tentative definitions, weak symbols and aliases, thread-local storage, string literals, extern in a block. */
int tentative;
int tentative;
extern int later;
__attribute__((weak)) int soft = 3;
extern int missing __attribute__((weak));
__attribute__((weak)) int replaced(void) { return 11; }
static int original(int x) { return x + 1; }
static int renamed(int x) __attribute__((alias("original")));
static __thread int own = 4;

static int *counter(void)
{
    static int n = 10;
    n++;
    return &n;
}
static int other_counter(void)
{
    static int n;
    return ++n;
}

int main(void)
{
    extern int later;
    if (tentative != 0 || later != 77 || soft != 3 || &missing) return __LINE__;
    tentative = 5;
    counter();
    *counter() += 100;
    other_counter();
    if (*counter() != 113 || other_counter() != 2) return __LINE__;
    own += tentative;
    if (own != 9 || replaced() != 11 || renamed(1) != 2) return __LINE__;
    const char *a = "literal", *b = a;
    while (*b) b++;
    if (b - a != 7 || "xyz"[1] != 'y' || sizeof "four" != 5) return __LINE__;
    char copy[] = "copy";
    copy[0] = 'C';
    return copy[0] == 'C' && __func__[0] == 'm' ? 0 : __LINE__;
}
int later = 77;
/* exit: 0 */
