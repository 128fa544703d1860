/* The player's edge: files in, frames out. Everything else is Swift.
 *
 *   player FILE.cdl 32|16 [FRAMES]   draws the recording once, or FRAMES times, and writes the bytes of
 *                                    the last frame to standard output
 *   player FILE.trace 32|16          writes the bytes of all frames of a finger's trace */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*frame_sink)(const void *bytes, intptr_t count);
int32_t play_recording(const void *bytes, intptr_t count, int32_t bits, int32_t frames, frame_sink sink);
int32_t play_trace(const void *steps, intptr_t count, int32_t bits, frame_sink sink);

/* Embedded Swift asks for random bytes to seed its hashing; here every run is the same. */
void arc4random_buf(void *buffer, size_t count) { memset(buffer, 0, count); }

static void write_frame(const void *bytes, intptr_t count) {
  if (fwrite(bytes, 1, (size_t)count, stdout) != (size_t)count) exit(3);
}

static void *read_file(const char *path, size_t *count) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) return NULL;
  long length = ftell(file);
  rewind(file);
  void *bytes = length < 0 ? NULL : malloc((size_t)length + 1);
  if (bytes) *count = fread(bytes, 1, (size_t)length, file);
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 3 && count != 4) return 2;
  size_t length = 0;
  void *bytes = read_file(arguments[1], &length);
  if (!bytes) return 2;
  int32_t bits = atoi(arguments[2]), frames = count == 4 ? atoi(arguments[3]) : 1;
  if (frames < 1) return 2;
  if (length >= 3 && !memcmp(bytes, "CDL", 3)) return play_recording(bytes, (intptr_t)length, bits, frames, write_frame);
  return play_trace(bytes, (intptr_t)(length / 40), bits, write_frame);
}
