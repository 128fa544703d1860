internal import CDRM
internal import Glibc

/// Values of properties that a graphics card takes over together, or not at all.
///
/// The kernel is called directly, because `drmModeAtomicCommit` of libdrm copies and sorts its list in
/// memory that it allocates for each call. This list keeps its memory.
struct AtomicRequest {
  private let card: Int32
  private var objects: [UInt32] = []
  /// The number of properties of each object.
  private var counts: [UInt32] = []
  private var properties: [UInt32] = []
  private var values: [UInt64] = []

  /// - Parameter card: The open file descriptor of the card.
  init(card: Int32) {
    self.card = card
  }

  mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  mutating func set(_ property: UInt32, of object: UInt32, to value: UInt64) {
    if objects.last == object {
      counts[counts.count - 1] += 1
    } else {
      objects.append(object)
      counts.append(1)
    }
    properties.append(property)
    values.append(value)
  }

  /// Passes the values to the card.
  ///
  /// - Parameters:
  ///   - flags: The kernel's `DRM_MODE_ATOMIC_…` and `DRM_MODE_PAGE_FLIP_…`.
  ///   - serial: The number in the event that the card sends, if the flags ask for one.
  /// - Returns: 0, or the kernel's error number.
  mutating func commit(flags: Int32, serial: UInt = 0) -> Int32 {
    objects.withUnsafeMutableBufferPointer { objects in
      counts.withUnsafeMutableBufferPointer { counts in
        properties.withUnsafeMutableBufferPointer { properties in
          values.withUnsafeMutableBufferPointer { values in
            var request = drm_mode_atomic()
            request.flags = UInt32(flags)
            request.count_objs = UInt32(objects.count)
            request.objs_ptr = UInt64(UInt(bitPattern: objects.baseAddress))
            request.count_props_ptr = UInt64(UInt(bitPattern: counts.baseAddress))
            request.props_ptr = UInt64(UInt(bitPattern: properties.baseAddress))
            request.prop_values_ptr = UInt64(UInt(bitPattern: values.baseAddress))
            request.user_data = UInt64(serial)
            return drmIoctl(card, cartouche_drm_ioctl_atomic, &request) == 0 ? 0 : errno
          }
        }
      }
    }
  }
}
