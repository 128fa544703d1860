// console-mode: prints whether the console shows text or graphics.
#include <fcntl.h>
#include <linux/kd.h>
#include <stdio.h>
#include <sys/ioctl.h>

int main(void) {
  int mode = -1;
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
  if (console < 0 || ioctl(console, KDGETMODE, &mode) < 0) return 1;
  puts(mode == KD_TEXT ? "text" : "graphics");
  return 0;
}
