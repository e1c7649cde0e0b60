/* A lock became a raw one: the same call with the same lock. Inputs: the lock, and the saved flags where
 * there are any. */
extern void spin_lock(void *lock);
extern void raw_spin_lock(void *lock);
extern void spin_lock_flags(void *lock, unsigned long flags);
extern void raw_spin_lock_flags(void *lock, unsigned long flags);

void old_lock(void *lock)
{
    spin_lock(lock);
}
void new_lock(void *lock)
{
    raw_spin_lock(lock);
}
const char rename_lock[] = "spin_lock=spin_unlock raw_spin_lock=raw_spin_unlock;"
                           "spin_lock=spin_lock_irq raw_spin_lock=raw_spin_lock_irq;"
                           "spin_lock=spin_unlock_irq raw_spin_lock=raw_spin_unlock_irq;"
                           "spin_lock=spin_lock_bh raw_spin_lock=raw_spin_lock_bh;"
                           "spin_lock=spin_unlock_bh raw_spin_lock=raw_spin_unlock_bh;"
                           "raw_spin_lock=_raw_spin_lock;"
                           "spin_lock=spin_unlock raw_spin_lock=_raw_spin_unlock;"
                           "spin_lock=spin_lock_irq raw_spin_lock=_raw_spin_lock_irq;"
                           "spin_lock=spin_unlock_irq raw_spin_lock=_raw_spin_unlock_irq";

void old_restore(void *lock, unsigned long flags)
{
    spin_lock_flags(lock, flags);
}
void new_restore(void *lock, unsigned long flags)
{
    raw_spin_lock_flags(lock, flags);
}
const char rename_restore[] =
    "spin_lock_flags=spin_unlock_irqrestore raw_spin_lock_flags=raw_spin_unlock_irqrestore;"
    "spin_lock_flags=spin_unlock_irqrestore raw_spin_lock_flags=_raw_spin_unlock_irqrestore";
