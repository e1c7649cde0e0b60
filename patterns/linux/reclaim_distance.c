/* The distance between nodes up to which memory is reclaimed locally was a fixed number and became a
 * variable. */
extern int node_reclaim_distance;

int old_reclaim_distance(void)
{
    return 30;
}
int new_reclaim_distance(void)
{
    return node_reclaim_distance;
}
