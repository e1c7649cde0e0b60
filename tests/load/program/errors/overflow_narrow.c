/* Arithmetic of small types is done in int and cannot overflow there; the conversion back wraps. */
int main(void)
{
    signed char c = 127;
    c++;
    short s = 32767;
    s += 1;
    return c == -128 && s == -32768 ? 0 : 1;
}
/* expect: run none */
