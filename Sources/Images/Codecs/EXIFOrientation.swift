import CartoucheRaster

/// The orientation in which a camera stored an image.
///
/// The raw values are those of the EXIF tag in the file.
///
/// - Source: CIPA DC-008 (EXIF 2.32), section 4.6.4, tag 0x0112.
enum EXIFOrientation: UInt16 {
  case up = 1
  case upMirrored, down, downMirrored
  /// An orientation in which the rows of the upright image are stored as columns.
  case leftMirrored, right, rightMirrored, left

  /// Reads the orientation from the first EXIF block of a JPEG file. If the orientation is missing or
  /// invalid, the result is ``up``.
  init(jpeg bytes: [UInt8]) {
    self = Self.block(in: bytes).flatMap { Self.value(in: bytes[$0]) }.flatMap { EXIFOrientation(rawValue: $0) } ?? .up
  }

  /// Returns the image turned upright.
  func applied(to image: Image) -> Image {
    let (width, height) = (image.size.width, image.size.height)
    let swapsSides = rawValue >= EXIFOrientation.leftMirrored.rawValue
    let size = PixelSize(width: swapsSides ? height : width, height: swapsSides ? width : height)
    let source = image.storage.pixels
    return Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let (column, row) =
            switch self {
            case .up: (x, y)
            case .upMirrored: (width - 1 - x, y)
            case .down: (width - 1 - x, height - 1 - y)
            case .downMirrored: (x, height - 1 - y)
            case .leftMirrored: (y, x)
            case .right: (y, height - 1 - x)
            case .rightMirrored: (width - 1 - y, height - 1 - x)
            case .left: (width - 1 - y, x)
            }
          pixels[y * size.width + x] = source[row * width + column]
        }
      }
    }
  }

  /// Returns the range of the TIFF structure in the first APP1 segment with EXIF data.
  private static func block(in bytes: [UInt8]) -> Range<Int>? {
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xff {
      let marker = bytes[position + 1]
      if marker == 0xff {
        position += 1  // filling
        continue
      }
      // The first scan ends the headers. Markers without a length do not occur before it.
      if marker == 0xda || marker == 0xd9 { return nil }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let (start, end) = (position + 4, position + 2 + length)
      guard length >= 2, end <= bytes.count else { return nil }
      if marker == 0xe1, end - start > 6, bytes[start..<start + 6].elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0]) {
        return start + 6..<end
      }
      position = end
    }
    return nil
  }

  /// Returns the orientation in the first directory of a TIFF structure.
  private static func value(in tiff: ArraySlice<UInt8>) -> UInt16? {
    let isLittleEndian = tiff.starts(with: [0x49, 0x49])
    guard isLittleEndian || tiff.starts(with: [0x4d, 0x4d]) else { return nil }
    func number(_ offset: Int, _ size: Int) -> Int? {
      guard offset >= 0, offset + size <= tiff.count else { return nil }
      let bytes = tiff[tiff.startIndex + offset..<tiff.startIndex + offset + size]
      return (isLittleEndian ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(offset, 2) else { return nil }
      // The value is one 16-bit number, stored in the entry itself.
      if tag == 0x112 { return number(offset + 2, 2) == 3 ? number(offset + 8, 2).map { UInt16($0) } : nil }
    }
    return nil
  }
}
