static int *kept;
static void keep(int *p) { kept = p; }
int main(void)
{
    switch (1) {
        int x;
    default:
        x = 1;
        keep(&x);
    }
    return *kept;
}
/* expect: memsafety false */
