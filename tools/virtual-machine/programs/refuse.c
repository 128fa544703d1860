// A library that is loaded before libdrm. It refuses the first four mode sets with EBUSY and the first two
// page flips with EINVAL. It writes a line to /tmp/refused for each call.
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>

enum { refused_modes = 4, refused_flips = 2 };

static void note(const char *call, int result) {
  FILE *file = fopen("/tmp/refused", "a");
  if (!file) return;
  fprintf(file, "%s %s\n", call, result == 0 ? "accepted" : "refused");
  fclose(file);
}

int drmModeSetCrtc(int card, uint32_t crtc, uint32_t buffer, uint32_t x, uint32_t y, uint32_t *connectors, int count, void *mode) {
  static int calls;
  if (calls++ < refused_modes) {
    note("mode", EBUSY);
    return -(errno = EBUSY);
  }
  int (*next)(int, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *, int, void *);
  *(void **)&next = dlsym(RTLD_NEXT, "drmModeSetCrtc");
  int result = next(card, crtc, buffer, x, y, connectors, count, mode);
  note("mode", result);
  return result;
}

int drmModePageFlip(int card, uint32_t crtc, uint32_t buffer, uint32_t flags, void *data) {
  static int calls;
  if (calls++ < refused_flips) {
    note("flip", EINVAL);
    return -(errno = EINVAL);
  }
  int (*next)(int, uint32_t, uint32_t, uint32_t, void *);
  *(void **)&next = dlsym(RTLD_NEXT, "drmModePageFlip");
  int result = next(card, crtc, buffer, flags, data);
  note("flip", result);
  return result;
}
