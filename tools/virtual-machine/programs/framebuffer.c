// Looks at /dev/fb0 with no code of Cartouche.
//
// info                 prints the bits of a pixel, the virtual rows and the first visible row
// set BITS ROWS ALPHA  sets the bits of a pixel, the virtual rows and the bits of alpha
// picture              writes the visible pixels as a PPM image, by the channels that the driver reports
#include <fcntl.h>
#include <linux/fb.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

static void check(int succeeded, const char *what) {
  if (succeeded) return;
  perror(what);
  exit(1);
}

static int component(uint32_t pixel, struct fb_bitfield field) {
  uint32_t most = (1u << field.length) - 1;
  uint32_t value = pixel >> field.offset & most;
  // As Cartouche reads frames: the upper bits are repeated.
  return field.length >= 8 ? value >> (field.length - 8) : value << (8 - field.length) | value >> (2 * field.length - 8);
}

int main(int count, char **arguments) {
  const char *command = count > 1 ? arguments[1] : "info";
  int node = open("/dev/fb0", O_RDWR);
  struct fb_var_screeninfo screen;
  struct fb_fix_screeninfo memory;
  check(node >= 0 && ioctl(node, FBIOGET_VSCREENINFO, &screen) == 0 && ioctl(node, FBIOGET_FSCREENINFO, &memory) == 0, "/dev/fb0");
  if (strcmp(command, "info") == 0) {
    printf("%u bits, %u of %u rows from %u\n", screen.bits_per_pixel, screen.yres, screen.yres_virtual, screen.yoffset);
  } else if (strcmp(command, "set") == 0 && count == 5) {
    screen.bits_per_pixel = atoi(arguments[2]);
    screen.yres_virtual = atoi(arguments[3]);
    screen.transp.length = atoi(arguments[4]);
    screen.yoffset = 0;
    screen.activate = FB_ACTIVATE_NOW;
    check(ioctl(node, FBIOPUT_VSCREENINFO, &screen) == 0, "FBIOPUT_VSCREENINFO");
  } else if (strcmp(command, "picture") == 0) {
    uint8_t *start = mmap(NULL, memory.smem_len, PROT_READ, MAP_SHARED, node, 0);
    check(start != MAP_FAILED, "mmap");
    uint32_t bytes = (screen.bits_per_pixel + 7) / 8;
    printf("P6\n%u %u\n255\n", screen.xres, screen.yres);
    for (uint32_t y = 0; y < screen.yres; y++) {
      uint8_t *row = start + (size_t)(screen.yoffset + y) * memory.line_length + screen.xoffset * bytes;
      for (uint32_t x = 0; x < screen.xres; x++) {
        uint32_t pixel = 0;
        memcpy(&pixel, row + x * bytes, bytes);
        putchar(component(pixel, screen.red));
        putchar(component(pixel, screen.green));
        putchar(component(pixel, screen.blue));
      }
    }
  } else {
    fprintf(stderr, "usage: framebuffer info | set BITS ROWS ALPHA | picture\n");
    return 2;
  }
  return 0;
}
