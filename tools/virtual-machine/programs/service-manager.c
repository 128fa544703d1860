// service-manager NAME: receives the messages of a service at the abstract socket NAME, as systemd does.
//
// Prints `listening`, and then each message in one line, its lines joined by "; ".
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int count, char **arguments) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (count < 2 || strlen(arguments[1]) > 100) return 2;
  // The zero byte at the beginning makes the name abstract.
  strcpy(address.sun_path + 1, arguments[1]);
  socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(arguments[1]));
  int socket_number = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (socket_number < 0 || bind(socket_number, (struct sockaddr *)&address, length) < 0) {
    perror("service-manager");
    return 1;
  }
  puts("listening");
  fflush(stdout);
  for (;;) {
    char message[1024];
    ssize_t size = recv(socket_number, message, sizeof message, 0);
    if (size < 0) return 1;
    for (ssize_t index = 0; index < size; index++) {
      if (message[index] == '\n') fputs("; ", stdout);
      else putchar(message[index]);
    }
    putchar('\n');
    fflush(stdout);
  }
}
