// vt: prints the virtual terminal in front, and its modes: text or graphics, keyboard, and who switches.
// vt switch N: brings the virtual terminal N to the front, within ten seconds.
// vt hangup N: hangs up the virtual terminal N, as a login does.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/kd.h>
#include <linux/vt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int front(int console) {
  struct vt_stat state;
  return ioctl(console, VT_GETSTATE, &state) < 0 ? -1 : state.v_active;
}

int main(int count, char **arguments) {
  int console = open("/dev/tty0", O_RDWR | O_NOCTTY);
  if (console < 0) {
    perror("vt: /dev/tty0");
    return 1;
  }
  if (count > 2 && !strcmp(arguments[1], "switch")) {
    int number = atoi(arguments[2]);
    if (ioctl(console, VT_ACTIVATE, number) < 0) {
      perror("vt: VT_ACTIVATE");
      return 1;
    }
    for (int left = 1000; left > 0 && front(console) != number; left--) usleep(10000);
    if (front(console) == number) return 0;
    fprintf(stderr, "vt: %d is still in front\n", front(console));
    return 1;
  }
  if (count > 2 && !strcmp(arguments[1], "hangup")) {
    char path[32];
    snprintf(path, sizeof path, "/dev/tty%d", atoi(arguments[2]));
    int terminal = open(path, O_RDWR | O_NOCTTY);
    if (terminal >= 0 && ioctl(terminal, TIOCVHANGUP) == 0) return 0;
    perror("vt: TIOCVHANGUP");
    return 1;
  }
  int mode = -1, keyboard = -1;
  struct vt_mode switching;
  if (ioctl(console, KDGETMODE, &mode) < 0 || ioctl(console, KDGKBMODE, &keyboard) < 0 || ioctl(console, VT_GETMODE, &switching) < 0) {
    perror("vt");
    return 1;
  }
  printf("front %d, %s, keyboard %s, switched by the %s\n", front(console), mode == KD_TEXT ? "text" : "graphics",
         keyboard == K_OFF ? "off" : "on", switching.mode == VT_PROCESS ? "program" : "kernel");
  return 0;
}
