/* Memory is safe, which unwinding shows at once; whether a run gets to the end is too hard a question to wait for. */
extern void abort(void);
enum { COUNT = 60 };
static int mean(const int *values)
{
    long long sum = 0;
    for (int i = 0; i < COUNT; i++)
        sum += values[i];
    return (int)(sum / COUNT);
}
int main(void)
{
    int values[COUNT];
    int before = mean(values);
    int first = values[0];
    for (int i = 0; i < COUNT - 1; i++)
        values[i] = values[i + 1];
    values[COUNT - 1] = first;
    if (mean(values) != before) abort();
    return 0;
}
/* expect: memsafety true --engine bmc */
