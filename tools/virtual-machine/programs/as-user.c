// as-user NODE… -- PROGRAM…: runs a program as user 1000, who is in the groups of the device nodes only.
#define _GNU_SOURCE
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **arguments) {
  gid_t groups[16];
  int groups_count = 0, next = 1;
  for (; next < count && strcmp(arguments[next], "--"); next++) {
    struct stat status;
    if (groups_count < 16 && stat(arguments[next], &status) == 0) groups[groups_count++] = status.st_gid;
  }
  if (next + 1 >= count || setgroups((size_t)groups_count, groups) < 0 || setgid(1000) < 0 || setuid(1000) < 0) {
    perror("as-user");
    return 1;
  }
  execvp(arguments[next + 1], arguments + next + 1);
  perror(arguments[next + 1]);
  return 127;
}
