/* After Listing 1 of I19: both variables of the loop take any value that their types have. */
int main(void)
{
    int x = 0;
    unsigned y = 0;

    while (x || y < 10) {
        --x;
        ++y;
        x = -y - x;
    }
    return 0;
}
