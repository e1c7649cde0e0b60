/* An access that a guess of too little memory makes an error stands before the fault. */
extern void reach_error(void);
struct item {
    struct item *next;
    int value;
};
int *global;

void second(int **table)
{
    int *entry = table[1];
    if (!entry || entry) reach_error();
}
void rows(struct item **items, int n)
{
    for (int i = 0; i < n; i++)
        if (items[i]->next->value == 9) reach_error();
}
void far(struct item *at)
{
    for (int i = 0; i < 6; i++)
        at = at->next;
    if (at->value == 4) reach_error();
}
int through(void)
{
    int most = 2147483647, first = *global;
    most++;
    return most + first;
}
int waits(void)
{
    int first = *global;
    for (;;) {
    }
    return first;
}
