internal import CHarfBuzz

/// The bytes of a font file, shared by all faces of the file.
///
/// HarfBuzz maps the file into memory, so this module makes no system call. A font of many megabytes costs
/// only the memory pages that are read. FreeType and HarfBuzz read the same bytes.
///
/// While a font is in use, its file must not be truncated, because reading the mapped file would crash the
/// program. To replace the file, rename a new file over the old file, as package managers do.
final class FontFileMemory {
  let blob: OpaquePointer

  /// Maps the font file at `path` into memory.
  ///
  /// - Returns: nil if the file does not exist or cannot be read.
  init?(path: String) {
    // A null byte would end the path early.
    guard !path.utf8.contains(0), let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
    self.blob = blob
  }

  /// Creates the bytes of a font from a copy of `bytes`.
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
