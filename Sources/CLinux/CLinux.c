#define _GNU_SOURCE
#include "CLinux.h"
#include <errno.h>
#include <linux/netlink.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
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

int cartouche_wait_for_vertical_blank(int descriptor) {
  uint32_t controller = 0;
  int result;
  // Not again after EAGAIN, which some drivers return while the screen is off.
  do result = ioctl(descriptor, FBIO_WAITFORVSYNC, &controller);
  while (result < 0 && errno == EINTR);
  return result < 0 ? errno : 0;
}

int cartouche_open(const char *path, int flags) {
  int result;
  do result = open(path, flags | O_CLOEXEC);
  while (result < 0 && errno == EINTR);
  return result < 0 ? -errno : result;
}

int cartouche_open_uevents(void) {
  int descriptor = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_KOBJECT_UEVENT);
  if (descriptor < 0) return -errno;
  // Group 1 has the kernel's own messages; group 2 those of udev.
  struct sockaddr_nl address = {.nl_family = AF_NETLINK, .nl_groups = 1};
  if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
  int error = errno;
  close(descriptor);
  return -error;
}

int64_t cartouche_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static struct timespec timespec_of(int64_t nanoseconds) {
  return (struct timespec){.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
}

int64_t cartouche_wall_time(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

void cartouche_watch_wall_clock(int descriptor) {
  // The time itself is far away: in the year 2262, or 2038 where a time has 32 bits.
  struct itimerspec setting = {.it_value = {.tv_sec = sizeof(time_t) > 4 ? (time_t)(INT64_MAX / 1000000000) : INT32_MAX}};
  timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &setting, NULL);
}

void cartouche_arm_timer(int descriptor, int64_t value, int64_t interval) {
  struct itimerspec setting = {.it_interval = timespec_of(interval), .it_value = timespec_of(value)};
  timerfd_settime(descriptor, TFD_TIMER_ABSTIME, &setting, NULL);
}

int cartouche_timer_is_armed(int descriptor) {
  struct itimerspec setting;
  return timerfd_gettime(descriptor, &setting) == 0 && (setting.it_value.tv_sec != 0 || setting.it_value.tv_nsec != 0);
}

int cartouche_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

void cartouche_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

// libdispatch exports these two for CoreFoundation; there is no public function to drain the main queue from
// another run loop.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

int cartouche_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }
void cartouche_drain_main_queue(void) { _dispatch_main_queue_callback_4CF(NULL); }

void cartouche_set_mmap_threshold(int bytes) { mallopt(M_MMAP_THRESHOLD, bytes); }

int cartouche_processor_count(void) {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return CPU_COUNT(&usable);
  // The set does not fit: the machine has more than 1024 processors.
  long online = sysconf(_SC_NPROCESSORS_ONLN);
  return online > 0 ? (int)online : 1;
}

int cartouche_processor(void) { return sched_getcpu(); }

void cartouche_keep_off_processor(
    const unsigned long *threads, int count, int processor, struct cartouche_processors *given) {
  _Static_assert(sizeof(cpu_set_t) == sizeof(struct cartouche_processors), "the size of a set of processors");
  cpu_set_t all, others, last, current;
  if (processor < 0 || processor >= CPU_SETSIZE) return;
  if (pthread_getaffinity_np(pthread_self(), sizeof all, &all) != 0) return;
  others = all;
  CPU_CLR(processor, &others);
  if (CPU_COUNT(&others) < count) return;
  for (int index = 0; index < count; index++) {
    if (pthread_getaffinity_np(threads[index], sizeof current, &current) != 0) continue;
    memcpy(&last, &given[index], sizeof last);
    if (!CPU_EQUAL(&current, &all) && !CPU_EQUAL(&current, &last)) continue;
    if (!CPU_EQUAL(&current, &others) && pthread_setaffinity_np(threads[index], sizeof others, &others) != 0) continue;
    memcpy(&given[index], &others, sizeof others);
  }
}
