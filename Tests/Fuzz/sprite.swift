import CartoucheImages
import CartoucheMaps
import CartoucheRaster

/// Reads any bytes as the index of a sprite sheet. The first two bytes are the size of the sheet's image.
///
/// The images that are kept are inside the sheet. A sheet that is made of them is read as the same images.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count >= 2 else { return 0 }
  let size = PixelSize(width: Int(start[0] % 64) + 1, height: Int(start[1] % 64) + 1)
  let index = [UInt8](UnsafeBufferPointer(start: start + 2, count: count - 2))
  guard let (sheet, errors) = try? SpriteSheet.decode(index: index, png: file(size), name: "s") else { return 0 }
  for error in errors { precondition(!error.description.isEmpty) }
  precondition(errors.count <= 101, "too many errors")
  precondition(sheet.byteCount <= size.width * size.height * 16, "too much memory")
  for image in sheet.images.values {
    let (width, height) = (image.image.size.width, image.image.size.height)
    precondition(1...size.width ~= width && 1...size.height ~= height, "an image outside of the sheet")
    precondition(image.pixelRatio > 0 && image.size.width >= 0, "an image without a scale")
    check(image.stretchX, width)
    check(image.stretchY, height)
    if let content = image.content {
      precondition(content.minX >= 0 && content.minY >= 0, "content outside of the image")
      precondition(content.maxX <= Scalar(width) && content.maxY <= Scalar(height), "content outside of the image")
    }
  }
  guard let files = try? SpriteSheet.encode(sheet.images.map { (name: $0.key, image: $0.value) }) else { return 0 }
  // The image of an empty sheet has only padding.
  guard let (again, problems) = try? SpriteSheet.decode(index: files.index, png: files.png, name: "s") else {
    preconditionFailure("an encoded sheet is rejected")
  }
  precondition(problems.isEmpty && again.images.count == sheet.images.count, "an encoded sheet has errors")
  for (name, image) in sheet.images {
    guard let read = again[name] else { preconditionFailure("an image is missing in an encoded sheet") }
    precondition(haveSamePixels(image.image, read.image) && image.isSDF == read.isSDF, "an image differs in an encoded sheet")
    precondition(image.stretchX == read.stretchX && image.stretchY == read.stretchY && image.content == read.content)
    precondition(image.pixelRatio == read.pixelRatio && image.size == read.size)
  }
  return 0
}

private func check(_ ranges: [ClosedRange<Scalar>], _ limit: Int) {
  var last = Scalar.zero
  for range in ranges {
    precondition(range.lowerBound >= last && range.upperBound <= Scalar(limit), "a range overlaps or is outside of the image")
    last = range.upperBound
  }
}

/// Returns a PNG file of a size, with pixels that differ.
private func file(_ size: PixelSize) -> [UInt8] {
  if let known = files[size] { return known }
  let image = Image(size: size) { (pixels: UnsafeMutableBufferPointer<UInt32>) in
    for index in pixels.indices { pixels[index] = 0xff00_0000 | UInt32(index / 7) }
  }
  let bytes = (try? PNG.encode(image)) ?? []
  files[size] = bytes
  return bytes
}

// The fuzzer calls the target from one thread.
private nonisolated(unsafe) var files: [PixelSize: [UInt8]] = [:]
