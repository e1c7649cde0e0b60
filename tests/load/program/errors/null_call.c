/* A call through a null pointer. */
static int (*callback)(int);
int main(void)
{
    return callback(3);
}
/* expect: run null-dereference 5 */
