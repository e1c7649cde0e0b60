/* The same, of a function whose callers choose n. */
extern void reach_error(void);
unsigned hash(unsigned n)
{
    unsigned hash = 7;
    for (unsigned i = 0; i < n; i++)
        hash = hash * 31 ^ i;
    if (hash == 1) reach_error();
    return hash;
}
