internal import CHarfBuzz

/// A font file's bytes, which all its faces read in place.
///
/// HarfBuzz maps a file into memory by itself, so that no kernel call stands here, a font of many megabytes costs only the pages that are
/// read, and FreeType and HarfBuzz see the same bytes. A font that is in use must be replaced by moving another into its place, as
/// packages do, and not be cut short.
final class FontBytes {
  let blob: OpaquePointer

  /// - Returns: nil if there is no such file, or it cannot be read.
  init?(path: String) {
    // A null byte would end the path early.
    guard !path.utf8.contains(0), let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
    self.blob = blob
  }

  /// A copy of `bytes`.
  init?(_ bytes: [UInt8]) {
    let blob = bytes.withUnsafeBytes { memory in
      hb_blob_create_or_fail(
        memory.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(clamping: memory.count), HB_MEMORY_MODE_DUPLICATE, nil, nil)
    }
    guard let blob else { return nil }
    self.blob = blob
  }

  deinit { hb_blob_destroy(blob) }

  var memory: UnsafeRawBufferPointer {
    var count: UInt32 = 0
    let start = hb_blob_get_data(blob, &count)
    return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  }
}
