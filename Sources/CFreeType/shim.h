#pragma once
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H
#include FT_TRUETYPE_TABLES_H

/// Load flags for outlines as the font has them: without hinting, and never a bitmap instead.
static const FT_Int32 shim_ft_load_unhinted_outline = FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP;

/// Whether the face has outlines, in tables that HarfBuzz can read too.
static inline int shim_ft_is_outline_font(FT_Face face)
{
  return FT_IS_SCALABLE(face) && FT_IS_SFNT(face);
}

/// Opens a face of a font file in memory; the bytes must stay valid as long as the face.
static inline FT_Error shim_ft_open(FT_Library library, const void *bytes, FT_Long count, FT_Long index, FT_Face *face)
{
  return FT_New_Memory_Face(library, (const FT_Byte *)bytes, count, index, face);
}
