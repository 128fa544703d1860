// Seats: the calls of libseat, which is loaded while the program runs. A board without a seat daemon needs no
// libseat.
#define _GNU_SOURCE
#include "CLinux.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// The binary interface of libseat.so.1, which has not changed since its first release.
struct libseat;
struct listener {
  void (*enable)(struct libseat *, void *);
  void (*disable)(struct libseat *, void *);
};
typedef void log_handler(int level, const char *format, va_list arguments);
enum { log_level_silent = 0 };

static struct {
  struct libseat *(*open_seat)(const struct listener *, void *);
  int (*close_seat)(struct libseat *);
  int (*disable_seat)(struct libseat *);
  int (*open_device)(struct libseat *, const char *, int *);
  int (*close_device)(struct libseat *, int);
  const char *(*seat_name)(struct libseat *);
  int (*switch_session)(struct libseat *, int);
  int (*get_fd)(struct libseat *);
  int (*dispatch)(struct libseat *, int);
  void (*set_log_handler)(log_handler *);
  void (*set_log_level)(int);
} library;

struct cartouche_seat {
  struct libseat *seat;
  struct listener listener;
  /// A duplicate of libseat's descriptor. libseat closes its own after an error, while an event loop watches
  /// it.
  int descriptor;
  cartouche_seat_handler *handler;
  void *context;
};

/// Keeps libseat from writing to standard error: the caller reports its errors.
static void drop_message(int level, const char *format, va_list arguments) {
  (void)level, (void)format, (void)arguments;
}

int cartouche_seat_load(void) {
  static const struct {
    const char *name;
    size_t offset;
  } functions[] = {
#define FUNCTION(name) {"libseat_" #name, (size_t)((char *)&library.name - (char *)&library)}
      FUNCTION(open_seat), FUNCTION(close_seat),     FUNCTION(disable_seat), FUNCTION(open_device),     FUNCTION(close_device),
      FUNCTION(seat_name), FUNCTION(switch_session), FUNCTION(get_fd),       FUNCTION(dispatch),        FUNCTION(set_log_handler),
      FUNCTION(set_log_level),
#undef FUNCTION
  };
  static void *handle;
  if (handle) return 0;
  void *opened = dlopen("libseat.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!opened) return -ENOENT;
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    void *function = dlsym(opened, functions[index].name);
    if (!function) {
      dlclose(opened);
      return -ENOSYS;
    }
    memcpy((char *)&library + functions[index].offset, &function, sizeof function);
  }
  handle = opened;
  library.set_log_handler(drop_message);
  library.set_log_level(log_level_silent);
  return 0;
}

int cartouche_connect_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return -ENAMETOOLONG;
  strcpy(address.sun_path, path);
  int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return -errno;
  int result = connect(descriptor, (struct sockaddr *)&address, sizeof address) < 0 ? -errno : 0;
  close(descriptor);
  return result;
}

static void on_enable(struct libseat *libseat, void *context) {
  (void)libseat;
  struct cartouche_seat *seat = context;
  seat->handler(seat->context, 1);
}

static void on_disable(struct libseat *libseat, void *context) {
  (void)libseat;
  struct cartouche_seat *seat = context;
  seat->handler(seat->context, 0);
}

struct cartouche_seat *cartouche_seat_open(const char *backend, cartouche_seat_handler *handler, void *context, int *error) {
  struct cartouche_seat *result = calloc(1, sizeof *result);
  if (!result) {
    *error = ENOMEM;
    return NULL;
  }
  result->listener = (struct listener){on_enable, on_disable};
  result->handler = handler;
  result->context = context;
  // libseat would otherwise try its other backends too. One of them starts a daemon of its own.
  const char *set = getenv("LIBSEAT_BACKEND");
  char *earlier = set ? strdup(set) : NULL;
  setenv("LIBSEAT_BACKEND", backend, 1);
  errno = 0;
  result->seat = library.open_seat(&result->listener, result);
  *error = errno ? errno : EIO;
  if (earlier) setenv("LIBSEAT_BACKEND", earlier, 1);
  else unsetenv("LIBSEAT_BACKEND");
  free(earlier);
  if (result->seat) {
    result->descriptor = fcntl(library.get_fd(result->seat), F_DUPFD_CLOEXEC, 3);
    if (result->descriptor >= 0) return result;
    *error = errno;
    library.close_seat(result->seat);
  }
  free(result);
  return NULL;
}

void cartouche_seat_close(struct cartouche_seat *seat) {
  library.close_seat(seat->seat);
  close(seat->descriptor);
  free(seat);
}

int cartouche_seat_descriptor(const struct cartouche_seat *seat) { return seat->descriptor; }
const char *cartouche_seat_name(struct cartouche_seat *seat) { return library.seat_name(seat->seat); }

int cartouche_seat_dispatch(struct cartouche_seat *seat, int milliseconds) {
  if (library.dispatch(seat->seat, milliseconds) < 0) return errno == EINTR || errno == EAGAIN ? 0 : -(errno ? errno : EIO);
  // Without a time limit to wait, libseat does not notice that the daemon has closed the connection.
  struct pollfd connection = {.fd = seat->descriptor, .events = POLLIN};
  return poll(&connection, 1, 0) > 0 && connection.revents & (POLLHUP | POLLERR | POLLNVAL) ? -EPIPE : 0;
}

int cartouche_seat_open_device(struct cartouche_seat *seat, const char *path, int *device) {
  int descriptor = -1;
  errno = 0;
  *device = library.open_device(seat->seat, path, &descriptor);
  int error = errno ? errno : EIO;
  // Events that came before the answer wait inside libseat, and its descriptor does not say so.
  library.dispatch(seat->seat, 0);
  if (*device < 0) return -error;
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

void cartouche_seat_close_device(struct cartouche_seat *seat, int device) {
  library.close_device(seat->seat, device);
  library.dispatch(seat->seat, 0);
}

void cartouche_seat_acknowledge(struct cartouche_seat *seat) { library.disable_seat(seat->seat); }
void cartouche_seat_show_session(struct cartouche_seat *seat, int number) { library.switch_session(seat->seat, number); }
