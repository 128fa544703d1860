internal import CLinux

/// How the C library allocates large buffers, such as those of tiles and images.
package enum LargeBuffers {
  /// The size in bytes from which each buffer has memory of its own. The system gets that back as soon as the
  /// buffer is freed. glibc begins with this size.
  private static let threshold: Int32 = 128 << 10

  /// Lets the system have the memory of large buffers when they are freed, in the whole process.
  ///
  /// By default, glibc raises the size to that of every larger buffer that is freed, up to 32 MiB. Then large
  /// buffers leave holes between small ones, and the memory of a program that runs for years is bounded by
  /// chance. A map that zooms keeps 16 MiB less this way, in the same time.
  package static func fixMmapThreshold() {
    cartouche_set_mmap_threshold(threshold)
  }
}
