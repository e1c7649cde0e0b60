/* A string literal may not be written. */
int main(void)
{
    char *s = (char *)"constant";
    s[0] = 'C';
    return 0;
}
/* expect: run read-only 5 */
