// touch-panel KIND NAME [WIDTH HEIGHT]: an input device that is created through uinput and follows commands.
//
// KIND is one of:
//   slots      a touchscreen of protocol B
//   anonymous  a touchscreen of protocol A: each report lists the fingers without ids
//   single     a touchscreen with ABS_X, ABS_Y and BTN_TOUCH
//   mouse      a mouse with relative axes
//   keyboard   a keyboard
// NAME is the name of the device. A panel has WIDTH × HEIGHT positions (default: 800 480).
//
// Prints the device's node, as /dev/input/event3, and then reads commands from standard input, one a line:
//   down F X Y   finger F (0 to 9) touches        move F X Y   finger F moves
//   up F         finger F lifts                   sleep MS     waits
//   quit         removes the device, as the end of the input does
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum kind { SLOTS, ANONYMOUS, SINGLE, MOUSE, KEYBOARD, KINDS };
static const char *const names[KINDS] = {"slots", "anonymous", "single", "mouse", "keyboard"};
enum { FINGERS = 10 };

static int device;
static enum kind kind;
static struct { int is_down, x, y; } fingers[FINGERS];
static int touches;

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void enable(unsigned long request, int bit) {
  if (ioctl(device, request, bit) < 0) fail("uinput");
}

static void add_axis(int code, int maximum) {
  struct uinput_abs_setup axis = {.code = (unsigned short)code, .absinfo = {.maximum = maximum}};
  enable(UI_SET_ABSBIT, code);
  if (ioctl(device, UI_ABS_SETUP, &axis) < 0) fail("uinput");
}

static void send_event(int type, int code, int value) {
  struct input_event event = {.type = (unsigned short)type, .code = (unsigned short)code, .value = value};
  if (write(device, &event, sizeof event) != sizeof event) fail("write");
}

// The first finger that is down, which ABS_X and ABS_Y report; -1 without any.
static int pointer(void) {
  for (int finger = 0; finger < FINGERS; finger++) {
    if (fingers[finger].is_down) return finger;
  }
  return -1;
}

// Reports a finger that has changed. `had_pointer` is whether any finger was down before.
static void report(int finger, int is_new, int had_pointer) {
  if (kind == SLOTS) {
    send_event(EV_ABS, ABS_MT_SLOT, finger);
    if (is_new) send_event(EV_ABS, ABS_MT_TRACKING_ID, ++touches);
    if (!fingers[finger].is_down) send_event(EV_ABS, ABS_MT_TRACKING_ID, -1);
    send_event(EV_ABS, ABS_MT_POSITION_X, fingers[finger].x);
    send_event(EV_ABS, ABS_MT_POSITION_Y, fingers[finger].y);
  }
  if (kind == ANONYMOUS) {
    // The last finger first, so that a reader that takes the first for the same finger jumps.
    for (int other = FINGERS - 1; other >= 0; other--) {
      if (!fingers[other].is_down) continue;
      send_event(EV_ABS, ABS_MT_POSITION_X, fingers[other].x);
      send_event(EV_ABS, ABS_MT_POSITION_Y, fingers[other].y);
      send_event(EV_SYN, SYN_MT_REPORT, 0);
    }
    if (pointer() < 0) send_event(EV_SYN, SYN_MT_REPORT, 0);
  } else {
    int has_pointer = pointer() >= 0;
    if (has_pointer != had_pointer) send_event(EV_KEY, BTN_TOUCH, has_pointer);
    if (has_pointer) {
      send_event(EV_ABS, ABS_X, fingers[pointer()].x);
      send_event(EV_ABS, ABS_Y, fingers[pointer()].y);
    }
  }
  send_event(EV_SYN, SYN_REPORT, 0);
}

static void change(int finger, int is_down, int x, int y) {
  if (finger < 0 || finger >= FINGERS) return;
  int had_pointer = pointer() >= 0, is_new = is_down && !fingers[finger].is_down;
  fingers[finger].is_down = is_down;
  if (is_down) {
    fingers[finger].x = x;
    fingers[finger].y = y;
  }
  report(finger, is_new, had_pointer);
}

static void set_up(const char *name, int width, int height) {
  device = open("/dev/uinput", O_WRONLY);
  if (device < 0) fail("/dev/uinput");
  enable(UI_SET_EVBIT, EV_KEY);
  if (kind == KEYBOARD) {
    for (int key = KEY_ESC; key < KEY_F12; key++) enable(UI_SET_KEYBIT, key);
  } else if (kind == MOUSE) {
    enable(UI_SET_KEYBIT, BTN_LEFT);
    enable(UI_SET_EVBIT, EV_REL);
    enable(UI_SET_RELBIT, REL_X);
    enable(UI_SET_RELBIT, REL_Y);
  } else {
    enable(UI_SET_EVBIT, EV_ABS);
    enable(UI_SET_PROPBIT, INPUT_PROP_DIRECT);
    if (kind != ANONYMOUS) {
      enable(UI_SET_KEYBIT, BTN_TOUCH);
      add_axis(ABS_X, width - 1);
      add_axis(ABS_Y, height - 1);
    }
    if (kind != SINGLE) {
      add_axis(ABS_MT_POSITION_X, width - 1);
      add_axis(ABS_MT_POSITION_Y, height - 1);
    }
    if (kind == SLOTS) {
      add_axis(ABS_MT_SLOT, FINGERS - 1);
      add_axis(ABS_MT_TRACKING_ID, 65535);
    }
  }
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 1, .product = 2}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  if (ioctl(device, UI_DEV_SETUP, &setup) < 0 || ioctl(device, UI_DEV_CREATE) < 0) fail("uinput");
}

static void print_node(void) {
  char system_name[64] = "", folder[128];
  if (ioctl(device, UI_GET_SYSNAME(sizeof system_name), system_name) < 0) fail("uinput");
  snprintf(folder, sizeof folder, "/sys/devices/virtual/input/%s", system_name);
  DIR *entries = opendir(folder);
  if (!entries) fail(folder);
  for (struct dirent *entry; (entry = readdir(entries));) {
    if (strncmp(entry->d_name, "event", 5) == 0) printf("/dev/input/%s\n", entry->d_name);
  }
  closedir(entries);
  fflush(stdout);
}

int main(int count, char **arguments) {
  while (count > 2 && kind < KINDS && strcmp(arguments[1], names[kind]) != 0) kind++;
  if (count < 3 || kind == KINDS) {
    fprintf(stderr, "usage: touch-panel slots|anonymous|single|mouse|keyboard NAME [WIDTH HEIGHT]\n");
    return 2;
  }
  set_up(arguments[2], count > 4 ? atoi(arguments[3]) : 800, count > 4 ? atoi(arguments[4]) : 480);
  print_node();
  char line[256];
  while (fgets(line, sizeof line, stdin)) {
    int finger, x, y;
    if (sscanf(line, "down %d %d %d", &finger, &x, &y) == 3 || sscanf(line, "move %d %d %d", &finger, &x, &y) == 3) {
      change(finger, 1, x, y);
    } else if (sscanf(line, "up %d", &finger) == 1) {
      change(finger, 0, 0, 0);
    } else if (sscanf(line, "sleep %d", &x) == 1) {
      usleep((useconds_t)x * 1000);
    } else if (strncmp(line, "quit", 4) == 0) {
      break;
    }
  }
  ioctl(device, UI_DEV_DESTROY);
  return 0;
}
