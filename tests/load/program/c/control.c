/* Computed goto, switch on 64 bits and on ranges, loops left in the middle, goto into a loop. */
static int interpret(const unsigned char *code)
{
    static void *const labels[] = {&&push, &&add, &&dup, &&stop};
    int stack[8], *top = stack;
    goto *labels[*code];
push:
    *top++ = code[1];
    code += 2;
    goto *labels[*code];
add:
    top--;
    top[-1] += top[0];
    goto *labels[*++code];
dup:
    *top = top[-1];
    top++;
    goto *labels[*++code];
stop:
    return top[-1];
}

static int wide(long long n)
{
    switch (n) {
    case -1: return 1;
    case 0x100000000LL: return 2;
    case 0: return 3;
    case 0x7fffffffffffffffLL: return 4;
    case 1000 ... 2000: return 5;
    default: return 6;
    }
}

static int falls(unsigned char c)
{
    int t = 0;
    switch (c) {
    case 'a': t += 1; /* falls through */
    case 'b': t += 10; break;
    default: t = 100; /* falls through */
    case 255: t += 1000;
    }
    return t;
}

static int into_loop(int n)
{
    int t = 0;
    if (n > 5) goto middle;
    while (n > 0) {
        t += n;
    middle:
        t += 100;
        n -= 2;
    }
    return t;
}

int main(void)
{
    static const unsigned char code[] = {0, 5, 0, 6, 1, 2, 1, 3};
    if (interpret(code) != 22) return __LINE__;
    if (wide(-1) != 1 || wide(1LL << 32) != 2 || wide(0) != 3 || wide(~(1ull << 63)) != 4) return __LINE__;
    if (wide(999) != 6 || wide(1000) != 5 || wide(2000) != 5 || wide(2001) != 6) return __LINE__;
    if (falls('a') != 11 || falls('b') != 10 || falls('c') != 1100 || falls(255) != 1000) return __LINE__;
    if (into_loop(3) != 204 || into_loop(6) != 306 || into_loop(0) != 0) return __LINE__;
    int n = 0;
    for (int i = 0; i < 10; i++) {
        for (int j = 0;; j++) {
            if (j > i) break;
            if (i * j == 12) goto out;
            if (j % 2) continue;
            n++;
        }
    }
out:
    return n == 8 ? 0 : __LINE__;
}
/* exit: 0 */
