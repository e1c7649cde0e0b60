/* How much memory a bit set has follows from nothing here; that its bounds are not checked is said. */
unsigned take(const unsigned char *set, unsigned bit)
{
    return set[bit >> 3] >> (bit & 7) & 1;
}
/* expect: memsafety true --function take */
/* says: its bounds are not checked */
