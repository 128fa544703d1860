/// Converts premultiplied `0xAARRGGBB` pixels to the format of a render target, eight at a time.
protocol PixelConversion {
  /// Eight pixels in the target's memory layout.
  associatedtype Group: BitwiseCopyable
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> Group
}

/// Leaves the pixels unchanged, for `xrgb8888` and `argb8888`.
enum PlainConversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt32> { pixels }
}

/// Exchanges red and blue.
enum XBGR8888Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt32> {
    pixels & 0xff00_ff00 | (pixels &>> 16) & 0xff | (pixels & 0xff) &<< 16
  }
}

/// Moves the unused bits from the highest to the lowest.
enum RGBX8888Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt32> { pixels &<< 8 | pixels &>> 24 }
}

/// Reverses the bytes.
enum BGRX8888Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt32> {
    pixels &<< 24 | (pixels &<< 8) & 0x00ff_0000 | (pixels &>> 8) & 0xff00 | pixels &>> 24
  }
}

/// Widens components from 8 to 10 bits: 255 becomes 1023.
enum XRGB2101010Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt32> {
    // Each component's 8 bits, followed by its upper two again.
    let red = (pixels &<< 6) & 0x3fc0_0000 | (pixels &>> 2) & 0x0030_0000
    let green = (pixels &<< 4) & 0x000f_f000 | (pixels &>> 4) & 0x0000_0c00
    let blue = (pixels &<< 2) & 0x0000_03fc | (pixels &>> 6) & 0x0000_0003
    return red | green | blue | 0xc000_0000
  }
}

/// Packs three bytes a pixel: eight pixels are six words.
enum RGB888Conversion: PixelConversion {
  struct Group: BitwiseCopyable {
    var words: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)
  }

  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> Group {
    let p = pixels & 0x00ff_ffff
    return Group(
      words: (
        p[0] | p[1] &<< 24, p[1] &>> 8 | p[2] &<< 16, p[2] &>> 16 | p[3] &<< 8,
        p[4] | p[5] &<< 24, p[5] &>> 8 | p[6] &<< 16, p[6] &>> 16 | p[7] &<< 8
      ))
  }
}

/// Exchanges red and blue, and packs three bytes a pixel.
enum BGR888Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> RGB888Conversion.Group {
    RGB888Conversion.group(XBGR8888Conversion.group(pixels, row), row)
  }
}

/// Dithers to 16 bits with red in the highest bits.
enum RGB565Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt16> {
    let (redBlue, green) = row.shortened(pixels)
    return unsafeBitCast((redBlue &>> 5) & 0xf800 | green &<< 5 | redBlue & 0x1f, to: SIMD16<UInt16>.self).evenHalf
  }
}

/// Dithers to 16 bits with blue in the highest bits.
enum BGR565Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt16> {
    let (redBlue, green) = row.shortened(pixels)
    return unsafeBitCast((redBlue &<< 11) & 0xf800 | green &<< 5 | redBlue &>> 16, to: SIMD16<UInt16>.self).evenHalf
  }
}

/// Dithers to 15 bits, with red in the highest of them.
enum XRGB1555Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt16> {
    let (redBlue, green) = row.shortenedToFives(pixels)
    return unsafeBitCast((redBlue &>> 6) & 0x7c00 | green &<< 5 | redBlue & 0x1f | 0x8000, to: SIMD16<UInt16>.self).evenHalf
  }
}

/// Dithers to 15 bits, with blue in the highest of them.
enum XBGR1555Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt16> {
    let (redBlue, green) = row.shortenedToFives(pixels)
    return unsafeBitCast((redBlue &<< 10) & 0x7c00 | green &<< 5 | redBlue &>> 16 | 0x8000, to: SIMD16<UInt16>.self).evenHalf
  }
}

/// Dithers to 15 bits above an unused bit, with red in the highest of them.
enum RGBX5551Conversion: PixelConversion {
  @inline(__always)
  static func group(_ pixels: SIMD8<UInt32>, _ row: DitherRow) -> SIMD8<UInt16> {
    let (redBlue, green) = row.shortenedToFives(pixels)
    return unsafeBitCast((redBlue &>> 5) & 0xf800 | green &<< 6 | (redBlue & 0x1f) &<< 1 | 1, to: SIMD16<UInt16>.self).evenHalf
  }
}
