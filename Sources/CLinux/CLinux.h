// Functions that Swift cannot import from the headers of the kernel and glibc: variadic ioctl, macros with
// casts, and calls that Swift's Glibc module leaves out.
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

/// Calls ioctl, and again when a signal interrupts it. Returns a result ≥ 0, or -errno.
int cartouche_ioctl(int descriptor, unsigned long request, void *_Nullable argument);
/// Calls ioctl with a number as its argument, as those of consoles have.
int cartouche_ioctl_value(int descriptor, unsigned long request, long argument);
/// Calls open with O_CLOEXEC. Returns a descriptor, or -errno.
int cartouche_open(const char *_Nonnull path, int flags);

// Swift assigns struct timespec to the first C module that declares it, so times are passed as nanoseconds.

/// Returns the time of the monotonic clock in nanoseconds.
int64_t cartouche_now(void);
/// Arms a timerfd for the monotonic time `value`, in nanoseconds, and then every `interval` unless that is 0.
/// A `value` of 0 disarms it.
void cartouche_arm_timer(int descriptor, int64_t value, int64_t interval);
/// Returns whether a timerfd is armed.
int cartouche_timer_is_armed(int descriptor);

/// Returns whether the calling thread is the process's main thread, which may drain the main dispatch queue.
int cartouche_is_main_thread(void);
/// Names the calling thread, for debuggers and `top`. A name of more than 15 bytes is ignored.
void cartouche_name_thread(const char *_Nonnull name);
/// Returns the descriptor that becomes readable when the main dispatch queue has work.
int cartouche_main_queue_descriptor(void);
/// Runs the work of the main dispatch queue; on the main thread only.
void cartouche_drain_main_queue(void);

/// Makes a crash of the program switch the console of `descriptor` to `mode` before the signal's previous
/// handler runs. A `descriptor` of -1 ends this.
void cartouche_restore_console_on_crash(int descriptor, long mode);

/// Opens a socket that receives the kernel's messages about devices (uevents). Returns a descriptor, or
/// -errno.
int cartouche_open_uevents(void);
