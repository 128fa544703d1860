#pragma once
#include <SDL.h>
#include <SDL_syswm.h>
#include <dlfcn.h>

static const int shim_window_centered = SDL_WINDOWPOS_CENTERED;

/// Returns the resolution of the screen of a window in dots per inch, as an X server reports it. Returns 0 if
/// it does not.
static inline float shim_screen_resolution(SDL_Window *window) {
#if defined(SDL_VIDEO_DRIVER_X11)
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11) {
    Display *display = info.info.x11.display;
    int width = DisplayWidthMM(display, DefaultScreen(display));
    if (width > 0) return (float)DisplayWidth(display, DefaultScreen(display)) * 25.4f / (float)width;
  }
#endif
  return 0;
}

/// Returns the descriptor of the connection to the desktop, which becomes readable when the desktop sends
/// events. Returns -1 if the video driver has none.
static inline int shim_connection_descriptor(SDL_Window *window) {
  SDL_SysWMinfo info;
  SDL_VERSION(&info.version);
  if (!SDL_GetWindowWMInfo(window, &info)) return -1;
#if defined(SDL_VIDEO_DRIVER_X11)
  if (info.subsystem == SDL_SYSWM_X11) return ConnectionNumber(info.info.x11.display);
#endif
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
  if (info.subsystem == SDL_SYSWM_WAYLAND) {
    // SDL has loaded the library; linking it would make it a requirement of X11 desktops, too.
    void *library = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL) return -1;
    int (*descriptor)(struct wl_display *) = (int (*)(struct wl_display *))dlsym(library, "wl_display_get_fd");
    int number = descriptor ? descriptor(info.info.wl.display) : -1;
    dlclose(library);
    return number;
  }
#endif
  return -1;
}
