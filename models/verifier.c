/* Words of other verifiers that say nothing about the program: Predator's __VERIFIER_plot
 * draws the memory that its arguments lead to, for people. (Its own header defines it as
 * empty for compilers.) */
void __VERIFIER_plot(const char *name, ...);

void __VERIFIER_plot(const char *name, ...)
{
    (void)name;
}
