/* The second version. */
extern int ask(int);
extern void tell(int, int);
int total, calls;

int sum(const int *a, int n)
{
    int s = 0;
    while (n > 0) {
        s += *a++;
        n--;
    }
    return s;
}

unsigned pairs(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 2 * n; i += 2) {
        s ^= i;
        s ^= i + 1;
    }
    return s;
}

int polled(int n)
{
    int s = 0, i = 0;
    if (n <= 0) return 0;
    do {
        s += ask(i);
        i++;
    } while (i < n);
    return s;
}

int clamp(int x, int low, int high)
{
    int most = x > high ? high : x;
    return x < low ? low : most;
}

void note(int a, int b)
{
    calls = b;
    total = a;
    tell(a, b);
}

double mean(const double *a, int n)
{
    double s = 0;
    const double *end = a + n;
    if (n > 0)
        for (; a != end; a++) s += *a;
    return s / n;
}

int doubled(int x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += x + x;
    return s;
}

void fill(char *to, int n, char c)
{
    while (n-- > 0) *to++ = c;
}

int down(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += 3;
    return s;
}

int grows(int x)
{
    return 1;
}

__attribute__((weak)) int soft(int x)
{
    return x;
}

int softly(int x)
{
    return x;
}
