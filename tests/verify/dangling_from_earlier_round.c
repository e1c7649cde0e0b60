/* A local of a loop's body is a new object in every round: a pointer kept from an earlier round dangles. */
int main(void)
{
    int *kept = 0;
    for (int i = 0; i < 5; i++) {
        int own = i;
        if (i == 3 && kept) *kept = 1;
        if (i == 2) kept = &own;
    }
    return 0;
}
/* expect: memsafety false(valid-deref) */
