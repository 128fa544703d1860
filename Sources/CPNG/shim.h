#pragma once
#include <png.h>

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
