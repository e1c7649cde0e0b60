/* Two pointers of one type lead to the same thing or to things that do not overlap, whatever the memory was met as first. Errors that need
 * pointers in memory, other types in one object or a byte of a pointer are found in memory that can be made. */
extern void reach_error(void);
struct pair { int first, second; };
struct both { struct pair low, high; };
struct node { int value; struct node *next; int *data; short small; unsigned char bytes[2]; };
char buffer[100];

void beside_bytes(char *c, struct pair *p, struct pair *q)
{
    if (!c || !p || !q) return;
    p->first = 1;
    q->second = 2;
    if (p->first != 1) reach_error();
}
void beside_whole(struct both *b, struct pair *p, struct pair *q)
{
    if (!b || !p || !q) return;
    p->first = 1;
    q->second = 2;
    if (p->first != 1) reach_error();
}
void in_buffer(struct pair *p, struct pair *q)
{
    if (!p || !q) return;
    buffer[1] = 2;
    p->first = 1;
    q->second = 2;
    if (p->first != 1) reach_error();
}
void same(char *c, struct pair *p, struct pair *q)
{
    if (!c || !p || !q) return;
    p->first = 1;
    q->first = 2;
    if (p->first != 1) reach_error();
}
void part(struct both *b, struct pair *p)
{
    if (!b || !p) return;
    b->high.second = 1;
    p->second = 2;
    if (b->high.second != 1) reach_error();
}
void byte_of_node(struct node *p, char *c, int *i)
{
    if (!p || !c || !i || !p->next) return;
    *c = 2;
    p->value = 7;
    *i = p->next->value;
    if (p->value != 7) reach_error();
}
void through_node(struct node *p, struct node *r, int *i)
{
    if (!p || !i || !r || !p->next || !r->next) return;
    r->next->bytes[0] = 2;
    p->value = 7;
    *i = p->next->value;
    if (p->value != 7) reach_error();
}
void by_value(struct node *p, struct node r, int *i)
{
    if (!p || !i || !r.next || !p->next) return;
    r.next->bytes[1] = 2;
    p->value = 7;
    *i = p->next->value;
    if (p->value != 7) reach_error();
}
/* expect: reach true --function beside_bytes */
/* expect: reach true --function beside_whole ILP32 */
/* expect: reach true --function in_buffer LP64 */
/* expect: reach false --function same */
/* expect: reach false --function part LP64 */
/* expect: reach false --function byte_of_node */
/* expect: reach false --function through_node LP64 */
/* expect: reach false --function by_value LP64 */
