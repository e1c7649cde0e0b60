/* Each life of a block starts with values that nobody knows, also where a jump passes the declaration. */
extern void reach_error(void);
#ifdef ENTERED_LATER
int main(void)
{
    int round = 0;
again:
    if (round) goto in;
    {
        int x;
        x = 1;
    in:
        if (round && x != 1) reach_error();
        round++;
    }
    if (round < 2) goto again;
    return 0;
}
#elif defined(NEVER_BACK) /* both lives in one way through the function */
int main(void)
{
    int y = 0;
    {
        int x;
        x = 1;
        goto out;
    in:
        if (x != 1) reach_error();
        return y;
    }
out:
    y = 1;
    goto in;
}
#elif defined(DECLARED_AGAIN) /* one life, and the declaration is reached twice */
int main(void)
{
    int round = 0;
again:;
    int x;
    if (round) {
        if (x != 1) reach_error();
        return 0;
    }
    x = 1;
    round = 1;
    goto again;
}
#elif defined(OBJECT_STAYS) /* the object stays, only its value does not */
int main(void)
{
    int *p = 0;
again:;
    int x;
    if (p) {
        if (p != &x) reach_error();
        *p = 3;
        if (x != 3) reach_error();
        return 0;
    }
    x = 1;
    p = &x;
    goto again;
}
#elif defined(KEPT) /* as before, read through the pointer */
int main(void)
{
    int *p = 0;
again:;
    int x;
    if (p) {
        if (*p != 1) reach_error();
        return 0;
    }
    x = 1;
    p = &x;
    goto again;
}
#elif defined(OF_LOOP)
int main(void)
{
    int round = 0;
top:
    if (round == 1) goto in;
    for (int i = 5; i < 6; i++) {
    in:
        if (round == 1) {
            if (i != 6) reach_error();
            return 0;
        }
    }
    round = 1;
    goto top;
}
#elif defined(IN_SWITCH) /* declared where control never comes */
int main(void)
{
    for (int i = 0; i < 2; i++) switch (i) {
            int x;
        case 0:
            x = 5;
            break;
        case 1:
            if (x != 5) reach_error();
        }
    return 0;
}
#elif defined(ARRAY)
extern unsigned nondet(void);
int main(void)
{
    unsigned at = nondet() % 4;
    for (int i = 0; i < 2; i++) switch (i) {
            int x[4];
        case 0:
            x[at] = 5;
            break;
        case 1:
            if (x[at] != 5) reach_error();
        }
    return 0;
}
#elif defined(AFTER_JUMP)
int main(void)
{
    for (int i = 0; i < 2; i++) {
        goto in;
        {
            int x;
        in:
            if (!i) x = 7;
            else if (x != 7) reach_error();
        }
    }
    return 0;
}
#endif
/* expect: reach false -DENTERED_LATER */
/* expect: reach false -DNEVER_BACK */
/* expect: reach false -DDECLARED_AGAIN */
/* expect: reach true -DOBJECT_STAYS */
/* expect: memsafety true -DOBJECT_STAYS */
/* expect: reach not-true -DKEPT */
/* expect: memsafety true -DKEPT */
/* expect: reach false -DOF_LOOP */
/* expect: reach not-true -DIN_SWITCH */
/* expect: reach not-true -DARRAY */
/* expect: reach not-true -DAFTER_JUMP */
