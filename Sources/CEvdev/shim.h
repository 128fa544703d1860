#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stdint.h>

// struct timeval belongs, for Swift, to whichever C module is seen first; so time crosses as nanoseconds.
static inline int64_t cartouche_event_time(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}
