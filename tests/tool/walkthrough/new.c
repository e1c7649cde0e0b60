static int cap(int v)
{
    if (v > 9) return 9;
    return v;
}
int area(int w, int h)
{
    return cap(w * h);
}
