import CartoucheRaster
import CartoucheScene

/// The memory of a released image of the map, for the next one.
///
///     an image is released ▶ keep ▶ take ▶ the next image
///
/// The system clears new memory, which takes about as long as recording a slice. Kept memory needs no
/// clearing. At rest it is given back, unless the map may turn at any time.
final class GroundMemory {
  private var pixels: CachedImage?

  /// Returns memory for an image of a size; nil if there is none. Memory of another size or stage is given
  /// back.
  func take(_ size: PixelSize, on stage: Stage) -> CachedImage? {
    guard let known = pixels.take(), known.image.size == size, known.belongs(to: stage) else { return nil }
    return known
  }

  /// Keeps the memory of a released image in place of an earlier one's.
  func keep(_ released: CachedImage) { pixels = released }

  /// Gives the memory back.
  func release() { pixels = nil }
}
