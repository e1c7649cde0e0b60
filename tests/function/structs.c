/* Structs that are passed by value or returned lie in memory of the call: it is there, and nobody else knows
 * it. */
extern void reach_error(void);
struct many {
    int element[20];
} kept;
struct places {
    int *here, count[9];
};
union word {
    int *pointer;
    long number;
};
struct tagged {
    int tag;
    union word word;
};

int passed(struct many m)
{
    return m.element[3];
}
struct many returned(int n)
{
    struct many m;
    m.element[0] = n;
    return m;
}
void apart(struct many m, struct many *other)
{
    m.element[0] = 1;
    kept.element[0] = 2;
    if (other) other->element[0] = 3;
    if (m.element[0] != 1) reach_error();
}
void any_content(struct many m)
{
    if (m.element[7] == 5 && kept.element[2] == m.element[1]) reach_error();
}
void pointers_inside_are_any(struct places p, int *q)
{
    if (!p.here || !q) return;
    *q = 1;
    *p.here = 2;
    if (*q != 1) reach_error();
}
void union_of_pointer_and_number(union word w)
{
    if (w.number == 77) reach_error();
}
void union_in_struct(struct tagged t)
{
    if (t.tag == 1 && t.word.number == 77) reach_error();
}
/* expect: memsafety true --function passed */
/* twin: memsafety s/element\[3\]/element[20]/ --function passed */
/* expect: memsafety true --function returned */
/* expect: reach true --function apart */
/* expect: reach false --function any_content */
/* expect: reach false --function pointers_inside_are_any */
/* expect: reach not-true --function union_of_pointer_and_number */
/* expect: reach not-true --function union_in_struct LP64 */
