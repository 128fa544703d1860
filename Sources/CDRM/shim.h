#pragma once
#include <drm_fourcc.h>
#include <xf86drm.h>
#include <xf86drmMode.h>

// fourcc_code() does not import into Swift.
static const uint32_t cartouche_drm_format_xrgb8888 = DRM_FORMAT_XRGB8888;
static const uint32_t cartouche_drm_format_rgb565 = DRM_FORMAT_RGB565;
