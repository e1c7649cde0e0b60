/* Atomics with one thread: the order of the program. */
#include <stdatomic.h>
static _Atomic int counter = 5;
static atomic_uchar small;
struct point { int x, y; };

int main(void)
{
    if (atomic_fetch_add(&counter, 3) != 5 || counter != 8) return __LINE__;
    counter++;
    counter -= 4;
    if (atomic_load(&counter) != 5) return __LINE__;
    int expected = 4;
    if (atomic_compare_exchange_strong(&counter, &expected, 9)) return __LINE__;
    if (expected != 5) return __LINE__;
    if (!atomic_compare_exchange_strong(&counter, &expected, 9) || counter != 9) return __LINE__;
    if (atomic_exchange(&counter, -1) != 9) return __LINE__;
    if (atomic_fetch_and(&counter, 0xf0) != -1 || counter != 0xf0) return __LINE__;
    if (atomic_fetch_or(&counter, 1) != 0xf0 || atomic_fetch_xor(&counter, 0xff) != 0xf1) return __LINE__;
    if (counter != 0x0e) return __LINE__;
    small = 250;
    small += 10;
    if (small != 4) return __LINE__;
    atomic_flag f = ATOMIC_FLAG_INIT;
    if (atomic_flag_test_and_set(&f) || !atomic_flag_test_and_set(&f)) return __LINE__;
    atomic_thread_fence(memory_order_seq_cst);
    _Atomic(int *) p = &expected;
    *p = 12;
    _Atomic double d = 0.5;
    d += 1.25;
    return *p + d == 13.75 ? 0 : __LINE__;
}
/* exit: 0 */
