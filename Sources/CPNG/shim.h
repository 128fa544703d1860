#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// A zeroed `png_image` of the version this header has.
static inline png_image shim_png_image(void) {
  png_image image = {0};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

static const png_uint_32 shim_png_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 shim_png_format_rgba = PNG_FORMAT_RGBA;
/// In memory blue, green, red, alpha: 0xAARRGGBB on a little-endian machine.
static const png_uint_32 shim_png_format_bgra = PNG_FORMAT_BGRA;

/// Bytes that the file of `image` never exceeds.
static inline size_t shim_png_size_max(png_image image) { return PNG_IMAGE_PNG_SIZE_MAX(image); }

/// A file in memory and how much of it has been read.
struct shim_png_source {
  const unsigned char *bytes;
  size_t count;
  size_t position;
};

static inline void shim_png_read(png_structp png, png_bytep to, size_t count) {
  struct shim_png_source *source = (struct shim_png_source *)png_get_io_ptr(png);
  if (count > source->count - source->position) png_error(png, "read beyond end of data");
  memcpy(to, source->bytes + source->position, count);
  source->position += count;
}

static inline void shim_png_fail(png_structp png, png_const_charp reason) {
  char *message = (char *)png_get_error_ptr(png);
  strncpy(message, reason, 63);
  longjmp(png_jmpbuf(png), 1);
}

static inline void shim_png_warn(png_structp png, png_const_charp reason) {
  (void)png;
  (void)reason;
}

/// Reads a file of 16 bits a component as the simplified interface does all others: sRGB, 8 bits, blue, green, red, alpha. That one (libpng 1.6.39) mixes
/// up the pixels of interlaced files.
///
/// `pixels` has room for `width` × `height` of four bytes, of a file whose size that is. Nothing in here but this function jumps, and nothing is held across
/// the jump but what stands before it.
///
/// Returns 1, or 0 with the reason in `message`, which has 64 bytes, all zero.
static inline int shim_png_read_deep(
    const void *bytes, size_t count, unsigned char *pixels, size_t width, size_t height, char *message) {
  struct shim_png_source source = {(const unsigned char *)bytes, count, 0};
  png_bytepp rows = (png_bytepp)malloc(height * sizeof(png_bytep));
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, message, shim_png_fail, shim_png_warn);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (rows == NULL || info == NULL) {
    strncpy(message, "out of memory", 63);
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    return 0;
  }
  for (size_t row = 0; row < height; row++) rows[row] = pixels + row * width * 4;
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    free(rows);
    return 0;
  }
  png_set_read_fn(png, &source, shim_png_read);
  png_read_info(png, info);
  // What states no gamma is sRGB.
  png_set_gamma(png, PNG_DEFAULT_sRGB, PNG_DEFAULT_sRGB);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != width * 4 || png_get_image_height(png, info) != height) png_error(png, "not the size it had");
  png_read_image(png, rows);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  free(rows);
  return 1;
}
