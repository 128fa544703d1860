// cursor CARD: shows a cursor of 64 × 64 pixels on the first CRTC, gives the card away, and leaves the
// cursor on until it is ended.
#include <errno.h>
#include <fcntl.h>
#include <linux/types.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// The parts of the kernel's drm.h and drm_mode.h that are used here.
struct resources {
  uint64_t framebuffers, crtcs, connectors, encoders;
  uint32_t framebuffer_count, crtc_count, connector_count, encoder_count, minimum_width, maximum_width, minimum_height, maximum_height;
};
struct dumb_buffer { uint32_t height, width, depth, flags, handle, pitch; uint64_t size; };
struct cursor { uint32_t flags, crtc; int32_t x, y; uint32_t width, height, handle; };

enum { CURSOR_IMAGE = 1, CURSOR_POSITION = 2 };
#define SET_MASTER _IO('d', 0x1e)
#define DROP_MASTER _IO('d', 0x1f)
#define GET_RESOURCES _IOWR('d', 0xA0, struct resources)
#define SET_CURSOR _IOWR('d', 0xA3, struct cursor)
#define CREATE_DUMB _IOWR('d', 0xB2, struct dumb_buffer)

static int card;

static void request(unsigned long number, void *argument, const char *name) {
  if (ioctl(card, number, argument) == 0) return;
  fprintf(stderr, "cursor: %s: %s\n", name, strerror(errno));
  exit(1);
}

int main(int count, char **arguments) {
  card = count > 1 ? open(arguments[1], O_RDWR) : -1;
  request(SET_MASTER, NULL, "SET_MASTER");
  uint32_t crtcs[8];
  struct resources resources = {.crtcs = (uintptr_t)crtcs, .crtc_count = 8};
  request(GET_RESOURCES, &resources, "GET_RESOURCES");
  struct dumb_buffer buffer = {.height = 64, .width = 64, .depth = 32};
  request(CREATE_DUMB, &buffer, "CREATE_DUMB");
  struct cursor cursor = {.flags = CURSOR_IMAGE | CURSOR_POSITION, .crtc = crtcs[0], .x = 50, .y = 50,
                          .width = 64, .height = 64, .handle = buffer.handle};
  request(SET_CURSOR, &cursor, "SET_CURSOR");
  request(DROP_MASTER, NULL, "DROP_MASTER");
  puts("shown");
  fflush(stdout);
  for (;;) pause();
}
