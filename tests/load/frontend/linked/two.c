static int hidden = 20;
static int helper(int x) { return x + hidden; }
int choice(void) { return 2; }
int shared = 5;
extern int zeroed[4];
int other(int x) { return helper(x) + zeroed[0]; }
struct pair { int a; double b; };
struct pair make(int a) { return (struct pair){a, a * 0.5}; }
