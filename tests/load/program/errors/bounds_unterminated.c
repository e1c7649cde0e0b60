/* strlen of an array without a final zero. */
#include <string.h>
int main(void)
{
    char letters[3] = {'a', 'b', 'c'};
    return (int)strlen(letters);
}
/* expect: run out-of-bounds 6 */
