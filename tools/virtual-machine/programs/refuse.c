// A library that is loaded before libdrm, and lets a graphics card fail in the ways that drivers do. Modes,
// tests and page flips are recognized both as atomic commits and as the older calls. It writes a line to
// /tmp/refused for each. The environment says how many calls fail, from the first:
//
// REFUSED_MODES   mode sets that are refused with EBUSY
// REFUSED_TESTS   tests of a mode that are refused with EINVAL
// REFUSED_FLIPS   page flips that are refused with EINVAL
// LOST_FLIPS      page flips that are accepted, and neither shown nor reported
// LOST_EVENTS     page flips that are shown and not reported
#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>

// The parts of the kernel's drm_mode.h that are used here.
struct atomic { uint32_t flags, object_count; uint64_t objects, counts, properties, values, reserved, data; };
enum { FLIP_EVENT = 1, TEST_ONLY = 0x100, ALLOW_MODESET = 0x400 };
#define ATOMIC _IOWR('d', 0xBC, struct atomic)

enum kind { MODE, TEST, FLIP };
static const char *const names[] = {"mode", "test", "flip"};

// How many calls are still to fail, as the environment says.
struct fault { const char *name; int left; };
static struct fault refused[] = {{"REFUSED_MODES", -1}, {"REFUSED_TESTS", -1}, {"REFUSED_FLIPS", -1}};
static struct fault lost_flips = {"LOST_FLIPS", -1}, lost_events = {"LOST_EVENTS", -1};

static int is_due(struct fault *fault) {
  const char *number = getenv(fault->name);
  if (fault->left < 0) fault->left = number ? atoi(number) : 0;
  return fault->left > 0 ? fault->left-- : 0;
}

static int note(enum kind kind, const char *outcome, int result) {
  int error = errno;
  FILE *file = fopen("/tmp/refused", "a");
  if (file) {
    fprintf(file, "%s %s\n", names[kind], outcome);
    fclose(file);
  }
  errno = error;
  return result;
}

static int refuse(enum kind kind) {
  errno = kind == MODE ? EBUSY : EINVAL;
  return note(kind, "refused", -errno);
}

#define NEXT(type, name) type; *(void **)&next = dlsym(RTLD_NEXT, name)

int drmIoctl(int card, unsigned long request, void *argument) {
  NEXT(int (*next)(int, unsigned long, void *), "drmIoctl");
  if (request != ATOMIC) return next(card, request, argument);
  struct atomic commit = *(struct atomic *)argument;
  enum kind kind = commit.flags & TEST_ONLY ? TEST : commit.flags & ALLOW_MODESET ? MODE : FLIP;
  if (is_due(&refused[kind])) {
    refuse(kind);
    return -1;
  }
  if (kind == FLIP && is_due(&lost_flips)) return note(kind, "lost", 0);
  if (kind == FLIP && is_due(&lost_events)) {
    commit.flags &= ~FLIP_EVENT;
    commit.data = 0;
  }
  int result = next(card, request, &commit);
  return note(kind, result == 0 ? "accepted" : "failed", result);
}

int drmModeSetCrtc(int card, uint32_t crtc, uint32_t buffer, uint32_t x, uint32_t y, uint32_t *connectors, int count, void *mode) {
  NEXT(int (*next)(int, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t *, int, void *), "drmModeSetCrtc");
  if (is_due(&refused[MODE])) return refuse(MODE);
  int result = next(card, crtc, buffer, x, y, connectors, count, mode);
  return note(MODE, result == 0 ? "accepted" : "failed", result);
}

int drmModePageFlip(int card, uint32_t crtc, uint32_t buffer, uint32_t flags, void *data) {
  NEXT(int (*next)(int, uint32_t, uint32_t, uint32_t, void *), "drmModePageFlip");
  if (is_due(&refused[FLIP])) return refuse(FLIP);
  if (is_due(&lost_flips)) return note(FLIP, "lost", 0);
  int result = next(card, crtc, buffer, is_due(&lost_events) ? flags & ~FLIP_EVENT : flags, data);
  return note(FLIP, result == 0 ? "accepted" : "failed", result);
}
