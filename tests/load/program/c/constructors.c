/* Functions that run before main, in the order of their priorities. */
static int trail[4], count;
__attribute__((constructor)) static void last(void) { trail[count++] = 3; }
__attribute__((constructor(200))) static void second(void) { trail[count++] = 2; }
__attribute__((constructor(150))) static void first(void) { trail[count++] = 1; }

int main(void)
{
    return count == 3 && trail[0] == 1 && trail[1] == 2 && trail[2] == 3 ? 0 : __LINE__;
}
/* exit: 0 */
