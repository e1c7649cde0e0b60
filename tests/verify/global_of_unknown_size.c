/* How long the list is stands in another file. */
extern int list[];
extern struct opaque thing;
extern void *take(struct opaque *);
int main(void)
{
    list[3] = 1;
    return list[3];
}
/* expect: memsafety unknown */
/* expect: overflow true */
