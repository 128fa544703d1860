// A library that is loaded before the C library. It writes a line to /tmp/blanks for each call that pans a
// framebuffer or waits for its vertical blank: the call, its result, and when it returned, in microseconds.
// With BLANKS=hang, no such call after the tenth returns; with BLANKS=late, each takes 300 ms longer; with
// BLANKS=frozen, panning changes nothing.
#include <dlfcn.h>
#include <linux/fb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static void note(const char *call, int result) {
  FILE *file = fopen("/tmp/blanks", "a");
  if (!file) return;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  fprintf(file, "%s %d %lld\n", call, result, now.tv_sec * 1000000LL + now.tv_nsec / 1000);
  fclose(file);
}

static int is_mode(const char *name) {
  const char *mode = getenv("BLANKS");
  return mode && strcmp(mode, name) == 0;
}

int ioctl(int node, unsigned long request, ...) {
  static int calls;
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  int (*next)(int, unsigned long, void *);
  *(void **)&next = dlsym(RTLD_NEXT, "ioctl");
  int pans = request == FBIOPAN_DISPLAY, waits = request == FBIO_WAITFORVSYNC;
  if ((pans || waits) && is_mode("hang") && ++calls > 10) {
    note("hang", 0);
    while (1) pause();
  }
  if (pans && is_mode("frozen")) {
    note("frozen", 0);
    return 0;
  }
  int result = next(node, request, argument);
  if (pans || waits) {
    if (is_mode("late")) usleep(300000);
    note(pans ? "pan" : "wait", result);
  }
  return result;
}
