#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int cartouche_ioctl(int descriptor, unsigned long request, void *argument) {
  int result;
  do result = ioctl(descriptor, request, argument);
  while (result < 0 && (errno == EINTR || errno == EAGAIN));
  return result < 0 ? -errno : result;
}

int cartouche_ioctl_value(int descriptor, unsigned long request, long argument) {
  return cartouche_ioctl(descriptor, request, (void *)argument);
}

int cartouche_open(const char *path, int flags) {
  int result;
  do result = open(path, flags | O_CLOEXEC);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

int cartouche_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

// libdispatch exports these two for CoreFoundation; there is no public way to drain the main queue from a loop of one's own.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int cartouche_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
void cartouche_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

static const int crashes[] = {SIGSEGV, SIGILL, SIGBUS, SIGFPE, SIGABRT, SIGTRAP};
enum { crash_count = sizeof crashes / sizeof crashes[0] };
static struct sigaction previous[crash_count];
static volatile int console = -1;
static volatile long console_mode;
static int is_installed;

static void on_crash(int signal) {
  if (console >= 0) ioctl(console, KDSETMODE, console_mode);
  for (int i = 0; i < crash_count; i++)
    if (crashes[i] == signal) sigaction(signal, &previous[i], NULL);
  // Blocked until this handler returns, then delivered to whoever was there before.
  raise(signal);
}

void cartouche_restore_console_on_crash(int descriptor, long mode) {
  console_mode = mode;
  console = descriptor;
  if (descriptor < 0 || is_installed) return;
  is_installed = 1;
  struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &previous[i]);
}
