/* Names from debug information: members, enumerators, statics, parameters. */
enum colour { RED, GREEN = 5, BLUE = -1 };
struct node { int value; struct node *next; unsigned flag : 3; enum colour colour; };
static struct node head;
int matrix[2][3];
int length(const struct node *list, int limit)
{
    static int calls;
    int count = 0;
    for (const struct node *n = list; n && count < limit; n = n->next) count++;
    calls++;
    return count;
}
int main(void) { return length(&head, matrix[1][2]); }
