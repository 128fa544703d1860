// What Swift cannot import from the kernel's and glibc's headers: variadic ioctl, macros with casts, and the calls that Swift's Glibc leaves out.
#pragma once
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>

/// ioctl, begun again when a signal interrupts it. A result ≥ 0, or -errno.
int cartouche_ioctl(int descriptor, unsigned long request, void *_Nullable argument);
/// ioctl with a number for an argument, as the console's are.
int cartouche_ioctl_value(int descriptor, unsigned long request, long argument);
/// open with O_CLOEXEC. A descriptor, or -errno.
int cartouche_open(const char *_Nonnull path, int flags);

// struct timespec belongs, for Swift, to whichever C module is seen first; so time crosses as nanoseconds.

/// The monotonic clock.
int64_t cartouche_now(void);
/// Arms a timerfd for the monotonic time `value`, 0 disarms it, and every `interval` from then on unless that is 0.
void cartouche_arm_timer(int descriptor, int64_t value, int64_t interval);
/// Whether a timerfd is going to fire.
int cartouche_timer_is_armed(int descriptor);

/// Whether the calling thread is the process's first, on which the main dispatch queue may be drained.
int cartouche_is_main_thread(void);
/// The descriptor that becomes readable when the main dispatch queue has work, made for CoreFoundation's run loop.
int cartouche_main_queue_descriptor(void);
/// Runs what the main dispatch queue holds; on the main thread only.
void cartouche_drain_main_queue(void);

/// Puts the console behind `descriptor` back into `mode` when the program crashes, then lets the crash go its way. -1: no longer.
void cartouche_restore_console_on_crash(int descriptor, long mode);
