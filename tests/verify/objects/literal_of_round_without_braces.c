int main(void)
{
    int *p = 0;
    for (int i = 0; i < 2; i++) p = p ? (*p)++, p : &(int){i};
    return 0;
}
/* expect: memsafety false(valid-deref) */
