/* Between the start of a program and getenv: texts that variables of the environment may
 * have. */
#ifndef SOOTH_MODELS_ENVIRONMENT_H
#define SOOTH_MODELS_ENVIRONMENT_H

enum { ENVIRONMENT_TEXTS = 6, ENVIRONMENT_LARGEST = 1 << 17 };
extern char *__sooth_environment[ENVIRONMENT_TEXTS];

#endif
