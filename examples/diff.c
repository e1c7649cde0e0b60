/* run: sooth diff versions/old.c versions/new.c
 * Two versions of a file: one function was rewritten, the other changed. (This file only holds the command.) */
