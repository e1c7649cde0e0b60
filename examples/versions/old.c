static int scale(int x)
{
    return x * 3;
}

int price(int count, int member)
{
    int total = scale(count);
    if (member) total -= 5;
    return total;
}

int limit(int x)
{
    return x > 100 ? 100 : x;
}
