/* Of its arguments main looks at their number alone: at least one, and perhaps many. */
extern void reach_error(void);

int main(int argc, char **argv)
{
    (void)argv;
    if (argc < 1) reach_error();
    return 0;
}
/* expect: reach true */
/* twin: reach s/argc < 1/argc > 5/ */
