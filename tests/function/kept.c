/* Proofs that the checker of certificates does not cover: they stay, and the verdict says what is not covered. */
extern void reach_error(void);
struct node {
    struct node *next;
    int value;
};
int second(struct node *p)
{
    if (!p || !p->next) return 0;
    int v = p->next->value;
    if (v > 5 && v - 5 < 1) reach_error();
    return v > 5 ? v - 5 : 0;
}
int behind_two(struct node **p)
{
    if (p && *p) return (*p)->value;
    return 0;
}
int third(struct node *p)
{
    int count = 0;
    for (int i = 0; i < 3 && p; i++, p = p->next) count++;
    if (count > 3) reach_error();
    return count;
}
int unchecked(struct node **p)
{
    if (p) return (*p)->value;
    return 0;
}
/* expect: reach true --function second */
/* says: not covered */
/* expect: memsafety true --function second */
/* says: not covered */
/* expect: memsafety true --function behind_two */
/* says: not covered */
/* expect: reach true --function third */
/* expect: memsafety true --function third */
/* says: not covered */
/* expect: memsafety false --function unchecked */
