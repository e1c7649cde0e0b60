int price(int count, int member)
{
    int total = count * 3;
    if (!member) return total;
    return total - 5;
}

int limit(int x)
{
    return x >= 100 ? 99 : x;
}
