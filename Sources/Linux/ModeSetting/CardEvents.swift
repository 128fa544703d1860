internal import CDRM
internal import CartoucheScene
internal import Glibc

/// The events that a graphics card sends about completed page flips.
enum CardEvents {
  /// Reads all events that are there. Never waits.
  ///
  /// - Parameter onFlip: Called with the number that was passed with the flip, and the time of the vertical
  ///   blank on the monotonic clock.
  /// - Returns: 0, or the kernel's error number: ENODEV if the card is gone.
  static func read(card: Int32, onFlip: (UInt64, Timestamp) -> Void) -> Int32 {
    var bytes: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0, 0, 0)
    let capacity = MemoryLayout.size(ofValue: bytes)
    while true {
      let count = Glibc.read(card, &bytes, capacity)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno != EAGAIN { return errno }
      guard count > 0 else { return 0 }
      withUnsafeBytes(of: &bytes) { parse($0[0..<count], onFlip) }
    }
  }

  private static func parse(_ bytes: Slice<UnsafeRawBufferPointer>, _ onFlip: (UInt64, Timestamp) -> Void) {
    var rest = bytes
    while rest.count >= MemoryLayout<drm_event>.size {
      let head = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event.self)
      guard head.length >= 8, head.length <= rest.count else { return }
      if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE), rest.count >= MemoryLayout<drm_event_vblank>.size {
        let flip = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: drm_event_vblank.self)
        onFlip(flip.user_data, Timestamp(nanoseconds: Int64(flip.tv_sec) * 1_000_000_000 + Int64(flip.tv_usec) * 1000))
      }
      rest = rest.dropFirst(Int(head.length))
    }
  }
}
