// Functions that Swift cannot import from the headers of the kernel and glibc: variadic ioctl, macros with
// casts, and calls that Swift's Glibc module leaves out.
#pragma once
#include <fcntl.h>
#include <linux/fb.h>
#include <linux/kd.h>
#include <linux/keyboard.h>
#include <linux/vt.h>
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

/// Waits for the next vertical blank of a framebuffer (FBIO_WAITFORVSYNC). A broken driver may block for
/// ever. Returns 0, or errno.
int cartouche_wait_for_vertical_blank(int descriptor);

// Swift assigns struct timespec to the first C module that declares it, so times are passed as nanoseconds.

/// Returns the time of the monotonic clock in nanoseconds.
int64_t cartouche_now(void);
/// Returns the nanoseconds since 1970 by the machine's clock, which users and time servers set.
int64_t cartouche_wall_time(void);
/// Arms a timerfd of CLOCK_REALTIME, which becomes readable with the error ECANCELED when that clock is set.
void cartouche_watch_wall_clock(int descriptor);
/// Arms a timerfd for the monotonic time `value`, in nanoseconds, and then every `interval` unless that is 0.
/// A `value` of 0 disarms it.
void cartouche_arm_timer(int descriptor, int64_t value, int64_t interval);
/// Returns whether a timerfd is armed.
int cartouche_timer_is_armed(int descriptor);

/// Returns whether the calling thread is the process's main thread, which may drain the main dispatch queue.
int cartouche_is_main_thread(void);
/// Names the calling thread, for debuggers and `top`. A name of more than 15 bytes is ignored.
void cartouche_name_thread(const char *_Nonnull name);
/// Returns the number of processors that the calling thread may use.
int cartouche_processor_count(void);
/// Returns the number of the processor that the calling thread runs on, or -1.
int cartouche_processor(void);
/// A set of processors, one bit for each of the first 1024.
struct cartouche_processors {
  unsigned long words[1024 / (8 * sizeof(unsigned long))];
};
/// Lets threads (pthread_t) run where the calling thread may, except for one processor. Nothing is changed if
/// fewer than `count` processors remain.
///
/// `given` has the sets that the calls before have given to the threads; empty ones before the first call. A
/// thread with another set, but not that of the calling thread, is left alone: its set is someone's choice.
void cartouche_keep_off_processor(
    const unsigned long *_Nonnull threads, int count, int processor, struct cartouche_processors *_Nonnull given);
/// Returns the descriptor that becomes readable when the main dispatch queue has work.
int cartouche_main_queue_descriptor(void);
/// Runs the work of the main dispatch queue; on the main thread only.
void cartouche_drain_main_queue(void);

/// The signals by which the kernel asks for the virtual terminal, and gives it back. Of two that wait, the
/// lower number is delivered first: a terminal that came back may be asked for again.
int cartouche_terminal_acquired_signal(void);
int cartouche_terminal_released_signal(void);
/// Makes the kernel ask this process, by these signals, before another virtual terminal comes to the front.
/// Returns 0, or -errno.
int cartouche_follow_terminal(int descriptor);
/// Returns the number N of an open virtual terminal /dev/ttyN, or 0 if the descriptor is of another device.
int cartouche_terminal_number(int descriptor);
/// Returns the number N of the virtual terminal /dev/ttyN that controls this process, or 0 if there is none.
int cartouche_controlling_terminal(void);
/// Returns the number of the virtual terminal in front, or -errno.
int cartouche_active_terminal(int descriptor);
/// Drops the keys that were typed into a virtual terminal and not read.
void cartouche_drop_typed_keys(int descriptor);
/// Switches a virtual terminal to text, its keyboard to `keyboard_mode` and its switching to the kernel, and
/// drops the typed keys. May be called in a signal handler. Returns 0, or -errno of the first refusal.
int cartouche_restore_terminal(int descriptor, long keyboard_mode);
/// Makes every signal that would end the process restore the virtual terminal first, as
/// `cartouche_restore_terminal` does. Ignored signals stay ignored. Handlers of the program stay, and those
/// of faults run afterwards. A `descriptor` of -1 ends this.
void cartouche_restore_terminal_on_signals(int descriptor, long keyboard_mode);

/// Opens a socket that receives the kernel's messages about devices (uevents). Returns a descriptor, or
/// -errno.
int cartouche_open_uevents(void);

/// Connects to a socket of a path, and ends the connection. Returns 0, or -errno if nobody answers.
int cartouche_connect_socket(const char *_Nonnull path);

/// Sets the size in bytes from which an allocated buffer is mapped by itself (`M_MMAP_THRESHOLD` of
/// mallopt(3)), and keeps the C library from raising it.
void cartouche_set_mmap_threshold(int bytes);

/// A connection to a seat daemon through libseat. One thread at a time may use it.
struct cartouche_seat;
/// Called with 1 after the seat became this process's, and with 0 when it is another's. The handler may be
/// called by every function of a seat, also before `cartouche_seat_open` returns. It must not call them.
typedef void cartouche_seat_handler(void *_Nonnull context, int is_enabled);

/// Loads libseat.so.1, once. Returns 0; -ENOENT if there is none; -ENOSYS if it lacks a function.
int cartouche_seat_load(void);
/// Opens the seat of this process with a backend of libseat, `seatd` or `logind`. libseat must be loaded.
/// The variable LIBSEAT_BACKEND is changed for the time of the call. Returns NULL, and an errno in `error`.
struct cartouche_seat *_Nullable cartouche_seat_open(
    const char *_Nonnull backend, cartouche_seat_handler *_Nonnull handler, void *_Nonnull context, int *_Nonnull error);
/// Closes the seat. The daemon then closes its devices and restores the console.
void cartouche_seat_close(struct cartouche_seat *_Nonnull seat);
/// Returns the descriptor that is readable when the daemon has sent something, or is gone.
int cartouche_seat_descriptor(const struct cartouche_seat *_Nonnull seat);
/// Returns the name of the seat, such as `seat0`.
const char *_Nonnull cartouche_seat_name(struct cartouche_seat *_Nonnull seat);
/// Reads what the daemon has sent, and waits for it at most so long. Returns 0, or -errno if the daemon is
/// gone.
int cartouche_seat_dispatch(struct cartouche_seat *_Nonnull seat, int milliseconds);
/// Opens a device. Returns a descriptor, and the device's number in `device`; or -errno.
int cartouche_seat_open_device(struct cartouche_seat *_Nonnull seat, const char *_Nonnull path, int *_Nonnull device);
/// Makes the daemon close a device. The caller closes the descriptor.
void cartouche_seat_close_device(struct cartouche_seat *_Nonnull seat, int device);
/// Tells the daemon that this process has given the seat away.
void cartouche_seat_acknowledge(struct cartouche_seat *_Nonnull seat);
/// Asks the daemon to show another session; on a seat with consoles, the virtual terminal of this number.
void cartouche_seat_show_session(struct cartouche_seat *_Nonnull seat, int number);
