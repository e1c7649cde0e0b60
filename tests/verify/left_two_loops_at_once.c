/* A goto leaves two loops before the value that the last round would set. */
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
    int k = 0;
    for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 40; j++) {
            if (j == 20) {
                if (i == 39) k = 7;
                break;
            }
            if (i == 38 && j == 19) goto end;
        }
    }
end:
    if (k == 0) reach_error();
}
/* expect: reach false */
