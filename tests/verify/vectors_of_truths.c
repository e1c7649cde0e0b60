/* Vectors of truths lie in memory bit by bit, also where they are constants. */
extern void reach_error(void);
typedef _Bool truths __attribute__((ext_vector_type(8)));
static truths global = {1, 1, 0, 1};
int main(void)
{
    truths local = {1, 0, 1}, both = local | global;
    if (!local[0] || local[1] || !local[2] || local[3]) reach_error();
    if (!global[1] || global[2] || !global[3]) reach_error();
    if (!both[0] || !both[1] || !both[2] || !both[3] || both[4]) reach_error();
    return 0;
}
/* expect: reach true LP64 */
/* twin: reach s/|| local\[1\]/|| !local[1]/ LP64 */
/* twin: reach s/|| global\[2\]/|| !global[2]/ LP64 */
