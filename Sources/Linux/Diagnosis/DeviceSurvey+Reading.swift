internal import CLinux
internal import Glibc

extension DeviceSurvey {
  /// Gathers the facts about this machine.
  ///
  /// - Parameters:
  ///   - card: The path of another card's node to look at, such as a link in `/dev/dri/by-path`.
  ///   - framebuffer: The path of another framebuffer node to look at.
  package static func read(card: String? = nil, framebuffer: String? = nil) -> DeviceSurvey {
    var survey = DeviceSurvey(user: user())
    // The master is asked for before this process opens other nodes.
    survey.cards = paths(DRMOutput.cards(in: "/dev/dri"), and: card).map(self.card)
    survey.framebuffers = paths(numberedNodes("fb", in: "/dev"), and: framebuffer).map(self.framebuffer)
    survey.inputs = numberedNodes("event", in: "/dev/input").map(input)
    survey.console = console()
    survey.seat = seat()
    return survey
  }

  private static func paths(_ listed: [String], and other: String?) -> [String] {
    guard let other, !listed.contains(other) else { return listed }
    return listed + [other]
  }

  /// Returns the paths of a folder's entries that are named by a prefix and a number, sorted by number.
  private static func numberedNodes(_ prefix: String, in folder: String) -> [String] {
    Folders.names(in: folder).filter { $0.hasPrefix(prefix) }
      .compactMap { name in Int(name.dropFirst(prefix.count)).map { (number: $0, path: folder + "/" + name) } }
      .sorted { $0.number < $1.number }.map(\.path)
  }

  /// Returns whether a node was opened, and who may open it.
  ///
  /// - Parameter result: The result of the call that opens the node: a descriptor, or the negative `errno`.
  static func access(to path: String, opening result: Int32) -> Access {
    var status = stat()
    guard stat(path, &status) == 0 else { return Access(errno: max(-result, 0)) }
    let isForGroup = status.st_mode & (S_IRGRP | S_IWGRP) == S_IRGRP | S_IWGRP
    return Access(errno: max(-result, 0), group: DeviceNodeUsers.group(of: path), isForGroup: isForGroup)
  }

  private static func input(_ path: String) -> Input {
    var result = Input(path: path)
    let number = cartouche_open(path, O_RDONLY | O_NONBLOCK)
    result.access = access(to: path, opening: number)
    guard number >= 0 else { return result }
    close(number)
    result.description = try? EvdevNode(path: path).description
    return result
  }

  private static func console() -> Console? {
    let name = DeviceNodeUsers.contents(of: "/sys/class/tty/tty0/active").prefix { !$0.isWhitespace }
    guard !name.isEmpty else { return nil }
    var result = Console(path: "/dev/\(name)")
    let number = cartouche_open(result.path, O_RDWR | O_NOCTTY)
    result.access = access(to: result.path, opening: number)
    guard number >= 0 else { return result }
    let terminal = Descriptor(number)
    var value: Int32 = 0
    if cartouche_ioctl(terminal.number, UInt(KDGETMODE), &value) >= 0, value == KD_GRAPHICS { result.mode = .graphics }
    if cartouche_ioctl(terminal.number, UInt(KDGKBMODE), &value) >= 0, value == K_OFF { result.keyboard = .off }
    var switching = vt_mode()
    if cartouche_ioctl(terminal.number, UInt(VT_GETMODE), &switching) >= 0 {
      result.isSwitchedByProgram = switching.mode == CChar(VT_PROCESS)
    }
    result.holders = DeviceNodeUsers.processes(using: result.path, fromDescriptor: 3).map(holder)
    return result
  }

  private static func seat() -> SeatDaemon? {
    guard let socket = Seat.socket(environmentVariable) else { return nil }
    var result = SeatDaemon(path: socket)
    let answer = cartouche_connect_socket(socket)
    result.access = access(to: socket, opening: answer)
    result.hasLibrary = cartouche_seat_load() == 0
    return answer == 0 || result.access.isDenied ? result : nil
  }

  static func holder(_ process: DeviceHolder) -> Holder {
    // A line is "0::/system.slice/lightdm.service".
    let name = DeviceNodeUsers.contents(of: "/proc/\(process.id)/cgroup").split(separator: "\n")
      .first { $0.contains("/system.slice/") }?.split(separator: "/").last
    return Holder(process: process, service: name.flatMap { $0.hasSuffix(".service") ? String($0) : nil })
  }

  private static func user() -> User {
    let id = getuid()
    var groups = [gid_t](repeating: 0, count: 256)
    let count = Int(max(getgroups(Int32(groups.count), &groups), 0))
    let ids = Set(groups[..<count] + [getegid()])
    let name = DeviceNodeUsers.userName(id) ?? "\(id)"
    return User(
      name: name, id: id, groups: ids.sorted().map { DeviceNodeUsers.groupName($0) ?? "\($0)" },
      memberships: DeviceNodeUsers.memberships(ofUser: name))
  }
}
