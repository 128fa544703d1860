#pragma once
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

/// Returns a zeroed `png_image` of this header's version.
static inline png_image shim_png_image(void) {
  png_image image = {0};
  image.version = PNG_IMAGE_VERSION;
  return image;
}

static const png_uint_32 shim_png_format_rgb = PNG_FORMAT_RGB;
static const png_uint_32 shim_png_format_rgba = PNG_FORMAT_RGBA;
/// In memory blue, green, red, alpha: 0xAARRGGBB on a little-endian machine.
static const png_uint_32 shim_png_format_bgra = PNG_FORMAT_BGRA;

/// Returns the largest size in bytes that the file of `image` can have.
static inline size_t shim_png_size_max(png_image image) { return PNG_IMAGE_PNG_SIZE_MAX(image); }

/// A file in memory and the number of bytes that have been read.
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

/// Reads a file with 16 bits per component as the simplified interface reads other files: sRGB, 8 bits, in
/// the order blue, green, red, alpha. The simplified interface (libpng 1.6.39) mixes up the pixels of such
/// interlaced files.
///
/// `pixels` has room for `width` × `height` pixels of four bytes, the file's size. Errors of libpng jump back
/// into this function, so only variables that are set before setjmp are used after the jump.
///
/// Returns 1, or 0 with the reason in `message`, which must have 64 bytes, all zero.
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
  // A file without a gamma is sRGB.
  png_set_gamma(png, PNG_DEFAULT_sRGB, PNG_DEFAULT_sRGB);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_bgr(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != width * 4 || png_get_image_height(png, info) != height) png_error(png, "the size has changed");
  png_read_image(png, rows);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  free(rows);
  return 1;
}
