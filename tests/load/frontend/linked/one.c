/* With two.c: statics of one name, a weak and a strong definition, a tentative and a real one, types that agree. */
static int hidden = 1;
static int helper(int x) { return x + hidden; }
__attribute__((weak)) int choice(void) { return 1; }
extern int shared;
int zeroed[4];
int other(int);
struct pair { int a; double b; };
struct pair make(int);

int main(void)
{
    if (helper(10) != 11 || other(10) != 30) return 1;
    if (choice() != 2 || shared != 5 || zeroed[3] != 0) return 2;
    struct pair p = make(4);
    return p.a == 4 && p.b == 2.0 ? 0 : 3;
}
