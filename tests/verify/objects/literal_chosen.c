/* Here it is no block: the literals live on. */
extern int nondet(void);
int main(void)
{
    int *p = nondet() ? &(int){3} : &(int){4};
    return *p;
}
/* expect: memsafety not-false */
