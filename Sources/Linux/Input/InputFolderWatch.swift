internal import Glibc

/// A watch on the folder of input device nodes, usually `/dev/input`, by inotify.
///
/// The folder itself appears with the first input device and disappears with the last. While there is no
/// folder, the nearest folder above it that exists is watched until the folder appears. If a node is a
/// symbolic link, the node that it leads to is watched too. Nothing is polled.
package final class InputFolderWatch {
  /// What is looked for in a watched folder.
  private enum Interest: Hashable {
    /// The node with this name; nil stands for all nodes of input devices.
    case node(String?)
    /// The folder with this name, which leads to a node.
    case folder(String)
  }

  /// The largest number of symbolic links that are followed, as in the kernel's `MAXSYMLINKS`.
  private static let maximumLinks = 40
  private static let events =
    UInt32(IN_CREATE) | UInt32(IN_ATTRIB) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)

  private let notifications: Descriptor
  private let folder: String
  private let name: String?
  /// The interests in each watched folder, by the number of its watch.
  private var watches: [Int32: Set<Interest>] = [:]

  /// Creates a watch. The folder, and those that contain it, need not exist.
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
    var (mayHaveChanged, mustFollow) = (false, false)
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        var offset = 0
        while offset < count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let name = buffer[(offset + MemoryLayout<inotify_event>.size)...].prefix(Int(event.len)).prefix { $0 != 0 }
          offset += MemoryLayout<inotify_event>.size + Int(event.len)
          switch relevance(of: event, name: String(decoding: name, as: UTF8.self)) {
          case .node: mayHaveChanged = true
          case .path: mustFollow = true
          case .none: break
          }
        }
      }
    }
    // A link may lead to another node now.
    if mustFollow || mayHaveChanged && name != nil, follow() { mayHaveChanged = true }
    return mayHaveChanged
  }

  private enum Relevance {
    case none, node, path
  }

  private func relevance(of event: inotify_event, name: String) -> Relevance {
    // The kernel lost notifications.
    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return .node }
    guard let interests = watches[event.wd] else { return .none }
    if event.mask & (UInt32(IN_IGNORED) | UInt32(IN_MOVE_SELF)) != 0 {
      watches[event.wd] = nil
      inotify_rm_watch(descriptor, event.wd)
      return .path
    }
    if interests.contains(.node(name)) || name.hasPrefix("event") && interests.contains(.node(nil)) { return .node }
    return interests.contains(.folder(name)) ? .path : .none
  }

  /// Watches the folders on the way to the nodes, as far as they exist.
  ///
  /// - Returns: Whether a folder of nodes is watched that was not. Its nodes may be older than the watch.
  @discardableResult
  private func follow() -> Bool {
    let before = watches
    var found = watchedFolders()
    // A folder may appear between looking for it and watching the one above it.
    for _ in 0..<Self.maximumLinks {
      let again = watchedFolders()
      if again == found { break }
      found = again
    }
    for number in Set(before.keys).subtracting(found.keys) { inotify_rm_watch(descriptor, number) }
    watches = found
    return found.contains { number, interests in
      interests.subtracting(before[number] ?? []).contains { if case .node = $0 { true } else { false } }
    }
  }

  /// Adds watches on the folder and on those that its links lead to, or on the nearest folders above them.
  private func watchedFolders() -> [Int32: Set<Interest>] {
    var result: [Int32: Set<Interest>] = [:]
    var (folder, name) = (folder, name)
    for _ in 0..<Self.maximumLinks {
      if let number = watch(folder) {
        result[number, default: []].insert(.node(name))
      } else {
        var child = folder
        while child != "/" && child != "." {
          let parent = Folders.parent(of: child)
          if let number = watch(parent) {
            result[number, default: []].insert(.folder(Folders.name(of: child)))
            break
          }
          child = parent
        }
        return result
      }
      guard let node = name, let target = Folders.target(ofLink: folder + "/" + node) else { return result }
      let path = target.hasPrefix("/") ? target : folder + "/" + target
      (folder, name) = (Folders.parent(of: path), Folders.name(of: path))
    }
    return result
  }

  private func watch(_ path: String) -> Int32? {
    let number = inotify_add_watch(descriptor, path, Self.events)
    return number >= 0 ? number : nil
  }
}
