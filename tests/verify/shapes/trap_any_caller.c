/* A function alone: globals and parameters hold anything. */
extern void reach_error(void);
int limit = 3;
int check(int n)
{
    if (n < 1 || limit != 3) reach_error();
    return n;
}
int main(void) { return check(1); }
/* expect: reach unknown --function check --any-caller */
