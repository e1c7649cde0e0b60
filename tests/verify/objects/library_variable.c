/* What a variable of the C library holds is definite, and not known here. */
extern char **environ;
extern void reach_error(void);
int main(void)
{
    if (environ == 0) reach_error();
    return environ[0] != 0;
}
/* expect: reach unknown */
/* expect: memsafety unknown */
