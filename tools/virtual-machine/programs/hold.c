// hold CARD: becomes the master of a graphics card and stays so until it is ended.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { set_master = _IO('d', 0x1e) };

int main(int count, char **arguments) {
  int card = count > 1 ? open(arguments[1], O_RDWR) : -1;
  if (card < 0 || ioctl(card, set_master, 0) < 0) {
    fprintf(stderr, "hold: %s\n", strerror(errno));
    return 1;
  }
  puts("held");
  fflush(stdout);
  for (;;) pause();
}
