/* For specifications of programs that `sooth synth` is to find. Including it is optional.
 *
 * THE SIMPLE FORM: one unknown program from words to words.
 *
 *     enum { INPUTS = 2, OUTPUTS = 1 };
 *     int check(const unsigned in[], const unsigned out[])   // nonzero when out is right for in
 *     {
 *         return out[0] >= in[0] && out[0] >= in[1] && (out[0] == in[0] || out[0] == in[1]);
 *     }
 *
 * The element type of the arrays is the word: unsigned char, short, int or long for 8, 16, 32 or 64 bits. For another
 * width (1 to 64) define SOOTH_WIDTH before this header is included and use the type `word`.
 *
 * THE GENERAL FORM: any number of unknown programs. `check` takes the inputs only, and every function that is declared
 * but not defined is an unknown program. Parameters that are numbers are its inputs; its result and the words behind
 * parameters that are pointers are its outputs. Without inputs it is a constant that exists.
 *
 *     enum { INPUTS = 1 };
 *     unsigned f(unsigned x);
 *     unsigned c(void);
 *     int check(const unsigned in[]) { return f(f(in[0])) == in[0] + c() && c() != 0; }
 *
 * In the text of `check` and what it calls: loops and recursion whose bounds are constants, arrays, structures, calls,
 * floats (float and double), pointers to variables. `sooth_assume(c)` says that inputs with c false are of no interest; a failing
 * assert() or an access outside an array means that the output is wrong. Where C leaves a result undefined it is: a
 * shift by the width or more gives 0 (of a negative number to the right: -1), x / 0 is all ones (or the signed
 * quotient of SMT-LIB), x % 0 is x.
 *
 * WHAT COMES OUT: `void program(const unsigned in[], unsigned out[])`, or with the general form one such function per
 * unknown program under its name, as defined C without loops. */
#ifndef SOOTH_H
#define SOOTH_H

#ifdef SOOTH_WIDTH
#if SOOTH_WIDTH == 8
typedef unsigned char word;
#elif SOOTH_WIDTH == 16
typedef unsigned short word;
#elif SOOTH_WIDTH == 32
typedef unsigned int word;
#elif SOOTH_WIDTH == 64
typedef unsigned long word;
#else
typedef unsigned _BitInt(SOOTH_WIDTH) word;
#endif
#endif

void __VERIFIER_assume(int);
#define sooth_assume(condition) __VERIFIER_assume(!!(condition))

#endif
