x += 3;
{
    int q = x;
    x -= q / (x | 1);
}
