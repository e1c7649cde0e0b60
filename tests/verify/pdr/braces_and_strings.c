/* A scanner: braces do not count inside a string. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_uint()
int main(void)
{
    int depth = 0, in_string = 0, escaped = 0, kept = 0;
    for (;;) {
        unsigned char c = (unsigned char)ANY;
        if (in_string) {
            if (escaped) escaped = 0;
            else if (c == 92) escaped = 1;
            else if (c == 34) in_string = 0;
        } else if (c == 34) {
            in_string = 1;
            kept = depth;
        } else if (c == 123) {
            if (depth < 50) depth++;
        } else if (c == 125) {
            if (depth) depth--;
        }
        if (escaped && !in_string) reach_error();
        if (in_string && depth != kept) reach_error();
        if (depth < 0 || depth > 50) reach_error();
    }
}
/* expect: reach true */
/* twin: reach s/if (escaped) escaped = 0;/if (escaped \&\& c != 34) escaped = 0; else if (c == 34) in_string = 0;/ */
/* twin: reach s/kept = depth/kept = depth + 1/ */
