#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

/// Outlines as the font has them: not fitted to the pixels, and never a bitmap instead.
static const FT_Int32 shim_ft_load_unhinted_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;
