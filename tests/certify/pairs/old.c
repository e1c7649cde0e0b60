/* The first version of functions that tests/certify/pairs relates to the second one. */
extern int ask(int);
extern void tell(int, int);
int total, calls;

int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

unsigned pairs(unsigned n)
{
    unsigned s = 0;
    for (unsigned i = 0; i < 2 * n; i++) s ^= i;
    return s;
}

int polled(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += ask(i);
    return s;
}

int clamp(int x, int low, int high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

void note(int a, int b)
{
    total = a;
    calls = b;
    tell(a, b);
}

double mean(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s / n;
}

static int twice(int x)
{
    int s = 0;
    for (int i = 0; i < 2; i++) s += x;
    return s;
}

int doubled(int x, int n)
{
    int s = 0;
    while (n > 0) {
        s = s + twice(x);
        n--;
    }
    return s;
}

void fill(char *to, int n, char c)
{
    for (int i = 0; i < n; i++) to[i] = c;
}

int down(int n)
{
    int s = 0;
    while (n > 0) {
        s += 3;
        n = n - 1;
    }
    return s;
}

int grows(int x)
{
    return x + 1 > x;
}

__attribute__((weak)) int soft(int x)
{
    return x;
}

int softly(int x)
{
    return soft(x);
}
