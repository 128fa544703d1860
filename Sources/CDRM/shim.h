#pragma once
#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// Swift does not import the macro fourcc_code().
static const uint32_t cartouche_drm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cartouche_drm_format_rgb565 = DRM_FORMAT_RGB565;
static const uint32_t cartouche_drm_format_argb8888 = DRM_FORMAT_ARGB8888;
static const uint32_t cartouche_drm_format_xbgr8888 = DRM_FORMAT_XBGR8888;
static const uint32_t cartouche_drm_format_rgb888 = DRM_FORMAT_RGB888;
static const uint32_t cartouche_drm_format_bgr565 = DRM_FORMAT_BGR565;
static const uint32_t cartouche_drm_format_rgbx8888 = DRM_FORMAT_RGBX8888;
static const uint32_t cartouche_drm_format_bgrx8888 = DRM_FORMAT_BGRX8888;
static const uint32_t cartouche_drm_format_bgr888 = DRM_FORMAT_BGR888;
static const uint32_t cartouche_drm_format_xrgb1555 = DRM_FORMAT_XRGB1555;
static const uint32_t cartouche_drm_format_xbgr1555 = DRM_FORMAT_XBGR1555;
static const uint32_t cartouche_drm_format_rgbx5551 = DRM_FORMAT_RGBX5551;
static const uint32_t cartouche_drm_format_xrgb2101010 = DRM_FORMAT_XRGB2101010;

// Nor does it import the macros of ioctl numbers.
static const unsigned long cartouche_drm_ioctl_atomic = DRM_IOCTL_MODE_ATOMIC;

// DRM_IOCTL_MODE_CLOSEFB of Linux 6.8, which older headers lack: gives up a framebuffer, which stays on the
// screen.
static inline int cartouche_drm_close_framebuffer(int card, uint32_t framebuffer) {
  struct { uint32_t framebuffer, padding; } request = {framebuffer, 0};
  return drmIoctl(card, DRM_IOWR(0xD0, request), &request);
}
