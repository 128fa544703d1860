// crash TASK: makes a thread of a running program fault, by a jump to the address 0.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

int main(int count, char **arguments) {
  pid_t task = count > 1 ? atoi(arguments[1]) : 0;
  struct user_regs_struct registers;
  if (ptrace(PTRACE_ATTACH, task, 0, 0) < 0 || waitpid(task, NULL, __WALL) < 0 || ptrace(PTRACE_GETREGS, task, 0, &registers) < 0) {
    perror("crash");
    return 1;
  }
  registers.rip = 0;
  registers.orig_rax = (unsigned long long)-1;
  if (ptrace(PTRACE_SETREGS, task, 0, &registers) < 0 || ptrace(PTRACE_DETACH, task, 0, 0) < 0) {
    perror("crash");
    return 1;
  }
  return 0;
}
