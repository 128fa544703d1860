#pragma once
#include <libevdev/libevdev-uinput.h>
#include <libevdev/libevdev.h>
#include <stdint.h>

// Swift assigns struct timeval to the first C module that declares it, so times are passed as nanoseconds.
static inline int64_t cartouche_event_time(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000000 + (int64_t)event->input_event_usec * 1000;
}
