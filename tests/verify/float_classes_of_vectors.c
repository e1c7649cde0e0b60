/* Classes of all elements, also those that are told by what they are not. */
extern void reach_error(void);
typedef float floats __attribute__((vector_size(16)));
typedef int truths __attribute__((vector_size(16)));
enum { NAN_CLASSES = 0x3, NUMBERS = 0x3fc };
int main(void)
{
    floats f = {1, __builtin_nanf(""), __builtin_inff(), -0.0f};
    truths nan = __builtin_isfpclass(f, NAN_CLASSES), number = __builtin_isfpclass(f, NUMBERS);
    if (nan[0] || !nan[1] || nan[2] || nan[3]) reach_error();
    if (!number[0] || number[1] || !number[2] || !number[3]) reach_error();
    return 0;
}
/* expect: reach true LP64 */
/* twin: reach s/!number\[2\]/number[2]/ LP64 */
