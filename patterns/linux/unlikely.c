/* A condition was marked as rarely or mostly true. Input: the condition. */
long old_rare(long condition)
{
    return condition;
}
long new_rare(long condition)
{
    return __builtin_expect(condition, 0);
}

long old_usual(long condition)
{
    return condition;
}
long new_usual(long condition)
{
    return __builtin_expect(condition, 1);
}
