/* Overflow of complex integers. */
_Complex int sum;
int main(void) { sum += 2147483647; sum += 1; return 0; }
