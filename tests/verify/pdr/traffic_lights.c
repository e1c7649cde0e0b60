/* Two lights are never green together; yellow comes in between. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
enum { RED, GREEN, YELLOW };
int main(void)
{
    unsigned char north = RED, east = RED, next = 0;
    while (ANY) {
        if (north == GREEN) north = YELLOW;
        else if (north == YELLOW) north = RED, next = 1;
        else if (east == GREEN) east = YELLOW;
        else if (east == YELLOW) east = RED, next = 0;
        else if (next) east = GREEN;
        else north = GREEN;
        if (north != RED && east != RED) reach_error();
        if (north == YELLOW && next) reach_error();
    }
    return 0;
}
/* expect: reach true */
/* twin: reach s/else if (east == GREEN) east = YELLOW;/else if (east == GREEN) north = GREEN;/ */
