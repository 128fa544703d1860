internal import CHarfBuzz

/// The bytes of a font file, shared by all its faces.
///
/// HarfBuzz maps the file into memory. This module therefore makes no system call, and a font of many
/// megabytes costs only the pages that are read. FreeType and HarfBuzz read the same bytes. A font in use
/// must be replaced by renaming a new file over it, as package managers do; truncating the mapped file would
/// crash the program.
final class FontBytes {
  let blob: OpaquePointer

  /// - Returns: nil if the file does not exist or cannot be read.
  init?(path: String) {
    // A null byte would end the path early.
    guard !path.utf8.contains(0), let blob = hb_blob_create_from_file_or_fail(path) else { return nil }
    self.blob = blob
  }

  /// Copies `bytes`.
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
