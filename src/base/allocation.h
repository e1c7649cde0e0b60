/* Memory that may be refused: for sizes that a user's program asks for. All other allocation
 * in this program succeeds or ends the process (base/failure.h). */
#ifndef BASE_ALLOCATION_H
#define BASE_ALLOCATION_H
#include <stddef.h>

/* zeroed; null if there is none; to be freed */
void *allocation_try(size_t count, size_t bytes);
void allocation_watch_cpp(void); /* of C++ libraries too, from now on */

#endif
