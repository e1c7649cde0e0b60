/* A function defined without prototype is called through a pointer with an argument it does not take. */
extern void reach_error(void);
static void *start()
{
    reach_error();
    return 0;
}
static void launch(void *(*routine)(void *), void *argument)
{
    routine(argument);
}
int main(void)
{
    launch(start, 0);
    return 0;
}
/* expect: reach false(unreach-call) */
