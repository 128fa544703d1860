// Virtual terminals: whose turn it is, and how they become text again, also if a signal ends the process.
#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

int cartouche_terminal_acquired_signal(void) { return SIGRTMAX - 3; }
int cartouche_terminal_released_signal(void) { return SIGRTMAX - 2; }

int cartouche_follow_terminal(int descriptor) {
  struct vt_mode mode = {
      .mode = VT_PROCESS, .relsig = (short)cartouche_terminal_released_signal(), .acqsig = (short)cartouche_terminal_acquired_signal()};
  return ioctl(descriptor, VT_SETMODE, &mode) < 0 ? -errno : 0;
}

int cartouche_terminal_number(int descriptor) {
  unsigned device = 0;
  int result = ioctl(descriptor, TIOCGDEV, &device);
  // Major 4 has the virtual terminals, and from minor 64 on serial lines.
  unsigned minor = device & 255;
  return result == 0 && device >> 8 == 4 && minor < 64 ? (int)minor : 0;
}

int cartouche_controlling_terminal(void) {
  int descriptor = cartouche_open("/dev/tty", O_RDONLY | O_NOCTTY);
  if (descriptor < 0) return 0;
  int number = cartouche_terminal_number(descriptor);
  close(descriptor);
  return number;
}

int cartouche_active_terminal(int descriptor) {
  struct vt_stat state;
  return ioctl(descriptor, VT_GETSTATE, &state) < 0 ? -errno : state.v_active;
}

/// Discards typed keys. The kernel stops a process in the background that flushes its own terminal, unless
/// SIGTTOU is blocked.
void cartouche_drop_typed_keys(int descriptor) {
  sigset_t stop, before;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stop, &before);
  ioctl(descriptor, TCFLSH, TCIFLUSH);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

int cartouche_restore_terminal(int descriptor, long keyboard_mode) {
  int error = 0;
  struct vt_mode mode = {.mode = VT_AUTO};
  cartouche_drop_typed_keys(descriptor);
  if (ioctl(descriptor, KDSKBMODE, keyboard_mode) < 0) error = error ? error : -errno;
  if (ioctl(descriptor, VT_SETMODE, &mode) < 0) error = error ? error : -errno;
  // Last, because the kernel now draws.
  if (ioctl(descriptor, KDSETMODE, KD_TEXT) < 0) error = error ? error : -errno;
  return error;
}

enum { signal_count = 65 };
static struct sigaction previous[signal_count];
static volatile int terminal = -1;
static volatile long terminal_keyboard_mode;
static bool is_installed;

static bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGILL || signal == SIGBUS || signal == SIGFPE || signal == SIGABRT || signal == SIGTRAP ||
         signal == SIGSYS;
}

static bool is_about_the_terminal(int signal) {
  return signal == cartouche_terminal_acquired_signal() || signal == cartouche_terminal_released_signal();
}

/// Whether the signal ends no process by default: it is ignored, or it stops the process.
static bool is_harmless(int signal) {
  return signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH || signal == SIGTSTP || signal == SIGTTIN ||
         signal == SIGTTOU;
}

static void on_signal(int signal) {
  pid_t process = getpid();
  if (is_about_the_terminal(signal) && syscall(SYS_gettid) != process) {
    // A thread of a library took it; the main thread blocks it, and reads it from a descriptor.
    syscall(SYS_tgkill, process, process, signal);
    return;
  }
  if (terminal >= 0) cartouche_restore_terminal(terminal, terminal_keyboard_mode);
  sigaction(signal, &previous[signal], NULL);
  // The signal is blocked until this handler returns, and then delivered to the previous handler.
  raise(signal);
}

static void on_exit_of_process(void) {
  if (terminal >= 0) cartouche_restore_terminal(terminal, terminal_keyboard_mode);
}

void cartouche_restore_terminal_on_signals(int descriptor, long keyboard_mode) {
  terminal_keyboard_mode = keyboard_mode;
  terminal = descriptor;
  if (descriptor < 0 || is_installed) return;
  is_installed = true;
  atexit(on_exit_of_process);
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int signal = 1; signal < signal_count; signal++) {
    // The C library refuses its own signals, and the kernel those that cannot be caught.
    if (is_harmless(signal) || sigaction(signal, NULL, &previous[signal]) < 0) continue;
    bool is_default = !(previous[signal].sa_flags & SA_SIGINFO) && previous[signal].sa_handler == SIG_DFL;
    bool is_ignored = !(previous[signal].sa_flags & SA_SIGINFO) && previous[signal].sa_handler == SIG_IGN;
    if (is_default || (is_fault(signal) && !is_ignored)) sigaction(signal, &action, NULL);
  }
}
