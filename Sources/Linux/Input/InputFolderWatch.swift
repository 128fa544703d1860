internal import Glibc

/// A watch on the folder of input device nodes, usually `/dev/input`, by inotify.
///
/// The folder itself appears with the first input device and disappears with the last. While there is no
/// folder, its parent is watched until the folder appears. Nothing is polled.
package final class InputFolderWatch {
  private let notifications: Descriptor
  private let folder: String
  /// The name of the only node to report; nil for all nodes of input devices.
  private let name: String?
  /// The number of the watch on the folder; nil while there is no folder.
  private var folderWatch: Int32?
  private var parentWatch: Int32?

  /// Creates a watch. The folder need not exist.
  ///
  /// - Parameters:
  ///   - folder: The folder of the nodes.
  ///   - name: The name of the only node to report, which may be a symbolic link; nil for all nodes of input
  ///     devices.
  /// - Throws: ``EventLoopError`` if the kernel refuses to create a file descriptor.
  package init(folder: String, name: String? = nil) throws(EventLoopError) {
    notifications = Descriptor(try EventLoopError.check(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)), "inotify_init1"))
    (self.folder, self.name) = (folder, name)
    follow()
  }

  /// The file descriptor that is readable after a change.
  package var descriptor: Int32 { notifications.number }

  /// Reads the changes that have arrived.
  ///
  /// - Returns: Whether nodes may have appeared, or may now be opened by this process.
  package func read() -> Bool {
    var mayHaveChanged = false
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len)).prefix { $0 != 0 }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
          if handle(event, name: String(decoding: name, as: UTF8.self)) { mayHaveChanged = true }
        }
      }
    }
    return mayHaveChanged
  }

  private func handle(_ event: inotify_event, name: String) -> Bool {
    // The kernel lost notifications.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
    if event.wd == folderWatch {
      guard event.mask & UInt32(IN_IGNORED) != 0 else {
        return self.name.map { $0 == name } ?? name.hasPrefix("event")
      }
      folderWatch = nil
      return follow()
    }
    guard event.wd == parentWatch, folderWatch == nil else { return false }
    return name == Folders.name(of: folder) && follow()
  }

  /// Watches the folder, or its parent while there is no folder.
  ///
  /// - Returns: Whether the folder is watched now. Its nodes may be older than the watch.
  @discardableResult
  private func follow() -> Bool {
    if folderWatch == nil {
      if parentWatch == nil { parentWatch = watch(Folders.parent(of: folder), UInt32(IN_CREATE)) }
      // After the watch on the parent, so that a folder that appears in between is not missed.
      // The user's permission may come later than the node: udev sets it.
      folderWatch = watch(folder, UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_TO))
    }
    if folderWatch != nil, let parentWatch {
      inotify_rm_watch(descriptor, parentWatch)
      self.parentWatch = nil
    }
    return folderWatch != nil
  }

  private func watch(_ path: String, _ events: UInt32) -> Int32? {
    let number = inotify_add_watch(descriptor, path, events | UInt32(IN_ONLYDIR))
    return number >= 0 ? number : nil
  }
}
